"""What shots do to conventional infantry, and what soldiers who hit do together."""

from __future__ import annotations

from overheat.classic.unit.equipment import catalogue
from reference.comparison import Case, Comparison, Figures, Question, Told

PLATOONS = {
    "0": "infantry/FWLM/Motorized Platoon (FWLM) (Rifle 3035+).blk",
    "1": "infantry/FWLM/Mechanized Tracked Platoon (FWLM) (Rifle 3035+).blk",
}
COUNTED = ("infantry.hit", "infantry.riding_vehicles")
"""What the file has: not what the open ground and the soldiers' kit make of it."""


def leaves_out(case: Case) -> str:
    """Shots through buildings, which are not asked for so, and weapons of no book, which no unit file mounts."""
    if case["through_building"] == "1":
        return "through a building"
    known = case["case"] == "by infantry" or catalogue().find(case["weapon_internal"]) is not None
    return "" if known else "a weapon that is in no book"


def asks(case: Case) -> Question:
    if case["case"] == "by infantry":
        return {"ask": "soldiers", "unit": case["unit_file"], "hitting": int(case["troopers_hit"])}
    return {
        "ask": "damage",
        "unit": PLATOONS[case["target_mechanized"]],
        "weapon": case["weapon_internal"],
        "points": int(case["weapon_damage"]),
        "dice": dice(case),
    }


def dice(case: Case) -> list[int]:
    """What the dice of a burst show: each the same."""
    burst = case["weapon_class"].removeprefix("burst ").partition("d6")
    return [int(case["each_die"])] * int(burst[0]) if burst[1] else []


def wants(case: Case) -> Figures:
    return {"damage": int(case["damage"])}


def finds(case: Case, told: Told) -> Figures:
    if case["case"] == "by infantry":
        return {"damage": told["damage"]}
    return {"damage": sum(term["value"] for term in told["terms"] or () if term["id"] in COUNTED)}


COMPARISON = Comparison(
    file="infantry_damage.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.0,
    leaves_out=leaves_out,
    kinds={"case": lambda case: f"{case['case']}, {case['weapon_class'] or 'together'}"},
    identity=(
        "case", "unit_file", "troopers", "damage_per_trooper", "troopers_hit", "weapon", "weapon_internal",
        "weapon_damage", "weapon_class", "target_mechanized", "through_building", "each_die",
    ),
)  # fmt: skip
