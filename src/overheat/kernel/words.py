"""Small turns of phrase that every game needs."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: `1 hex`, `3 hexes`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
