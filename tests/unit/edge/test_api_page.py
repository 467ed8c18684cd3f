"""The page of the API: its contents list what is there."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def anchor(heading: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def test_the_contents_are_the_headings_in_order() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    links = re.findall(r"\[([^\]]+)\]\(#([^)]+)\)", PAGE)
    assert len(headings) > 9
    assert [(" ".join(name.split()), there) for name, there in links] == [
        (heading, anchor(heading)) for heading in headings
    ]
