"""Polish."""

WORDS = {
    "ignore": (
        "ignoruj* zignoruj* zapomnij* pomin* odrzuc* nie_stosuj_sie odloz lekcewaz "
        "nie_zwracaj_uwagi zlekcewaz"
    ),
    "previous": "poprzedni* wczesniejsz* powyzsz* dotychczasow* pierwotn* stare starych dawn*",
    "instructions": "instrukcj* polecen* zasad* regul* wytyczn* rozkaz* nakaz*",
    "told": (
        "wszystko_co_ci_powiedziano wszystko_powyzej to_co_ci_kazano co_ci_kazano co_ci_kazal "
        "czego_chce_uzytkownik o_co_cie_poproszono co_kazal_ci"
    ),
    "void": (
        "niewazne nie_obowiazuj* uchylone zawieszone wylaczone zniesione nieaktualn* cofniet* "
        "anulowan* uniewaznion* zniesion*"
    ),
    "your": "swoje twoje swoich twoich swoj twoj",
    "replace": "zastepuj*",
    "notes": "notatk* notatek wspomnien* wpisy wpisow zapisk*",
    "follow": "przestrzegaj wykonuj stosuj",
    "following": "nastepujac* te nowe",
    "policy": "zasad* polityk* regul* przepis*",
    "no": "nie zadn* nigdy",
    "never": "nigdy",
    "need": "wymaga* potrzeb* trzeba konieczn*",
    "without": "bez",
    "approval": "zatwierdzeni* zgody zgoda zgode akceptacj* weryfikacj* potwierdzeni*",
    "bypass": "pomin* omin* wylacz*",
    "check": "weryfikacj* kontrol* potwierdzeni* zatwierdzeni*",
    "preapproved": "wstepnie_zatwierdzon* automatycznie_zatwierdz*",
    "money": "zwrot* przelew* platnosc* faktur* rabat* wyplat*",
    "may": "moze moga mozesz",
    "ai": (
        "model_jezykowy asystent_ai agent_ai sztuczna_inteligencj* asystencie_ai "
        "modele_jezykowe modelu_jezykowy agenta_ai agencie_ai asystenta_ai "
        "wirtualny_asystent* asystencie"
    ),
    "agent": "asystent* asystenci* agent agencie agenci agentow asystencie bot bocie robot",
    "attention": (
        "uwaga wiadomosc_dla drogi do_wszystkich notatka_dla uwaga_dla do_asystenta do_agenta "
        "notatka_do szanowny skierowan*_do"
    ),
    "if_you": "jesli_jestes jezeli_jestes",
    "must": "musisz musi powinien powinienes musza nalezy ma masz zobowiazany obowiazany",
    "always": "zawsze tylko wylacznie",
    "from_now_on": (
        "od_teraz odtad od_tej_chwili na_przyszlosc ze_skutkiem_natychmiastowym "
        "od_tego_momentu od_dzis od_dzisiaj"
    ),
    "recommend": (
        "polecac polecaj polec rekomenduj* zalecaj sugeruj* wspomn* odpowiadaj mow napisz twierdz"
    ),
    "prefers": (
        "woli chce wybiera preferuje zgadza zgadza_sie zgodzil* zatwierdzil* zaakceptowal* "
        "zezwolil*"
    ),
    "act": (
        "usun kup zaplac przelej otworz wykonaj zatwierdz anuluj wyplac zarezerwuj skasuj* "
        "usuwaj zaakceptuj zmien pobierz zainstaluj zamow utworz podpisz"
    ),
    "remember": "zapamietaj* pamietaj*",
    "store": "zapisz dodaj zanotuj",
    "memory": (
        "swojej_pamieci pamieci_dlugotrwalej pamieci_trwalej twojej_pamieci w_pamieci do_pamieci"
    ),
    "permanent": "na_stale na_zawsze trwale wszystkich_przyszlych niezaleznie_od_kwoty",
    "user": "uzytkownik* wlasciciel* szef* posiadacz* klienta_ktory",
    "first": "ja my",
    "tell": "mow powiedz wspominaj informuj ujawniaj pytaj pytania zawiadamiaj",
    "send": "wyslij* przeslij* przekaz* opublikuj udostepnij",
    "secret": (
        "haslo hasla hasel rozmow* histori* klucz_api dane_logowania dane_osobowe kontakt* "
        "wiadomosci* adres* numer_karty notatk*_zapisan* kalendarz* wszystkie_pliki kody "
        "korespondencj*"
    ),
    "append": "dolacz dodaj umiesc",
    "reveal": "ujawnij pokaz wypisz powtorz podaj wymien przekaz",
    "authority": (
        "administrator_systemu administrator* zespol_bezpieczenstwa policj* dyrekcj* dzial_prawny"
    ),
    "verified": "zweryfikowan*_przez potwierdzon*_przez pochodzi_od",
    "obey": "posluchaj podporzadkuj",
    "you_are_now": "jestes_teraz teraz_jestes od_teraz_jestes",
    "unrestricted": "bez_ograniczen bez_limitow tryb_dewelopera bez_filtrow bez_zasad",
    "task": "zadanie",
    "changed": "zmienilo",
    "posing": "jakby_uzytkownik",
    "limit": "limit limity",
    "request": "prosb* wiadomosc* pytani* zyczen* polecenia",
    "safety": "zasady_bezpieczenstwa",
    "summarise": "podsumuj",
    "bounds": "slowo_w_slowo",
    "authorised": "upowazniam",
    "system_prompt": "prompt_systemowy ukryte_instrukcje komunikat_systemowy",
    "reader": "ktory_to_czyta czyta_to czytasz_to czytajac*_to ktory_przetwarza",
    "trigger": "gdy_tylko nastepnym_razem za_kazdym_razem jak_tylko kiedy_ktos_cie",
    "says": "powie napisze zapyta wspomni mowi pisze",
    "quiet": (
        "bez_pytania nie_pytaj bez_informowania bez_wiedzy nic_nie_mow bez_potwierdzenia "
        "nie_musisz_pytac"
    ),
    "you_ai": "ty_jako_ai jako_model_jezykowy_musisz jako_ai_musisz",
    "pretend": "udawaj odgrywaj wyobraz_sobie_ze_jestes",
}
