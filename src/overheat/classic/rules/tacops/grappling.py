"""Grappling: a machine on two legs takes hold of another with both arms, and neither gets away by itself.

The two stay in their hexes, side by side; at a table the one who grapples steps into the hex of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from overheat.classic.attack.blows import attack_of, number_of, refusal
from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.battle.chances import chance_to_roll
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import SAVES, check_piloting, fall
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.commands import Jump, Leave, Step
from overheat.classic.facts.events import BlowDeclared, FateMet, MarkLaid, MarkLifted, Moved
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.chain_whips import classes_above
from overheat.classic.rules.standard.fire import DECLARATION, FORBIDS
from overheat.classic.rules.standard.physical import (
    EVERY_BLOW,
    KINDS,
    LEVELS,
    LIMBS,
    NO_BLOW,
    PhysicalAttack,
    carries,
    gone,
)
from overheat.classic.rules.standard.piloting import DEEDS, cause
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import VETOES, Names, Saying, Verb
from overheat.kernel.events import Event
from overheat.kernel.questions import Asking, Question
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.verbs import Foreseen

GRAPPLING = TACTICAL_OPERATIONS("Grappling", 90)
GRAPPLE, BREAK = "grapple", "break grapple"
HOLDS = named("grapples", "grapples {about}")
"""The mark of who holds another in its arms, which it is about."""
HELD = named("grappled", "grappled by {about}")
"""The mark of who is held."""
HOLDING = "holding another up"
FIRES = ("HD", "CT", "LT", "RT")
"""Where the weapons are that two who grapple still use."""

FIGURES: Table[str, int] = Table(
    "grappling.figures",
    {"arm or shoulder": 2, "hand": 1, "both arms enhanced": -1, "a weight class": -1, "at each other": -4},
    cite=GRAPPLING,
    where="overheat.classic.rules.tacops.grappling.FIGURES",
)
"""What damaged arms, enhanced ones and weight add to the roll, and what shots of the two at each other need less."""


class Grapple(msgspec.Struct, frozen=True, tag=True):
    """Take hold of a machine with both arms."""

    target: str


class BreakGrapple(msgspec.Struct, frozen=True, tag=True):
    """Try to get free of who holds the machine."""

    target: str


class Release(msgspec.Struct, frozen=True, tag=True):
    """Let go of the machine that is held."""


def partner(unit: Unit) -> str:
    """The unit that another grapples with, whoever holds; nothing for who is free."""
    return (unit.about(HOLDS) or unit.about(HELD)) if unit.marks else ""


@rule("grappling.forbids", cite=GRAPPLING, slot=NO_BLOW)
def no_grapple(attack: PhysicalAttack) -> Refusal | None:
    """Machines on two legs grapple machines and ProtoMechs that stand, when they have fired nothing.

    Who is in a grapple strikes nobody: it breaks free, or holds on.
    """
    unit, target = attack.attacker, attack.target
    if attack.kind == BREAK:
        held = unit.about(HELD) == target.id
        return None if held else Refusal("grappling.forbids", f"{unit.sheet.name} is not held", GRAPPLING)
    if partner(unit):
        return Refusal("grappling.forbids", f"{unit.sheet.name} is locked in a grapple", GRAPPLING)
    if attack.kind != GRAPPLE:
        return None
    if unit.quad or not (target.machine or target.protomech) or target.condition.prone or partner(target):
        return Refusal("grappling.forbids", f"{target.sheet.name} cannot be grappled", GRAPPLING)
    if unit.volley:
        return Refusal("grappling.forbids", "who grapples has fired nothing this turn", GRAPPLING)
    if unit.hex.distance(target.hex) != 1 or (unit.facing - unit.hex.direction(target.hex)) % 6 not in (0, 1, 5):
        return Refusal("grappling.forbids", "only who is right ahead is grappled", GRAPPLING)
    return None


@rule("grappling.arms", cite=GRAPPLING, slot=EVERY_BLOW)
def by_arms(attack: PhysicalAttack) -> Term | None:
    """Each actuator of both arms that is gone makes it harder, 2, a hand 1; who breaks free needs its shoulders too."""
    if attack.kind not in (GRAPPLE, BREAK) or not attack.attacker.machine:
        return None
    unit, figures = attack.attacker, attack.rules[FIGURES]
    large = ("upper arm actuator", "lower arm actuator", *(("shoulder",) if attack.kind == BREAK else ()))
    value = sum(figures["arm or shoulder"] * gone(unit, part, arm) for arm in ARMS for part in large)
    value += sum(figures["hand"] * gone(unit, "hand actuator", arm) for arm in ARMS)
    if all(carries(unit, "aes", arm) for arm in ARMS):
        value += figures["both arms enhanced"]
    return Term("grappling.arms", value, "the state of both arms", GRAPPLING) if value else None


@rule("grappling.weight", cite=GRAPPLING, slot=EVERY_BLOW)
def by_weight(attack: PhysicalAttack) -> Term | None:
    """Each weight class above the other makes it easier, -1, and each below harder."""
    if attack.kind not in (GRAPPLE, BREAK):
        return None
    value = attack.rules[FIGURES]["a weight class"] * classes_above(attack.attacker, attack.target)
    return Term("grappling.weight", value, "weight classes", GRAPPLING) if value else None


@rule("grappling.comes_to", cite=GRAPPLING, slot=COMES_TO)
def comes_to(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """A grapple that succeeds holds the other from then on; breaking it frees both."""
    own, target = attack.attacker.id, attack.target.id
    if attack.kind == GRAPPLE and hit and not partner(scene.unit(own)) and not partner(scene.unit(target)):
        scene.tell(MarkLaid(own, HOLDS, Mark(about=target, value=scene.state.round)))
        scene.tell(MarkLaid(target, HELD, Mark(about=own, value=scene.state.round)))
    if attack.kind == BREAK and hit:
        part(scene, own)
    return attack.kind in (GRAPPLE, BREAK)


def part(scene: Scene, id: str) -> None:
    """A unit and whoever it grapples with are free of each other."""
    for each in (id, partner(scene.unit(id))):
        for mark in (HOLDS, HELD):
            if each and mark in scene.unit(each).marks:
                scene.tell(MarkLifted(each, mark, scene.unit(each).marks[mark]))


@rule("grappling.at_each_other", cite=GRAPPLING, slot=EVERY_ATTACK)
def at_each_other(attack: Engagement) -> Term | None:
    """Two who grapple hardly miss each other, -4."""
    if not isinstance(attack, WeaponAttack) or partner(attack.attacker) != attack.target.id:
        return None
    return Term("grappling.at_each_other", attack.rules[FIGURES]["at each other"], "in a grapple", GRAPPLING)


@rule("grappling.no_fire", cite=GRAPPLING, slot=FORBIDS)
def no_fire(attack: WeaponAttack) -> Refusal | None:
    """Who is in a grapple fires at the other only, with what is in head and torso and points ahead."""
    other = partner(attack.attacker)
    if not other:
        return None
    if attack.target.id != other:
        return Refusal("grappling.no_fire", "only the other one of a grapple can be fired at", GRAPPLING)
    if attack.mount.location not in FIRES or attack.mount.rear:
        return Refusal("grappling.no_fire", "in a grapple only head and torso fire, ahead", GRAPPLING)
    return None


@rule("grappling.stays", cite=GRAPPLING, slot=VETOES, only=lambda saying: bool(saying.unit.marks))
def stays(saying: Saying) -> Refusal | None:
    """Neither of two who grapple moves or turns."""
    if not partner(saying.unit) or not isinstance(saying.command, Step | Jump | Leave):
        return None
    return Refusal("grappling.stays", f"{saying.unit.sheet.name} is locked in a grapple", GRAPPLING)


@rule("grappling.hold_up", cite=GRAPPLING, slot=QUESTIONS)
def hold_up(rules: Ruleset) -> Asking[State]:
    """Who holds a machine that loses its footing holds it up, or lets it fall."""
    return Asking(
        words=lambda state, question: f"{question.facts['other']} loses its footing: hold it up, or let it fall?",
        option=lambda state, question, answer: "hold on, at +2" if answer == "hold" else "let go",
        worth=lambda state, question, answer: float(answer == "let_go"),
    )


@rule("grappling.saves", cite=GRAPPLING, implements=("TO-090-grappling",), slot=SAVES)
def saves(scene: Scene, id: str, missed_by: int) -> bool:
    """Who is held and fails to keep its feet falls when it is let go, or is held up by a roll of the other at +2.

    Where that fails both fall, and the hold goes on. Who holds and fails to keep its own feet lets go.
    """
    unit = scene.unit(id)
    if unit.about(HOLDS):
        part(scene, id)
        return False
    holder = unit.about(HELD)
    if not holder:
        return False
    side = scene.unit(holder).side
    facts: dict[str, str | int] = {"other": unit.sheet.name}
    if scene.ask(Question("grappling.hold_up", side, ("hold", "let_go"), holder, facts)) == "let_go":
        part(scene, id)
        return False
    why = cause(scene.rules[DEEDS], HOLDING)
    if check_piloting(scene, holder, why):
        return True
    if not scene.unit(holder).condition.prone:
        fall(scene, holder, why)
    return False


@rule("grappling.ends", cite=GRAPPLING, slot=FOLLOWS)
def ends(scene: Scene, event: Event, before: State) -> None:
    """Who leaves the battle, or is driven apart from the other, holds nobody, and nobody holds it."""
    if not isinstance(event, FateMet | Moved):
        return
    unit = scene.unit(event.unit)
    other = partner(unit)
    if other and (not unit.active or unit.hex.distance(scene.unit(other).hex) > 1):
        part(scene, unit.id)


def _attack(state: State, unit: Unit, command: Grapple | BreakGrapple) -> PhysicalAttack:
    kind = GRAPPLE if isinstance(command, Grapple) else BREAK
    return attack_of(state, unit, Blow(kind, "", command.target))


def _near(state: State, unit: Unit) -> Iterator[str]:
    others = (other for other in state.units.values() if other.side != unit.side and other.active and unit.machine)
    yield from (other.id for other in others if unit.hex.distance(other.hex) == 1)


def _refuses(state: State, unit: Unit, command: Grapple | BreakGrapple) -> Refusal | None:
    target = state.units.get(command.target)
    if target is None or target.side == unit.side:
        return Refusal("physical.target", f"there is no enemy {command.target!r}", DECLARATION)
    return refusal(_attack(state, unit, command))


def _does(scene: Scene, unit: Unit, command: Grapple | BreakGrapple) -> None:
    scene.tell(BlowDeclared(unit.id, _attack(scene.state, unit, command).blow))


def _foreseen(state: State, unit: Unit, command: Grapple | BreakGrapple) -> Foreseen:
    number = number_of(_attack(state, unit, command))
    return Foreseen(f"{int(number.total)}+ {float(_chance(state, unit, command)):.0%}", {"to hit": number})


def _chance(state: State, unit: Unit, command: Grapple | BreakGrapple) -> Fraction:
    attack = _attack(state, unit, command)
    needed = int(number_of(attack).total)
    return chance_to_roll(state, "physical.to_hit", needed, unit.id, target=command.target, kind=attack.kind)


def _worth_holding(state: State, unit: Unit, command: Grapple) -> float:
    """A hold pays for who is much heavier and hardly fails: at best it keeps a fast machine from getting away."""
    apart = classes_above(unit, state.units[command.target])
    return float(_chance(state, unit, command)) * 6 * apart - 10


def _worth_breaking(state: State, unit: Unit, command: BreakGrapple) -> float:
    """Whoever is held wants to be free, the more the likelier it is."""
    return 5 * float(_chance(state, unit, command))


def _cannot_release(state: State, unit: Unit, command: Release) -> Refusal | None:
    return None if unit.about(HOLDS) else Refusal("grappling.release", f"{unit.sheet.name} holds nobody", GRAPPLING)


def _said(text: str) -> Callable[[State, Unit, Grapple | BreakGrapple, Names], str]:
    return lambda state, unit, command, names: text.format(names.get(command.target, command.target))


VERB = VERBS.amended(
    "grappling.verbs",
    {
        "grappling.grapple": Verb(
            command=Grapple,
            phases=("physical",),
            offers=lambda state, unit: (Grapple(id) for id in _near(state, unit)),
            refuses=_refuses,
            does=_does,
            words=_said("grapple {}"),
            preview=_foreseen,
            worth=_worth_holding,
        ),
        "grappling.break": Verb(
            command=BreakGrapple,
            phases=("physical",),
            offers=lambda state, unit: (BreakGrapple(unit.about(HELD)),) if unit.about(HELD) else (),
            refuses=_refuses,
            does=_does,
            words=_said("break free of {}"),
            preview=_foreseen,
            worth=_worth_breaking,
        ),
        "grappling.release": Verb(
            command=Release,
            phases=("movement", "physical"),
            offers=lambda state, unit: (Release(),) if unit.about(HOLDS) else (),
            refuses=_cannot_release,
            does=lambda scene, unit, command: part(scene, unit.id),
            words=lambda state, unit, command, names: f"let go of {names.get(unit.about(HOLDS), unit.about(HOLDS))}",
            preview=lambda state, unit, command: "both may move again",
            worth=lambda state, unit, command: 0.0,
        ),
    },
    cite=GRAPPLING,
)

LAYER = Layer(
    "grappling",
    title="Grappling",
    group="Close combat",
    cite=GRAPPLING,
    needs=("classic",),
    add=(
        no_grapple,
        by_arms,
        by_weight,
        comes_to,
        at_each_other,
        no_fire,
        stays,
        hold_up,
        saves,
        ends,
        FIGURES,
    ),
    change=(
        VERB,
        KINDS.amended("grappling.kinds", {GRAPPLE: 0, BREAK: 0}, cite=GRAPPLING),
        LIMBS.amended("grappling.limbs", {GRAPPLE: "arms", BREAK: ""}, cite=GRAPPLING),
        LEVELS.amended("grappling.levels", {GRAPPLE: (0, 1, -1), BREAK: (0, 1, -1)}, cite=GRAPPLING),
        DEEDS.amended("grappling.deeds", {HOLDING: 2}, cite=GRAPPLING),
    ),
)
