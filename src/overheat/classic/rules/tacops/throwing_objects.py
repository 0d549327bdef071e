"""Throwing objects: what a machine carries it may throw, the farther the lighter it is for who throws it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.blows import attack_of, number_of
from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.battle.chances import chance_to_roll
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.hexes import Arc, in_arc
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hits import take
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.events import BlowDeclared, HeatSettled, MarkLaid, MarkLifted, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, named
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.physical import KINDS, PhysicalAttack
from overheat.classic.rules.tacops.lifting_objects import (
    CARRIES,
    OBJECT,
    TRIED,
    Hands,
    barred,
    breaks,
    capacity,
    carried,
    lifts,
    put_down,
)
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.things import THINGS_ACT, Hour
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Foreseen

THROWING = TACTICAL_OPERATIONS("Picking Up and Throwing Objects", 92)
THROW = "throw"
SLIPS = named("object_slips", "its myomer has cooled: what it carries falls from its hands")
"""The mark of a machine that is too weak now for what it carries, until the End Phase."""


class Throw(msgspec.Struct, frozen=True, tag=True):
    """Throw what the machine carries at a unit."""

    target: str


@rule("throwing_objects.reach", cite=THROWING)
def reach(rules: Ruleset, lifted: float, tons: float) -> int:
    """An object flies a hex for each ton that its thrower could lift besides it."""
    return max(0, int(lifted - tons))


@rule("throwing_objects.stays_whole", cite=THROWING, implements=("TO-289-claws",))
def stays_whole(rules: Ruleset, unit: Unit, hands: str) -> bool:
    """By the rules for throwing nothing is destroyed that a claw fails to lift."""
    return False


def _reach_of(state: State, unit: Unit) -> int:
    mark, rules = unit.marks[CARRIES], state.relief.rules
    return rules[reach](rules, float(capacity(rules, unit, mark.kind)), mark.value)


def _attack(state: State, unit: Unit, target: str) -> PhysicalAttack:
    hands = unit.marks[CARRIES].kind
    return attack_of(state, unit, Blow(THROW, "RA" if hands == "both" else hands, target))


def _offers(state: State, unit: Unit) -> Iterator[Throw]:
    if carried(state, unit) is not None:
        yield from (Throw(other.id) for other in state.units.values() if other.active and other.side != unit.side)


def _refuses(state: State, unit: Unit, command: Throw) -> Refusal | None:
    target = state.units.get(command.target)
    if target is None or target.side == unit.side or not target.active:
        return Refusal("throwing_objects.target", f"there is no enemy {command.target!r}", THROWING)
    if carried(state, unit) is None or TRIED in unit.marks or unit.blows or unit.condition.prone:
        return Refusal("throwing_objects.nothing", "there is nothing in its hands to throw now", THROWING)
    far = unit.hex.distance(target.hex)
    if not 0 < far <= _reach_of(state, unit):
        return Refusal("throwing_objects.reach", f"it flies {_reach_of(state, unit)} hexes", THROWING)
    no = barred(_attack(state, unit, target.id))
    if no is not None:
        return no
    ahead = in_arc(unit.hex, unit.torso, target.hex, Arc.FORWARD)
    if not ahead or not _attack(state, unit, target.id).sight.visible:
        return Refusal("throwing_objects.sight", "it is thrown ahead, at who is in sight", THROWING)
    return None


def _does(scene: Scene, unit: Unit, command: Throw) -> None:
    scene.tell(BlowDeclared(unit.id, _attack(scene.state, unit, command.target).blow))


@rule("throwing_objects.comes_to", cite=THROWING, slot=COMES_TO)
def comes_to(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """What is thrown lies where its target stands, and does a point of damage for each hex that it flew if it hits."""
    if attack.kind != THROW:
        return False
    own, target = scene.unit(attack.attacker.id), scene.unit(attack.target.id)
    thing = carried(scene.state, own)
    if thing is None:
        return True
    scene.tell(MarkLifted(own.id, CARRIES, own.marks[CARRIES]))
    scene.tell(MarkLaid(own.id, TRIED, Mark(this_round=True)))
    if hit and target.active:
        side = scene.rules[side_hit](scene.rules, target, own.hex)
        damage = own.hex.distance(target.hex)
        take(scene, weighed(scene, Hit(target.id, side, damage, "thrown_object", by=attack)))
    scene.tell(ThingPlaced(Thing(thing.id, OBJECT, target.hex, value=thing.value)))
    return True


@rule("throwing_objects.cools", cite=THROWING, implements=("TO-092-throwing-objects-1",), slot=FOLLOWS)
def cools(scene: Scene, event: Event, before: State) -> None:
    """Myomer that cools down in the Heat Phase can no longer hold what is too heavy for the machine without it."""
    if not isinstance(event, HeatSettled):
        return
    unit = scene.unit(event.unit)
    mark = unit.marks.get(CARRIES) if unit.marks else None
    if mark is not None and mark.value > capacity(scene.rules, unit, mark.kind):
        scene.tell(MarkLaid(unit.id, SLIPS, Mark(this_round=True)))


@rule("throwing_objects.dropped", cite=THROWING, implements=("TO-092-throwing-objects-1",), slot=THINGS_ACT)
def dropped(scene: Scene, thing: Thing, hour: Hour) -> None:
    """What slips from a machine's hands lies in its hex from the End Phase on; so does what a lost machine carried."""
    if thing.kind != OBJECT or thing.hex is not None or hour != Hour("end", True):
        return
    bearer = scene.state.units.get(thing.by)
    if bearer is not None and CARRIES in bearer.marks and (SLIPS in bearer.marks or not bearer.active):
        put_down(scene, bearer)


