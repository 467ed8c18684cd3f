"""German."""

WORDS = {
    "ignore": (
        "ignorier* vergiss vergesst missachte* ausser_acht nicht_beachten beachte_nicht "
        "verwirf uberschreib*"
    ),
    "previous": (
        "vorherig* vorherige bisherig* fruher* obig* vorangegangen* vorig* alt alten "
        "zuvor ursprunglich* alle_bisherigen"
    ),
    "instructions": (
        "anweisung* regel regeln vorgabe* richtlinie* befehl befehle instruktion* weisung weisungen"
    ),
    "told": (
        "alles_was_dir_gesagt_wurde was_dir_gesagt_wurde alles_bisherige was_man_dir "
        "was_dir_aufgetragen"
    ),
    "void": (
        "ungultig gelten_nicht_mehr gilt_nicht_mehr aufgehoben ausser_kraft "
        "ausser_kraft_gesetzt abgeschaltet deaktiviert"
    ),
    "your": "dein deine deinen deiner eure ihre",
    "replace": "ersetzt ersetzen ersetze hebt uberschreibt",
    "notes": "notiz notizen erinnerung erinnerungen eintrage merkzettel",
    "follow": "befolge folge gehorche",
    "following": "folgend* diese diesen neuen",
    "system_prompt": "systemanweisung* systemnachricht*",
    "policy": "richtlinie* regel regeln vorschrift* regelung grundsatz",
    "no": "nicht kein keine keinen keiner keinerlei nie niemals",
    "never": "nie niemals",
    "need": "brauch* benotig* erforder* notig notwendig bedarf bedurfen",
    "noneed": "braucht_keine brauchen_keine benotigen_keine",
    "without": "ohne",
    "approval": "freigabe* genehmigung* zustimmung bestatigung* prufung uberprufung ruckfrage",
    "bypass": "uberspring* umgeh* auslassen deaktivier* abschalten",
    "check": "prufung* uberprufung* freigabe* bestatigung* kontrolle*",
    "preapproved": "vorab_genehmigt bereits_genehmigt automatisch_genehmigt vorab_freigegeben",
    "money": "ruckerstattung* erstattung* uberweisung* zahlung* rabatt* rechnung* buchung*",
    "may": "darf durfen kann konnen",
    "ai": ("ki-assistent* ki-agent* ki-modell* ki-system* sprachmodell* ki_assistent* ki_agent*"),
    "agent": "assistent assistenten assistentin agent agenten modell",
    "attention": "hinweis achtung an_alle an_den an_die lieber liebe nachricht_an notiz_fur hallo",
    "if_you": "falls_du wenn_du_ein wenn_du_eine falls_sie",
    "must": "muss musst mussen sollst soll sollte sollen",
    "always": "immer stets nur jedes_mal",
    "from_now_on": (
        "ab_jetzt ab_sofort von_nun_an kunftig in_zukunft zukunftig mit_sofortiger_wirkung"
    ),
    "recommend": (
        "empfiehl empfehle empfehlen empfehlt nenne nennen erwahne vorschlagen schlage "
        "antworte sage sag bevorzuge"
    ),
    "prefers": "bevorzugt mochte will hat_zugestimmt vertraut",
    "act": ("losche uberweise bezahle bezahl kaufe offne fuhre_aus genehmige bestatige storniere"),
    "remember": "merke_dir merk_dir behalte erinnere_dich speichere",
    "store": "speichere speicher ubernimm notiere vermerke behalte",
    "memory": "dein_gedachtnis deinem_gedachtnis langzeitgedachtnis dauerhaften_speicher",
    "permanent": "dauerhaft fur_immer permanent alle_zukunftigen allen_zukunftigen auf_dauer",
    "user": "nutzer nutzern nutzers nutzerin benutzer* anwender*",
    "first": "ich wir",
    "tell": "sage sag erzahle erwahne informiere zeige verrate mitteilen teile frage",
    "send": "sende senden schick* leite ubermittle ubertrage lade poste",
    "secret": (
        "passwort* passworter kennwort* gesprachsverlauf chatverlauf unterhaltung "
        "zugangsdaten geheimnis* kartendaten api-schlussel* kontakte"
    ),
    "append": "hange fuge",
    "reveal": "zeige verrate gib_aus wiederhole offenbare",
    "authority": "systemadministrator* sicherheitsteam betreiber entwickler",
    "verified": "verifiziert_von bestatigt_von stammt_von kommt_von",
    "obey": "gehorche gehorchen folge",
    "you_are_now": "du_bist_jetzt du_bist_nun tu_so_als_ob",
    "unrestricted": "ohne_einschrankung* uneingeschrankt ohne_regeln entwicklermodus",
    "task": "aufgabe auftrag ziel",
    "changed": "geandert",
    "servant": "du_arbeitest_jetzt_fur du_gehorchst_jetzt",
    "posing": "als_ob_der_nutzer als_hatte_der_nutzer als_kame_es_vom_nutzer",
    "limit": "limit obergrenze hochstbetrag",
    "request": "anfrage bitte nachricht frage",
    "safety": "sicherheitsregeln sicherheitsvorgaben",
    "summarise": "fasse",
    "bounds": "wie_folgt wortlich",
    "authorised": "ermachtige berechtigt",
}
