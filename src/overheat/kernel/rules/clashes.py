"""Why two layers cannot lie together: one excludes the other, or both decide the same."""

from __future__ import annotations

from overheat.kernel.rules.layers import Layer


def clash(one: Layer, other: Layer) -> str:
    """What two layers contradict each other in; nothing where both can be laid, or one builds on the other."""
    if one.id in other.needs or other.id in one.needs:
        return ""
    if one.id in other.excludes or other.id in one.excludes:
        return "one excludes the other"
    both = sorted(one.decides & other.decides, key=str)
    if both:
        id, row = both[0]
        return f"both decide {id}" if row is None else f"both change the row {row!r} of {id}"
    dropped = {entry.id for layer in (one, other) for entry in layer.drop}
    gone = sorted(dropped & one.touches & other.touches)
    return f"one drops {gone[0]}, of which the other speaks" if gone else ""
