"""H.E.A.T as its later versions play it, as they were settled last."""

from __future__ import annotations

from overheat.kernel.rules.layers import Bundle
from overheat.platoon.books import UPSTREAM

BUNDLE = Bundle(
    "later_versions",
    UPSTREAM("the whole document"),
    "H.E.A.T of later versions",
    (
        "anti_drone",
        "chart_margin",
        "dmr_0_36",
        "guided_limits",
        "he_radius",
        "later_drones",
        "later_helicopters",
        "later_kit",
        "later_weapons",
        "law_any_target",
        "leash_36",
        "many_axles",
        "overloading",
        "pins_by_weapon",
        "split_squads",
        "squad_smoke",
        "stray_shells",
        "untested_drones",
    ),
)
