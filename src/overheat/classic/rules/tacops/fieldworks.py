"""Digging in and fieldworks: soldiers dig holes for themselves, and trench engineers raise what shelters others too."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.board import Feature, Ground
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, GroundChanged, MarkLaid, MarkLifted, Moved, PhaseBegan, TurnEnded
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import GROUND
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.infantry import MECHANISED, SOLDIERS
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

DIGGING = TACTICAL_OPERATIONS("Digging In", 108)
ENGINEERS = TACTICAL_OPERATIONS("Trench/Fieldwork Engineers", 341)
AT_WORK = named("digging", "works on a {kind}")
"""The mark of soldiers at work: for how many rounds they have been, and at what."""
HOLE = named("dug_in", "soldiers have dug in")
"""The effect on a hex in which soldiers have dug in."""
TRENCH, FORTIFIED, BUILT = "trench engineers", "fortified", "fieldworks.built"
HOLES, FIELDWORK = "hole", "fieldwork"
GROUND.says(BUILT, "a fieldwork is finished")

FIGURES: Table[str, int] = Table(
    "fieldworks.figures",
    {HOLES: 1, FIELDWORK: 3, "to hit": 2},
    cite=DIGGING,
    where="overheat.classic.rules.tacops.fieldworks.FIGURES",
)
"""The rounds that each takes, and what is added to shots at soldiers who have dug in."""


class Dig(msgspec.Struct, frozen=True, tag=True):
    """Dig in, or work on a fieldwork, in place of moving and firing."""

    fieldwork: bool = False


def _offers(state: State, unit: Unit) -> Iterator[Dig]:
    yield Dig(False)
    yield Dig(True)


def _refuses(state: State, unit: Unit, command: Dig) -> Refusal | None:
    platoon, ground = unit.sheet.platoon, state.relief.board[unit.hex]
    if platoon is None or unit.sheet.motive in MECHANISED:
        return Refusal("fieldworks.able", "soldiers on foot dig", DIGGING)
    if command.fieldwork and TRENCH not in platoon.specialities:
        return Refusal("fieldworks.able", "fieldworks are built by trench engineers", ENGINEERS)
    if unit.motion.mode != "stationary" or unit.motion.done or unit.elevation:
        return Refusal("fieldworks.able", "who digs does nothing else", DIGGING)
    solid = any(kind in ground for kind in ("pavement", "road", "building", "water", FORTIFIED))
    if solid or (HOLE in state.effects.get(unit.hex, {}) and not command.fieldwork):
        return Refusal("fieldworks.ground", "there is nothing to dig here", DIGGING)
    return None


def _does(scene: Scene, unit: Unit, command: Dig) -> None:
    kind, before = FIELDWORK if command.fieldwork else HOLES, unit.marks.get(AT_WORK)
    rounds = 1 + (before.value if before is not None and before.kind == kind else 0)
    scene.tell(MarkLaid(unit.id, AT_WORK, Mark(rounds, kind=kind)))
    scene.tell(TurnEnded(unit.id))


def _words(state: State, unit: Unit, command: Dig, names: Names) -> str:
    return "work on a fieldwork" if command.fieldwork else "dig in"


@rule("fieldworks.finished", cite=DIGGING, slot=FOLLOWS)
def finished(scene: Scene, event: Event, before: State) -> None:
    """A hole takes a round and a fieldwork three, one after the other; who goes away leaves off."""
    if isinstance(event, Moved) and AT_WORK in scene.unit(event.unit).marks and event.motion.travelled:
        scene.tell(MarkLifted(event.unit, AT_WORK))
    if not isinstance(event, PhaseBegan) or event.phase != "end":
        return
    for id, unit in list(scene.state.units.items()):
        work = unit.marks.get(AT_WORK) if unit.marks else None
        if work is None or not unit.active or work.value < scene.rules[FIGURES][work.kind]:
            continue
        scene.tell(MarkLifted(id, AT_WORK))
        if work.kind == FIELDWORK:
            scene.tell(GroundChanged(unit.hex, fortified(scene.state.relief.board[unit.hex]), BUILT))
        else:
            scene.tell(EffectLaid(unit.hex, HOLE))


def fortified(ground: Ground) -> Ground:
    """A hex with a fieldwork."""
    return msgspec.structs.replace(ground, features=(*ground.features, Feature(FORTIFIED, 1)))


@rule("fieldworks.hands_full", cite=DIGGING, slot=FORBIDS)
def hands_full(attack: WeaponAttack) -> Refusal | None:
    """Who digs does not fire."""
    if AT_WORK not in attack.attacker.marks:
        return None
    return Refusal("fieldworks.hands_full", "who digs does not fire", DIGGING)


@rule("fieldworks.dug_in", cite=DIGGING, slot=EVERY_SHOT)
def dug_in(attack: WeaponAttack) -> Term | None:
    """Soldiers where they have dug in are harder to hit, +2."""
    target = attack.target
    if target.sheet.kind not in SOLDIERS or HOLE not in attack.effects.get(target.hex, {}):
        return None
    return Term("fieldworks.dug_in", attack.rules[FIGURES]["to hit"], "dug in", DIGGING)


VERB = Verb(command=Dig, phases=("movement",), offers=_offers, refuses=_refuses, does=_does, words=_words, title="Dig")

LAYER = Layer(
    "fieldworks",
    title="Digging in and fieldworks",
    group="Things on the map",
    cite=DIGGING,
    needs=("classic",),
    add=(finished, hands_full, dug_in, FIGURES),
    change=(VERBS.amended("fieldworks.verbs", {"fieldworks.dig": VERB}, cite=DIGGING),),
)
