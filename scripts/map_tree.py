"""Writes docs/map.md, the map of the source tree, from the docstrings: `python scripts/map_tree.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
SOURCE = PROJECT / "src" / "overheat"
MAP = PROJECT / "docs" / "map.md"
HEAD = """# Map of the source

Every package and module in a line, written by `make map` from their docstrings. Words of the rulebook are in
[the lexicon](words.md), rulings by topic in [which rule lives where](rules/index.md).
"""


def first_line(path: Path) -> str:
    """What a module or package says of itself, up to the first full stop or line."""
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(told.split("\n\n")[0].split())
    return paragraph.rstrip(":").strip()


def lines(folder: Path, depth: int = 0) -> Iterator[str]:
    """A package, its modules, and the packages in it."""
    name = folder.relative_to(SOURCE.parent).as_posix()
    modules = sorted(path for path in folder.glob("*.py") if path.name not in ("__init__.py", "__main__.py"))
    yield f"\n{'#' * min(2 + depth, 4)} [`{name}/`](../src/{name})\n"
    yield first_line(folder / "__init__.py")
    if modules:
        yield ""
    for path in modules:
        yield f"- [`{path.name}`](../src/{name}/{path.name}): {first_line(path)}"
    for inner in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from lines(inner, depth + 1)


def map_text() -> str:
    """The whole map."""
    return HEAD + "\n".join(lines(SOURCE)) + "\n"


if __name__ == "__main__":
    MAP.write_text(map_text(), encoding="utf-8", newline="\n")
