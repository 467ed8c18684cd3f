"""Which national and tax numbers are looked for, by which form, and beside which words.

The checks of each (digits, dates, ranges) are idnumbers' (MIT); this table says where to look. A
form `alone` is so much of its own that it is taken anywhere; the others are runs of digits that
order numbers have too, and count beside a word of theirs only.
"""

from dataclasses import dataclass

from muniment.domain.findings import DataKind

ID, TAX, HEALTH = DataKind.NATIONAL_ID, DataKind.TAX_ID, DataKind.HEALTH_ID


@dataclass(frozen=True, slots=True)
class NationalForm:
    """One country's number: the class of idnumbers that checks it, and how it is written."""

    kind: DataKind
    check: str
    """Country (ISO 3166-1 alpha-3) and class, as idnumbers names its modules and classes; of those
    that it does not know the function in `checks`, after a dot."""
    pattern: str
    words: str = ""
    """Alternatives of a regular expression; beside one of them the form counts. None: anywhere."""


def _alone(kind: DataKind, check: str, form: str) -> NationalForm:
    return NationalForm(kind, check, rf"(?<![\w.+-])(?:{form})(?![\w-]|\.\d)")


def _beside(kind: DataKind, words: str, check: str, form: str) -> NationalForm:
    words = words.replace(" ", "[ _-]?")
    return NationalForm(kind, check, _alone(kind, check, form).pattern, words)


