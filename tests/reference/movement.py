"""Ways over real boards and single steps: what they cost, whether they can be gone, and which rolls they ask for."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told

REFUSED = ("UNREACHABLE", "ILLEGAL")
NO = "no"


def asks(case: Case) -> Question:
    goal: Question = {"step": True} if case["case"] == "step" else {"to": case["to_hex"]}
    return {
        "ask": "movement",
        "board": case["board"],
        "unit": case["unit_file"],
        "hex": case["from_hex"],
        "facing": int(case["facing"]),
        "elevation": int(case["from_elev"]),
        "mode": case["mode"],
        **goal,
    }


def wants(case: Case) -> Figures:
    """The cost; and of a step the numbers of the rolls that the file lists."""
    cost = NO if case["cost"] in REFUSED else int(case["cost"])
    if case["case"] != "step" or cost == NO:
        return {"cost": cost}
    rolls = [roll.split(": ")[1].split(" = ")[0] for roll in case["rolls"].split("; ") if roll]
    return {"cost": cost, "rolls": sorted(map(int, rolls))}


def finds(case: Case, told: Told) -> Figures:
    cost = NO if told["refusal"] is not None else told["cost"]
    return {"cost": cost, "rolls": sorted(roll["target_number"] for roll in told["rolls"])}


COMPARISON = Comparison(
    file="movement_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.5,
    leaves_out=lambda case: case["peer_quirk"],
    kinds={
        "unit": lambda case: f"{case['unit_kind']}, {case['motive'].lower()}",
        "mode": lambda case: f"{case['case']}, {case['mode']}",
    },
    identity=(
        "case", "board", "unit_file", "motive", "from_hex", "from_level", "from_terrain", "from_elev", "facing", "mode",
        "mp", "to_hex", "to_level", "to_terrain", "to_elev", "path_steps", "beyond_allowance", "rolls",
    ),
)  # fmt: skip
