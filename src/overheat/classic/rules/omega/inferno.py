"""Inferno of Omega: hexes that burn for turns, and the heat of starting in flames and of going through them.

The flames last from the weapon phase in which they are lit to that of the last of their turns. Woods that burn are less
hot. Nobody takes heat for where it stops.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import EffectLaid, EffectLifted, FateMet, MarkLaid, Moved, PhaseBegan
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import FATES
from overheat.classic.rules.standard.fires import burning_heat, passing_heat
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

INFERNO = Book("Omega Rules")("Inferno Rockets", 10)
FLAMES = named("inferno", "burns with inferno to round {value}")
"""The effect on a hex that burns; its value is the last round in whose movement it does."""
THROUGH = named("through_flames", "took in {value} points of heat from flames")
"""The mark of a unit that began its movement in flames or went through them; its value is the heat of that."""
INCINERATED = "incinerated"
FATES.says(INCINERATED, "burnt by inferno")

FIGURES: Table[str, int] = Table(
    "omega.flames",
    {"inferno": 10, "burning woods": 5, "turns of a pod": 2},
    cite=INFERNO,
    implements=("OM-rocket-inferno",),
    where="overheat.classic.rules.omega.inferno.FIGURES",
)
"""The heat of beginning in each kind of flames or of going through them, and how many turns a pod burns."""


@rule("omega.heat_of_flames", cite=INFERNO, implements=("OM-rocket-inferno",))
def heat_of_flames(rules: Ruleset, *, inferno: bool, burning: bool) -> int:
    """A hex of inferno is 10 points of heat, burning woods 5; where both burn, inferno alone counts."""
    figures = rules[FIGURES]
    return figures["inferno"] if inferno else figures["burning woods"] if burning else 0


def heat_at(state: State, hex: Hex) -> int:
    """The heat of the flames in a hex."""
    rules, ground = state.relief.rules, state.relief.board[hex]
    burning = state.effect(hex, FLAMES) is not None
    return rules[heat_of_flames](rules, inferno=burning, burning="fire" in ground)


@rule("omega.begins_in_flames", cite=INFERNO, implements=("OM-rocket-inferno",), slot=FOLLOWS)
def begins_in_flames(scene: Scene, event: Event, before: State) -> None:
    """Whoever stands in flames when a movement phase begins takes in their heat, whether it moves or not."""
    if isinstance(event, PhaseBegan) and event.phase == "movement":
        for unit in scene.state.units.values():
            if unit.active and unit.hex in scene.state.relief.board:
                _take_in(scene, unit, heat_at(scene.state, unit.hex))


@rule("omega.through_flames", cite=INFERNO, implements=("OM-rocket-inferno",), slot=FOLLOWS)
def through_flames(scene: Scene, event: Event, before: State) -> None:
    """Every hex of flames that a unit has entered and left again is its heat; one that it stays in is none."""
    if not isinstance(event, Moved) or event.hex == (left := before.units[event.unit]).hex:
        return
    if left.motion.travelled and not left.airborne:
        _take_in(scene, scene.unit(event.unit), heat_at(before, left.hex))


def _take_in(scene: Scene, unit: Unit, heat: int) -> None:
    if heat and not unit.airborne:
        so_far = unit.marks[THROUGH].value if THROUGH in unit.marks else 0
        scene.tell(MarkLaid(unit.id, THROUGH, Mark(so_far + heat, this_round=True)))


@rule("omega.flames_build", cite=INFERNO, implements=("OM-rocket-inferno",), slot=BUILDS)
def flames_build(toil: Toil) -> Term | None:
    """The heat of flames that a unit began its movement in or went through."""
    mark = toil.unit.marks.get(THROUGH) if toil.unit.marks else None
    return None if mark is None else Term("heat.flames", mark.value, "from flames", INFERNO)


@rule("omega.armoured", cite=INFERNO)
def armoured(rules: Ruleset, unit: Unit) -> bool:
    """Machines, suits and vehicles are armoured; soldiers on foot and whatever has no plate at all are not."""
    return unit.sheet.kind != "infantry" and any(place.armour for place in unit.sheet.locations)


@rule("omega.incinerates", cite=INFERNO, implements=("OM-rocket-inferno",), slot=FOLLOWS)
def incinerates(scene: Scene, event: Event, before: State) -> None:
    """Whoever has no armour and comes into an inferno, or has it come over him, is destroyed."""
    if isinstance(event, Moved) or (isinstance(event, EffectLaid) and event.effect == FLAMES):
        for unit in scene.state.at(event.hex):
            lost = unit.active and not unit.airborne and scene.state.effect(unit.hex, FLAMES) is not None
            if lost and not scene.rules[armoured](scene.rules, unit):
                scene.tell(FateMet(unit.id, "destroyed", INCINERATED))


@rule("omega.burns_on", cite=INFERNO, implements=("OM-rocket-inferno",))
def burns_on(rules: Ruleset, now: int, until: int) -> int:
    """A pod burns for two turns, from now on or on top of what burns already: the last round of the flames."""
    return max(now, until) + rules[FIGURES]["turns of a pod"]


def kindle(scene: Scene, hex: Hex, owner: Player) -> None:
    """A pod of inferno bursts in a hex; where one burns already, the hex burns longer and no hotter."""
    before = scene.state.effect(hex, FLAMES)
    last = scene.rules[burns_on](scene.rules, scene.state.round, 0 if before is None else before.value)
    scene.tell(EffectLaid(hex, FLAMES, Mark(last, owner)))


@rule("omega.flames_die", cite=INFERNO, slot=FOLLOWS)
def flames_die(scene: Scene, event: Event, before: State) -> None:
    """Flames die when the weapon phase of their last round begins."""
    if isinstance(event, PhaseBegan) and event.phase == "weapons":
        for hex, effects in list(scene.state.effects.items()):
            if FLAMES in effects and effects[FLAMES].value <= scene.state.round:
                scene.tell(EffectLifted(hex, FLAMES))


class FlamesAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit's way through flames, or pods that burst in a hex."""

    start_in_inferno: bool = False
    start_in_burning_woods: bool = False
    through_inferno: Annotated[int, Meta(ge=0, le=100, description="Hexes entered and left.")] = 0
    through_burning_woods: Annotated[int, Meta(ge=0, le=100)] = 0
    end_in_inferno: bool = False
    end_in_burning_woods: bool = False
    pods: Annotated[int, Meta(ge=0, le=100, description="Pods in one hex at once.")] = 0


