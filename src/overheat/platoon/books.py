"""The books that the platoon game cites."""

from __future__ import annotations

from overheat.kernel.cite import Book

HEAT = Book("H.E.A.T")
"""The rules as first published, with their pictures."""

LISTS = Book("H.E.A.T army lists")
"""The army lists published with those rules."""

UPSTREAM = Book("H.E.A.T, later versions")

BASE = Book("Order dice base game")
"""The game of order dice, second edition, that H.E.A.T presupposes."""

HOUSE = Book("Overheat decisions")
"""Where the books are silent or contradict one another, what is played here."""
