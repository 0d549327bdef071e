"""The game as it is usually published, where the quick reference prints something else or leaves it out."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.kernel.rules.layers import Bundle

BUNDLE = Bundle(
    "printed",
    TOTAL_WARFARE("the whole book"),
    "As usually published",
    ("published_clusters", "published_landings", "life_support_at_25", "water_cover_negated", "rough_shelters"),
    edition=True,
)
