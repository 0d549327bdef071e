"""Harpoons and headbutts: an attack and a blow that nobody has heard of; what they promise is what bots go by."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.battle.chances import chance_to_roll
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.commands import Strike
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.physical import KINDS, LEVELS, LIMBS, WAYS, PhysicalAttack
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Foreseen

HERE = Book("House rules")("Harpoons")
SCENARIO = "duel"
THROWN, HEADBUTT = named("harpoon_thrown", "has thrown its harpoon"), "headbutt"
HARM, REACH = 7, 6


class Throw(msgspec.Struct, frozen=True, tag=True):
    """Throw a harpoon at a unit nearby."""

    target: str


def needed(unit: Unit) -> Tally:
    return Tally((Term("harpoons.skill", unit.gunnery + 2, "gunnery and two", HERE),))


def offers(state: State, unit: Unit) -> Iterator[Throw]:
    yield from (Throw(other.id) for other in state.units.values() if other.active and other.side != unit.side)


def refuses(state: State, unit: Unit, command: Throw) -> Refusal | None:
    target = state.units.get(command.target)
    if not unit.machine or THROWN in unit.marks:
        return Refusal("harpoons.none", "there is one harpoon for each machine and round", HERE)
    if target is None or unit.hex.distance(target.hex) > REACH:
        return Refusal("harpoons.reach", f"a harpoon flies {REACH} hexes", HERE)
    return None


def foreseen(state: State, unit: Unit, command: Throw) -> Foreseen:
    number = needed(unit)
    chance = chance_to_roll(state, "harpoons.throw", int(number.total), unit.id)
    return Foreseen(f"{float(chance):.0%} for {HARM} damage", {"to hit": number}, chance, chance * Fraction(HARM))


def does(scene: Scene, unit: Unit, command: Throw) -> None:
    scene.tell(MarkLaid(unit.id, THROWN, Mark(this_round=True)))
    number = int(needed(unit).total)
    if scene.roll("harpoons.throw", who=unit.id, needed=number) >= number:
        take(scene, Hit(command.target, "front", HARM, "harpoon"))


@rule("harpoons.ways", cite=HERE, slot=WAYS)
def ways(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """A machine has a head to butt with."""
    return ((HEADBUTT, ""),) if unit.machine else ()


@rule("harpoons.headbutt", cite=HERE, slot=COMES_TO)
def butted(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """A headbutt does nineteen points from ahead."""
    if attack.kind == HEADBUTT and hit:
        take(scene, Hit(attack.target.id, "front", 19, HEADBUTT))
    return attack.kind == HEADBUTT


def felt(session: Any) -> bool:
    """Somebody was butted."""
    return any(isinstance(said, Strike) and said.kind == HEADBUTT for _, said in session.commands)


def words(state: State, unit: Unit, command: Throw, names: Any) -> str:
    return f"throw a harpoon at {names[command.target]}"


VERB = Verb(
    command=Throw, phases=("weapons",), offers=offers, refuses=refuses, does=does, words=words, preview=foreseen
)
LAYER = Layer(
    "harpoons",
    HERE,
    title="Harpoons",
    needs=("classic",),
    add=(ways, butted),
    change=(
        VERBS.amended("harpoons.verbs", {"harpoons.throw": VERB}, cite=HERE),
        KINDS.amended("harpoons.kinds", {HEADBUTT: 0}, cite=HERE),
        LIMBS.amended("harpoons.limbs", {HEADBUTT: ""}, cite=HERE),
        LEVELS.amended("harpoons.levels", {HEADBUTT: LEVELS["punch"]}, cite=HERE),
    ),
)
