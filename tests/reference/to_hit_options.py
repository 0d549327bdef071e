"""Target numbers of all kinds of units: plain, and in every light and weather that the standard game has.

A row of any other option is asked without it.
"""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told

MODES = {
    "MOVE_NONE": "stationary",
    "MOVE_WALK": "walk",
    "MOVE_RUN": "run",
    "MOVE_JUMP": "jump",
    "MOVE_VTOL_WALK": "walk",
    "MOVE_VTOL_RUN": "run",
}
WEATHER = {
    "none": {},
    "dusk": {"light": "dusk"},
    "full_moon": {"light": "full moon"},
    "moonless": {"light": "moonless"},
    "fog_light": {"fog": "light"},
    "fog_heavy": {"fog": "heavy"},
    "weather_mod_rain": {"precipitation": "moderate rain"},
    "weather_heavy_rain": {"precipitation": "heavy rain"},
    "weather_downpour": {"precipitation": "torrential downpour"},
    "weather_mod_snow": {"precipitation": "moderate snow"},
    "weather_heavy_snow": {"precipitation": "heavy snow"},
    "wind_mod_gale": {"wind": "moderate gale"},
    "wind_strong_gale": {"wind": "strong gale"},
    "wind_storm": {"wind": "storm"},
}
STEALTH = "target_stealth_on"
NO = "IMPOSSIBLE"
NO_NUMBERS = (NO, "AUTO_FAIL")


def option(case: Case) -> str:
    """The option that a row is asked with; nothing where the standard game has none such."""
    return case["option"] if case["option"].split("+")[0] in WEATHER or case["option"] == STEALTH else ""


def asks(case: Case) -> Question:
    under, _, lamp = option(case).partition("+")
    attacker, target = unit(case, "attacker"), unit(case, "target")
    attacker |= {
        "torso": int(case["attacker_secondary_facing"]),
        "heat": int(case["attacker_heat"]),
        "gunnery": int(case["gunnery"]),
    }
    target |= {"illuminated": lamp.startswith("target_"), "stealth": under == STEALTH}
    return {
        "ask": "attack",
        "board": case["board"],
        "attacker": attacker,
        "target": target,
        "weapon": weapon(case),
        "weather": WEATHER.get(under, {}),
    }


def unit(case: Case, role: str) -> Question:
    return {
        "unit": case[f"{role}_file"],
        "hex": case[f"{role}_hex"],
        "facing": int(case[f"{role}_facing"]),
        "moved": MODES[case[f"{role}_moved"]],
        "hexes_moved": int(case[f"{role}_hexes_moved"]),
        "prone": case.get(f"{role}_prone") == "1",
        "elevation": int(case[f"{role}_elev"]),
    }


def weapon(case: Case) -> Question:
    return {
        "name": case["weapon_internal"],
        "location": case["weapon_location"],
        "rear": case["weapon_rear"] == "1",
        "ammo": case["ammo"] or None,
    }


def wants(case: Case) -> Figures:
    number = case["tohit"] if option(case) else case["tohit_without"]
    return {"number": NO if number in NO_NUMBERS else number}


def finds(case: Case, told: Told) -> Figures:
    return {"number": NO if told["target_number"] is None else str(told["target_number"])}


def leaves_out(case: Case) -> str:
    """Modes of movement and postures that only options have."""
    other = {case["attacker_moved"], case["target_moved"]} - MODES.keys() or "hull_down" in case["option"]
    return "moved or stood as only options let it" if other or "evading" in case["option"] else ""


COMPARISON = Comparison(
    file="to_hit_options.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.5,
    leaves_out=leaves_out,
    kinds={
        "option": lambda case: option(case) or "without their option",
        "attacker": lambda case: case["attacker_class"],
        "target": lambda case: case["target_class"],
    },
    identity=(
        "option", "board", "attacker_file", "attacker_hex", "attacker_elev", "attacker_facing", "weapon_internal",
        "weapon_location", "target_file", "target_hex", "target_elev", "target_moved", "target_hexes_moved", "distance",
        "desc",
    ),
)  # fmt: skip
