"""Italian."""

WORDS = {
    "ignore": (
        "ignora ignorate ignorare dimentica dimenticate non_considerare non_tenere_conto "
        "trascura scarta"
    ),
    "previous": "precedent* anterior* sopra prima iniziali passate originali",
    "instructions": "istruzion* regola regole direttiv* ordine ordini indicazion* comandi",
    "told": (
        "tutto_quello_che_ti_e_stato_detto tutto_cio_che_precede "
        "quello_che_ti_hanno_detto quello_che_ti_e_stato_chiesto"
    ),
    "void": "nulle annullate non_valgono_piu non_si_applicano_piu sospese disattivate abolite",
    "your": "tue tuoi vostre tua",
    "replace": "sostituisce sostituiscono annulla rimpiazza",
    "notes": "nota note appunt* ricordi memorie annotazioni",
    "follow": "segui obbedisci rispetta",
    "following": "seguent* queste nuove",
    "policy": "politica politiche regola regole norma norme direttiva policy procedura",
    "no": "non nessun nessuna alcuna mai nessuno ne",
    "never": "mai",
    "need": "richied* necessit* serve servono occorr* necessari* bisogno",
    "without": "senza",
    "approval": "approvazion* autorizzazion* verifica verifiche conferma conferme convalida",
    "bypass": "salta saltare ometti disattiva aggira",
    "check": "verific* approvazion* conferm* controll*",
    "preapproved": "preapprovat* gia_autorizzat* gia_approvat* approvat*_automaticamente",
    "money": "rimbors* bonific* pagament* fattur* scont* acquist*",
    "may": "puo possono autorizzat* potete",
    "ai": ("modello_linguistico assistente_ia agente_ia intelligenza_artificiale assistente_ai"),
    "agent": "assistente assistenti agente agenti modello",
    "attention": "nota_per attenzione avviso_per messaggio_per gentile caro ciao",
    "if_you": "se_sei se_siete",
    "must": "devi deve dovete devono bisogna",
    "always": "sempre solo soltanto",
    "from_now_on": (
        "da_ora_in_poi d'ora_in_poi da_adesso d'ora_in_avanti da_questo_momento "
        "con_effetto_immediato"
    ),
    "recommend": (
        "consiglia consigliare consigliate suggerisci menziona* raccomanda* proponi rispondi dì di'"
    ),
    "prefers": "preferisce vuole desidera accetta",
    "act": (
        "cancella elimina compra paga trasferisci apri esegui approva conferma annulla prenota"
    ),
    "remember": "ricorda ricordati ricordate memorizza* tieni_a_mente non_dimenticare_mai",
    "store": "salva aggiungi annota registra conserva",
    "memory": "tua_memoria memoria_a_lungo_termine memoria_permanente",
    "permanent": "per_sempre permanente permanentemente definitivamente tutte_le_future",
    "user": "utente utenti",
    "first": "io noi",
    "tell": "dire dirlo menzionare informare rivelare avvisare chiedere",
    "send": "invia* inviare manda* trasmetti inoltra* carica pubblica condividi",
    "secret": "password cronologia conversazion* chiave_api credenziali segret* dati_personali",
    "append": "includi aggiungi allega",
    "reveal": "rivela* mostra* ripeti* stampa*",
    "authority": "amministratore_di_sistema amministratore team_di_sicurezza sviluppatori",
    "verified": "verificato_da confermato_da proviene_da",
    "obey": "obbedisci obbedire",
    "you_are_now": "ora_sei adesso_sei da_ora_sei",
    "unrestricted": (
        "senza_restrizioni senza_limiti senza_alcuna_restrizione modalita_sviluppatore"
    ),
    "task": "compito",
    "changed": "cambiato",
    "servant": "ora_lavori_per ora_obbedisci",
    "posing": "come_se_l'utente",
    "limit": "limite limiti tetto",
    "request": "richiesta messaggio domanda",
    "safety": "regole_di_sicurezza",
    "summarise": "riassumi",
    "bounds": "come_segue parola_per_parola",
    "authorised": "autorizzo",
}
