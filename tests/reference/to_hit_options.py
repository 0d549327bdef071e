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
    "tacops_los_range": "sight_range",
    "tacops_partial_cover": "expanded_cover",
    "tacops_LOS1": "diagrammed_sight",
    "tacops_called_shots": "called_shots",
    "tacops_dead_zones": "dead_zones",
    "tacops_woods_cover": "woods_as_cover",
    "tacops_heat": "expanded_heat",
}
"""The layer that plays an option."""
PLANETS = {
    "glare": {"light": "glare"},
    "solar_flare": {"light": "solar flare"},
    "pitch_black": {"light": "pitch black"},
    "weather_light_rain": {"precipitation": "light rain"},
    "weather_gusting_rain": {"precipitation": "gusting rain"},
    "weather_light_snow": {"precipitation": "light snow"},
    "weather_snow_flurries": {"precipitation": "snow flurries"},
    "weather_sleet": {"precipitation": "sleet"},
    "weather_ice_storm": {"precipitation": "ice storm"},
    "weather_light_hail": {"precipitation": "light hail"},
    "weather_heavy_hail": {"precipitation": "heavy hail"},
    "weather_lightning_storm": {"precipitation": "lightning storm"},
    "wind_light_gale": {"wind": "light gale"},
    "wind_tornado_f1_to_f3": {"wind": "tornado F1-F3"},
    "wind_tornado_f4": {"wind": "tornado F4+"},
    "blowing_sand": {"sand": True},
    **{f"gravity_{much}": {"gravity": float(much)} for much in ("0.2", "0.5", "0.8", "1.2", "1.5", "2.0")},
    "emi": {"interference": True},
}
"""The conditions that only the advanced rules have."""
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
    **PLANETS,
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
        **({"rules": ["printed", "planets"]} if under in WEATHER and under != "none" else {}),
        "board": case["board"],
        "attacker": attacker,
        "target": target,
        "weapon": weapon(case) | ({"mode": f"called {called}"} if called else {}),
        "conditions": WEATHER.get(under, {}),
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
    if case["option"] == "gravity_0.8":
        return "a fifth of a gravity less counts like one more: a listed quirk of rounding"
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
