"""What a chain whip does to a limb that it strikes: it trips, or it holds; and how a hold goes on and ends."""

from __future__ import annotations

from overheat.classic.attack.blows import LANDED, attack_of, number_of
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.arcs import ARMS, LEGS
from overheat.classic.facts.events import AttackRolled, MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.chain_whips import (
    GRAPPLE,
    HELD,
    HOLD_FIGURES,
    HOLDS,
    WHIPS,
    classes_above,
    slips,
    tied,
)
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.piloting import BLOWS
from overheat.classic.rules.standard.shields import shield_before
from overheat.classic.rules.standard.systems import strengthened
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term, parts
from overheat.kernel.wording.phrases import as_id

ENTANGLE = "chain_whips.entangle"
SNARED = "snared by a chain whip"


@rule(ENTANGLE, cite=WHIPS, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whether who struck a limb with a whip tries to trip its owner, or to hold it."""
    return Asking(
        words=lambda state, question: f"the whip is around the {question.facts['limb']}: pull?",
        option=lambda state, question, answer: "try it" if answer == "pull" else "let it be",
        worth=lambda state, question, answer: float(question.facts["worth"]) * (answer == "pull"),
    )


@rule("chain_whips.entangles", cite=WHIPS, implements=("TO-289-chain-whip-2",), slot=LANDED)
def entangles(scene: Scene, attack: PhysicalAttack, location: str) -> None:
    """A whip that strikes a limb and does not destroy it may trip a machine by the leg, or hold a unit by the arm.

    What a shield protects it does not get hold of.
    """
    if attack.weapon is None or "chain_whip" not in attack.weapon.flags:
        return
    own, target = scene.unit(attack.attacker.id), scene.unit(attack.target.id)
    if not own.active or not target.active or target.condition[location].destroyed or tied(own) or tied(target):
        return
    if "shield" in target.plan.flags and shield_before(scene.rules, target, location, rear=False) is not None:
        return
    snares = target.machine and location in LEGS
    if not snares and location not in (ARMS if target.machine else (*ARMS, "L") if target.protomech else ()):
        return
    worth = 1 if snares else classes_above(own, target)
    question = Question(ENTANGLE, own.side, ("pull", "leave"), own.id, {"limb": location, "worth": worth})
    if scene.ask(question) == "pull":
        (_snare if snares else _hold)(scene, attack, location)


def _snare(scene: Scene, attack: PhysicalAttack, location: str) -> None:
    """A second roll at the number of the first, easier with hot myomer; the machine then rolls to stay up, +3."""
    number, figures = number_of(attack), scene.rules[HOLD_FIGURES]
    if strengthened(attack.attacker) and not strengthened(attack.target):
        number += Tally((Term("chain_whips.myomer", figures["hot myomer"], "hot myomer", WHIPS),))
    if _rolled(scene, attack, number, "whip trip"):
        why = Term("chain_whips.snared", figures["snared"], SNARED, BLOWS.cite)
        scene.shaken[attack.target.id].append(why)


def _hold(scene: Scene, attack: PhysicalAttack, location: str) -> None:
    """A second roll, and the one unit holds the other."""
    if _pulls(scene, attack.attacker.id, attack.target.id, attack.limb):
        own, target, now = attack.attacker.id, attack.target.id, scene.state.round
        scene.tell(MarkLaid(own, HOLDS, Mark(about=target, kind=attack.limb, value=now)))
        scene.tell(MarkLaid(target, HELD, Mark(about=own, kind=location, value=now)))


def _pulls(scene: Scene, holder: str, target: str, arm: str) -> bool:
    """The roll to hold somebody with a whip, at first and in every turn after."""
    pull = attack_of(scene.state, scene.unit(holder), Blow(GRAPPLE, arm, target))
    return _rolled(scene, pull, number_of(pull), GRAPPLE)


def _rolled(scene: Scene, attack: PhysicalAttack, needed: Tally, what: str) -> bool:
    own, target = attack.attacker.id, attack.target.id
    rolled = scene.roll("physical.to_hit", who=own, needed=int(needed.total), target=target, kind=what)
    hit = rolled >= needed.total
    scene.tell(AttackRolled(own, target, as_id(what), parts(needed), rolled, hit))
    return hit


def hold_on(scene: Scene) -> None:
    """Who holds somebody with a whip since an earlier turn rolls again, or the other is free."""
    for id, unit in scene.state.units.items():
        mark = unit.marks.get(HOLDS) if unit.marks else None
        if mark is not None and mark.value < scene.state.round and not _pulls(scene, id, mark.about, mark.kind):
            let_go(scene, scene.unit(id))


def let_slip(scene: Scene) -> None:
    """At the end of a phase a hold is over whose whip or limb is destroyed, or one of whose units is."""
    for unit in scene.state.units.values():
        mark = unit.marks.get(HOLDS) if unit.marks else None
        if mark is not None and slips(scene.rules, unit, scene.unit(mark.about)):
            let_go(scene, scene.unit(unit.id))


def let_go(scene: Scene, holder: Unit) -> None:
    """Two units are tied together no longer."""
    mark = holder.marks[HOLDS]
    scene.tell(MarkLifted(holder.id, HOLDS, mark))
    other = scene.unit(mark.about)
    if HELD in other.marks:
        scene.tell(MarkLifted(other.id, HELD, other.marks[HELD]))


RULES = (asked, entangles)
