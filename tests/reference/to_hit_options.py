"""Target numbers of all kinds of units: plain, in every light and weather of the standard game, and under options.

A row of an option that is not played is asked without it.
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
    "MOVE_SPRINT": "sprint",
}
RULES = {
    "target_evading": "evading",
    "attacker_evading": "evading",
    "target_sprinted": "sprinting",
    "attacker_sprinted": "sprinting",
    "target_hull_down": "hull_down",
    "attacker_hull_down": "hull_down",
    "tacops_standing_still": "stationary_targets",
    "tacops_range": "extreme_range",
    "tacops_los_range": "extreme_range+sight_range",
    "tacops_called_shots": "called_shots",
    "tacops_dead_zones": "dead_zones",
    "tacops_woods_cover": "woods_as_cover",
    "tacops_heat": "expanded_heat",
}
"""The layer that plays an option."""
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
    named = case["option"]
    played = named.split("+")[0] in WEATHER or named == STEALTH or named.split(":")[0] in RULES
    return named if played else ""


def asks(case: Case) -> Question:
    under, _, lamp = option(case).partition("+")
    attacker, target = unit(case, "attacker"), unit(case, "target")
    attacker |= {
        "torso": int(case["attacker_secondary_facing"]),
        "heat": int(case["attacker_heat"]),
        "gunnery": int(case["gunnery"]),
    }
    target |= {"illuminated": lamp.startswith("target_"), "stealth": under == STEALTH}
    option_of_rules, _, called = under.partition(":")
    layer = RULES.get(option_of_rules)
    for role, party in (("attacker", attacker), ("target", target)):
        if under == f"{role}_hull_down":
            party["posture"] = "hull down"
        if under == f"{role}_evading":
            party["moved"] = "evade"
    return {
        "ask": "attack",
        **({"rules": ["printed", *layer.split("+")]} if layer else {}),
        "board": case["board"],
        "attacker": attacker,
        "target": target,
        "weapon": weapon(case) | ({"mode": f"called {called}"} if called else {}),
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
    """Modes of movement that we do not have, and sprints of units that cannot sprint."""
    other = {case["attacker_moved"], case["target_moved"]} - MODES.keys()
    if case["option"] == "attacker_sprinted" and not case["attacker_class"].endswith("Mek"):
        return "only machines sprint"
    return f"moved by {', '.join(sorted(other))}" if other else ""


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
