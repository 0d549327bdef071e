"""The advanced rules that most tables use."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.kernel.rules.layers import Bundle

BUNDLE = Bundle(
    "tacops_lite",
    TACTICAL_OPERATIONS("what most tables use"),
    "Advanced rules, a few",
    ("sprinting", "evading", "careful_stand", "hull_down", "floating_criticals", "taking_damage", "extreme_range"),
)
