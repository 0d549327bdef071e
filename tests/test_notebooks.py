"""Notebooks run from the first cell to the last, and show what they were kept with."""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))
PICTURES = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}


def shown(source: str, space: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and what its last line comes to."""
    tree = ast.parse(source)
    last = tree.body[-1]
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            tree.body.pop()
            exec(compile(tree, "cell", "exec"), space)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
        else:
            exec(compile(tree, "cell", "exec"), space)
    return printed.getvalue(), value


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_was_kept_with(notebook: Path) -> None:
    space: dict[str, Any] = {}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = shown("".join(cell["source"]), space)
        for kept in cell["outputs"]:
            if kept["output_type"] == "stream":
                assert printed == "".join(kept["text"])
                continue
            assert repr(value) == "".join(kept["data"]["text/plain"])
            for kind, method in PICTURES.items():
                assert (kind in kept["data"]) == (
                    kind == next((k for k, m in PICTURES.items() if hasattr(value, m)), "")
                )
                if kind in kept["data"]:
                    assert getattr(value, method)()
