"""One step, the points and the rolls of units under every planetary condition, on real boards."""

from __future__ import annotations

from collections.abc import Iterable

from reference.comparison import Case, Comparison, Figures, Question, Told

NO = "no"
STEP, POINTS, ROLL = "step", "points", "roll"
RULES = {
    "tacops_fast_infantry_move": ("fast_infantry",),
    "tacops_sprint": ("sprinting",),
}
PRECIPITATION = {
    "light_rain": "light rain",
    "mod_rain": "moderate rain",
    "heavy_rain": "heavy rain",
    "gusting_rain": "gusting rain",
    "downpour": "torrential downpour",
    "light_snow": "light snow",
    "mod_snow": "moderate snow",
    "snow_flurries": "snow flurries",
    "heavy_snow": "heavy snow",
    "sleet": "sleet",
    "ice_storm": "ice storm",
    "light_hail": "light hail",
    "heavy_hail": "heavy hail",
    "lightning_storm": "lightning storm",
}
WIND = {
    "light_gale": "light gale",
    "mod_gale": "moderate gale",
    "strong_gale": "strong gale",
    "storm": "storm",
    "tornado_f1_to_f3": "tornado F1-F3",
    "tornado_f4": "tornado F4+",
}
SOLDIERS = ("infantry", "battle armour")


def conditions(case: Case) -> Question:
    """The conditions of a case as a question names them; none of an option."""
    sort, _, kind = case["condition"].partition("+")[0].partition("_")
    if sort == "light":
        return {"light": kind.replace("_", " ")}
    if sort == "weather":
        return {"precipitation": PRECIPITATION[kind]}
    named = {"fog": kind, "wind": WIND.get(kind), "atmosphere": kind.replace("_", " ")}
    if sort in named:
        return {sort: named[sort]}
    if sort == "gravity":
        return {"gravity": float(kind)}
    if sort == "temperature":
        return {"temperature": int(kind)}
    return {"sand": True} if case["condition"] == "blowing_sand" else {}


def splits(row: Case) -> Iterable[Case]:
    """What a step costs, how many points there are, and what a roll needs, each for itself."""
    if row["case"] != "condition":
        return ()
    soldiers = row["unit_kind"].endswith(SOLDIERS)
    return tuple({**row, "asked": asked} for asked in (STEP, POINTS, ROLL) if not (soldiers and asked == ROLL))


def asks(case: Case) -> Question:
    question: Question = {
        "rules": ["printed", "planets", *RULES.get(case["condition"], ())],
        "unit": case["unit_file"],
        "conditions": conditions(case),
    }
    if case["asked"] == POINTS:
        return question | {"ask": "points"}
    if case["asked"] == ROLL:
        return question | {"ask": "piloting", "board": case["board"], "hex": case["from_hex"]}
    return question | {
        "ask": "movement",
        "board": case["board"],
        "hex": case["from_hex"],
        "facing": int(case["facing"]),
        "elevation": int(case["from_elev"]),
        "mode": case["mode"],
        "searchlight": case["searchlight"] == "1",
        "step": True,
    }


def wants(case: Case) -> Figures:
    if case["asked"] == ROLL:
        return {"number": case["base_piloting"]}
    if case["asked"] == POINTS:
        soldiers = case["unit_kind"].endswith(SOLDIERS)
        modes = ("walk", "jump") if soldiers else ("walk", "run", "jump")
        return {mode: int(case[f"{mode}_mp"]) for mode in modes}
    if case["cost"] == "ILLEGAL":
        return {"cost": NO}
    rolls = [roll.split(": ")[1].split(" = ")[0] for roll in case["rolls"].split("; ") if roll]
    return {"cost": int(case["cost"]), "rolls": sorted(map(int, rolls))}


def finds(case: Case, told: Told) -> Figures:
    if case["asked"] == ROLL:
        return {"number": NO if told["refusal"] is not None else str(told["target_number"])}
    if case["asked"] == POINTS:
        return {mode: told[mode] for mode in ("walk", "run", "jump")}
    cost = NO if told["refusal"] is not None else told["cost"]
    return {"cost": cost, "rolls": sorted(roll["target_number"] for roll in told["rolls"])}


def leaves_out(case: Case) -> str:
    """What the register decides otherwise."""
    condition, kind = case["condition"], case["unit_kind"]
    soldiers, machine = kind.endswith(SOLDIERS), "mek" in kind
    if condition == "weather_heavy_snow" and not machine and case["asked"] != ROLL:
        return "heavy snow slows vehicles and soldiers: TO-036-weather-table-p36-5"
    if condition == "weather_ice_storm" and soldiers and case["asked"] != ROLL:
        return "ice storms slow soldiers: TO-036-weather-table-p36-7"
    if condition == "wind_tornado_f4" and case["asked"] == POINTS and machine:
        return "nobody runs in such a tornado: TO-062-tornado-f4"
    return case["peer_quirk"]


COMPARISON = Comparison(
    file="movement_conditions.csv",
    called="planetary_conditions",
    asks=asks,
    wants=wants,
    finds=finds,
    splits=splits,
    goal=97.5,
    leaves_out=leaves_out,
    kinds={
        "asked": lambda case: case["asked"],
        "unit": lambda case: f"{case['unit_kind']}, {case['motive'].lower()}",
        "condition": lambda case: case["condition"],
    },
    identity=(
        "condition", "asked", "board", "unit_file", "motive", "from_hex", "from_terrain", "facing", "to_hex",
        "to_terrain", "base_piloting_desc", "walk_mp_without", "searchlight",
    ),
)  # fmt: skip
