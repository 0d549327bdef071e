"""Why two layers cannot lie together: one excludes the other, or both decide the same."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Wrap


def clash(one: Layer, other: Layer) -> str:
    """What two layers contradict each other in; nothing where both can be laid, or one builds on the other."""
    if one.id in other.needs or other.id in one.needs:
        return ""
    if one.id in other.excludes or other.id in one.excludes:
        return "one excludes the other"
    both = sorted(_decided(one) & _decided(other), key=str)
    if both:
        id, row = both[0]
        return f"both decide {id}" if row is None else f"both change the row {row!r} of {id}"
    dropped = {entry.id for layer in (one, other) for entry in layer.drop}
    gone = sorted(dropped & _touched(one) & _touched(other))
    return f"one drops {gone[0]}, of which the other speaks" if gone else ""


def _decided(layer: Layer) -> set[tuple[str, object]]:
    """What only one layer may decide: an entry that is added or swapped, a row of a table."""
    found: set[tuple[str, object]] = {(entry.id, None) for entry in layer.add}
    found |= {(swap.old.id, None) for swap in layer.swaps if not isinstance(swap, Wrap)}
    return found | {(rows.table.id, key) for rows in layer.rows for key in rows.keys}


def _touched(layer: Layer) -> set[str]:
    """Every entry that a layer speaks of."""
    found = {id for id, _ in _decided(layer)} | {swap.old.id for swap in layer.swaps}
    return found | {entry.id for entry in layer.drop}
