"""A line of sight in words, as JSON, and as a row of a table."""

from __future__ import annotations

from overheat.classic.board.board import Board
from overheat.classic.sight.model import Finding, Sight, Viewpoint
from overheat.kernel.terms import signed

COLUMNS = (
    "visible",
    "light_woods",
    "heavy_woods",
    "light_smoke",
    "heavy_smoke",
    "target_partial_cover",
    "attacker_partial_cover",
    "modifier",
)
IMPOSSIBLE = "IMPOSSIBLE"
"""The modifier of an attack that cannot be made, in tables."""


def as_row(line: Sight) -> dict[str, int | str]:
    """The figures of a line. Jungle counts as woods of its grade."""
    figures = (
        int(line.visible),
        line.count("light woods", "light jungle"),
        line.count("heavy woods", "heavy jungle"),
        line.count("light smoke"),
        line.count("heavy smoke"),
        int(line.target_cover is not None),
        int(line.attacker_cover is not None),
        str(line.modifiers.total) if line.visible else IMPOSSIBLE,
    )
    return dict(zip(COLUMNS, figures, strict=True))


def as_json(line: Sight) -> dict[str, object]:
    """The whole answer for programs."""
    return {
        "from": str(line.viewer.hex),
        "to": str(line.target.hex),
        "distance": line.distance,
        "visible": line.visible,
        "refusal": line.refusal.as_json() if line.refusal else None,
        "side": line.side,
        "intervening": [_finding_json(found) for found in line.findings],
        "target_partial_cover": _finding_json(line.target_cover) if line.target_cover else None,
        "attacker_partial_cover": _finding_json(line.attacker_cover) if line.attacker_cover else None,
        "modifiers": line.modifiers.as_json(),
        "target_hex": line.target_hex.as_json(),
    }


def _finding_json(found: Finding) -> dict[str, object]:
    thing = found.obstacle
    kinds = {"kind": thing.kind, "top": thing.top, "solid": thing.solid, "rule": thing.rule}
    return {"hex": str(found.hex), **kinds, "cite": str(thing.cite)}


def explain(board: Board, line: Sight) -> str:
    """The whole answer for people: what stands between, by which rule, and what it comes to."""
    parts = [_heading(board, line)]
    if line.side:
        parts.append(f"The line runs along hexsides; the defender has it pass {line.side} of them.")
    parts += [f"  {found}  [{found.obstacle.cite}]" for found in line.findings] or ["  nothing intervenes"]
    if line.attacker_cover:
        parts.append(f"The attacker has partial cover: {line.attacker_cover}.")
    if line.hides:
        parts.append(f"Hidden of the target, as the attacker sees it: {', '.join(line.hides)}.")
    if line.refusal:
        parts.append(f"No line of sight: {line.refusal}")
    else:
        parts += ["Line of sight.", *_sums(line)]
    return "\n".join(parts)


def _sums(line: Sight) -> list[str]:
    sums = line.modifiers + line.target_hex
    if not sums.terms:
        return ["It adds nothing to an attack."]
    return [f"It adds {signed(sums.total)} to an attack:", sums.explain()]


def _heading(board: Board, line: Sight) -> str:
    ends = " to ".join(_end(board, end) for end in (line.viewer, line.target))
    return f"{ends}: {line.distance} {'hex' if line.distance == 1 else 'hexes'}"


def _end(board: Board, end: Viewpoint) -> str:
    return f"{end.hex} (ground {board[end.hex].level}, unit reaches level {board[end.hex].level + end.height + 1})"
