"""The example of docs/models.md is one that can be deployed."""

import json
import re
from pathlib import Path
from typing import Any, get_args

from infra.config import ROOT
from infra.routes import Models
from muniment.app.answers import Dropped
from muniment.app.budget import Allowances
from muniment.app.model_extractor import NO_ANSWER
from muniment.app.models import Job
from muniment.app.routes import OUT_OF_TIME, OVER_BUDGET
from muniment.edge.model_routes import ModelRoutes

PAGE = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")


def test_the_example_is_read_by_the_stack_and_by_the_function(tmp_path: Path) -> None:
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found
    example: dict[str, Any] = json.loads(found[1])
    file = tmp_path / "routes.json"
    file.write_text(found[1])
    models = Models.read(file, on_this_machine=False)
    assert models.on_bedrock
    assert models.seconds == 45
    read = ModelRoutes.read(models.document)
    assert read.routes[Job.EXTRACT].models == tuple(example["routes"]["extract"]["models"])
    assert read.budget.allowances == Allowances()  # the example shows the defaults


def test_every_code_is_explained() -> None:
    for code in (*get_args(Dropped), OVER_BUDGET, OUT_OF_TIME, NO_ANSWER):
        assert f"`{code}`" in PAGE
