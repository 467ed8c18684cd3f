"""French."""

WORDS = {
    "ignore": (
        "ignore ignorez ignorer oublie oubliez ne_tiens_pas_compte ne_tenez_pas_compte "
        "fais_abstraction faites_abstraction annule annulez ne_suis_plus "
        "ne_tenez_aucun_compte ne_tiens_aucun_compte laisse_de_cote laissez_de_cote "
        "mets_de_cote ecarte negligez passe_outre passez_outre"
    ),
    "previous": (
        "precedent* anterieur* ci-dessus avant initial* passees d'origine anciennes anciens "
        "ancienne"
    ),
    "instructions": "instruction* consigne* regle* directive* ordre ordres commande commandes",
    "told": (
        "tout_ce_qu'on_t'a_dit tout_ce_qui_precede ce_qu'on_t'a_dit ce_qu'on_t'a_demande "
        "ce_que_ton_proprietaire ce_que_l'utilisateur ce_que_veut_l'utilisateur "
        "ce_qui_t'a_ete_demande ce_qu'on_vous_a_demande"
    ),
    "void": (
        "nul nulles annulees ne_s'appliquent_plus ne_sont_plus_valables suspendues "
        "desactivees levees abolies abrogees abroges caduques caduc perimees supprimees "
        "retirees"
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
    "ai": (
        "assistant_ia modele_de_langage agent_ia intelligence_artificielle modeles_de_langage "
        "modeles_de_langue modele_de_langue assistants_ia assistant_virtuel "
        "assistants_virtuels agents_ia l'ia assistant_numerique"
    ),
    "agent": ("assistant assistante agent agents modele robot robots bot assistants assistantes"),
    "attention": (
        "remarque attention a_l'attention_de a_l'attention_de_l note_pour cher chere "
        "message_pour avis_a bonjour s'adresse_a s'adresse_au a_l'attention_des "
        "a_destination_de pour_l note_a note_au consigne_pour message_a"
    ),
    "if_you": "si_tu_es si_vous_etes",
    "must": ("dois devez doit doivent faut devra devront es_tenu est_tenu doit_desormais tenu_de"),
    "always": "toujours systematiquement seulement uniquement",
    "from_now_on": (
        "a_partir_de_maintenant desormais dorenavant a_l'avenir des_maintenant "
        "avec_effet_immediat des_a_present a_compter_de_maintenant a_partir_de_ce_moment "
        "a_compter_d'aujourd'hui"
    ),
    "recommend": (
        "recommande* propose* suggere* mentionne* conseille* reponds repondez dis dites "
        "proposer affirme affirmez conseiller recommander declare ecris ecrivez vante dire "
        "taire"
    ),
    "prefers": (
        "prefere veut souhaite accepte a_consenti a_autorise a_deja_accepte a_approuve "
        "d'accord consentement"
    ),
    "act": (
        "supprime* achete* paie payez vire* ouvre* execute* approuve* valide* annule* "
        "reserve* commande marque modifie remplace installe telecharge accepte efface efface* "
        "transfere signe cree"
    ),
    "remember": "retiens retenez memorise* souviens-toi souviens_toi rappelle-toi n'oublie_jamais",
    "store": "enregistre* ajoute* sauvegarde* note* garde* conserve*",
    "memory": (
        "ta_memoire votre_memoire memoire_a_long_terme memoire_permanente en_memoire "
        "dans_ta_memoire dans_votre_memoire"
    ),
    "permanent": "definitivement pour_toujours en_permanence toutes_les_futures a_jamais",
    "user": (
        "utilisateur* utilisatrice* proprietaire* titulaire* patron client_que maitre "
        "operateur usager"
    ),
    "first": "je j nous",
    "tell": (
        "dis dites mentionne* informe* revele* parle* previens informer prevenir avertir deranger"
    ),
    "send": "envoie* envoyer transmet* transfere* poste publie partage*",
    "secret": (
        "mot_de_passe mots_de_passe conversation* historique cle_api identifiants secret* "
        "donnees_personnelles dernieres_factures contacts messages adresses_enregistrees "
        "notes_enregistrees carnet_d'adresses numero_de_carte coordonnees codes "
        "tous_les_fichiers souvenirs boite courriels donnees_de donnees_des"
    ),
    "append": "ajoute* inclus inclure joins piece_jointe joindre",
    "reveal": (
        "revele* affiche* montre* repete* imprime* fournis fournir communique* divulgue* "
        "donne donnez liste enumere reponds-y recopie cite"
    ),
    "authority": (
        "administrateur_systeme administrateur equipe_de_securite developpeurs police "
        "autorite direction service_juridique service_informatique tes_createurs concepteurs"
    ),
    "verified": "verifie_par confirme_par vient_de provient_de",
    "obey": "obeis obeir conforme-toi",
    "you_are_now": (
        "tu_es_maintenant vous_etes_maintenant tu_es_desormais imagine_que_tu_es fais_comme_si_tu"
    ),
    "unrestricted": (
        "sans_restriction* sans_limite* sans_aucune_restriction mode_developpeur sans_filtre* "
        "sans_regles aucune_regle aucune_limite"
    ),
    "task": "tache mission",
    "changed": "change",
    "servant": "tu_travailles_desormais_pour tu_obeis_desormais",
    "posing": "comme_si_l'utilisateur",
    "limit": "limite* plafond*",
    "request": "demande requete message question posee souhaits volonte",
    "safety": "regles_de_securite",
    "summarise": "resume",
    "bounds": "comme_suit mot_pour_mot",
    "authorised": "autorise",
    "system_prompt": "invite_systeme prompt_systeme instructions_cachees message_systeme",
    "reader": (
        "qui_lit_ceci qui_lisez_ceci lit_ce lisant_ceci lisent_ceci qui_trie qui_traite "
        "qui_lit lisez_ce lis_ce qui_resume qui_analyse qui_classe resumant_ce"
    ),
    "trigger": "prochaine_fois des_que chaque_fois_que aussitot_que lorsqu'on_te quand_on_te",
    "says": "parlera dira ecrira demandera mentionnera parle dit ecrit demande mentionne",
    "quiet": (
        "sans_demander sans_le_dire sans_prevenir sans_informer sans_consulter ne_demande_pas "
        "ne_demandez_pas n'en_dis_rien ne_dis_rien inutile_de_demander sans_confirmation "
        "sans_laisser_de_trace a_l'insu"
    ),
    "you_ai": (
        "toi_l'ia vous_l'ia toi_l'assistant toi_le_modele en_tant_qu'ia_tu toi_qui_es_une_ia"
    ),
    "pretend": "fais_comme_si fais_semblant imagine_que_tu_es jeu_de_role jouons joue_le_role",
}
