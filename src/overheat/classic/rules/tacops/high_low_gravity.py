"""High and low gravity: what weighs more goes less far, falls harder and lands badly; shells and missiles go astray."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import check_piloting
from overheat.classic.damage.kinds.machine import into_structure, see_fate
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import TurnEnded
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.falls import Fall, fall_damage
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import WEIGHS, Pace, jump_tally, run_tally, walk_points
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.rules.standard.weather import SORTS, Sort
from overheat.classic.rules.tacops.planetary_conditions import fired_as
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term

GRAVITY = TACTICAL_OPERATIONS("High/Low Gravity", 55)
LEAST, MOST = 0.1, 5.0
STRAY = Fraction(1, 5)
"""How much gravity costs a shell or a missile a point."""
STRAIN = Fraction(1, 2)
"""And a landing."""


def gravity_of(weather: Weather) -> Fraction:
    """The gravity of a battle."""
    return Fraction(str(weather.gravity))


@rule("gravity.points", cite=GRAVITY, implements=("TO-055-gravity-1",), slot=WEIGHS)
def weighs(pace: Pace) -> Term | None:
    """Points are divided by the gravity after all else has been counted, to the nearest whole one, a half down.

    ProtoMechs gain none where it is low.
    """
    gravity = gravity_of(pace.weather)
    if gravity == 1 or (gravity < 1 and pace.unit.protomech):
        return None
    more = max(0, ceil(pace.points / gravity - Fraction(1, 2))) - pace.points
    return Term("gravity.points", more, f"{pace.weather.gravity:g} gravities", GRAVITY) if more else None


@rule(
    "gravity.to_hit",
    cite=GRAVITY,
    implements=("TO-035-movement-table-p35-5",),
    slot=EVERY_SHOT,
    only=lambda attack: attack.weather.gravity != 1,
)
def goes_astray(attack: WeaponAttack) -> Term | None:
    """Shells and missiles fall otherwise than gunners expect: 1 for every full fifth of a gravity."""
    off = floor(abs(gravity_of(attack.weather) - 1) / STRAY)
    shell = fired_as(attack) == "shells" and "direct" in attack.weapon.flags
    if not off or not (shell or fired_as(attack) == "missiles"):
        return None
    return Term("gravity.to_hit", off, f"{attack.weather.gravity:g} gravities", GRAVITY)


def landing(weather: Weather, cushion: int) -> Tally:
    """What a landing adds to a piloting roll: 1 for every full half of a gravity, less what cushions it."""
    gravity = gravity_of(weather)
    hard = Term("gravity.landing", floor(abs(gravity - 1) / STRAIN), f"{weather.gravity:g} gravities", GRAVITY)
    soft = Term("gravity.cushion", -cushion if gravity > 1 else 0, "points to cushion the landing", GRAVITY)
    return Tally(tuple(term for term in (hard, soft) if term.value))


def _at_home(state: State) -> State:
    """The same battle in the gravity of Terra."""
    return msgspec.structs.replace(state, weather=msgspec.structs.replace(state.weather, gravity=1.0))


@rule("gravity.legs", cite=GRAVITY, implements=("TO-055-gravity-2",), slot=FOLLOWS)
def strains_legs(scene: Scene, event: Event, before: State) -> None:
    """A machine that jumps or runs beyond what it could on Terra, or jumps where it weighs more, may hurt its legs."""
    if not isinstance(event, TurnEnded) or before.phase != "movement" or before.weather.gravity == 1:
        return
    unit = scene.unit(event.unit)
    if not unit.machine or not unit.active or unit.condition.prone:
        return
    harm, cause = _strain(scene.state, unit)
    if harm <= 0 or check_piloting(scene, unit.id, cause):
        return
    for leg in [place.code for place in unit.condition.locations if place.code in LEGS and not place.destroyed]:
        if scene.unit(unit.id).active:
            into_structure(scene, unit.id, leg, harm)
    see_fate(scene, unit.id)


def _strain(state: State, unit: Unit) -> tuple[int, Term]:
    """The damage that each leg may take from how a machine moved, and why it rolls to avoid it."""
    gravity, home, leaps = gravity_of(state.weather), _at_home(state), mode_of(state.relief.rules, unit).leaps
    left = max(0, int(jump_tally(state, unit).total) - unit.motion.spent) if leaps else 0
    more = landing(state.weather, left)
    cause = Term("gravity.landing", int(more.total), f"in {state.weather.gravity:g} gravities", GRAVITY)
    if leaps and unit.motion.travelled:
        if gravity > 1:
            return int(walk_points(home, unit).total - walk_points(state, unit).total) // 2, cause
        return unit.motion.spent - int(jump_tally(home, unit).total), cause
    most = int(run_tally(home, unit).total or walk_points(home, unit).total)
    return (unit.motion.spent - most if gravity < 1 and unit.motion.travelled else 0), cause


@rule("gravity.falls", cite=GRAVITY)
def falls_harder(fall: Fall) -> int:
    """A fall does as many times the damage as there is gravity, to the nearest point."""
    return floor(fall.rules.below(falls_harder)(fall) * gravity_of(fall.weather) + Fraction(1, 2))


class LandingAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A landing in the gravity of the conditions."""

    cushion: Annotated[int, Meta(ge=0, description="Jumping points that are spent to cushion it only.")] = 0


def _asked(desk: Desk, asked: LandingAsked) -> Answer:
    found = landing(desk.conditions, asked.cushion)
    return Answer(figures={"psr_modifier": int(found.total)}, terms=found)


LAYER = Layer(
    "high_low_gravity",
    title="High and low gravity",
    group="Planets",
    cite=GRAVITY,
    needs=("classic", "planetary_conditions"),
    add=(weighs, goes_astray, strains_legs),
    change=(
        SORTS.amended("gravity.sort", {"gravity": Sort(title="Gravity", least=LEAST, most=MOST)}, cite=GRAVITY),
        fall_damage.wrapped_in(falls_harder),
        INQUIRIES.amended(
            "gravity.questions",
            {
                "landing": Inquiry(
                    title="What a landing in another gravity adds to a piloting roll",
                    facts=LandingAsked,
                    answer=_asked,
                    cite=GRAVITY,
                )
            },
            cite=GRAVITY,
        ),
    ),
)
