"""Fires and smoke: what sets woods alight, what the fire does, and where its smoke goes.

The quick reference leaves fires to other pages. The numbers here are ours where no document of ours gives one; each is
a table or a rule of its own, so that a layer may put others in their place.
"""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import DREAD, LOST, Arrival
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

FIRES = TOTAL_WARFARE("Fires", 148)
SMOKE = TOTAL_WARFARE("Smoke", 148)
EFFECTS = TACTICAL_OPERATIONS("Effects of Fire", 45)

IGNITION: Table[str, int] = Table(
    "fires.ignition",
    {"flamer": 4, "inferno": 4, "incendiary": 5, "energy": 7, "missile": 9, "ballistic": 9},
    cite=FIRES,
    implements=("TO-370-incendiary-lrm-1",),
    where="overheat.classic.rules.standard.fires.IGNITION",
)
"""What must be rolled to set a hex of woods alight, by what hits it."""


@rule("fires.ignites_on", cite=FIRES)
def ignites_on(attack: WeaponAttack) -> int | None:
    """Flames light woods most easily, beams less, shells and missiles hardly; None for what never does.

    Incendiary shells and missiles need 4 less than others.
    """
    table, weapon = attack.rules[IGNITION], attack.weapon
    if not weapon.flags.isdisjoint(("flamer", "flame")):
        return table["flamer"]
    if "inferno" in attack.munition.lower():
        return table["inferno"]
    if not attack.special.isdisjoint(("munition_incendiary_lrm", "munition_incendiary_ac")):
        return table["incendiary"]
    return next((table[kind] for kind in ("energy", "missile", "ballistic") if kind in weapon.flags), None)


@rule("fires.can_burn", cite=FIRES)
def can_burn(rules: Ruleset, ground: Ground) -> bool:
    """Woods, jungle and planted fields burn, unless they burn already or stand in water."""
    burnable = any(kind in ground for kind in ("woods", "jungle", "planted_fields"))
    return burnable and "fire" not in ground and "water" not in ground


@rule("fires.has_air", cite=FIRES)
def has_air(state: State) -> bool:
    """There is air for a fire to burn in."""
    return True


@rule("fires.touches", cite=EFFECTS, implements=("TO-045-fire-all-other-units",))
def touches(rules: Ruleset, unit: Unit) -> bool:
    """A fire touches everybody in its hex but machines and who flies: riders too, and who clings to a machine."""
    return not unit.machine and not unit.airborne


@rule("fires.spreads_on", cite=FIRES)
def spreads_on(state: State, turn: int) -> int:
    """A fire spreads downwind on a 9, to either side of that on an 11."""
    return state.relief.rules[SPREADING][turn]


@rule("fires.goes_out", cite=FIRES)
def goes_out(state: State, hex: Hex, roll: Callable[[int], int]) -> bool:
    """A fire burns until nothing is left to burn."""
    return False


@rule("smoke.together", cite=SMOKE)
def together(rules: Ruleset, densities: tuple[int, ...]) -> int:
    """Of several clouds in a hex the thickest counts."""
    return max(densities, default=0)


HEAT_OF_FIRE = 5


@rule("heat.burning", cite=FIRES, slot=BUILDS)
def burning_heat(toil: Toil) -> Term | None:
    """A machine in a burning hex takes in 5 points of heat."""
    return Term("heat.burning", HEAT_OF_FIRE, "burning hex", FIRES) if toil.burning else None


HEAT_OF_PASSING = 2


@rule("heat.through_fire", cite=FIRES, slot=BUILDS)
def passing_heat(toil: Toil) -> Term | None:
    """Every burning hex that a machine walks into is 2 points of heat, wherever it stops."""
    points = HEAT_OF_PASSING * toil.unit.motion.fires
    return (
        Term("heat.through_fire", points, f"walked into {toil.unit.motion.fires} burning hex(es)", FIRES)
        if points
        else None
    )


@rule("fires.dread", cite=FIRES, slot=DREAD)
def dreads_fire(arrival: Arrival) -> float:
    """A machine grows hot in a fire; vehicles and soldiers may not live through it."""
    unit = arrival.unit
    if unit.airborne or "fire" not in arrival.state.relief.board[unit.hex]:
        return 0.0
    return float(HEAT_OF_FIRE) if unit.machine else LOST


@rule("fires.survives", cite=FIRES)
def survives(rules: Ruleset, roll: int) -> bool:
    """A vehicle or soldiers whose hex burns at the end of a round live through it on 8 or more."""
    return roll >= 8


SPREADING: Table[int, int] = Table(
    "fires.spreading",
    {0: 9, 1: 11, 5: 11},
    cite=FIRES,
    where="overheat.classic.rules.standard.fires.SPREADING",
)
"""What must be rolled for a fire to spread, by the direction counted from downwind."""


@rule("fires.burns_out", cite=FIRES)
def burns_out(rules: Ruleset, roll: int) -> bool:
    """A fire burns a growth of woods down on 11 or more."""
    return roll >= 11


@rule("fires.burnt", cite=FIRES)
def burnt(rules: Ruleset, ground: Ground) -> Ground:
    """Heavy woods burn down to light ones and go on burning, light ones to rough ground, where the fire dies."""
    for kind in ("woods", "jungle"):
        density = ground.amount(kind)
        if density > 1:
            return with_feature(ground, Feature(kind, density - 1))
    gone = ("woods", "jungle", "planted_fields", "foliage_elev", "fire")
    kept = tuple(feature for feature in ground.features if feature.kind not in gone)
    return with_feature(Ground(ground.level, kept, ground.theme), Feature("rough"))


@rule("smoke.thins", cite=SMOKE)
def thins(rules: Ruleset, roll: int) -> bool:
    """Smoke thins by a grade on 10 or more, each round that it drifts."""
    return roll >= 10


LIGHT_SMOKE, HEAVY_SMOKE = 1, 2


def with_feature(ground: Ground, feature: Feature) -> Ground:
    """The same ground with one feature put in the place of any other of its kind."""
    others = tuple(other for other in ground.features if other.kind != feature.kind)
    return Ground(ground.level, (*others, feature), ground.theme)


def without(ground: Ground, kind: str) -> Ground:
    """The same ground without a kind of feature."""
    return Ground(ground.level, tuple(other for other in ground.features if other.kind != kind), ground.theme)


RULES = (
    ignites_on,
    can_burn,
    has_air,
    touches,
    spreads_on,
    goes_out,
    together,
    burning_heat,
    passing_heat,
    dreads_fire,
    survives,
    burns_out,
    burnt,
    thins,
    IGNITION,
    SPREADING,
)
