"""The books that a conversion cites."""

from __future__ import annotations

from overheat.kernel.cite import Book

CONVERTING_HEAT = Book("Converting Heat")
"""The heat step: heat output, dissipation, heat-modified damage, final damage values."""
ALPHA_STRIKE = Book("Alpha Strike: Commander's Edition")
"""Everything else that a card needs."""
