"""A dozen ways in which a value stands in what people and programs send."""

import json
import random
from collections.abc import Callable

type Format = Callable[[random.Random, str, str], str]
"""From a source of chance, the name of a value in words (`api key`) and the value to a text."""


def _snake(name: str) -> str:
    return name.replace(" ", "_").replace("-", "_")


def prose(rng: random.Random, name: str, value: str) -> str:
    """Return a sentence to an assistant."""
    return rng.choice(
        (
            f"Please remember that my {name} is {value}, I need it again on Monday.",
            f"For the record, the {name} is {value}. Let me know when the trip is booked.",
            f"I moved things around yesterday; our {name}: {value}",
        )
    )


def as_json(rng: random.Random, name: str, value: str) -> str:
    """Return a JSON document, as a tool returns it."""
    document = {"id": rng.randrange(10_000), _snake(name): value, "status": "ok"}
    return json.dumps(document, indent=rng.choice((None, 2)))


def as_yaml(rng: random.Random, name: str, value: str) -> str:
    """Return a piece of configuration."""
    quoted = rng.choice((value, f'"{value}"', f"'{value}'"))
    return f"service:\n  region: eu-central-1\n  {_snake(name)}: {quoted}\n  retries: 3\n"


def dotenv(rng: random.Random, name: str, value: str) -> str:
    """Return an environment file."""
    prefix = rng.choice(("APP_", "", "PROD_"))
    return f"DEBUG=false\n{prefix}{_snake(name).upper()}={value}\nLOG_LEVEL=info\n"


def code(rng: random.Random, name: str, value: str) -> str:
    """Return a block of source code inside a message."""
    camel = _snake(name).title().replace("_", "")
    line = rng.choice(
        (
            f'{_snake(name)} = "{value}"',
            f"const {camel[0].lower()}{camel[1:]} = '{value}';",
            f'client = connect(host="db.internal", {_snake(name)}="{value}")',
        )
    )
    return f"Why does this fail?\n```\n{line}\nrun()\n```"


def log(rng: random.Random, name: str, value: str) -> str:
    """Return a line of a log."""
    return (
        f"2026-03-0{rng.randrange(1, 9)}T09:30:0{rng.randrange(9)}Z INFO worker-{rng.randrange(9)} "
        f"handled request {_snake(name)}={value} took_ms={rng.randrange(900)}"
    )


def url(rng: random.Random, name: str, value: str) -> str:
    """Return a link with parameters."""
    host = rng.choice(("api.example.org", "hooks.example.net"))
    return f"GET https://{host}/v2/items?limit=20&{_snake(name)}={value}&sort=asc returned 200"


def csv(_: random.Random, name: str, value: str) -> str:
    """Return a table of comma-separated values."""
    return f"user,{_snake(name)},since\nada,{value},2024\n"


def shell(rng: random.Random, name: str, value: str) -> str:
    """Return a command line."""
    return rng.choice(
        (
            f'export {_snake(name).upper()}="{value}"\n./deploy.sh --stage dev',
            f"$ ./sync --{name.replace(' ', '-')} {value} --verbose",
        )
    )


def markdown(_: random.Random, name: str, value: str) -> str:
    """Return a table of Markdown."""
    return f"| system | {name} |\n|---|---|\n| billing | {value} |\n\nThat is all we have."


def chat(rng: random.Random, name: str, value: str) -> str:
    """Return a hurried message."""
    return rng.choice(
        (
            f"heyy its {name}: {value} thx",
            f"ok so teh {name} is {value} pls dont loose it",
            f"{name} = {value} , lemme know if it wroks",
        )
    )


def mail(rng: random.Random, name: str, value: str) -> str:
    """Return an e-mail with its headers."""
    return (
        f"From: Support\nSubject: Re: your question #{rng.randrange(900)}\n"
        f"X-{name.title().replace(' ', '-')}: {value}\n\nSee above, and kind regards."
    )


def xml(_: random.Random, name: str, value: str) -> str:
    """Return an XML document."""
    return f"<settings><region>eu</region><{_snake(name)}>{value}</{_snake(name)}></settings>"


def ini(rng: random.Random, name: str, value: str) -> str:
    """Return an INI or TOML file."""
    return f"[default]\nregion = eu-west-1\n{_snake(name)} = {rng.choice((value, repr(value)))}\n"


FORMATS: dict[str, Format] = {
    "prose": prose, "json": as_json, "yaml": as_yaml, "env": dotenv, "code block": code,
    "log line": log, "url": url, "csv": csv, "shell": shell, "markdown table": markdown,
    "chat": chat, "mail": mail, "xml": xml, "ini": ini,
}  # fmt: skip
