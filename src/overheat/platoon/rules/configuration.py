"""The options of the game by name, each read from the rules that are in force: what layers change shows here."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from overheat.kernel.rules.rule import Ruleset, Table
from overheat.platoon.books import HOUSE
from overheat.platoon.facts import OrderTest, Shot, Target
from overheat.platoon.ground.geometry import TOLERANCE, Body, Spot
from overheat.platoon.rules.standard import (
    armour,
    blast,
    damage,
    dice,
    drones,
    fighting_vehicles,
    helicopters,
    indirect,
    missiles,
    orders,
    pins,
    points,
    shooting,
    smoke,
    turn,
)
from overheat.platoon.units.weapons import armoury

Setting = str | float | bool | dict[str, str | int]
Reader = Callable[[Ruleset], Setting]
FACES = range(1, 7)


def _first(true: Callable[[int], bool], numbers: range) -> int:
    """The first number for which something holds."""
    return next(number for number in numbers if true(number))


def _leash(rules: Ruleset) -> Setting:
    at_35, at_37 = (rules[fighting_vehicles.leash](rules, length) for length in (35, 37))
    return "two_band" if at_35.forced and at_37.virtual_pins else "upstream_36"


def _chart(rules: Ruleset) -> Setting:
    names = {"after_penetration": "chart_after_pen", "margin": "margin", "on_hit": "chart_on_hit"}
    return names[rules[helicopters.chart_entry](rules)]


def _helicopter_moves(rules: Ruleset) -> Setting:
    mixed = helicopters.FlightPlan(order="advance", forward=1, up=1)
    return "exclusive" if rules[helicopters.mixed_refused](rules, mixed) else "combined"


def _drone_height(rules: Ruleset) -> Setting:
    refused = rules[drones.height_refused]
    return _first(lambda height: refused(rules, height) is not None, range(1, 100))


def _drone_is_small(rules: Ruleset) -> Setting:
    shot = Shot(weapon=armoury()["rifle"], distance=10, target=Target(men=1, drone="grounded"))
    terms = (rule(rules, shot) for rule in rules[shooting.TO_HIT])
    return any(term is not None and term.id == "small_unit" for term in terms)


def _missile_range(rules: Ruleset) -> Setting:
    refused = rules[missiles.target_refused]
    return next((length - 1 for length in range(1, 500) if refused(rules, True, True, False, length)), inf)


def _marksman(rules: Ruleset) -> Setting:
    band = rules[shooting.marksman_band](rules, armoury()["dmr"].bands[0])
    return f"{band.start:g}-{band.to:g}"


def _second_band(rules: Ruleset) -> Setting:
    shot = Shot(weapon=armoury()["ar"], distance=20)
    terms = [term for rule in rules[shooting.TO_HIT] if (term := rule(rules, shot)) and term.id == "long_range"]
    return bool(terms) and any(rule(rules, shot, terms[0]) for rule in rules[shooting.IGNORED])


def _model_size(rules: Ruleset) -> Setting:
    man = Body(Spot(140, 0), 100)
    return "base" if rules[blast.covers](rules, Spot(0, 0), 1, man) else "point"


def _smoke(rules: Ruleset) -> Setting:
    highest = sum(rules[smoke.vanishes](rules, face) for face in FACES)
    return {"remove_on": highest, "drift": str(rules[smoke.drift](rules))}


OPTIONS: Table[str, Reader] = Table(
    "rules.configuration",
    {
        "ruleset": lambda rules: "seed+upstream" if rules[shooting.available](rules, armoury()["mine"]) else "seed",
        "ifv_leash": _leash,
        "heli_damage_mode": _chart,
        "heli_damage_value": lambda rules: rules[armour.DAMAGE_VALUES]["helicopter"],
        "heli_max_alt": lambda rules: rules[helicopters.LIMITS]["highest"],
        "heli_min_alt": lambda rules: rules[helicopters.LIMITS]["lowest"],
        "heli_rappel_max": lambda rules: rules[helicopters.LIMITS]["rappel"],
        "heli_move": _helicopter_moves,
        "drone_battery_free": lambda rules: (
            _first(lambda turns: rules[drones.battery_penalty](rules, turns) is not None, range(1, 20)) - 1
        ),
        "drone_range_free": lambda rules: (
            _first(lambda length: rules[drones.radio_penalty](rules, length) is not None, range(1, 200)) - 1
        ),
        "drone_range_rounding": lambda rules: "floor" if rules[drones.radio_penalty](rules, 79) == 1 else "ceil",
        "drone_max_alt": _drone_height,
        "drone_small_unit": _drone_is_small,
        "drone_comm_free": lambda rules: rules[drones.report_refused](rules, False, True) is None,
        "atgm_speed": lambda rules: rules[missiles.speed](rules),
        "atgm_range": _missile_range,
        "atgm_advance": lambda rules: "turn_start" if rules[missiles.steps](rules, 1, 2) > 1 else "turn_end",
        "law_profile": lambda rules: rules[missiles.law_row](rules),
        "law_targets": lambda rules: "vehicles" if rules[missiles.law_refused](rules, False) else "any",
        "dmr_range": _marksman,
        "ar_long_band_replaces_long_range": _second_band,
        "he_size": lambda rules: "diameter" if abs(rules[blast.radius](rules, 2) - 1) < TOLERANCE else "radius",
        "indirect_miss": lambda rules: "no_effect" if rules[indirect.miss_lands](rules, 6) is None else "stray",
        "massive_damage": lambda rules: rules[armour.table_rolls](rules, "massive") > 1,
        "natural_one_fails": lambda rules: rules[damage.one_fails](rules, 1),
        "snake_eyes_bonus": lambda rules: rules[orders.double_one_rallies](rules, 2),
        "full_strength_reroll": lambda rules: rules[orders.tries_again](
            rules, OrderTest(quality="regular", pins=1, full_strength=True)
        ),
        "mg_pins_d2": lambda rules: rules[pins.gained](rules, armoury()["mmg"], 1, "machine_gun") == "D2",
        "weapon_swap_cost": lambda rules: rules[points.swap_cost](rules, "ar", "smg"),
        "pistol_refund": lambda rules: -rules[points.swap_cost](rules, "ar", "pistol"),
        "softskin_small_arms": lambda rules: rules[armour.small_arms_result](rules, "full"),
        "turret_jam_on": lambda rules: _first(lambda face: rules[armour.turret_jams](rules, face), range(1, 7)),
        "smoke": _smoke,
        "random_direction": lambda rules: "uniform" if rules[dice.direction].id == dice.direction.id else "six",
        "game_turns": lambda rules: _first(lambda turns: not rules[turn.goes_on](rules, turns, 1), range(1, 20)),
        "extra_turn_on": lambda rules: _first(lambda face: bool(rules[turn.goes_on](rules, 6, face)), range(1, 7)),
    },
    cite=HOUSE("Options"),
    implements=("HEAT-base-config",),
)


READINGS: Table[str, Reader] = Table(
    "rules.readings",
    {
        "model_size": _model_size,
        "rotating_weapons": lambda rules: (
            "all_round" if rules[helicopters.mount_bears](rules, "turret", 180) else "front"
        ),
    },
    cite=HOUSE("Options"),
    implements=("HEAT-base-he-template", "HEAT-heli-arcs"),
)
"""Options that single rulings name beside those of the configuration."""


def configuration(rules: Ruleset) -> dict[str, Setting]:
    """Every option of the game with its value under some rules."""
    return {name: read(rules) for name, read in rules[OPTIONS].rows.items()}


def readings(rules: Ruleset) -> dict[str, Setting]:
    """Every option that a single ruling names, with its value under some rules."""
    return {name: read(rules) for name, read in rules[READINGS].rows.items()}


RULES = (OPTIONS, READINGS)
