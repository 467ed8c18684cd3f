"""The page of the laws names tests and patches that are there; each patch fits the product."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.mutations import marks, patches
from tests.mutations.runner import tracked

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "laws.md").read_text(encoding="utf-8")
LAWS = range(1, 11)

MARKED = marks.every()


def section(law: int) -> str:
    """Return what the page says of a law."""
    found = re.search(rf"^## {law}\. .*?(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the page has no law {law}"
    return found[0]


@pytest.mark.parametrize("law", LAWS)
def test_every_test_that_the_page_names_holds_the_law(law: int) -> None:
    named = re.findall(r"^\| `(tests/\S+)` \| (.+) \|$", section(law), re.MULTILINE)
    assert named
    for file, tests in named:
        own = {each.test for each in MARKED if (each.law, each.file) == (law, file)}
        assert set(re.findall(r"`(\w+)`", tests)) <= own, file


@pytest.mark.parametrize("law", LAWS)
def test_every_file_with_tests_of_a_law_is_named(law: int) -> None:
    files = {each.file for each in MARKED if each.law == law}
    assert files
    assert {file for file in files if f"`{file}`" not in section(law)} == set()


@pytest.mark.parametrize("law", LAWS)
def test_the_patches_of_a_law_are_named_and_no_others(law: int) -> None:
    own = {mutation.name for mutation in patches.every() if mutation.law == law}
    assert own
    assert set(re.findall(r"`(law\d\d-[\w-]+)`", section(law))) == own


@pytest.mark.parametrize("mutation", patches.every(), ids=lambda mutation: mutation.name)
def test_a_patch_changes_the_product_and_its_tests_hold_its_law(
    mutation: patches.Mutation,
) -> None:
    assert mutation.law in LAWS
    assert mutation.changes
    assert all(changed.startswith("layers/core/python/") for changed in mutation.changes)
    for test in mutation.tests:
        file, _, name = test.partition("::")
        assert marks.Marked(mutation.law, file, name.partition("[")[0]) in MARKED


@pytest.mark.parametrize("mutation", patches.every(), ids=lambda mutation: mutation.name)
def test_a_patch_applies_to_the_product_as_it_is(mutation: patches.Mutation) -> None:
    applied = patches.apply(mutation.file, ROOT, "--check")
    assert applied.returncode == 0, f"make it again, its lines have moved: {applied.stderr}"


def test_a_patch_whose_lines_have_moved_does_not_apply(tmp_path: Path) -> None:
    mutation = patches.every()[0]
    for changed in mutation.changes:
        (tmp_path / changed).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / changed).write_text((ROOT / changed).read_text("utf-8"), "utf-8")
    assert patches.apply(mutation.file, tmp_path, "--check").returncode == 0
    (tmp_path / mutation.changes[0]).write_text("other = lines\n", "utf-8")
    assert patches.apply(mutation.file, tmp_path, "--check").returncode != 0


def test_a_copy_that_is_broken_on_purpose_has_all_that_the_product_reads() -> None:
    core = Path("layers/core/python")
    shipped = {path for path in tracked() if path.is_relative_to(core)}
    known = subprocess.run(
        ["git", "ls-files", "-z", "--", str(core)], cwd=ROOT, check=True, capture_output=True
    )
    assert shipped >= {Path(name) for name in known.stdout.decode().split("\0") if name}
