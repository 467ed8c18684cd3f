"""Secrets that stand near a mention of what they open, without being said to be one.

"It's … now", "they'll need … to get on it": no name stands beside the value, so its own form has to
vouch for it, and how much it has to depends on how telling the mention is.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from muniment.adapters.detection.compiled import compiled
from muniment.adapters.detection.names import PASSWORD_WORDS, is_placeholder
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_NEAR = 0.7

# --- passwords -------------------------------------------------------------------------------

_PASSWORD = rf"{'|'.join(PASSWORD_WORDS)}|pass[ ]?word|mot[ ]de[ ]passe|palavra-passe|host key"
_ACCESS = (
    r"(?:sign|signs|signed|signing|log|logs|logged|logging)[ -]?(?:in|on|into)|logins?|creds|wi-?fi"
    r"|wlan|wireless|ssid|hotspot|router|guest network|vpn|unlocks?|decrypt\w*|anmeld\w*|einlogg\w*"
    r"|zugang\w*|se connecter|connexion|identifiant|accedere|accesso|acceder|iniciar sesión"
    r"|inloggen|zaloguj\w*|логин|войти|вход"
)
_MENTION = rf"(?i)(?<![\w-])(?:(?P<password>{_PASSWORD})|{_ACCESS})(?![\w-])"
_BEFORE, _AFTER = 80, 170  # characters around a mention: its sentence and the next one
_WORD = re.compile(r"(?<![^\s\"'`“„«(])[^\W_][^\s\"'`“”„«»<>|(){}\[\]\\/:;,=]{5,39}")
_MARKS = re.compile(r"[!#$%&?@^~*+€£§]")
_NO_PASSWORD = re.compile(
    r"[\w.+-]+@[\w-]+\.[\w.]+|\w+@\d[\w.]*|[\w-]*\#\d+|.*%[0-9A-F]{2}.*|[A-Z]\#\d*|\d[\d.,+%€£$–-]*"
    r"|(?:[^\W\d]+[!?*]?|\d+)[&+](?:[^\W\d]+|\d+)[!?*]?|.*\*\*.*|\w+[*^]\d+|.*[$]\w*[A-Z_]{4,}.*"
)
_SAID = re.compile(
    r"(?:\b(?:is|was|be|it['’]?s|ist|lautet|heißt|sei|è|era|es|est|c'est|é|to|jest|это|now|needs?"
    r"|use|enter|type)"
    r"|->|→|\u27a1|=>|:)\s\Z",
    re.IGNORECASE,
)
_CHOSEN = re.compile(r"(?=.{8})[^\W\d_]{4,}[-_.]?[^\W\d_]*\d{2,6}[!?]?|[^\W_]+(?:-[^\W_]+)+[!?]?")
"""What people make of a word and a number; a user's name may look the same."""
_THE_WORD_IS = (
    r"(?i)\b(?:sign|log)(?:s|ged|ging|ning)?[ -]?(?:in|on)\b[^\n.!?]{0,60}"
    r"\b(?:word|phrase|key)[ ]is[ ](?P<value>[^\s,;]{6,40})"
)
_SPACED = (
    r"(?i)(?:\b(?:is|and|be|with)|[:=])[ ](?P<value>(?:[^\W\d_]{3,12}[ ]){2,7}[^\W\d_]{3,12})"
    r"[ ,]{1,2}\(?(?:with|including|no|without|mit|con|avec)[ ](?:the[ ]|den[ ]|gli[ ]|les[ ])?"
    r"(?:spaces?|leerzeichen|spazi|espaces|espacios)"
)
_HALF = (
    r"(?i)\b(?:first|second|third|other|1st|2nd|last|final|remaining)[ ](?:half|part|piece|bit"
    r"|chunk)"
    r"(?:[ ]of[ ][\w ]{1,20})?(?:[ ]is|[ ]are|:|[ ]=)?[ ](?P<value>[^\s\"',;]{4,120})"
)
_SPLIT = rf"(?i)\b(?:{_PASSWORD}|key|token|secret|code|pin)s?\b"
_SPACES = ("space", "leerzeichen", "spazi", "espac")
_PARTS = (" half", " part", " piece", " bit", " chunk")