def _answer(desk: Desk, asked: FlamesAsked) -> Answer:
    """The heat of a way through flames, and for how many turns so many pods burn."""
    rules = desk.rules
    hot, warm = (rules[heat_of_flames](rules, inferno=hot, burning=not hot) for hot in (True, False))
    start = hot if asked.start_in_inferno else warm * asked.start_in_burning_woods
    heat = start + hot * asked.through_inferno + warm * asked.through_burning_woods
    last = 0
    for _ in range(asked.pods):
        last = rules[burns_on](rules, 0, last)
    return Answer(figures={"heat": heat, "turns": last})


QUESTION = INQUIRIES.amended(
    "omega.flames_question",
    {
        "flames": Inquiry(
            title="The heat of flames and how long they burn", facts=FlamesAsked, answer=_answer, cite=INFERNO
        )
    },
    cite=INFERNO,
)

LAYER = Layer(
    "omega_inferno",
    title="Inferno and burning hexes",
    group="Omega",
    cite=INFERNO,
    needs=("classic",),
    add=(
        FIGURES,
        heat_of_flames,
        begins_in_flames,
        through_flames,
        flames_build,
        armoured,
        incinerates,
        burns_on,
        flames_die,
    ),
    change=(QUESTION,),
    drop=(burning_heat, passing_heat),
)
