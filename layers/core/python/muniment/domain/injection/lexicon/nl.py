"""Dutch."""

WORDS = {
    "ignore": "negeer negeren vergeet laat_buiten_beschouwing volg_niet",
    "previous": "vorige eerdere voorgaande bovenstaande voorafgaande oude oorspronkelijke",
    "instructions": (
        "instructie instructies regel regels richtlijn richtlijnen opdracht opdrachten "
        "aanwijzing aanwijzingen bevelen"
    ),
    "told": (
        "alles_wat_je_is_verteld alles_hierboven alles_wat_je_verteld_is "
        "wat_je_is_gevraagd wat_je_werd_gevraagd"
    ),
    "void": (
        "ongeldig gelden_niet_meer geldt_niet_meer opgeheven vervallen uitgeschakeld afgeschaft"
    ),
    "your": "je jouw uw",
    "replace": "vervangt vervangen overschrijft",
    "notes": "notitie notities aantekening* herinnering* geheugens",
    "follow": "volg gehoorzaam",
    "following": "volgende deze nieuwe",
    "policy": "beleid regel regels richtlijn voorschrift",
    "no": "niet geen nooit",
    "never": "nooit",
    "need": "nodig vereis* hoeft hoeven behoev*",
    "without": "zonder",
    "approval": "goedkeuring toestemming verificatie bevestiging controle akkoord",
    "bypass": "sla_over overslaan omzeil* uitschakelen",
    "check": "verificatie* goedkeuring* controle* bevestiging*",
    "preapproved": "vooraf_goedgekeurd automatisch_goedgekeurd al_goedgekeurd",
    "money": "terugbetaling* overboeking* betaling* factuur facturen korting* restitutie*",
    "may": "mag mogen kan kunnen",
    "ai": "taalmodel* ai-assistent* ai-agent* kunstmatige_intelligentie",
    "agent": "assistent assistenten agent agenten model",
    "attention": "let_op aan_de aan_alle beste bericht_aan opmerking_voor hallo",
    "if_you": "als_je_een als_u_een",
    "must": "moet moeten dient",
    "always": "altijd alleen steeds",
    "from_now_on": "vanaf_nu voortaan in_het_vervolg per_direct",
    "recommend": "aanbevelen beveel raad noem noemen aanraden zeg antwoord vermeld stel_voor",
    "prefers": "verkiest wil wenst vertrouwt",
    "act": "verwijder betaal koop open voer_uit keur_goed boek annuleer reserveer",
    "remember": "onthoud onthouden vergeet_nooit",
    "store": "sla_op bewaar noteer voeg",
    "memory": "je_geheugen langetermijngeheugen uw_geheugen permanent_geheugen",
    "permanent": "permanent voorgoed voor_altijd blijvend alle_toekomstige",
    "user": "gebruiker gebruikers gebruikster",
    "first": "ik wij we",
    "tell": "zeg vertel noem informeer onthul meld vraag",
    "send": "stuur verstuur verzend zend upload deel",
    "secret": (
        "wachtwoord* gesprek gesprekken chatgeschiedenis api-sleutel inloggegevens "
        "geheim* persoonsgegevens"
    ),
    "append": "voeg neem_op",
    "reveal": "onthul toon herhaal print",
    "authority": "systeembeheerder beveiligingsteam ontwikkelaars beheerder",
    "verified": "geverifieerd_door bevestigd_door komt_van",
    "obey": "gehoorzaam gehoorzamen",
    "you_are_now": "je_bent_nu vanaf_nu_ben_je",
    "unrestricted": "zonder_beperkingen onbeperkt zonder_regels ontwikkelaarsmodus",
    "task": "taak opdracht",
    "changed": "veranderd gewijzigd",
    "posing": "alsof_de_gebruiker",
    "limit": "limiet plafond",
    "request": "verzoek vraag bericht",
    "safety": "veiligheidsregels",
    "summarise": "vat",
    "bounds": "woord_voor_woord",
    "authorised": "machtig",
}