NATIONAL_FORMS: tuple[NationalForm, ...] = (
    _alone(ID, "USA.SocialSecurityNumber", r"\d{3}-\d{2}-\d{4}"),
    _beside(ID, r"ssn|social security", "USA.SocialSecurityNumber", r"\d{3} ?\d{2} ?\d{4}"),
    _alone(ID, "GBR.NationalInsuranceNumber", r"[A-CEGHJ-PR-TW-Z]{2}(?: ?\d\d){3} ?[A-D]"),
    _alone(TAX, "DEU.TaxID", r"[1-9]\d \d{3} \d{3} \d{3}"),
    _beside(TAX, r"steuer|idnr|tin|tax", "DEU.TaxID", r"[1-9]\d{10}"),
    _alone(ID, "ESP.DNI", r"[XYZ\d][-. ]?\d{7}[- ]?[A-Z]|\d{2}\.\d{3}\.\d{3}[- ]?[A-Z]"),
    _alone(TAX, "ITA.FiscalCode", r"(?i:[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])"),
    _alone(ID, "FRA.INSEE", r"[12] ?\d{2} ?[0-3]\d ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}"),
    _alone(ID, "BEL.NationalRegistrationNumber", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}"),
    _beside(ID, r"bsn|burgerservice|sofi", "NLD.BSN", r"\d{9}|\d{4}\.\d{2}\.\d{3}"),
    _alone(ID, "CHE.SocialSecurityNumber", r"756\.\d{4}\.\d{4}\.\d{2}"),
    _beside(ID, r"ahv|avs", "CHE.SocialSecurityNumber", r"756\d{10}"),
    _beside(TAX, r"steuer|abgabenkonto", "AUT.TaxIDNumber", r"\d{2}-?\d{3}/?\d{4}"),
    _beside(ID, r"pesel", "POL.PESEL", r"\d{11}"),
    _alone(ID, "CZE.BirthNumber", r"\d{6}/\d{3,4}"),
    _alone(ID, "SWE.PersonalIdentityNumber", r"(?:19|20)?\d{6}[-+]\d{4}"),
    _beside(ID, r"personnummer", "SWE.PersonalIdentityNumber", r"(?:19|20)?\d{10}"),
    _alone(ID, "FIN.PersonalIdentityCode", r"\d{6}[-+A-FU-Y]\d{3}[0-9A-Y]"),
    _beside(ID, r"f[øo]dselsnummer|fnr|personnummer", "NOR.NationalID", r"\d{6} ?\d{5}"),
    _beside(ID, r"cpr", "DNK.PersonalIdentityNumber", r"\d{6}-?\d{4}"),
    _beside(ID, r"kennitala", "ISL.IcelandicID", r"\d{6}-?\d{4}"),
    _alone(ID, "IRL.PersonalPublicServiceNumber", r"\d{7}[A-W][A-IW]?"),
    _beside(TAX, r"nif|contribuinte", "PRT.TaxIDNumber", r"[1-9]\d{2} ?\d{3} ?\d{3}"),
    _beside(TAX, r"afm|αφμ", "GRC.TaxIdentityNumber", r"\d{9}"),
    _beside(ID, r"cnp", "ROU.PersonalNumericalCode", r"[1-9]\d{12}"),
    _beside(ID, r"egn|егн", "BGR.UniformCivilNumber", r"\d{10}"),
    _beside(ID, r"oib", "HRV.PersonalID", r"\d{11}"),
    _beside(ID, r"személyi", "HUN.PersonalID", r"[1-8][- ]?\d{6}[- ]?\d{4}"),
    _beside(ID, r"isikukood", "EST.PersonalID", r"[1-6]\d{10}"),
    _beside(ID, r"asmens kodas", "LTU.PersonalCode", r"[1-6]\d{10}"),
    _beside(ID, r"personas kods", "LVA.PersonalCode", r"\d{6}-\d{5}"),
    _beside(TAX, r"іпн|рнокпп", "UKR.TaxpayerIDNumber", r"\d{10}"),
    _beside(ID, r"kimlik|tckn", "TUR.NationalID", r"[1-9]\d{10}"),
    _beside(ID, r"teudat|תעודת זהות", "ISR.NationalID", r"\d{9}"),
    _beside(ID, r"south african? id|sa id", "ZAF.NationalID", r"\d{13}|\d{6} \d{4} \d{2} \d"),
    _alone(ID, "ARE.EmiratesIDNumber", r"784-\d{4}-\d{7}-\d"),
    _beside(ID, r"iqama|saudi", "SAU.NationalID", r"[12]\d{9}"),
    _beside(ID, r"aadhaar|aadhar|uidai|आधार", "IND.NationalID", r"[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}"),
    _alone(ID, "PAK.NationalID", r"\d{5}-\d{7}-\d"),
    _alone(ID, "CHN.ResidentID", r"[1-9]\d{5}(?:19|20)\d{2}[01]\d[0-3]\d\d{3}[\dXx]"),
    _alone(ID, "HKG.NationalID", r"[A-Z]{1,2}\d{6}\([\dA]\)"),
    _beside(ID, r"taiwan|身分證|national id", "TWN.NationalID", r"[A-Z][12]\d{8}"),
    _beside(ID, r"my number|マイナンバー", "JPN.MyNumber", r"\d{4}[ -]?\d{4}[ -]?\d{4}"),
    _alone(ID, "KOR.ResidentRegistration", r"\d{6}-[1-8]\d{6}"),
    _alone(ID, "SGP.NationalID", r"[STFGM]\d{7}[A-Z]"),
    _alone(ID, "MYS.NRIC", r"\d{6}-\d{2}-\d{4}"),
    _alone(ID, "THA.NationalID", r"\d-\d{4}-\d{5}-\d{2}-\d"),
    _beside(ID, r"nik|ktp", "IDN.NIK", r"\d{16}"),
    _beside(TAX, r"tfn|tax file", "AUS.TaxFileNumber", r"\d{3} ?\d{3} ?\d{3}"),
    _beside(ID, r"medicare", "AUS.MedicareNumber", r"[2-6]\d{3} ?\d{5} ?\d"),
    _beside(TAX, r"ird", "NZL.InlandRevenueDepartmentNumber", r"\d{2,3}[- ]?\d{3}[- ]?\d{3}"),
    _beside(ID, r"sin|social insurance", "CAN.SocialInsuranceNumber", r"\d{3}(?:[ -]?\d{3}){2}"),
    _alone(ID, "MEX.CURP", r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d"),
    _alone(TAX, "BRA.CPFNumber", r"\d{3}\.\d{3}\.\d{3}-\d{2}"),
    _beside(TAX, r"cpf", "BRA.CPFNumber", r"\d{11}"),
    _alone(ID, "CHL.NationalID", r"\d{1,2}\.\d{3}\.\d{3}-[\dKk]"),
    _beside(ID, r"rut|run", "CHL.NationalID", r"\d{7,8}-[\dKk]"),
    _beside(ID, r"dni|documento", "ARG.NationalID", r"\d{2}\.?\d{3}\.?\d{3}"),
    _beside(ID, r"nuip|c[ée]dula|rut|nit", "COL.UniquePersonalID", r"\d{1,2}\.?\d{3}\.?\d{3}-?\d"),
    _beside(ID, r"c[ée]dula", "ECU.NationalID", r"\d{10}"),
    _alone(ID, "DOM.NationalID", r"\d{3}-\d{7}-\d"),
    _beside(HEALTH, r"nhs", ".nhs", r"\d{3}[ -]?\d{3}[ -]?\d{4}"),
    _beside(HEALTH, r"krankenkasse|krankenversicherung|versicherten|kvnr|egk|gesundheitskarte"
            r"|versicherung|versicherungsnummer", ".kvnr", r"[A-Z]\d{9}"),
    _alone(ID, ".snils", r"\d{3}-\d{3}-\d{3}[ -]\d{2}"),
    _beside(ID, r"снилс|snils", ".snils", r"\d{3}-?\d{3}-?\d{3}[ -]?\d{2}"),
    _beside(TAX, r"инн|inn", ".inn", r"\d{12}"),
    _beside(TAX, r"cui[tl]", ".cuit", r"(?:20|2[3-7]|30|33|34)[- ]?\d{8}[- ]?\d"),
    _alone(TAX, ".cuit", r"(?:20|23|24|27)-\d{8}-\d"),
    _beside(ID, r"rodn[éeá] [čc][íi]slo|r[čc]", "CZE.BirthNumber", r"\d{6}/?\d{3,4}"),
    _beside(ID, r"rodn[éeá] [čc][íi]slo", "SVK.BirthNumber", r"\d{6}/?\d{3,4}"),
    _beside(ID, r"jmbg|јмбг", "SRB.UniqueMasterCitizenNumber", r"\d{13}"),
    _beside(ID, r"emšo|emso", "SVN.UniqueMasterCitizenNumber", r"\d{13}"),
    _beside(ID, r"身份证\w{0,2}|居民身份", "CHN.ResidentID", r"[1-9]\d{16}[\dXx]"),
    _beside(ID, r"주민등록번호|rrn", "KOR.ResidentRegistration", r"\d{6}-?[1-8]\d{6}"),
    _beside(ID, r"cpf", "BRA.CPFNumber", r"\d{3}[. ]?\d{3}[. ]?\d{3}[- /]?\d{2}"),
    _beside(ID, r"rijksregister\w*|registre national|niss|insz", "BEL.NationalRegistrationNumber",
            r"\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}"),
)  # fmt: skip

GENERIC_WORDS = (
    "national id(?:entity|entification)?|identity (?:card|number)|id (?:card|number)"
    "|personal (?:id|code|number)|tax(?:payer)? (?:id|number|identification)|tin"
    "|social security|ausweis|documento"
).replace(" ", "[ _-]?")
"""Beside these, any country's form counts."""
