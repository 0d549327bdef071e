"""Blocking: a machine that strikes nobody holds an arm ready, and catches a blow with it in place of what was aimed at.

The errata add only what blocking a kick costs; what a block needs and does is our reading.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.blows import attack_of, hit_of, number_of, refusal
from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.events import AttackRolled, MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack, struck_with
from overheat.classic.rules.standard.piloting import BLOWS, cause
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.preview import of_blow
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import parts

BLOCKING = TACTICAL_OPERATIONS("Blocking a Physical Attack", 89)
READY = named("blocking", "ready to block with the {kind}")
"""The mark of a machine that is ready to block a blow of this phase, and with which arm."""
KICK, BLOCKED = "kick", "blocked a kick"
BLOCK = "block"

BLOCKED_BY: Table[str, bool] = Table(
    "blocking.blows",
    {"arm": True, "leg": True, "weapon": True, "arms": False, "": False},
    cite=BLOCKING,
    where="overheat.classic.rules.tacops.blocking.BLOCKED_BY",
)
"""Whether a blow can be blocked, by what it is struck with; a push, a charge and what comes from above cannot."""


class Block(msgspec.Struct, frozen=True, tag=True):
    """Strike nobody, and be ready to block a blow with an arm."""

    arm: str


def _guard(state: State, unit: Unit, arm: str, against: str) -> PhysicalAttack:
    """The blow that a block is rolled like: a punch with the arm at who strikes."""
    return attack_of(state, unit, Blow("punch", arm, against))


@rule("blocking.strikes_nobody", cite=BLOCKING, slot=NO_BLOW)
def strikes_nobody(attack: PhysicalAttack) -> Refusal | None:
    """Who is ready to block strikes nobody."""
    if READY not in attack.attacker.marks:
        return None
    return Refusal("blocking.strikes_nobody", f"{attack.attacker.sheet.name} is ready to block", BLOCKING)


@rule("blocking.comes_to", cite=BLOCKING, implements=("TO-089-blocking-kick",), slot=COMES_TO)
def comes_to(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """A blow that would land is blocked by a roll like one for a punch, and then strikes the arm that blocks it.

    Each block is for one blow. Who has blocked a kick rolls to stay up, as who is kicked.
    """
    target = scene.unit(attack.target.id)
    mark = target.marks.get(READY) if target.marks else None
    if not hit or mark is None or not target.active or not scene.rules[BLOCKED_BY][struck_with(attack)]:
        return False
    free = msgspec.structs.replace(target, marks={name: held for name, held in target.marks.items() if name != READY})
    guard = _guard(scene.state, free, mark.kind, attack.attacker.id)
    if refusal(guard) is not None:
        return False
    scene.tell(MarkLifted(target.id, READY, mark))
    return _caught(scene, attack, guard, mark.kind)


def _caught(scene: Scene, attack: PhysicalAttack, guard: PhysicalAttack, arm: str) -> bool:
    """The roll to block, and what comes of a block that succeeds."""
    own, foe, needed = attack.target.id, attack.attacker.id, number_of(guard)
    rolled = scene.roll("physical.to_hit", who=own, needed=int(needed.total), target=foe, kind=BLOCK)
    blocked = rolled >= needed.total
    scene.tell(AttackRolled(own, foe, BLOCK, parts(needed), rolled, blocked))
    if not blocked:
        return False
    hit = weighed(scene, hit_of(attack, "front"))
    if hit.damage:
        hit_machine(scene, hit, arm)
    if attack.kind == KICK and scene.unit(own).active:
        scene.shaken[own].append(cause(scene.rules[BLOWS], BLOCKED))
    return True


def _offers(state: State, unit: Unit) -> Iterator[Block]:
    yield from (Block(arm) for arm in ARMS if unit.machine)


def _refuses(state: State, unit: Unit, command: Block) -> Refusal | None:
    if READY in unit.marks or unit.blows:
        return Refusal("blocking.ready", "who blocks strikes nobody, and blocks with one arm", BLOCKING)
    foes = [foe for foe in state.units.values() if foe.active and foe.machine and foe.side != unit.side]
    reached = any(refusal(_guard(state, unit, command.arm, foe.id)) is None for foe in foes)
    return None if reached else Refusal("blocking.ready", f"the {command.arm} can stop nobody", BLOCKING)


def _does(scene: Scene, unit: Unit, command: Block) -> None:
    scene.tell(MarkLaid(unit.id, READY, Mark(this_phase=True, kind=command.arm)))


def _words(state: State, unit: Unit, command: Block, names: Names) -> str:
    return f"be ready to block with the {command.arm}"


def _worth(state: State, unit: Unit, command: Block) -> float:
    """Blocking pays for who has nothing better to do beside an enemy."""
    best = max((float(of_blow(state, unit, strike).damage) for strike in strikes(state, unit)), default=0.0)
    return 1.0 - best


VERB = VERBS.amended(
    "blocking.verb",
    {
        "blocking.block": Verb(
            command=Block,
            phases=("physical",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            preview=lambda state, unit, command: f"a blow that would land may strike the {command.arm} instead",
            worth=_worth,
        )
    },
    cite=BLOCKING,
)

LAYER = Layer(
    "blocking",
    title="Blocking physical attacks",
    group="Close combat",
    cite=BLOCKING,
    needs=("classic",),
    add=(strikes_nobody, comes_to, BLOCKED_BY),
    change=(VERB, BLOWS.amended("blocking.kicks", {BLOCKED: 0}, cite=BLOCKING)),
)
