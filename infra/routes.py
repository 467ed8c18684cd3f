"""The routes of models as an engineer gives them: `-c models=routes.json`.

The document goes to the function as it is (docs/models.md shows one), but for what only the stack
needs: `regions` of an inference profile, and `resources` where ARNs cannot be derived.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infra.errors import ConfigError

type Json = Mapping[str, Any]  # a part of the document

PROFILE: Final = re.compile(r"(?:us|eu|apac|jp|au|ca|us-gov|global)\.(?P<model>.+)")
"""Ids of inference profiles that AWS defines: a geography before the model's id."""
_SECRET: Final = re.compile(r"arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:.+")
_STACK_ONLY: Final = frozenset(("regions", "resources"))
_SECONDS: Final = 45.0
"""What a route's calls for one message may take, where the document does not say."""
_LARGEST: Final = 3500
"""Bytes. Lambda gives all variables of a function 4 KB."""


@dataclass(frozen=True, slots=True)
class Models:
    """The document, read: what goes to the function, and what its role needs."""

    document: str
    models: tuple[Json, ...] = ()
    """Those that a route names."""
    seconds: float = 0.0
    """What the calls of one message may take, in the slowest route."""

    @classmethod
    def read(cls, path: Path, *, on_this_machine: bool) -> "Models":
        """Read a file; raises ConfigError with the way out."""
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            known, routes = document["models"], document["routes"]
            named = [name for route in routes.values() for name in route["models"]]
            used = tuple(known[name] for name in dict.fromkeys(named))
            seconds = max(float(route.get("seconds", _SECONDS)) for route in routes.values())
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise ConfigError(
                f"-c models={path} is no document of routes ({type(error).__name__}: {error}); "
                "docs/models.md shows one"
            ) from error
        for model in used:
            _check(model, on_this_machine=on_this_machine)
        sent = {
            **document,
            "models": {
                name: {key: value for key, value in model.items() if key not in _STACK_ONLY}
                for name, model in known.items()
            },
        }
        compact = json.dumps(sent, separators=(",", ":"))
        if len(compact.encode()) > _LARGEST:
            raise ConfigError(f"-c models={path} is larger than {_LARGEST} bytes, without spaces")
        return cls(compact, used, seconds)

    @property
    def on_bedrock(self) -> bool:
        """Whether a model is called through Bedrock."""
        return any(model["provider"] == "bedrock" for model in self.models)


NO_MODELS: Final = Models("{}")


def _check(model: Json, *, on_this_machine: bool) -> None:
    """Refuse what cannot be deployed as it is meant."""
    provider, name = model.get("provider"), str(model.get("model"))
    if provider not in ("bedrock", "openai"):
        raise ConfigError(f"the provider of a model is bedrock or openai, not {provider!r}")
    if "key_variable" in model and not on_this_machine:
        raise ConfigError("key_variable is only for stage=local: give the ARN of a secret instead")
    if "secret" in model and not _SECRET.fullmatch(str(model["secret"])):
        raise ConfigError(f"the secret of {name} is given by its ARN in Secrets Manager")
    if PROFILE.fullmatch(name) and not model.get("regions"):
        raise ConfigError(f"the inference profile {name} needs `regions`, all that it may call")
