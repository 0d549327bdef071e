"""Writes docs/options.md, every option of the classic game in its own words: `python scripts/describe_options.py`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from overheat.classic.rulesets import LAYERS, LIBRARY
from overheat.kernel.rules.changes import Change, about, changes
from overheat.kernel.rules.layers import Layer

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs" / "options.md"
HEAD = """# Options of the classic game

Every option in a few sentences, with its numbers and where it is written; `make options` writes this page from the
layers themselves. Switch one on with `--rules NAME` (several as `a+b`), on the set-up page of the table, or in a
scenario. `overheat rules layer NAME` tells all that an option changes. Presets: {presets}.
"""


def told(change: Change) -> Iterator[str]:
    """A change in a line: what a rule says, or the rows of a table."""
    if change.rows:
        cells = ", ".join(
            f"{row.place}: {row.now or 'none'}" + (f" (was {row.before})" if row.before else "") for row in change.rows
        )
        yield f"- {change.id}: {cells}"
    elif change.says and change.what != "table":
        named = "." in change.id or change.what == "rule" or change.says.startswith(change.id)
        yield f"- {change.says}" if named else f"- {change.id}: {change.says}"


def described(layer: Layer) -> Iterator[str]:
    """An option: what it is about, what it changes, and what it goes with."""
    yield f"\n### {layer.title} (`{layer.id}`)\n"
    yield f"{about(layer)} [{layer.cite}]"
    if layer.excludes:
        yield f"Not with {', '.join(f'`{name}`' for name in layer.excludes)}."
    lines = [line for change in changes(layer, LAYERS) for line in told(change)]
    if lines:
        yield ""
        yield from lines


def page() -> str:
    """The whole page."""
    options = sorted(
        (layer for layer in list(LAYERS.values())[1:] if layer.title), key=lambda layer: (layer.group, layer.title)
    )
    parts = [HEAD.format(presets=", ".join(f"`{name}`" for name in LIBRARY.bundles))]
    for group, layers in groupby(options, key=lambda layer: layer.group or "Readings of the base game"):
        parts.append(f"\n## {group}")
        parts += [line for layer in layers for line in described(layer)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
