"""French."""

WORDS = {
    "ignore": (
        "ignore ignorez ignorer oublie oubliez ne_tiens_pas_compte ne_tenez_pas_compte "
        "fais_abstraction faites_abstraction annule annulez ne_suis_plus"
    ),
    "previous": "precedent* anterieur* ci-dessus avant initial* passees d'origine",
    "instructions": "instruction* consigne* regle* directive* ordre ordres commande commandes",
    "told": "tout_ce_qu'on_t'a_dit tout_ce_qui_precede ce_qu'on_t'a_dit ce_qu'on_t'a_demande",
    "void": (
        "nul nulles annulees ne_s'appliquent_plus ne_sont_plus_valables suspendues "
        "desactivees levees abolies"
    ),
    "your": "tes vos ton votre",
    "replace": "remplace remplacent annule",
    "notes": "note notes souvenir souvenirs memoires entrees",
    "follow": "suis suivez obeis",
    "following": "suivant* ces nouvelles",
    "policy": "politique* regle regles consigne norme directive procedure",
    "no": "ne n pas aucun aucune jamais non sans_aucun ni",
    "never": "jamais",
    "need": "necessit* requis requise besoin exige* faut necessaire demande*",
    "without": "sans",
    "approval": "approbation validation accord autorisation verification confirmation",
    "bypass": "saute sautez contourn* desactiv* omettre",
    "check": "verification* validation* controle* approbation* confirmation*",
    "preapproved": "pre-approuve* preapprouve* deja_autorise* deja_approuve* approuve*_d'office",
    "money": "remboursement* virement* paiement* facture* remise* achat*",
    "may": "peut peuvent autorise* pouvez",
    "ai": "assistant_ia modele_de_langage agent_ia intelligence_artificielle",
    "agent": "assistant assistante agent agents modele robot",
    "attention": (
        "remarque attention a_l'attention_de a_l'attention_de_l note_pour cher chere "
        "message_pour avis_a bonjour"
    ),
    "if_you": "si_tu_es si_vous_etes",
    "must": "dois devez doit doivent faut",
    "always": "toujours systematiquement seulement uniquement",
    "from_now_on": (
        "a_partir_de_maintenant desormais dorenavant a_l'avenir des_maintenant avec_effet_immediat"
    ),
    "recommend": (
        "recommande* propose* suggere* mentionne* conseille* reponds repondez dis dites proposer"
    ),
    "prefers": "prefere veut souhaite accepte",
    "act": (
        "supprime* achete* paie payez vire* ouvre* execute* approuve* valide* annule* "
        "reserve* commande"
    ),
    "remember": "retiens retenez memorise* souviens-toi souviens_toi rappelle-toi n'oublie_jamais",
    "store": "enregistre* ajoute* sauvegarde* note* garde* conserve*",
    "memory": "ta_memoire votre_memoire memoire_a_long_terme memoire_permanente",
    "permanent": "definitivement pour_toujours en_permanence toutes_les_futures a_jamais",
    "user": "utilisateur* utilisatrice*",
    "first": "je j nous",
    "tell": "dis dites mentionne* informe* revele* parle* previens",
    "send": "envoie* envoyer transmet* transfere* poste publie partage*",
    "secret": (
        "mot_de_passe mots_de_passe conversation* historique cle_api identifiants secret* "
        "donnees_personnelles"
    ),
    "append": "ajoute* inclus inclure joins",
    "reveal": "revele* affiche* montre* repete* imprime*",
    "authority": "administrateur_systeme administrateur equipe_de_securite developpeurs",
    "verified": "verifie_par confirme_par vient_de provient_de",
    "obey": "obeis obeir conforme-toi",
    "you_are_now": "tu_es_maintenant vous_etes_maintenant tu_es_desormais",
    "unrestricted": "sans_restriction* sans_limite* sans_aucune_restriction mode_developpeur",
    "task": "tache mission",
    "changed": "change",
    "servant": "tu_travailles_desormais_pour tu_obeis_desormais",
    "posing": "comme_si_l'utilisateur",
    "limit": "limite* plafond*",
    "request": "demande requete message question",
    "safety": "regles_de_securite",
    "summarise": "resume",
    "bounds": "comme_suit mot_pour_mot",
    "authorised": "autorise",
}
