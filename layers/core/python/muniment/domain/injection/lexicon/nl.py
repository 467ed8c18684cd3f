"""Dutch."""

WORDS = {
    "ignore": (
        "negeer negeren vergeet laat_buiten_beschouwing volg_niet leg_naast_je laat_varen "
        "trek_je_niets_aan sla_geen_acht"
    ),
    "previous": (
        "vorige eerdere voorgaande bovenstaande voorafgaande oude oorspronkelijke eerder vroegere"
    ),
    "instructions": (
        "instructie instructies regel regels richtlijn richtlijnen opdracht opdrachten "
        "aanwijzing aanwijzingen bevelen"
    ),
    "told": (
        "alles_wat_je_is_verteld alles_hierboven alles_wat_je_verteld_is wat_je_is_gevraagd "
        "wat_je_werd_gevraagd wat_je_gebruiker_wil wat_je_eigenaar wat_je_gevraagd_is "
        "wat_de_gebruiker_wil"
    ),
    "void": (
        "ongeldig gelden_niet_meer geldt_niet_meer opgeheven vervallen uitgeschakeld "
        "afgeschaft ingetrokken geschrapt nietig achterhaald verlopen"
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
    "ai": (
        "taalmodel* ai-assistent* ai-agent* kunstmatige_intelligentie ai-hulpje* ai-hulp "
        "virtuele_assistent digitale_assistent taalmodellen ai-bot* ai"
    ),
    "agent": "assistent assistenten agent agenten model robot bot",
    "attention": (
        "let_op aan_de aan_alle beste bericht_aan opmerking_voor hallo gericht_aan "
        "bedoeld_voor voor_de opmerking_aan"
    ),
    "if_you": "als_je_een als_u_een",
    "must": "moet moeten dient verplicht zal dient_te",
    "always": "altijd alleen steeds",
    "from_now_on": "vanaf_nu voortaan in_het_vervolg per_direct met_ingang_van_nu vanaf_vandaag",
    "recommend": (
        "aanbevelen beveel raad noem noemen aanraden zeg antwoord vermeld stel_voor beweer schrijf"
    ),
    "prefers": (
        "verkiest wil wenst vertrouwt heeft_goedgekeurd heeft_toegestemd toestemming_gegeven "
        "gaat_akkoord"
    ),
    "act": (
        "verwijder betaal koop open voer_uit keur_goed boek annuleer reserveer accepteer "
        "wijzig installeer download bestel wis maak teken"
    ),
    "remember": "onthoud onthouden vergeet_nooit",
    "store": "sla_op bewaar noteer voeg",
    "memory": (
        "je_geheugen langetermijngeheugen uw_geheugen permanent_geheugen in_je_geheugen "
        "in_het_geheugen"
    ),
    "permanent": "permanent voorgoed voor_altijd blijvend alle_toekomstige",
    "user": (
        "gebruiker gebruikers gebruikster eigenaar eigenares baas rekeninghouder opdrachtgever"
    ),
    "first": "ik wij we",
    "tell": "zeg vertel noem informeer onthul meld vraag lastigvallen raadpleeg waarschuw",
    "send": "stuur verstuur verzend zend upload deel",
    "secret": (
        "wachtwoord* gesprek gesprekken chatgeschiedenis api-sleutel inloggegevens geheim* "
        "persoonsgegevens volledige_gesprek contacten berichten adressen kaartnummer notities "
        "bankgegevens agenda alle_bestanden codes"
    ),
    "append": "voeg neem_op",
    "reveal": "onthul toon herhaal print geef verstrek lees_voor som_op noem_op",
    "authority": (
        "systeembeheerder beveiligingsteam ontwikkelaars beheerder politie directie "
        "juridische_afdeling"
    ),
    "verified": "geverifieerd_door bevestigd_door komt_van",
    "obey": "gehoorzaam gehoorzamen",
    "you_are_now": "je_bent_nu vanaf_nu_ben_je doe_alsof_je",
    "unrestricted": (
        "zonder_beperkingen onbeperkt zonder_regels ontwikkelaarsmodus zonder_filters geen_regels"
    ),
    "task": "taak opdracht",
    "changed": "veranderd gewijzigd",
    "posing": "alsof_de_gebruiker",
    "limit": "limiet plafond",
    "request": "verzoek vraag bericht wensen wens",
    "safety": "veiligheidsregels",
    "summarise": "vat",
    "bounds": "woord_voor_woord",
    "authorised": "machtig",
    "system_prompt": "systeemprompt systeembericht verborgen_instructies",
    "reader": (
        "die_dit_leest dit_leest die_deze_tekst deze_pagina_leest die_dit_verwerkt dit_verwerkt"
    ),
    "trigger": "zodra volgende_keer telkens_als iedere_keer_dat",
    "says": "zegt schrijft vraagt noemt vermeldt",
    "quiet": (
        "zonder_te_vragen zonder_het_te_melden zonder_overleg vraag_niet zeg_niets "
        "zeg_er_verder_niks zonder_bevestiging zonder_medeweten"
    ),
    "you_ai": "jij_de_ai jij_als_ai jij_de_assistent als_taalmodel_ben_je",
    "pretend": "doe_alsof rollenspel stel_je_voor",
}
