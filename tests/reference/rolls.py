"""Piloting and driving rolls, and what falls do."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from reference.blows import MOVED
from reference.comparison import Case, Comparison, Figures, Question, Told

CAUSES = {
    "stand_up": "standing up",
    "run_damaged": "run with damaged gyro or hip",
    "jump_damaged": "jump with damaged gyro or legs",
}
NO = "no"
RULES = ["printed", "slippery_ice"]
"""The reference engine has the ice of the errata."""
NO_NUMBER = ("NONE", "AUTO_FAIL", "AUTO")
"""What the file says where nothing is rolled, because nobody could fail or make it or nothing asks for it."""


TURNS = ("skid", "sideslip")


def asks(case: Case) -> Question:
    """A step into a hex is a question about movement, all else one about the roll itself."""
    if case["case"] == "enter":
        return _step(case)
    question: Question = {
        "rules": RULES,
        "ask": "fall" if case["case"] == "fall" else "piloting",
        "unit": case["unit_file"],
        "piloting": int(case["piloting"]),
        "heat": int(case["heat"] or 0),
        "damage": [lost.strip() for lost in case["damage"].split(";") if lost.strip()],
        "cause": CAUSES.get(case["case"], ""),
        "prone": case["case"] == "stand_up",
    }
    if case["case"] in TURNS:
        ground = f"0[{case['terrain']}]" if case["terrain"] else ""
        question |= {"cause": case["case"], "ground": ground, "hexes_moved": int(case["hexes_moved"] or 0)}
    if case["board"]:
        question |= {"board": case["board"], "hex": case["hex"]}
    if case["case"] == "fall":
        return question | {"levels": int(case["fall_levels"]), "water_depth": int(case["water_depth"] or 0)}
    sprints = case["moved"] == "MOVE_SPRINT"
    if sprints:
        question["rules"] = [*RULES, "sprinting"]
    return question | {
        "moved": "sprint" if sprints else MOVED.get(case["moved"], "stationary"),
        "shut_down": case["shut_down"] != "0",
        "damage_this_phase": int(case["damage_this_phase"] or 0),
    }


def _step(case: Case) -> Question:
    """The one step from a hex into the next."""
    facing = next(side for side in range(6) if str(Hex.parse(case["hex"]).neighbour(side)) == case["to_hex"])
    return {
        "rules": RULES,
        "ask": "movement",
        "board": case["board"],
        "unit": case["unit_file"],
        "piloting": int(case["piloting"]),
        "damage": [lost.strip() for lost in case["damage"].split(";") if lost.strip()],
        "hex": case["hex"],
        "facing": facing,
        "mode": MOVED[case["moved"]],
        "step": True,
    }


def wants(case: Case) -> Figures:
    if case["case"] == "fall":
        return {"damage": int(case["fall_damage"]) + int(case["fall_damage_water_floor"] or 0)}
    return {"number": NO if case["number"] in NO_NUMBER else case["number"]}


def finds(case: Case, told: Told) -> Figures:
    if case["case"] == "fall":
        return {"damage": told["damage"]}
    if case["case"] == "enter":
        return {"number": _meant(case, told)}
    return {"number": NO if told["refusal"] is not None else str(told["target_number"])}


def _meant(case: Case, told: Told) -> str:
    """The roll that a case is about; a step may ask for several."""
    numbers = [str(roll["target_number"]) for roll in told["rolls"]]
    return case["number"] if case["number"] in numbers else ", ".join(numbers) or NO


def leaves_out(case: Case) -> str:
    if case["number"] == "NONE" and "building" in case["to_terrain"]:
        return "climbs onto the roof"
    if case["option"]:
        return "an option"
    if (case["case"] == "fall" and not case["unit_kind"].endswith("mek")) or case["unit_kind"] == "protomek":
        return "only machines fall"
    return "too few points to stand up" if case["number"] == "ILLEGAL" else ""


COMPARISON = Comparison(
    file="piloting_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.5,
    leaves_out=leaves_out,
    kinds={"case": lambda case: case["case"], "unit": lambda case: case["unit_kind"]},
    identity=("case", "unit_file", "desc", "damage", "shut_down", "terrain", "moved", "fall_levels", "water_depth"),
)
