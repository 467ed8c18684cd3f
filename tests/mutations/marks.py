"""Which tests are marked with which law, read from their source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, order=True)
class Marked:
    """A test function that holds a law."""

    law: int
    file: str
    test: str


def every() -> frozenset[Marked]:
    """Return the tests of all laws."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return frozenset(marked for file in files for marked in _of(file))


def _of(file: Path) -> Iterator[Marked]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    of_all = {
        law for statement in tree.body if _is_pytestmark(statement) for law in _laws(statement)
    }
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
            laws = {law for decorator in statement.decorator_list for law in _laws(decorator)}
            name = file.relative_to(ROOT).as_posix()
            yield from (Marked(law, name, statement.name) for law in laws | of_all)


def _is_pytestmark(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "pytestmark"


def _laws(node: ast.AST) -> Iterator[int]:
    """Yield the numbers of the marks `law(number)` anywhere in the node."""
    for call in ast.walk(node):
        match call:
            case ast.Call(func=ast.Attribute(attr="law"), args=[ast.Constant(value=int(law))]):
                yield law
            case _:
                pass
