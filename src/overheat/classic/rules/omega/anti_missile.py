"""The anti-missile system of Omega: its owner chooses which missile it engages, once all are rolled for.

A salvo that is one attack is engaged, and destroyed, as one missile.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.parties import check_modes
from overheat.classic.attack.decisions import DECISIONS, ON_THE_WAY, Moment
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Intercepted, ShotsSpent
from overheat.classic.facts.phrases import Cast, called
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.facts.targets import ground_name, is_ground, target_of
from overheat.classic.report.wording import of
from overheat.classic.rules.omega.bench import facing, machine, part
from overheat.classic.rules.standard.fire import all_rolls_first
from overheat.classic.rules.standard.guidance import feeding, has_fired, interceptor
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.salvos import damage_at, salvo_size
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import HEAT_BANDS, banded
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Who
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Sum, Tally, Term, parts, total_of

SYSTEM = Book("Omega Rules")("Anti-Missile Systems", 5)
ID = "omega.anti_missile"
HOLD = "hold"

FIGURES: Table[str, int] = Table(
    "omega.anti_missile_figures",
    {"base": 4, "ammunition dice": 2},
    cite=SYSTEM,
    where="overheat.classic.rules.omega.anti_missile.FIGURES",
)
"""The number that an anti-missile system needs before modifiers, and the dice that say what it fires."""


@rule("omega.rolls_first", cite=SYSTEM)
def rolls_first(rules: Ruleset) -> bool:
    """All attacks are rolled for before the defender decides, and no location is rolled before that."""
    return True


@rule("omega.no_screen_of_fire", cite=SYSTEM)
def no_screen_of_fire(unit: Unit, attack: WeaponAttack) -> int | None:
    """No system fires at a salvo by itself."""
    return None


@rule("omega.engages", cite=SYSTEM, implements=("OM-ams", "OM-ams-arc"), slot=DECISIONS)
def engages(moment: Moment) -> Question | None:
    """Whoever is hit by a missile chooses one of its systems to engage it, or none; each engages once a turn.

    It must have ammunition left, and the unit that fired must lie in its arc. Salvos of rocket pods are not engaged.
    """
    attack = moment.attack
    if not moment.hit or not isinstance(attack, WeaponAttack) or not engageable(attack):
        return None
    unit = moment.state.units[attack.target.id]
    promised = {answer for question, answer in moment.answered if (question.id, question.unit) == (ID, unit.id)}
    free = tuple(str(at) for at in systems(unit, attack) if str(at) not in promised)
    facts: dict[str, str | int] = {
        "attacker": attack.attacker.id,
        "weapon": attack.weapon.name,
        "damage": attack.rules[damage_at](attack) * attack.rules[salvo_size](attack),
    }
    return Question(ID, unit.side, (HOLD, *free), unit.id, facts) if free and not unit.helpless else None


def engageable(attack: WeaponAttack) -> bool:
    """Whether an attack sends a missile at a unit: rocket pods, which saturate a hex, are not engaged."""
    flags = attack.weapon.flags
    return "missile" in flags and "rocket" not in flags and not is_ground(attack.target.id)


def systems(unit: Unit, attack: WeaponAttack) -> tuple[int, ...]:
    """The anti-missile systems of a unit that may engage what an attack sends."""
    mounts = unit.sheet.mounts
    return tuple(
        at
        for at in unit.plan.weapons
        if (weapon := mounts[at].weapon) is not None
        and "anti_missile" in weapon.flags
        and not has_fired(unit, at)
        and works(unit, at)
        and bears_on(unit, mounts[at], attack.attacker.hex)
        and (not weapon.ammunition or feeding(unit, at))
    )


@rule(ID, cite=SYSTEM, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Which missile an anti-missile system engages."""
    return Asking(words=_words, option=_option, worth=_worth)


def _words(state: State, question: Question) -> str:
    facts, names = question.facts, called(state.units.values())
    who, whom = names[str(facts["attacker"])], names[question.unit]
    return f"{facts['weapon']} of {who} hits {whom} for up to {facts['damage']}: engage it?"


def _option(state: State, question: Question, answer: str) -> str:
    if answer == HOLD:
        return "hold fire"
    mount = state.units[question.unit].sheet.mounts[int(answer)]
    return f"engage with the {mount.equipment.name} {mount.location}"


def _worth(state: State, question: Question, answer: str) -> float:
    return 0.0 if answer == HOLD else float(question.facts["damage"])


class MissileEngaged(Event, frozen=True):
    """An anti-missile system fired at a missile that was about to hit."""

    unit: Who
    mount: int
    needed: Sum
    rolled: int
    destroyed: bool


@of(MissileEngaged)
def _told(event: MissileEngaged, cast: Cast, roll: Roll | None) -> str:
    result = "destroyed it" if event.destroyed else "missed it"
    name = f"{cast.name(event.unit)}'s {cast.mount(event.unit, event.mount)}"
    return f"{name} fired at a missile, needed {total_of(event.needed)}, rolled {event.rolled}: {result}"