def _foreseen(state: State, unit: Unit, command: Throw) -> Foreseen:
    number = number_of(_attack(state, unit, command.target))
    chance = chance_to_roll(state, "physical.to_hit", int(number.total), unit.id, target=command.target, kind=THROW)
    damage = unit.hex.distance(state.units[command.target].hex)
    return Foreseen(f"{float(chance):.0%} for {damage} damage", {"to hit": number}, chance, chance * damage)


def _words(state: State, unit: Unit, command: Throw, names: Names) -> str:
    return f"throw what it carries at {names.get(command.target, command.target)}"


VERB = VERBS.amended(
    "throwing_objects.verb",
    {
        "throwing_objects.throw": Verb(
            command=Throw,
            phases=("physical",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Objects",
            preview=_foreseen,
        ),
    },
    cite=THROWING,
)


class ThrowAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How heavy a machine is, and what it throws."""

    tons: Annotated[float, Meta(gt=0, description="The tons of the machine.")]
    weight: Annotated[float, Meta(gt=0, description="The tons of what it throws.")]
    hands: Annotated[Hands, Meta(description="both, LA or RA.")] = "both"
    hot_myomer: bool = False


def _thrown(desk: Desk, asked: ThrowAsked) -> Answer:
    """How far a machine throws something, and what it does there."""
    rules = desk.rules
    lifted = float(rules[lifts](rules, asked.tons, asked.hands, asked.hot_myomer))
    if asked.weight > lifted:
        no = Refusal("lifting_objects.heavy", f"{asked.weight:g} tons are too heavy", THROWING)
        return Answer.refused(no, "max_hexes", "most_damage")
    far = rules[reach](rules, lifted, asked.weight)
    whole = Term("lifting_objects.lifts", int(lifted), "tons that it lifts", THROWING)
    sum_of = Tally((whole, Term("throwing_objects.reach", far - int(lifted), "what it throws", THROWING)))
    return Answer(terms=sum_of, figures={"max_hexes": far, "most_damage": far})


QUESTION = INQUIRIES.amended(
    "throwing_objects.question",
    {"throw": Inquiry(title="How far a machine throws something", facts=ThrowAsked, answer=_thrown, cite=THROWING)},
    cite=THROWING,
)

LAYER = Layer(
    "throwing_objects",
    title="Picking up and throwing objects",
    group="Close combat",
    cite=THROWING,
    needs=("classic", "lifting_objects"),
    add=(reach, comes_to, cools, dropped),
    change=(
        VERB,
        QUESTION,
        breaks.replaced_by(stays_whole),
        KINDS.amended("throwing_objects.kinds", {THROW: 0}, cite=THROWING),
    ),
)
