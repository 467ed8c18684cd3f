"""Keys and tokens whose issuers gave them a form of their own: a prefix, a length, an alphabet.

The forms are those that the issuers document for secret scanning. Each rule names a piece of text
that must be there at all, because looking for that costs a hundredth of running the pattern.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from muniment.adapters.detection.compiled import compiled
from muniment.adapters.detection.reading import Reading
from muniment.domain.findings import DataKind, Finding

_SURE = 0.99
_W = r"[A-Za-z0-9_-]"  # the alphabet of base64 for URLs
_MIXED = rf"(?={_W}{{0,60}}\d)(?={_W}{{0,60}}[A-Z])(?={_W}{{0,60}}[a-z])"  # and no word
_BEFORE = r"(?<![A-Za-z0-9])"  # else a prefix is the end of another word
_AFTER = r"(?![A-Za-z0-9])"


@dataclass(frozen=True, slots=True)
class Form:
    """One issuer's form. Where the pattern has a group `secret`, that is the secret."""

    kind: DataKind
    anchors: tuple[str, ...]
    """One of them stands in every text that holds such a token."""
    pattern: str
    confidence: float = _SURE

    def find(self, text: str) -> Iterator[Finding]:
        """Yield what has this form."""
        if not any(anchor in text for anchor in self.anchors):
            return
        pattern = compiled(self.pattern)
        group = "secret" if "secret" in pattern.groupindex else 0
        for match in pattern.finditer(text):
            if "EXAMPLE" not in match[group]:  # how vendors mark the keys of their manuals
                yield Finding(self.kind, *match.span(group), self.confidence)


def _key(*anchors: str, form: str) -> Form:
    return Form(DataKind.API_KEY, anchors, _BEFORE + form + _AFTER)


def _token(*anchors: str, form: str) -> Form:
    return Form(DataKind.ACCESS_TOKEN, anchors, _BEFORE + form + _AFTER)