def mentioned_passwords(reading: Reading) -> Iterator[Finding]:
    """Yield what looks like a chosen password near a mention of a login or of a network."""
    text = reading.text
    words = [word for word in _WORD.finditer(text) if _has_both(word[0])] if reading.digits else []
    if words and (mentions := list(compiled(_MENTION).finditer(text))):
        told = [mention.start() for mention in mentions if mention["password"] is not None]
        yield from _near(text, words, [mention.start() for mention in mentions], told)
    if " is " in text:
        for match in compiled(_THE_WORD_IS).finditer(text):
            if _has_both(match["value"]):
                start = match.start("value")
                yield Finding(
                    DataKind.PASSWORD, start, start + len(match["value"].rstrip(".)!")), _NEAR
                )
    if any(word in reading.lower for word in _SPACES):
        for match in compiled(_SPACED).finditer(text):
            yield Finding(DataKind.PASSWORD, *match.span("value"), _NEAR)
    if any(word in reading.lower for word in _PARTS):
        yield from _halves(text)


def _halves(text: str) -> Iterator[Finding]:
    halves = list(compiled(_HALF).finditer(text))
    if halves and compiled(_SPLIT).search(text):
        for half in halves:
            if _has_both(half["value"]) and not is_placeholder(half["value"]):
                yield Finding(DataKind.SECRET, *half.span("value"), _NEAR)


def _near(
    text: str, words: Sequence[re.Match[str]], mentions: Sequence[int], told: Sequence[int]
) -> Iterator[Finding]:
    for word in words:
        if not _is_near(mentions, word.start()):
            continue
        end = word.start() + len(word[0].rstrip(".)*_"))
        if _is_chosen(text, word.start(), end, hard=_is_near(told, word.start())):
            yield Finding(DataKind.PASSWORD, word.start(), end, _NEAR)


def _is_near(places: Sequence[int], place: int) -> bool:
    """Whether one of the sorted places lies around it."""
    at = bisect_left(places, place - _AFTER)
    return at < len(places) and places[at] <= place + _BEFORE


def _is_chosen(text: str, start: int, end: int, *, hard: bool) -> bool:
    """Whether a word is a password by its form; by a weaker one right after "it is", if `hard`."""
    word = text[start:end]
    if len(word) < 6 or not _has_both(word) or _NO_PASSWORD.fullmatch(word):
        return False
    if is_placeholder(word):
        return False
    inner = _MARKS.search(word, 0, len(word) - 1) is not None
    said = _SAID.search(text, max(0, start - 10), start) is not None
    if inner or (_MARKS.search(word) and said):
        return len(word) >= 8 or said
    return hard and said and _CHOSEN.fullmatch(word) is not None and not _TECHNICAL.match(word)


_TECHNICAL = re.compile(
    r"(?:windows|ubuntu|debian|macos|iphone|android|python|base|oauth|sha|utf|ipv|wpa|bcrypt|argon"
    r"|pbkdf|rot|java|node|http|tls|ssl|version|build|release|user|client|argon2\w*|issue|pr|cve)"
    r"[-_]?\d",
    re.IGNORECASE,
)


def _has_both(word: str) -> bool:
    return any(map(str.isalpha, word)) and any(map(str.isdigit, word))


# --- codes of digits -------------------------------------------------------------------------

