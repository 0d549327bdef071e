"""Lifting objects: a machine with hands picks up what lies in its hex, boulders from broken ground among it.

What it lifts is a thing of the battle: on the map while it lies there, with its bearer while it is carried.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.attack.blows import attack_of
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CheckMade, MarkLaid, MarkLifted, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, named
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.facts.vocabulary import THINGS
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack, clawed, gone, struck_with
from overheat.classic.rules.standard.systems import hits_on, strengthened
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb, always
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term, parts
from overheat.kernel.verbs import Foreseen

LIFTING = TOTAL_WARFARE("'Mech lifting capabilities", 261)
CLAWS = TACTICAL_OPERATIONS("Claws", 289)
OBJECT, BOULDER = "object", "boulder"
THINGS.says(OBJECT, "object of {value} tons")
CARRIES = named("carries", "carries an object of {value} tons ({kind})")
"""The mark of a machine that carries something: its weight, in which hands, and which thing it is."""
TRIED = named("lifted", "")
"""The mark of a machine that has lifted or thrown something this turn, or tried to."""
Hands = Literal["LA", "RA", "both"]
GRIPS: tuple[Hands, ...] = ("both", "RA", "LA")

SHARES: Table[str, Fraction] = Table(
    "lifting_objects.shares",
    {"both": Fraction(1, 10), "LA": Fraction(1, 20), "RA": Fraction(1, 20), "hot myomer": Fraction(2)},
    cite=LIFTING,
    where="overheat.classic.rules.tacops.lifting_objects.SHARES",
)
"""The share of its weight that a machine lifts with both hands and with one, and what hot myomer makes of it."""

BROKEN_GROUND = ("rough", "rubble")
"""Where boulders lie about."""


class PickUp(msgspec.Struct, frozen=True, tag=True):
    """Pick up an object that lies in the hex: a thing by its id, or a boulder."""

    thing: str
    hands: Hands


class PutDown(msgspec.Struct, frozen=True, tag=True):
    """Put down what the machine carries."""


@rule("lifting_objects.lifts", cite=LIFTING)
def lifts(rules: Ruleset, tons: float, hands: str, hot: bool) -> Fraction:
    """A machine lifts a tenth of its tons with both hands, half as much with one, and twice with hot myomer."""
    shares = rules[SHARES]
    return Fraction(tons) * shares[hands] * (shares["hot myomer"] if hot else 1)


def capacity(rules: Ruleset, unit: Unit, hands: str) -> Fraction:
    """The tons that a machine lifts as it is now."""
    return rules[lifts](rules, unit.sheet.tons, hands, strengthened(unit))


def arms_of(hands: str) -> tuple[str, ...]:
    """The arms that carry something."""
    return ARMS if hands == "both" else (hands,)


def carried(state: State, unit: Unit) -> Thing | None:
    """What a machine carries; None for who carries nothing."""
    mark = unit.marks.get(CARRIES) if unit.marks else None
    return None if mark is None else state.things.get(mark.about)


@rule("lifting_objects.number", cite=LIFTING)
def lift_number(rules: Ruleset, unit: Unit, hands: str) -> Tally:
    """An object is grasped by a roll like that for a punch: by skill, own movement and damaged arms."""
    mode = mode_of(rules, unit)
    damaged = sum(
        2 * gone(unit, f"{part} actuator", arm) for arm in arms_of(hands) for part in ("upper arm", "lower arm")
    )
    return Tally.of(
        [
            Term("lifting_objects.skill", unit.piloting, "piloting skill", LIFTING),
            Term("lifting_objects.moved", mode.attacker, mode.told_of(unit), LIFTING) if mode.attacker else None,
            Term("lifting_objects.arms", damaged, "damaged arms", LIFTING) if damaged else None,
        ]
    )


@rule("lifting_objects.breaks", cite=CLAWS, implements=("TO-289-claws",))
def breaks(rules: Ruleset, unit: Unit, hands: str) -> bool:
    """What a claw fails to lift it destroys."""
    return any(clawed(unit, arm) for arm in arms_of(hands))


def boulder(rules: Ruleset, unit: Unit, hands: str) -> int:
    """The tons of a boulder that a machine looks for: half of what it lifts."""
    return int(capacity(rules, unit, hands) / 2)


def weight_of(state: State, unit: Unit, command: PickUp) -> int:
    """The tons of what is to be picked up; 0 where there is no such thing."""
    if command.thing == BOULDER:
        broken = any(kind in state.relief.board[unit.hex] for kind in BROKEN_GROUND)
        return boulder(state.relief.rules, unit, command.hands) if broken and not unit.elevation else 0
    thing = state.things.get(command.thing)
    there = thing is not None and thing.kind == OBJECT and thing.hex == unit.hex
    return thing.value if thing is not None and there else 0


def _handy(unit: Unit, arm: str) -> bool:
    """Whether an arm has a hand or a claw that works, and a shoulder to lift with."""
    if unit.condition[arm].destroyed or hits_on(unit, "shoulder", arm):
        return False
    return clawed(unit, arm) or not gone(unit, "hand actuator", arm)


WHERE_IT_REACHES = ("physical.adjacent", "physical.height", "physical.arc", "physical.prone_target")
"""What of blows does not matter to who grasps something: where it is."""


def barred(attack: PhysicalAttack) -> Refusal | None:
    """Why a blow could not be struck wherever it goes: the arm has fired, the hands are full, the machine is held."""
    asked = (rule for rule in attack.rules[NO_BLOW] if rule.id not in WHERE_IT_REACHES)
    return next((no for rule in asked if (no := rule.function(attack)) is not None), None)


def busy(state: State, unit: Unit, arm: str) -> Refusal | None:
    """Why an arm cannot grasp anything: whatever would keep it from a punch."""
    return barred(attack_of(state, unit, Blow("punch", arm, unit.id)))


def _offers(state: State, unit: Unit) -> Iterator[PickUp]:
    if unit.machine and not unit.quad:
        here = (thing.id for thing in state.things.values() if thing.kind == OBJECT and thing.hex == unit.hex)
        yield from (PickUp(id, hands) for id in (*here, BOULDER) for hands in GRIPS)


def _refuses(state: State, unit: Unit, command: PickUp) -> Refusal | None:
    if (
        unit.quad
        or not unit.machine
        or unit.condition.prone
        or not all(_handy(unit, arm) for arm in arms_of(command.hands))
    ):
        return Refusal("lifting_objects.hands", "nothing is lifted without hands that work", LIFTING)
    if CARRIES in unit.marks or TRIED in unit.marks or unit.blows:
        return Refusal("lifting_objects.busy", "its hands are full, or have done enough this turn", LIFTING)
    no = next((no for arm in arms_of(command.hands) if (no := busy(state, unit, arm)) is not None), None)
    if no is not None:
        return no
    tons = weight_of(state, unit, command)
    if not tons:
        return Refusal("lifting_objects.nothing", "there is nothing of the kind to lift", LIFTING)
    if tons > capacity(state.relief.rules, unit, command.hands):
        return Refusal("lifting_objects.heavy", f"{tons} tons are too heavy", LIFTING)
    return None


def _does(scene: Scene, unit: Unit, command: PickUp) -> None:
    rules, tons = scene.rules, weight_of(scene.state, unit, command)
    needed = rules[lift_number](rules, unit, command.hands)
    rolled = scene.roll("lifting_objects.grasp", who=unit.id, needed=int(needed.total))
    scene.tell(CheckMade(unit.id, "lifting_objects.grasp", parts(needed), rolled, rolled >= needed.total))
    scene.tell(MarkLaid(unit.id, TRIED, Mark(this_round=True)))
    thing = scene.state.things.get(command.thing)
    if rolled < needed.total:
        if thing is not None and rules[breaks](rules, unit, command.hands):
            scene.tell(ThingGone(thing))
        return
    id = f"{OBJECT}-{unit.id}-{scene.state.round}" if thing is None else thing.id
    scene.tell(ThingPlaced(Thing(id, OBJECT, None, value=tons, by=unit.id)))
    scene.tell(MarkLaid(unit.id, CARRIES, Mark(value=tons, kind=command.hands, about=id)))


def put_down(scene: Scene, unit: Unit) -> None:
    """What a machine carries lies in its hex again."""
    thing = carried(scene.state, unit)
    scene.tell(MarkLifted(unit.id, CARRIES, unit.marks[CARRIES]))
    if thing is not None:
        scene.tell(ThingPlaced(Thing(thing.id, OBJECT, unit.hex, value=thing.value)))


@rule("lifting_objects.no_fire", cite=LIFTING, slot=FORBIDS)
def no_fire(attack: WeaponAttack) -> Refusal | None:
    """An arm that carries something fires nothing."""
    mark = attack.attacker.marks.get(CARRIES) if attack.attacker.marks else None
    if mark is None or attack.mount.location not in arms_of(mark.kind):
        return None
    return Refusal("lifting_objects.no_fire", "the arm carries something", LIFTING)


@rule("lifting_objects.no_blow", cite=LIFTING, slot=NO_BLOW)
def no_blow(attack: PhysicalAttack) -> Refusal | None:
    """An arm that carries something strikes nobody, and who has lifted something this turn does not either."""
    unit = attack.attacker
    if not unit.marks or attack.kind == "throw":
        return None
    mark = unit.marks.get(CARRIES)
    arms = ARMS if struck_with(attack) == "arms" or attack.kind == "club" else (attack.limb,)
    if TRIED not in unit.marks and (mark is None or set(arms_of(mark.kind)).isdisjoint(arms)):
        return None
    return Refusal("lifting_objects.no_blow", "its hands are full", LIFTING)


def _words(state: State, unit: Unit, command: PickUp, names: Names) -> str:
    hands = "both hands" if command.hands == "both" else f"the {command.hands}"
    what = "a boulder" if command.thing == BOULDER else "the object"
    return f"pick up {what} of {weight_of(state, unit, command)} tons with {hands}"


def _foreseen(state: State, unit: Unit, command: PickUp) -> Foreseen:
    rules = state.relief.rules
    number = rules[lift_number](rules, unit, command.hands)
    return Foreseen(f"{int(number.total)}+ to get hold of it", {"to lift": number})


def _cannot_put_down(state: State, unit: Unit, command: PutDown) -> Refusal | None:
    held = CARRIES in unit.marks
    return None if held else Refusal("lifting_objects.nothing", f"{unit.sheet.name} carries nothing", LIFTING)


VERB = VERBS.amended(
    "lifting_objects.verbs",
    {
        "lifting_objects.pick_up": Verb(
            command=PickUp,
            phases=("physical",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Objects",
            preview=_foreseen,
            worth=lambda state, unit, command: 0.0,
        ),
        "lifting_objects.put_down": Verb(
            command=PutDown,
            phases=("movement", "physical"),
            offers=lambda state, unit: (PutDown(),) if CARRIES in unit.marks else (),
            refuses=_cannot_put_down,
            does=lambda scene, unit, command: put_down(scene, unit),
            words=always("put down what it carries"),
            title="Objects",
            preview=lambda state, unit, command: "the arms are free again",
            worth=lambda state, unit, command: 0.0,
        ),
    },
    cite=LIFTING,
)


class LiftAsked(OneUnit, kw_only=True):
    """A machine, and the hands that it lifts with."""

    hands: Annotated[Hands, Meta(description="both, LA or RA.")] = "both"


def _lifted(desk: Desk, asked: LiftAsked) -> Answer:
    """The tons that a machine lifts, what it must roll, and whether what it fails to lift is destroyed."""
    _, unit = staged(desk, asked)
    rules = desk.rules
    number = rules[lift_number](rules, unit, asked.hands)
    lifted = capacity(rules, unit, asked.hands)
    return Answer.needing(number, tons=float(lifted), destroyed_if_failed=rules[breaks](rules, unit, asked.hands))


QUESTION = INQUIRIES.amended(
    "lifting_objects.question",
    {"lift": Inquiry(title="What a machine lifts", facts=LiftAsked, answer=_lifted, cite=LIFTING)},
    cite=LIFTING,
)

LAYER = Layer(
    "lifting_objects",
    title="Lifting objects",
    group="Close combat",
    cite=LIFTING,
    needs=("classic",),
    add=(lifts, lift_number, breaks, no_fire, no_blow, SHARES),
    change=(VERB, QUESTION),
)