@rule("omega.engaged", cite=SYSTEM, implements=("OM-ams",), slot=ON_THE_WAY)
def engaged(scene: Scene, attack: WeaponAttack) -> bool:
    """A missile that is engaged is destroyed on 4 or more; the system fires two dice of ammunition, or what it has."""
    answer = attack.decided.get(ID, HOLD)
    if answer == HOLD:
        return False
    unit, mount = scene.unit(attack.target.id), int(answer)
    needed = number(scene.rules, unit)
    rolled = scene.roll("omega.anti_missile", who=unit.id, needed=int(needed.total))
    scene.tell(Intercepted(unit.id, mount))
    scene.tell(MissileEngaged(unit.id, mount, parts(needed), rolled, rolled >= needed.total))
    spent = scene.roll("omega.anti_missile_ammunition", scene.rules[FIGURES]["ammunition dice"])
    for at in feeding(unit, mount):
        left = max(0, unit.condition.shots[at] - spent)
        spent -= unit.condition.shots[at] - left
        scene.tell(ShotsSpent(unit.id, at, left))
        if spent <= 0:
            break
    return rolled >= needed.total


def number(rules: Ruleset, unit: Unit) -> Tally:
    """What a system needs to destroy a missile: 4, and what its owner's movement and heat add."""
    mode, hot = mode_of(rules, unit), banded(rules[HEAT_BANDS], unit.condition.heat)
    base = Term("omega.anti_missile.base", rules[FIGURES]["base"], "anti-missile system", SYSTEM)
    moved = Term("omega.anti_missile.movement", mode.attacker, f"defender {mode.told_of(unit)}", SYSTEM)
    heat = Term("omega.anti_missile.heat", hot, f"heat {unit.condition.heat}", SYSTEM)
    return Tally.of((base, moved if mode.attacker else None, heat if hot else None))


class EngagingAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An anti-missile system that engages a missile."""

    moved: Annotated[str, Meta(description="How its unit moved: stationary, walk, run, jump.")] = "stationary"
    heat: Annotated[int, Meta(ge=0)] = 0
    roll: Annotated[int, Meta(description="What two dice show for it.", ge=2, le=12)] = 7
    ammunition: Annotated[int, Meta(description="Shots that are left.", ge=0)] = 12
    used: Annotated[int, Meta(description="What two dice show for the ammunition.", ge=2, le=12)] = 7
    bearing: Annotated[Literal["front", "rear"], Meta(description="Where the firing unit is.")] = "front"
    salvo: Annotated[Literal["missile", "rocket"], Meta(description="A missile, or the rockets of a pod.")] = "missile"


def _engaging(desk: Desk, asked: EngagingAsked) -> Answer:
    """What a system needs, what it hits, and what it has left; or that it may not engage."""
    parts_of = (part(desk.rules, "Anti-Missile System"), part(desk.rules, "AMS Ammo"))
    unit = machine(desk.rules, "target", *parts_of)
    condition = msgspec.structs.replace(unit.condition, heat=asked.heat, shots=(0, asked.ammunition))
    unit = msgspec.structs.replace(unit, condition=condition, motion=Motion(asked.moved))
    check_modes(desk.rules, unit)
    state = facing(desk, machine(desk.rules, "attacker", part(desk.rules, "LRM 20")), unit)
    target = state.units["target"]
    target = target if asked.bearing == "front" else msgspec.structs.replace(target, facing=3, torso=3)
    aim = target if asked.salvo == "missile" else target_of(state, ground_name(target.hex))
    assert aim is not None
    attack = WeaponAttack(state.relief, state.units["attacker"], aim, 0)
    sent = engageable(attack)
    needed, may = number(desk.rules, target), sent and bool(systems(target, attack))
    left = max(0, asked.ammunition - asked.used) if may else asked.ammunition
    hit = may and bool(asked.roll >= needed.total)
    return Answer.needing(needed, may_engage=may, engageable=sent, destroyed=hit, left=left)


QUESTION = INQUIRIES.amended(
    "omega.anti_missile_question",
    {
        "anti-missile": Inquiry(
            title="What an anti-missile system needs against a missile",
            facts=EngagingAsked,
            answer=_engaging,
            cite=SYSTEM,
            also=("anti_missile", "ams"),
        )
    },
    cite=SYSTEM,
)

LAYER = Layer(
    "omega_anti_missile",
    title="Anti-missile systems that choose their missile",
    group="Omega",
    cite=SYSTEM,
    needs=("classic",),
    add=(engages, asked, engaged, FIGURES),
    change=(all_rolls_first.replaced_by(rolls_first), interceptor.replaced_by(no_screen_of_fire), QUESTION),
)