_DEVICE = (
    r"alarm[ ](?:panel|system|pad|box|unit)|burglar[ ]alarm|key[ -]?pad|key[ -]?box|lock[ -]?box"
    r"|key[ -]?safe|pad ?lock|intercom|combination[ ]lock|schlüsselbox|schlüsselsafe|alarmanlage"
    r"|boîte[ ]à[ ]clés?|digicode|cassetta[ ]delle[ ]chiavi|antifurto|caja[ ]de[ ]llaves"
    r"|sleutelkluis|domofon\w*|домофон\w*"
)
_ENTRANCE = (
    r"alarm|(?:front |back |side |garage |cellar |garden )?(?:door|gate)|garage|entrance|entry|safe"
    r"|vault|shed|gym|barrier|lobby|bike[ ]lock|suitcase|haustür|tür|tor|tresor|eingang|portone"
    r"|cancello|cassaforte|porte|portail|coffre|puerta|portón|porta|portão|cofre|deur|poort|kluis"
    r"|drzwi|brama|bramy|sejf\w*|kapı|kasa|двер\w*|сейф\w*"
)
_CODE = (
    r"(?:access |entry |zugangs|tür|tor)?(?:code|combination|combo|codice|combinazione|código|clave"
    r"|zahlenkombination|kombination|kod|код|kodu|şifre\w*)"
)
_IN_YEARS = r"(?<!\bin )(?<!\bsince )(?<!\bof )(?<!\bfrom )(?<!\bby )(?<!\bafter )(?<!\bbefore )"
_NUMBER = rf"{_IN_YEARS}(?<![\w.,/-])(?P<value>\d{{4,10}})(?=[#*]?(?![\w-]|[.,:/]\d))"
_CODES: tuple[tuple[DataKind, str], ...] = tuple(
    (kind, f"(?i){pattern}")
    for kind, pattern in (
        (  # "alarm panel at the shop: 8041"
            DataKind.PIN,
            (rf"\b(?:{_DEVICE})\b[^\n\d.!?]{{0,70}}?(?::|\bis|->|→|\bcode|\bkod|{_CODE}){{1}}"
            rf"[ :=#]{{0,3}}{_NUMBER}"),
        ),
        (  # "gate code 4471"
            DataKind.PIN,
            rf"\b(?:{_DEVICE}|{_ENTRANCE})[ -]?{_CODE}\b[^\n\d.!?]{{0,40}}?{_NUMBER}",
        ),
        (  # "the code for the gate is 4471", "code del portone 4471"
            DataKind.PIN,
            (rf"\b{_CODE}[ ](?:for|to|of|on|at|für|zum|zur|vom|del?|della|dell['’]|do|da|van"
             rf"|voor|do"
            rf"|pour|para|от|на|к)[ ]?[^\n\d.!?]{{0,30}}?\b(?:{_DEVICE}|{_ENTRANCE})"
            rf"\b[^\n\d.!?]{{0,40}}?{_NUMBER}"),
        ),
        (  # "il codice del cancello", where the value comes with a verb of its own
            DataKind.PIN,
            (r"\b(?:pin|puk|nip)\b(?![ ]?\d{1,2}\b)[^\n\d.!?]{0,60}?"
            rf"(?:\b(?:is|are|to|be|was|ist|lautet|auf|è|es|est|é|jest|o|el|la|il|le|this|"
            rf"code|number|now|still|это|numarası|kodu)|[:=→-])[ ]{_NUMBER}"),
        ),
        (DataKind.PIN, r"\bpuk\b[^\n\d]{0,24}(?<!\d)(?P<value>\d{8})(?!\d)"),
        (  # "the key box is by the door, code 1950"
            DataKind.PIN,
            rf"\b(?:{_DEVICE})\b[^\n]{{0,80}}?\b{_CODE}[ :]{{1,3}}{_NUMBER}",
        ),
        (  # "enter 4471# when it asks for the host password"
            DataKind.PIN,
            (r"\b(?:enter|dial|type(?:[ ]in)?|press|key[ ]in|punch[ ]in|tippe|gib|eingeben|digita"
            rf"|teclea|marca|tapez|composez|wpisz|набери|введи)[ ]{_NUMBER}"
            rf"[^\n]{{0,80}}?\b(?:{_PASSWORD}|pin|pass ?code|code|alarm|lock|gate|door)\b"),
        ),
        (
            DataKind.ONE_TIME_CODE,
            (r"(?:(?:verifizierungs|bestätigungs|sicherheits|anmelde|einmal)-?code"
            r"|code[ ]de[ ](?:vérification|confirmation|sécurité|connexion|validation)"
            r"|codice[ ](?:di[ ](?:verifica|sicurezza|conferma|accesso)|otp|temporaneo|monouso)"
            r"|código[ ]de[ ](?:verificaci[óo]n|verificação|seguridad|segurança|acceso|acesso"
            r"|confirmaci[óo]n|confirmação)|(?:verificatie|bevestigings|beveiligings)code"
            r"|kod[ ](?:weryfikacyjny|sms|potwierdzający|jednorazowy)"
            r"|код[ ](?:подтверждения|доступа|входа|проверки)|doğrulama[ ]kodu\w*|onay[ ]kodu\w*"
            r"|验证码|驗證碼|認証コード|確認コード|인증번호)[^\n\d]{0,30}(?<!\d)(?P<value>\d{4,8})(?!\d)"),
        ),
        (
            DataKind.ONE_TIME_CODE,
            (r"\b(?:dein|ihr|votre|ton|il[ ]tuo|tu|su|seu|uw|je|twój|ваш"
             r"|твой)[ ](?:[\w-]+[ ]){0,2}?"
            r"(?:code|codice|código|kod|код)\b[^\n\d]{0,20}(?<!\d)(?P<value>\d{4,8})(?!\d)"
            r"(?=[^\n]{0,90}?(?:gib|weiter|teile|gültig|partage|communiqu|valable|expire|condivid"
            r"|comunic|valid|scade|compart|caduca|deel|geldig|udostępn|ważn|сообщ|никому|действ))"),
        ),
    )
)  # fmt: skip

