"""Movement points of every unit file."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Told

MODES = {"walk": "walk_mp", "run": "run_mp", "jump": "jump_mp"}
SOLDIERS = ("infantry", "battle armour")


def wants(case: Case) -> Figures:
    """Walking, running and jumping; soldiers do not run, and the file says of them twice how they walk."""
    runs = not case["unit_kind"].endswith(SOLDIERS)
    return {mode: int(case[column]) for mode, column in MODES.items() if mode != "run" or runs}


def finds(case: Case, told: Told) -> Figures:
    return {mode: told[mode] for mode in MODES}


COMPARISON = Comparison(
    file="unit_mp.csv",
    asks=lambda case: {"ask": "points", "unit": case["unit_file"]},
    wants=wants,
    finds=finds,
    goal=99.5,
    kinds={"unit": lambda case: f"{case['unit_kind']}, {case['motive'].lower()}"},
    identity=("unit_file", "motive", "tons"),
)
