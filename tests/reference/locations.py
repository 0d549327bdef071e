"""Every throw on the hit location tables of the standard game, and on the advanced ones of machines."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told

TABLES = {
    "normal": "normal",
    "punch": "punch",
    "kick": "kick",
    "partial_cover": "partial_cover",
    "above": "above",
    "below": "below",
    "special_proto": "from_below",
}
"""The tables of the file that the standard game has, and what questions call them."""
STOREYS = ("above", "below")
ADVANCED = "tacops_advanced_mek_hit_locations"


def leaves_out(case: Case) -> str:
    """Throws that are thrown again, a quirk of the engine, and what the quick reference has otherwise."""
    if case["more_dice_drawn"] not in ("", "0"):
        return "thrown again"
    if "Tank" in case["unit_kind"] and (case["side"], case["roll"]) == ("front", "5"):
        return "the engine has the left side on 5 and on 9"
    return "the quick reference decides" if (case["unit_kind"], case["table"]) == ("quad mek", "kick") else ""


def played(case: Case) -> list[Case]:
    """A row of tables that are played; other options, and storeys under the advanced tables, are not asked for."""
    advanced = case["option"] == ADVANCED and case["table"] not in STOREYS
    return [case] if (advanced or not case["option"]) and case["table"] in TABLES else []


def asks(case: Case) -> Question:
    dice = [int(face) for face in case["dice"].split("+")]
    return {
        **({"rules": ["printed", "advanced_hit_locations"]} if case["option"] else {}),
        "ask": "location",
        "unit": case["unit_file"],
        "table": TABLES[case["table"]],
        "side": case["side"],
        "dice": dice,
        "prone": case["prone"] == "1",
    }


def wants(case: Case) -> Figures:
    """Rear armour is told of machines alone: the file has it for every location from behind."""
    machine = case["unit_kind"].endswith(" mek")
    rear = {"rear": case["rear_armour"] == "1"} if machine and case["table"] != "punch" else {}
    return {"location": case["location"], "critical": case["critical"] == "1", **rear}


def finds(case: Case, told: Told) -> Figures:
    return {"location": told["location"], "critical": told["critical"], "rear": told["rear"]}


COMPARISON = Comparison(
    file="location_tables.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=100.0,
    leaves_out=leaves_out,
    splits=played,
    kinds={
        "table": lambda case: f"{case['unit_kind']}, {case['table']}{', advanced' * bool(case['option'])}",
    },
    identity=("unit_kind", "unit_file", "prone", "table", "side", "dice", "location", "critical"),
)
