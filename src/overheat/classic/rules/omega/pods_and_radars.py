"""Anti-personnel pods and radars among soldiers of Omega: how many a pod fells, and who serves an Artemis."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.decisions import USED
from overheat.classic.attack.used_parts import bursts
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import Unit
from overheat.classic.rules.omega.guidance import ARM, guide_of
from overheat.classic.rules.omega.guns import FRAGMENTS
from overheat.classic.rules.omega.illumination import Illuminate, lights
from overheat.classic.rules.omega.infantry import SQUAD
from overheat.classic.rules.omega.squad_kits import ABANDONED, FIGURES, missing
from overheat.classic.rules.standard.battle_armour import small_target
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.pods import platoons_around
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.turn.verb import VETOES, Saying
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.odds import dice
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

PODS = Book("Omega Rules")("Infantry platoon squads, pods", 16)
RADARS = Book("Omega Rules")("Artemis IV squads", 17)
LIKE_A_GUN = (20, 1)
"""The class of gun whose table of fragments a pod goes by, and the rounds of it."""


@rule("omega.personnel_pod_fells", cite=PODS, implements=("OM-inf-apods",))
def pod_fells(rules: Ruleset, rolled: int) -> int:
    """A pod fells as many soldiers as the largest gun has fragments that hit."""
    return rules[FRAGMENTS][LIKE_A_GUN][rolled - 2]


@rule("omega.personnel_pod_bursts", cite=PODS, implements=("OM-inf-apods",), slot=USED)
def pod_bursts(scene: Scene, unit: Unit, mount: int) -> None:
    """One roll says how many fall in every platoon of the hex, and dice of each platoon who they are."""
    held = unit.sheet.mounts[mount].equipment
    if "ap_pod" not in held.flags:
        return
    platoons = platoons_around(scene.state, unit)
    many = scene.rules[pod_fells](scene.rules, scene.roll("infantry.burst", who=unit.id)) if platoons else 0
    for platoon in platoons:
        take(scene, Hit(platoon.id, "front", many, "fire", item=held.name))


@rule("omega.radars_show", cite=RADARS, implements=("OM-inf-artemis",), slot=EVERY_ATTACK)
def radars_show(attack: Engagement) -> Term | None:
    """A missile that homes in on a radar minds no soldiers around it."""
    if isinstance(attack, WeaponAttack) and guide_of(attack) == ARM:
        return None
    return attack.rules.below(radars_show)(attack)


@rule("omega.radar_served", cite=RADARS, implements=("OM-inf-artemis",), slot=VETOES)
def radar_served(saying: Saying) -> Refusal | None:
    """An Artemis takes two soldiers to operate, and must not have been left behind; who fires does not operate it."""
    unit, command = saying.unit, saying.command
    if not isinstance(command, Illuminate) or not unit.sheet.mounts[command.mount].location.startswith(SQUAD):
        return None
    squad = unit.sheet.mounts[command.mount].location
    weak = missing(unit, squad) >= saying.state.relief.rules[FIGURES]["lost without firing"]
    if not weak and each(ABANDONED, squad) not in unit.marks:
        return None
    return Refusal("omega.radar_served", f"{squad} cannot operate its Artemis", RADARS)


@rule("omega.busy_with_radar", cite=RADARS, implements=("OM-inf-artemis",), slot=FORBIDS)
def busy_with_radar(attack: WeaponAttack) -> Refusal | None:
    """A squad whose Artemis is active does not use its side arms."""
    unit, squad = attack.attacker, attack.mount.location
    if not unit.marks or not squad.startswith(SQUAD):
        return None
    if not any(unit.sheet.mounts[at].location == squad for at in lights(unit)):
        return None
    return Refusal("omega.busy_with_radar", f"{squad} operates its Artemis", RADARS)


class PodAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pod that bursts."""

    roll: Annotated[int, Meta(ge=2, le=12)] | None = None
    platoons: Annotated[int, Meta(ge=1, le=4)] = 1


def answer(desk: Desk, asked: PodAsked) -> Answer:
    """How many soldiers of each platoon a pod fells, and of all together."""
    if asked.roll is not None:
        each_of = desk.rules[pod_fells](desk.rules, asked.roll)
        return Answer(figures={"killed": each_of, "in_all": each_of * asked.platoons}, terms=None)
    felled = dice(2, 6).map(lambda roll: desk.rules[pod_fells](desk.rules, roll))
    outcomes = Outcomes.of("soldiers who fall", felled, lambda many: counted(many, "soldier"))
    return Answer(figures={"killed": None, "expected": felled.mean}, outcomes=outcomes)


QUESTION = INQUIRIES.amended(
    "omega.personnel_pod_question",
    {"personnel pod": Inquiry(title="How many soldiers a pod fells", facts=PodAsked, answer=answer, cite=PODS)},
    cite=PODS,
)

LAYER = Layer(
    "omega_pods_and_radars",
    title="Pods and radars among soldiers",
    group="Omega",
    cite=PODS,
    needs=("classic", "omega_autocannons", "omega_guidance", "omega_squads"),
    add=(pod_fells, radar_served, busy_with_radar),
    change=(bursts.replaced_by(pod_bursts), small_target.wrapped_in(radars_show), QUESTION),
)
