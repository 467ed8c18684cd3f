"""Marks of form, not of words: role markers, fences, calls and beacons, whatever the language.

A pattern is looked for in the folded text (small letters, plain quotation marks and dashes,
nothing invisible). All of them begin with something rare and are bounded, so they stay linear.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Marker:
    """A pattern and the weight of its evidence; without `needs` in the text it cannot match."""

    name: str
    needs: str
    weight: float
    pattern: str

    @property
    def compiled(self) -> re.Pattern[str]:
        """Return the compiled pattern."""
        return _compiled(self.pattern)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_LINE = r"(?:\A|\n)\s{0,3}"
_ROLE = r"(?:system|developer|assistant|user|human|tool|ai)"
_BEGINS_TO_SPEAK = (
    r"(?:you|your|i\b|we\b|ignore|from now|please|always|never|all\b|sure|ok\b|okay|new\b|do not"
    r"|the (?:user|assistant|following)|don't|grant|approve|delete|forget|obey|remember|reveal"
    r"|send)"
)
_URL = r"https?://[^\s)\"'<>]{1,200}"
_PRIVATE = (
    r"(?:conversation|history|secret|password|message|memory|memories|prompt|token|api_?key|user)"
)
_PLACEHOLDER = (
    rf"(?:[{{\[<(%$]{{1,2}}[^\n)\"'<>]{{0,60}}{_PRIVATE}"
    rf"|(?<==)[a-z]{{0,20}}_[a-z_]{{0,40}}{_PRIVATE})"
)

ROLES: Final = (
    Marker("chat token", "<|", 1.0, r"<\|[a-z_]{2,30}\|>|<\|[a-z_ ]{2,30}>"),
    Marker("turn token", "<", 1.0, r"<(?:start|end)_of_turn>|</?s>\s?\[inst|<bos>|<eos>"),
    Marker(
        "instruction brackets",
        "[",
        1.0,
        r"\[/?inst\]|\[/?system\]|\[system[ _](?:prompt|message)\]",
    ),
    Marker("system brackets", "sys>>", 1.0, r"<</?sys>>"),
    Marker(
        "role element",
        "<",
        1.0,
        rf"</?(?:{_ROLE}[_-](?:prompt|message|instructions?)|tool[_-](?:result|response|output)s?"
        r"|function[_-](?:result|response)s?|untrusted[_a-z-]{0,20})>|</(?:system|assistant)>",
    ),
    Marker(
        "closed section",
        "</",
        0.5,
        r"</(?:context|document|data|memory|memories|input|user_?input|retrieved|search_?results?)>",
    ),
    Marker("role placeholder", "<", 0.5, rf"</?(?:{_ROLE}|instructions?)>"),
    Marker(
        "role heading",
        "##",
        0.7,
        _LINE + r"#{2,4}\s?(?:system|instructions?|response|new instructions?|human|assistant"
        r"|system (?:prompt|message|override))\b",
    ),
    Marker(
        "instruction template",
        "##",
        1.0,
        r"#{2,4}\s?instructions?\s?:[^#]{0,600}#{2,4}\s?(?:response|input)",
    ),
    Marker(
        "override heading",
        "",
        1.0,
        r"[#=*-]{2,6}\s?(?:system|admin|developer) (?:override|prompt|message|update)\b",
    ),
    Marker(
        "system heading",
        "",
        1.0,
        r"(?:[#=*-]{2,6}|\[)\s?(?:systeembericht|systemnachricht|systemmeldung|message systeme"
        r"|sistema"
        r"|mensaje del sistema|messaggio di sistema|mensagem do sistema|komunikat systemowy"
        r"|sistem mesaji|системное сообщение|\u7cfb\u7edf\u6d88\u606f|\u7cfb\u7edf\u63d0\u793a"
        r"|\u30b7\u30b9\u30c6\u30e0)\s?(?:[#=*-]{2,6}|\]|:)",
    ),
    Marker(
        "turn by name",
        "",
        1.0,
        rf"{_LINE}[\"*]{{0,2}}{_ROLE}[\"*]{{0,2}}\s?[:>]\s{{0,3}}{_BEGINS_TO_SPEAK}",
    ),
    Marker(
        "message object",
        "content",
        1.0,
        r"[\"']role[\"']\s?:\s?[\"'](?:system|developer|assistant|user)[\"']\s?,"
        r"\s?[\"']content[\"']",
    ),
    Marker(
        "prompt bounds",
        "system",
        1.0,
        r"\b(?:begin|start|end) (?:of )?(?:the )?system (?:prompt|message|instructions?)",
    ),
)

FENCES: Final = (
    # Any look-alike of the fence's marks; what lies in a whole one was taken out before.
    Marker(
        "memory fence",
        "muniment",
        1.0,
        r"<\s?/?\s?muniment[\s_-]{0,2}memory|muniment[\s_-]{0,2}memory(?:-[b-z]{6})?\s?/?\s?>",
    ),
    Marker(
        "end of data",
        "end of",
        1.0,
        r"\bend of (?:the )?(?:untrusted|tool|external|retrieved|recalled|memory|data)"
        r"[ _-](?:content|context|output|result|results|section|data|memory|block)\b",
    ),
)

LABELS: Final = (
    Marker(
        "memory label",
        "[",
        1.0,
        r"\[(?:fact|episode|summary|procedure|relation),[^\]\n]{0,80},\s?"
        r"(?:tool_verified|user_stated|observed|model_inferred)",
    ),
)

CALLS: Final = (
    Marker(
        "call element",
        "<",
        1.0,
        r"</?(?:function_calls?|tool_calls?|tool_use|invoke)\b[^<>]{0,80}>",
    ),
    Marker(
        "call object",
        "_call",
        1.0,
        r"[\"']tool_calls[\"']\s?:\s?\[|[\"']function_call[\"']\s?:\s?\{",
    ),
    Marker(
        "call with arguments",
        "arguments",
        0.8,
        r"[\"'](?:name|tool|function)[\"']\s?:\s?[\"'][\w.-]{1,60}[\"']\s?,"
        r"\s?[\"']arguments[\"']\s?:",
    ),
    Marker(
        "call in words",
        "action input",
        1.0,
        _LINE + r"action\s?:\s?[\w.-]{1,60}\s{0,4}\n\s{0,3}action input\s?:",
    ),
)

BEACONS: Final = (
    Marker(
        "image beacon",
        "![",
        1.7,
        rf"!\[[^\]\n]{{0,120}}\]\(\s?{_URL}[?&=/]{_PLACEHOLDER}",
    ),
    Marker(
        "html beacon",
        "<",
        1.7,
        r"<(?:img|iframe|script|link)\b[^<>]{0,200}(?:src|href)\s?=\s?[\"']?"
        rf"{_URL}[?&=/]{_PLACEHOLDER}",
    ),
    Marker(
        "link beacon",
        "http",
        1.0,
        rf"{_URL}[?&][\w-]{{1,30}}=[{{\[<]{{1,2}}[^\s)\"'<>]{{0,60}}{_PRIVATE}",
    ),
)

ADDRESSES: Final = (
    Marker(
        "directive",
        ":",
        0.8,
        r"\b(?:assistant|agent|ai|llm|model) (?:directive|instruction|override|command)s?\s?:",
    ),
    Marker(
        "order to decode",
        "",
        1.0,
        r"\b(?:decode|decrypt|unscramble|descramble|dekodier\w*|entschlussel\w*|decodez?|decodifica\w*)\b"
        r"[^\n.]{0,60}\b(?:and|then|und|et|e|y|i|en)\b[^\n.]{0,20}\b(?:act|follow|execute|run|obey|do|comply"
        r"|befolge|fuhre|suis|suivez|execute[zr]?|esegui\w*|segui|ejecuta\w*|sigue|siga)\b",
    ),
    Marker(
        "told not to",
        "you ",
        0.5,
        r"\byou (?:were|are|have been|may have been|might have been) (?:told|instructed|asked"
        r"|ordered"
        r"|programmed|trained) not to\b",
    ),
    Marker("mention", "@", 0.6, r"(?<!\w)@(?:agent|assistant|ai|bot|copilot)\b"),
)

UNSEEN: Final = (
    # Looked for in the text as it was written: folding drops what is invisible.
    Marker(
        "tags", "", 1.0, "(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0020-\U000e007e]{5,}"
    ),
    Marker("zero width", "", 1.0, "[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{16,}"),
)

CLAIMS: Final = (
    Marker(
        "claimed class",
        "",
        1.0,
        r"\b(?:source|provenance|trust|trust_level|authority|origin)\s?[=:]\s?[\"']?"
        r"(?:tool_verified|user_stated|system|owner)\b",
    ),
    Marker(
        "claimed check",
        "ed",
        0.7,
        r"\b(?:source|provenance|trust)=[\"']?(?:verified|trusted)\b",
    ),
)