FORMS: tuple[Form, ...] = (
    # Clouds
    _key("AKIA", "ASIA", "ABIA", "ACCA", form=r"A(?:KI|SI|BI|CC)A[A-Z0-9]{16}"),
    _key("AIza", form=rf"AIza{_W}{{35}}"),
    _token("ya29.", form=rf"ya29\.{_W}{{20,}}"),
    _key("GOCSPX-", form=rf"GOCSPX-{_W}{{28}}"),
    _key("8Q~", form=r"[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}"),  # Entra client secret
    _key("Key=", form=r"(?i:Account|SharedAccess)Key=(?P<secret>[A-Za-z0-9+/]{40,88}={0,2})"),
    _token("dop_v1_", "doo_v1_", "dor_v1_", form=r"do[opr]_v1_[a-f0-9]{64}"),
    _token("HRKU-", form=rf"HRKU-{_W}{{30,}}"),
    # Code hosts and registries
    _token("ghp_", "gho_", "ghu_", "ghs_", "ghr_", form=r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    _token("github_pat_", form=r"github_pat_[A-Za-z0-9_]{50,255}"),
    _token("gl", form=rf"gl(?:pat|dt|rt|rtr|ptt|cbt|agent|oas|soat|ft|imt|ffct)-{_W}{{20,300}}"),
    _token("npm_", form=r"npm_[A-Za-z0-9]{36}"),
    _token("pypi-", form=rf"pypi-AgE{_W}{{50,}}"),
    _token("rubygems_", form=r"rubygems_[a-f0-9]{48}"),
    _token("dckr_", form=rf"dckr_(?:pat|oat)_{_W}{{20,}}"),
    _token("ATATT3", "ATCTT3", form=rf"AT[AC]TT3{_W}{{20,}}(?:=[A-F0-9]{{8}})?"),
    _token("atlasv1", form=rf"[A-Za-z0-9]{{14}}\.atlasv1\.{_W}{{60,}}"),
    # Messengers
    _token("xox", form=r"xox[abeoprs]-[A-Za-z0-9-]{10,250}"),
    _token("xapp-", form=r"xapp-\d-[A-Z0-9]+-\d+-[a-f0-9]{20,}"),
    _token("hooks.slack.com/", form=r"hooks\.slack\.com/[a-z]+/(?P<secret>[\w/-]{20,})"),
    _token("/webhooks/", form=rf"discord[a-z]*\.com/[\w/]*/(?P<secret>\d+/{_W}{{40,}})"),
    _token("webhook.office.com", form=r"webhook\.office\.com/webhookb2/(?P<secret>[\w@/-]{60,})"),
    _token(":AA", form=r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),  # Telegram
    _token(".", form=rf"[MNO][A-Za-z0-9_-]{{23,25}}\.{_W}{{6}}\.{_W}{{27,38}}"),  # Discord
    # Payments
    _key("k_live_", "k_test_", form=r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}"),
    _key("whsec_", form=r"whsec_[A-Za-z0-9+/=]{24,}"),
    _key("sq0", form=rf"sq0(?:atp|csp|idp)-{_W}{{22,43}}"),
    _key("access_token$", form=r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}"),
    # Models
    _key("sk-ant-", form=rf"sk-ant-{_W}{{20,}}"),
    _key("sk-", form=rf"sk-(?:proj|svcacct|admin|or-v1|or)-{_W}{{20,250}}"),
    _key("sk-", form=rf"sk-(?:[a-f0-9]{{32,64}}|{_MIXED}[A-Za-z0-9_]{{20,250}})"),
    _key("hf_", form=r"hf_[A-Za-z0-9]{34,40}"),
    _key("gsk_", form=r"gsk_[A-Za-z0-9]{48,60}"),
    _key("r8_", form=r"r8_[A-Za-z0-9]{37,40}"),
    _key("pplx-", form=r"pplx-[A-Za-z0-9]{40,60}"),
    _key("xai-", form=r"xai-[A-Za-z0-9]{60,90}"),
    # Everything else that teams use
    _key("SG.", form=rf"SG\.{_W}{{16,32}}\.{_W}{{16,64}}"),
    _key("SK", form=r"SK[0-9a-f]{32}"),  # Twilio
    _key("-us", form=r"[0-9a-f]{32}-us\d{1,2}"),  # Mailchimp
    _key("key-", form=r"key-[0-9a-f]{32}"),  # Mailgun
    _token("shp", form=r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _token("hvs.", "hvb.", "hvr.", form=rf"hv[sbr]\.{_W}{{24,}}"),
    _token("dapi", form=r"dapi[0-9a-f]{32}(?:-\d)?"),
    _key("NRAK-", form=r"NRAK-[A-Z0-9]{27}"),
    _token("glsa_", "glc_", form=r"gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}"),
    _token("sntrys_", "sntryu_", form=r"sntry[su]_[A-Za-z0-9+/=_]{40,}"),
    _key("lin_api_", form=r"lin_api_[A-Za-z0-9]{32,48}"),
    _key("secret_", "ntn_", form=r"(?:secret|ntn)_[A-Za-z0-9]{40,50}"),  # Notion
    _key("figd_", form=rf"figd_{_W}{{36,}}"),
    _key("PMAK-", form=r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    _key("tskey-", form=r"tskey-[a-z]+-[A-Za-z0-9-]{20,}"),
    _key("pat", form=r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),  # Airtable
    _key("dp.", form=r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}"),  # Doppler
    _key("pscale_", form=r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.-]{32,}"),
    _key("sbp_", form=r"sbp_[a-f0-9]{40}"),
    _key("prv", form=r"[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,112}"),  # BIP 32
    _key("AGE-SECRET-KEY-", form=r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    # Three parts, of which the first two are JSON objects: RFC 7519
    Form(
        DataKind.JSON_WEB_TOKEN,
        ("eyJ",),
        rf"(?<!{_W})eyJ{_W}{{8,}}\.eyJ{_W}{{8,}}(?:\.{_W}{{0,1000}}={{0,2}})?",
    ),
)  # fmt: skip


def tokens(reading: Reading) -> Iterator[Finding]:
    """Yield the keys and tokens that have an issuer's form."""
    text = reading.text
    for form in FORMS:
        yield from form.find(text)
