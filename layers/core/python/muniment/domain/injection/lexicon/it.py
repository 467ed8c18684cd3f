"""Italian."""

WORDS = {
    "ignore": (
        "ignora ignorate ignorare dimentica dimenticate non_considerare non_tenere_conto "
        "trascura scarta lascia_perdere lasciate_perdere metti_da_parte non_badare "
        "non_dare_retta disattendi"
    ),
    "previous": (
        "precedent* anterior* sopra prima iniziali passate originali vecchie vecchi passati"
    ),
    "instructions": "istruzion* regola regole direttiv* ordine ordini indicazion* comandi",
    "told": (
        "tutto_quello_che_ti_e_stato_detto tutto_cio_che_precede quello_che_ti_hanno_detto "
        "quello_che_ti_e_stato_chiesto quello_che_ti_ha_detto cio_che_ti_ha_chiesto "
        "quello_che_vuole_l'utente quanto_richiesto_prima cio_che_ti_e_stato_chiesto"
    ),
    "void": (
        "nulle annullate non_valgono_piu non_si_applicano_piu sospese disattivate abolite "
        "abrogate revocate decadute superate ritirate scadute"
    ),
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
    "ai": (
        "modello_linguistico assistente_ia agente_ia intelligenza_artificiale assistente_ai "
        "modelli_linguistici assistente_virtuale assistenti_virtuali assistente_digitale "
        "agenti_ia l'ia"
    ),
    "agent": "assistente assistenti agente agenti modello robot bot",
    "attention": (
        "nota_per attenzione avviso_per messaggio_per gentile caro ciao rivolto_a rivolta_a "
        "messaggio_all nota_all istruzioni_per cara indirizzato_a all'attenzione"
    ),
    "if_you": "se_sei se_siete",
    "must": ("devi deve dovete devono bisogna dovra dovrai dovranno sei_tenuto e_tenuto obbligato"),
    "always": "sempre solo soltanto",
    "from_now_on": (
        "da_ora_in_poi d'ora_in_poi da_adesso d'ora_in_avanti da_questo_momento "
        "con_effetto_immediato da_questo_momento_in_poi da_oggi a_partire_da_ora "
        "da_qui_in_avanti"
    ),
    "recommend": (
        "consiglia consigliare consigliate suggerisci menziona* raccomanda* proponi rispondi "
        "dì di' afferma scrivi dichiara valuta di_che"
    ),
    "prefers": (
        "preferisce vuole desidera accetta ha_gia_approvato ha_approvato ha_autorizzato "
        "acconsente ha_acconsentito consenso approva e_d'accordo"
    ),
    "act": (
        "cancella elimina compra paga trasferisci apri esegui approva conferma annulla "
        "prenota accetta modifica cambia scarica installa crea svuota firma sposta disdici "
        "cancelli"
    ),
    "remember": "ricorda ricordati ricordate memorizza* tieni_a_mente non_dimenticare_mai",
    "store": "salva aggiungi annota registra conserva",
    "memory": (
        "tua_memoria memoria_a_lungo_termine memoria_permanente in_memoria nella_memoria "
        "nella_tua_memoria"
    ),
    "permanent": "per_sempre permanente permanentemente definitivamente tutte_le_future",
    "user": (
        "utente utenti proprietari* titolar* padron* utente_che intestatari* operatore signor "
        "signora"
    ),
    "first": "io noi",
    "tell": (
        "dire dirlo menzionare informare rivelare avvisare chiedere interpellato interpellare "
        "disturbare chieda domandare avvertire"
    ),
    "send": "invia* inviare manda* trasmetti inoltra* carica pubblica condividi",
    "secret": (
        "password cronologia conversazion* chiave_api credenziali segret* dati_personali "
        "numero_di_carta contatti messaggi indirizzi rubrica appunti_salvati note_salvate "
        "dati_bancari codici tutti_i_file corrispondenza ricordi_salvati dati_di"
    ),
    "append": "includi aggiungi allega inserisci",
    "reveal": (
        "rivela* mostra* ripeti* stampa* fornisci fornire consegna comunica elenca "
        "leggi_tutto trascrivi copia"
    ),
    "authority": (
        "amministratore_di_sistema amministratore team_di_sicurezza sviluppatori polizia "
        "autorita direzione ufficio_legale ufficio_sicurezza tuoi_creatori"
    ),
    "verified": "verificato_da confermato_da proviene_da",
    "obey": "obbedisci obbedire",
    "you_are_now": "ora_sei adesso_sei da_ora_sei fai_finta_di_essere immagina_di_essere",
    "unrestricted": (
        "senza_restrizioni senza_limiti senza_alcuna_restrizione modalita_sviluppatore "
        "senza_filtri senza_regole nessuna_regola"
    ),
    "task": "compito",
    "changed": "cambiato",
    "servant": "ora_lavori_per ora_obbedisci",
    "posing": "come_se_l'utente",
    "limit": "limite limiti tetto",
    "request": "richiesta messaggio domanda desideri volonta",
    "safety": "regole_di_sicurezza",
    "summarise": "riassumi",
    "bounds": "come_segue parola_per_parola",
    "authorised": "autorizzo",
    "system_prompt": (
        "prompt_di_sistema istruzioni_nascoste messaggio_di_sistema istruzioni_segrete"
    ),
    "reader": (
        "che_legge_questo che_legge leggi_questo leggendo_questo che_archivia che_elabora "
        "leggono_questo che_smista che_riassume che_analizza"
    ),
    "trigger": (
        "prossima_volta non_appena ogni_volta_che appena_l'utente quando_qualcuno_ti "
        "quando_ti_chiedono"
    ),
    "says": "dice dira scrive scrivera chiede chiedera menziona parla parlera",
    "quiet": (
        "senza_chiedere senza_avvisare senza_dire senza_informare senza_consultare "
        "non_chiedere non_serve_chiedere non_dire_nulla di_nascosto senza_conferma "
        "senza_lasciare_traccia non_va_piu_interpellato all'insaputa"
    ),
    "you_ai": "tu_l'ia tu_l'assistente tu_il_modello in_quanto_ia_devi tu_che_sei_un'ia",
    "pretend": "fai_finta immagina_di_essere gioco_di_ruolo giochiamo recita_la_parte",
}
