"""German."""

WORDS = {
    "ignore": (
        "ignorier* vergiss vergesst missachte* ausser_acht nicht_beachten beachte_nicht "
        "verwirf uberschreib* ausser_acht_lassen pfeif_auf lass_beiseite streiche verwerfe "
        "verwerfen missachte"
    ),
    "previous": (
        "vorherig* vorherige bisherig* fruher* obig* vorangegangen* vorig* alt alten zuvor "
        "ursprunglich* alle_bisherigen altere alteren alter vergangenen"
    ),
    "instructions": (
        "anweisung* regel regeln vorgabe* richtlinie* befehl befehle instruktion* weisung weisungen"
    ),
    "told": (
        "alles_was_dir_gesagt_wurde was_dir_gesagt_wurde alles_bisherige was_man_dir "
        "was_dir_aufgetragen was_dein_besitzer was_dein_nutzer was_deine_nutzerin "
        "was_dir_dein_besitzer was_der_nutzer_will was_dein_auftraggeber"
    ),
    "void": (
        "ungultig gelten_nicht_mehr gilt_nicht_mehr aufgehoben ausser_kraft "
        "ausser_kraft_gesetzt abgeschaltet deaktiviert hinfallig abgeschafft widerrufen "
        "gestrichen nichtig entfallen veraltet"
    ),
    "your": "dein deine deinen deiner eure ihre",
    "replace": "ersetzt ersetzen ersetze hebt uberschreibt",
    "notes": "notiz notizen erinnerung erinnerungen eintrage merkzettel",
    "follow": "befolge folge gehorche",
    "following": "folgend* diese diesen neuen",
    "system_prompt": (
        "systemanweisung* systemnachricht* systemprompt* geheimen_anweisungen "
        "versteckten_anweisungen"
    ),
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
    "ai": (
        "ki-assistent* ki-agent* ki-modell* ki-system* sprachmodell* ki_assistent* ki_agent* "
        "ki-helfer* sprachmodelle sprachmodellen ki-leser* digitaler_assistent "
        "digitale_assistenten chat-assistent* ki"
    ),
    "agent": "assistent assistenten assistentin agent agenten modell bots assistenz roboter",
    "attention": (
        "hinweis achtung an_alle an_den an_die lieber liebe nachricht_an notiz_fur hallo "
        "an_das an_die_ki hinweis_an mitteilung_an nachricht_fur anweisung_an richtet_sich_an "
        "gilt_dem liebes"
    ),
    "if_you": "falls_du wenn_du_ein wenn_du_eine falls_sie",
    "must": "muss musst mussen sollst soll sollte sollen verpflichtet hast_zu hat_zu wird",
    "always": "immer stets nur jedes_mal",
    "from_now_on": (
        "ab_jetzt ab_sofort von_nun_an kunftig in_zukunft zukunftig mit_sofortiger_wirkung "
        "kunftighin ab_dieser_stelle von_jetzt_an"
    ),
    "recommend": (
        "empfiehl empfehle empfehlen empfehlt nenne nennen erwahne vorschlagen schlage "
        "antworte sage sag bevorzuge behaupte erklare schreibe bewerte"
    ),
    "prefers": (
        "bevorzugt mochte will hat_zugestimmt vertraut zugestimmt eingewilligt genehmigt "
        "einverstanden erlaubt freigegeben akzeptiert"
    ),
    "act": (
        "losche uberweise bezahle bezahl kaufe offne fuhre_aus genehmige bestatige storniere "
        "installiere buche bestelle akzeptiere andere ersetze leite_weiter fuhre trage "
        "lege_an"
    ),
    "remember": "merke_dir merk_dir behalte erinnere_dich speichere",
    "store": "speichere speicher ubernimm notiere vermerke behalte",
    "memory": (
        "dein_gedachtnis deinem_gedachtnis langzeitgedachtnis dauerhaften_speicher "
        "in_deinem_speicher im_gedachtnis als_tatsache"
    ),
    "permanent": "dauerhaft fur_immer permanent alle_zukunftigen allen_zukunftigen auf_dauer",
    "user": (
        "nutzer nutzern nutzers nutzerin benutzer* anwender* besitzer besitzers besitzerin "
        "inhaber inhabers auftraggeber* eigentumer* chef nutzende"
    ),
    "first": "ich wir",
    "tell": (
        "sage sag erzahle erwahne informiere zeige verrate mitteilen teile frage behellige "
        "belastige informier*"
    ),
    "send": "sende senden schick* leite ubermittle ubertrage lade poste",
    "secret": (
        "passwort* passworter kennwort* gesprachsverlauf chatverlauf unterhaltung "
        "zugangsdaten geheimnis* kartendaten api-schlussel* kontakte gespeicherten_adressen "
        "gespeicherte* gespeicherten notizen nachrichten adressbuch kontext postfach kalender "
        "dokumente alle_dateien kontodaten bankdaten telefonnummern gesprach "
        "umgebungsvariablen"
    ),
    "append": "hange fuge fuge_ein anhangen hange_an",
    "reveal": (
        "zeige verrate gib_aus wiederhole offenbare offenzulegen offenlegen preiszugeben "
        "preisgeben gib liste auflisten nenne_mir herauszugeben zeig"
    ),
    "authority": (
        "systemadministrator* sicherheitsteam betreiber entwickler informationssicherheit "
        "leitung polizei behorde rechtsabteilung it-abteilung vorstand"
    ),
    "verified": "verifiziert_von bestatigt_von stammt_von kommt_von",
    "obey": "gehorche gehorchen folge verpflichtet folgeleisten",
    "you_are_now": "du_bist_jetzt du_bist_nun tu_so_als_ob du_bist_ab_jetzt stell_dir_vor_du",
    "unrestricted": (
        "ohne_einschrankung* uneingeschrankt ohne_regeln entwicklermodus ohne_filter "
        "ohne_grenzen keine_regeln keinerlei_regeln"
    ),
    "task": "aufgabe auftrag ziel aufgaben",
    "changed": "geandert",
    "servant": "du_arbeitest_jetzt_fur du_gehorchst_jetzt",
    "posing": "als_ob_der_nutzer als_hatte_der_nutzer als_kame_es_vom_nutzer",
    "limit": "limit obergrenze hochstbetrag",
    "request": "anfrage bitte nachricht frage wunsche wunsch auftrag anliegen",
    "safety": "sicherheitsregeln sicherheitsvorgaben",
    "summarise": "fasse",
    "bounds": "wie_folgt wortlich",
    "authorised": "ermachtige berechtigt",
    "reader": (
        "dies_liest das_liest diesen_text_liest dieses_dokument die_dies_lesen liest_das_hier "
        "mitliest diesen_text_verarbeit* diese_seite_liest diese_mail_liest "
        "diese_nachricht_liest zusammenfasst der_dies der_diese_mail"
    ),
    "trigger": "sobald jedes_mal_wenn immer_wenn beim_nachsten_mal nachstes_mal das_nachste_mal",
    "says": "sagt schreibt fragt erwahnt tippt spricht",
    "quiet": (
        "ohne_zu_fragen ohne_nachzufragen ohne_ruckfrage ohne_nachfrage sag_nichts "
        "nichts_sagen ohne_wissen frag_nicht nicht_nachfragen ohne_bestatigung ohne_protokoll "
        "stillschweigend unbemerkt ohne_bescheid"
    ),
    "you_ai": (
        "als_sprachmodell_bist_du als_ki_bist_du du_als_ki du_als_assistent "
        "als_assistent_bist_du als_ki_musst_du du_die_ki"
    ),
    "pretend": "tu_so_als spiel_die_rolle rollenspiel stell_dir_vor wir_spielen",
}
