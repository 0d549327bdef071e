"""Points: men, weapons they swap, and what makes a platoon."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.wording.phrases import counted
from overheat.platoon.books import BASE, HEAT, LISTS, UPSTREAM
from overheat.platoon.facts import Quality

CHOICE = HEAT("Weapon choice")
SWAPPED = frozenset({"ar", "smg", "pdw", "shotgun"})

MEN: Table[Quality, int] = Table(
    "points.men",
    {"inexperienced": 7, "regular": 10, "veteran": 13},
    cite=BASE("Points"),
    implements=("HEAT-base-infantry-cost",),
)


@rule(
    "points.swap",
    cite=CHOICE,
    implements=(
        "HEAT-points-base-weapon",
        "HEAT-points-weapon-swap",
        "HEAT-points-pistol",
        "HEAT-points-any-number",
    ),
)
def swap_cost(rules: Ruleset, base: str, weapon: str) -> int:
    """The weapon of the squad is free, another of its kind costs 3 points a man, a pistol gives 3 back."""
    if weapon == "pistol":
        return -3 if base != "pistol" else 0
    return 0 if weapon == base else 3


@rule("points.swap_refused", cite=CHOICE, implements=("HEAT-points-weapon-swap",))
def swap_refused(rules: Ruleset, weapon: str) -> Refusal | None:
    """Men choose among assault rifles, submachine guns, personal defence weapons, shotguns and pistols."""
    if weapon in SWAPPED or weapon in ("pistol",):
        return None
    return Refusal("points.swap", f"{weapon!r} is no weapon to swap for", CHOICE)


@rule("points.whole_squads", cite=HEAT("Forces"))
def split_refused(rules: Ruleset, teams: int, men: int) -> Refusal | None:
    """A squad is one unit."""
    return None if teams == 1 else Refusal("roster.fireteams", "squads are not split", HEAT("Forces"))


LATER = frozenset({"sapper_team", "quad_bikes", "ew_rifle", "fixed_wing", "bangalore", "loitering", "off_table_drone"})


@rule("points.kit", cite=UPSTREAM("Units"))
def kit_refused(rules: Ruleset, id: str) -> Refusal | None:
    """What only later versions sell is not to be had."""
    if id in LATER:
        return Refusal("points.kit", f"{id!r} is of later versions of the rules", UPSTREAM("Units"))
    return None


@rule("points.thermal_camera", cite=UPSTREAM("Thermal camera"), implements=("HEAT-up-thermal-camera",))
def useless_refused(rules: Ruleset, id: str) -> Refusal | None:
    """A thermal camera works on cover saves, which this edition has not: nobody buys one."""
    if id == "thermal_camera":
        return Refusal("points.useless", "a thermal camera has no effect: there are no cover saves", UPSTREAM("Units"))
    return None


Slots = dict[str, tuple[int, int]]

SELECTORS: Table[str, Slots] = Table(
    "points.selectors",
    {
        "list": {
            "leader": (1, 1),
            "infantry": (2, 5),
            "combat_support": (0, 1),
            "machine_gun": (0, 1),
            "anti_tank": (0, 1),
            "drone": (0, 1),
            "mortar": (0, 1),
            "artillery": (0, 1),
            "divisional": (0, 1),
            "heavy_vehicle": (0, 1),
            "carrier": (0, 2),
            "transport": (0, 99),
        },
        "reinforced": {
            "leader": (1, 1),
            "commander": (0, 1),
            "infantry": (2, 5),
            "medic": (0, 1),
            "divisional": (0, 1),
            "machine_gun": (0, 1),
            "mortar": (0, 1),
            "sniper": (0, 1),
            "flamethrower": (0, 1),
            "anti_tank": (0, 1),
            "artillery": (0, 1),
            "armoured_car": (0, 1),
            "heavy_vehicle": (0, 1),
            "transport": (0, 99),
        },
        "open": {},
    },
    cite=LISTS("Platoon"),
    implements=("HEAT-up-list-composition", "HEAT-base-platoon"),
)


@rule("points.transports", cite=BASE("Forces"), implements=("HEAT-base-platoon",))
def transports_refused(rules: Ruleset, transports: int, riders: int) -> Refusal | None:
    """There are no more transports than units that can ride."""
    if transports > riders:
        return Refusal(
            "points.transports", f"{counted(transports, 'transport')} for {counted(riders, 'unit')}", BASE("Forces")
        )
    return None


@rule("points.usual_size", cite=BASE("Forces"), implements=("HEAT-base-game-size",))
def usual_size(rules: Ruleset) -> tuple[int, float, float]:
    """The usual game is of 1,000 points on a table of 72 by 48 inches."""
    return 1000, 72, 48


RULES = (
    MEN,
    swap_cost,
    swap_refused,
    split_refused,
    kit_refused,
    useless_refused,
    SELECTORS,
    transports_refused,
    usual_size,
)