_FOUR_DIGITS = re.compile(r"(?<!\d)\d{4,10}(?!\d)")
_OPENERS = (  # one of them stands in whatever the patterns find
    "code", "codi", "códig", "kod", "код", "combi", "kombi", "pin", "puk", "nip", "alarm", "key",
    "lock", "safe", "door", "gate", "pad", "intercom", "schlüssel", "clave", "şifre", "clés",
    "chiavi", "antifurto", "llaves", "sleutel", "domof", "домоф", "enter", "dial", "type", "press",
    "punch", "tippe", "gib", "eingeben", "digita", "teclea", "marca", "tapez", "compos", "wpisz",
    "набери", "введи", "验证码", "驗證碼", "認証", "確認", "인증",
)  # fmt: skip


def mentioned_codes(reading: Reading) -> Iterator[Finding]:
    """Yield the digits that open doors, boxes and accounts, in what people write of them."""
    text = reading.text
    if (
        reading.digits >= 4
        and _FOUR_DIGITS.search(text)
        and any(word in reading.lower for word in _OPENERS)
    ):
        for kind, pattern in _CODES:
            for match in compiled(pattern).finditer(text):
                yield Finding(kind, *match.span("value"), _NEAR)


# --- seeds, phrases, answers -----------------------------------------------------------------

_SEED = re.compile(
    r"(?<![\w-])(?P<value>(?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4}"
    r"|[A-Z2-7]{16,64})(?![\w-])"
)
"""The base32 of RFC 4648, as authenticators show it (RFC 6238's shared secret)."""
_SEED_WORD = (
    r"(?i)\b(?:(?:setup|secret|manual|shared)[ -]?(?:key|code)|authenticator|totp|2fa|mfa"
    r"|two[- ]factor"
    r"|otp|scan\w*[ ](?:the[ ])?(?:qr|code)|google[ ]auth\w*|zwei[- ]faktor|seed)\b"
)
_SEED_REACH = 140
_WALLET = (
    r"(?i)\b(?:wallet\w*|ledger|trezor|metamask|seed|mnemonic|recovery|crypto|bitcoin|ethereum|coins?"
    r"|btc|eth|phantom|electrum|exodus|portafoglio|portefeuille|cartera|billetera|кошел\w*"
    r"|(?:12|24|twelve|twenty[ -]four|zwölf|dodici|douze|doce)[ ](?:words|wörter|parole|mots"
    r"|palabras)|words[ ]in[ ](?:order|this[ ]order))\b"
)
_MOST_WORDS = (
    r"(?<![\w'’-])(?P<value>(?:(?:\d{1,2}[.)][ ])?[^\W\d_A-Z]{3,9}(?:[ ]|,[ ]?|\n)){11,23}"
    r"(?:\d{1,2}[.)][ ])?[^\W\d_A-Z]{3,9})(?![\w'’-])"
)
_GRAMMAR = frozenset(
    (  # words that sentences cannot do without, and lists of words for wallets do not have
        "the", "and", "are", "was", "were", "for", "from", "you", "your", "our", "his", "her",
        "its", "they", "them", "there", "but", "not", "has", "had", "been", "which", "would",
        "could", "should", "than", "these", "those", "who", "how", "out", "und", "der", "die",
        "das", "ist", "nicht", "mit", "che", "per", "con", "una", "della", "est", "les", "des",
        "une", "que", "los", "las", "del", "para", "com", "uma", "het", "een", "van", "niet",
        "nie", "jest",
    )
)  # fmt: skip
_PHRASE_REACH = 250
_SPARE = (
    r"(?i)\b(?:backup|recovery|scratch|rescue|emergency|reserve|notfall|wiederherstellungs|ersatz)"
    r"[ -]?codes?\b[^\n]{0,90}?[:\n]\s{0,6}(?P<value>_(?:[\s,;|]{1,6}_){1,15})".replace(
        "_",
        r"(?:[-*•]\s"
        r"|\d{1,2}[.)]\s)?(?=[A-Za-z-]{0,16}\d)[A-Za-z0-9]{4,10}(?:[ -][A-Za-z0-9]{4,10}){0,2}",
    )
)
_QUESTION = (
    r"(?i)\b(?P<what>first[ ]pet|(?:mother['’]?s[ ])?maiden[ ]name|first[ ](?:school|car"
    r"|teacher|kiss)"
    r"|street[ ](?:i|you)[ ]grew[ ]up(?:[ ](?:in|on))?|childhood[ ](?:friend|nickname|street|pet)"
    r"|favou?rite[ ]teacher|city[ ](?:i|you)[ ]was[ ]born[ ]in|mädchenname[\w ]{0,20}"
    r"|erstes[ ]haustier|cognome[ ]da[ ]nubile[\w ]{0,20}|primo[ ]animale[\w ]{0,12}"
    r"|nom[ ]de[ ]jeune[ ]fille[\w ]{0,20}|primera[ ]mascota|apellido[ ]de[ ]soltera[\w ]{0,20}"
    r"|(?:security|secret)[ ](?:answer|question)s?[\w' ]{0,40}|sicherheits(?:frage|antwort)"
    r"|domanda[ ]di[ ]sicurezza|question[ ]secrète|pregunta[ ]de[ ]seguridad)"
    r"\W{0,2}(?:[ ]?(?:->|→|=|:)[ ]?|[ ](?:is|was|ist|è|est|es)[ ])"
    r"(?!first[ ]|mother|maiden|street[ ]|favou|childhood|city[ ])(?:i[ ](?:put|wrote|used"
    r"|said)[ ])?[\"'“]?(?P<value>[^\s\"'”,;]{3,40})"
)
_ASKED = (
    r"(?i)(?:security|secret|verification)[ ](?:question|answer)|they[ ]ask|stupid[ ]questions"
    r"|sicherheits|sicurezza|secrète|seguridad"
)

