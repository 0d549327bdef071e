"""Hull down vehicles: behind a fieldwork a vehicle shows little of itself to whoever is ahead of it."""

from __future__ import annotations

from typing import Any

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Charge, Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.locations import side_hit, side_of_shot
from overheat.classic.rules.standard.postures import POSTURES, Posture
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

HULL_DOWN = TACTICAL_OPERATIONS("Hull Down Vehicles", 21)
ID = "postures.behind_a_fieldwork"
RULING = "TO-021-hull-down-vehicles"
FORTIFIED = "fortified"
DRIVEN = ("tracked", "wheeled", "hover")

FIGURES: Table[str, int] = Table(
    "vehicles_hull_down.figures",
    {"points": 2, "to hit": 2},
    cite=HULL_DOWN,
    where="overheat.classic.rules.tacops.vehicles_hull_down.FIGURES",
)
"""Movement points to go hull down and to leave again, and what is added to shots that do not come from behind."""


@rule(ID, cite=HULL_DOWN, implements=(RULING,), slot=POSTURES)
def behind_a_fieldwork(rules: Ruleset) -> Posture:
    """A vehicle goes hull down in a hex that engineers have fortified, not where soldiers have only dug in."""
    return Posture(
        title="hull down behind a fieldwork", stature=0, takes=_takes, rises=_rises, bars=_bars, worth=_worth
    )


def _worth(state: State, unit: Unit) -> float:
    """A point where an enemy is ahead of it or beside it."""
    rules = state.relief.rules
    enemies = (other for other in state.units.values() if other.active and other.side != unit.side)
    return float(any(rules[side_hit](rules, unit, other.hex) != "rear" for other in enemies))


def _takes(state: State, unit: Unit) -> Tally | Refusal:
    if not unit.vehicle or unit.sheet.motive not in DRIVEN:
        return Refusal("vehicles_hull_down.able", "only vehicles that drive go hull down so", HULL_DOWN)
    if FORTIFIED not in state.relief.board[unit.hex]:
        return Refusal("vehicles_hull_down.fieldwork", "a vehicle needs a fieldwork to go hull down", HULL_DOWN)
    return _price(state, "hull down behind a fieldwork")


def _price(state: State, label: str) -> Tally:
    return Tally((Term("vehicles_hull_down.points", state.relief.rules[FIGURES]["points"], label, HULL_DOWN),))


def _rises(state: State, unit: Unit) -> Tally | Refusal:
    return _price(state, "out of the fieldwork")


def _bars(state: State, unit: Unit, command: Any) -> Refusal | None:
    if not isinstance(command, Step | Charge):
        return None
    return Refusal("vehicles_hull_down.moves", f"{unit.sheet.name} is hull down and must leave first", HULL_DOWN)


@rule("vehicles_hull_down.to_hit", cite=HULL_DOWN, slot=EVERY_SHOT)
def harder_to_hit(attack: WeaponAttack) -> Term | None:
    """Shots at a vehicle that is hull down are at 2 more, but not from behind."""
    stance = attack.target.condition.stance
    if stance is None or stance.id != ID or attack.rules[side_of_shot](attack) == "rear":
        return None
    return Term("vehicles_hull_down.to_hit", attack.rules[FIGURES]["to hit"], "target hull down", HULL_DOWN)


LAYER = Layer(
    "vehicles_hull_down",
    title="Hull down vehicles",
    group="Movement",
    cite=HULL_DOWN,
    needs=("classic",),
    add=(behind_a_fieldwork, harder_to_hit, FIGURES),
)