_RESETS = (
    "pet", "maiden", "first ", "grew up", "childhood", "favourite", "favorite", "born in",
    "mädchenname", "haustier", "nubile", "animale", "jeune fille", "mascota", "soltera",
    "question", "answer", "sicherheits", "domanda", "pregunta",
)  # fmt: skip
_COINS = (
    "wallet", "ledger", "trezor", "metamask", "seed", "mnemonic", "recovery", "crypto", "coin",
    "ethereum", "btc", "eth", "phantom", "electrum", "exodus", "portafoglio", "portefeuille",
    "cartera", "billetera", "кошел", "words", "wörter", "parole", "mots", "palabras",
)  # fmt: skip


def mentioned_phrases(reading: Reading) -> Iterator[Finding]:
    """Yield seeds of authenticators, words of wallets, spare codes, answers that reset accounts."""
    text, lower = reading.text, reading.lower
    if "code" in lower:
        for match in compiled(_SPARE).finditer(text):
            yield Finding(DataKind.ONE_TIME_CODE, *match.span("value"), _NEAR)
    if any(word in lower for word in _RESETS):
        yield from _answers(text)
    if _SEED.search(text):
        yield from _seeds(text)
    if any(word in lower for word in _COINS):
        yield from _wallet_words(text)


def _answers(text: str) -> Iterator[Finding]:
    for match in compiled(_QUESTION).finditer(text):
        value = match["value"].rstrip(".!)")
        odd = _has_both(value) or compiled(_ASKED).search(text) is not None
        if odd and not is_placeholder(value):
            start = match.start("value")
            yield Finding(DataKind.PASSWORD, start, start + len(value), _NEAR)


def _seeds(text: str) -> Iterator[Finding]:
    for match in _SEED.finditer(text):
        near = text[max(0, match.start() - _SEED_REACH) : match.end() + _SEED_REACH]
        digits = any(map(str.isdigit, match["value"]))
        if compiled(_SEED_WORD).search(near) and (digits or match["value"].isupper()):
            yield Finding(DataKind.SECRET, *match.span("value"), _NEAR)


def _wallet_words(text: str) -> Iterator[Finding]:
    for match in compiled(_MOST_WORDS).finditer(text):
        near = text[max(0, match.start() - _PHRASE_REACH) : match.end() + _PHRASE_REACH]
        words = re.findall(r"[^\W\d_]+", match["value"])
        if _GRAMMAR.isdisjoint(words) and compiled(_WALLET).search(near):
            yield Finding(DataKind.RECOVERY_PHRASE, *match.span("value"), _NEAR)
