"""Sprinting: a machine runs twice as far as it walks, at its peril, and attacks nobody.

It may fire its weapons into the air all the same, for the heat that they make.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.events import MarkLaid, ShotsSpent
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.heat import BUILD_UP, BUILDS, Toil, shot_heat
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.classic.rules.standard.movement import BARS, Entry
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.systems import hits_on, works
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Costs
from overheat.kernel.wording.phrases import counted

SPRINTING = TACTICAL_OPERATIONS("Sprinting", 18)
SPRINT = "sprint"
UNSTEADY = 2
"""What is added to every piloting roll of a sprinter."""
IDLE = named("fired_for_heat", "{kind} ({about}) fired for heat")
"""The mark of a weapon that is fired at nobody this round."""


def _points(state: State, unit: Unit) -> int:
    """Twice the walking points; with a hip damaged or gone, and for all but machines, none."""
    lame = hits_on(unit, "hip") or any(place.destroyed for place in unit.condition.locations if place.code in LEGS)
    return sprinted(walking(state, unit)) if unit.machine and not lame else 0


def sprinted(walk: int) -> int:
    """How far a machine sprints that walks so far."""
    return 2 * walk


def heated(run: int) -> int:
    """What a sprint makes of the heat of a run: half as much again, rounded down."""
    return run * 3 // 2


MODE = MODES.amended(
    "sprinting.mode",
    {
        SPRINT: Mode(
            word="sprint",
            past="sprinted",
            points=_points,
            heat=lambda rules, unit: heated(rules[MODES]["run"].heat(rules, unit)),
            attacker=MODES["run"].attacker,
            target=-1,
            fast=True,
            attacks=False,
        )
    },
    cite=SPRINTING,
    implements=("TO-018-sprinting",),
)
"""Half as much heat again as a run, -1 to attacks on the sprinter; no attacks, no spotting."""


@rule("sprinting.unsteady", cite=SPRINTING, implements=("TO-018-sprinting",), slot=STEADINESS)
def unsteady(check: Check) -> Term | None:
    """A sprinter makes every piloting roll at +2."""
    sprints = check.unit.motion.mode == SPRINT
    return Term("sprinting.unsteady", UNSTEADY, "sprints", SPRINTING) if sprints else None


@rule("sprinting.no_water", cite=SPRINTING, implements=("TO-018-sprinting",), slot=BARS, steady=())
def no_water(entry: Entry) -> Refusal | None:
    """Nobody sprints into water."""
    if entry.unit.motion.mode != SPRINT or entry.wades < 1:
        return None
    return Refusal("sprinting.no_water", "no machine sprints into water", SPRINTING)


class FireForHeat(msgspec.Struct, frozen=True, tag=True):
    """Fire a weapon at nobody, for the heat that it makes."""

    mount: int


def _feed(unit: Unit, mount: int) -> int | None:
    """The bin that a weapon is fed from, or the weapon itself where it holds its shots; None for what needs none."""
    weapon = unit.sheet.mounts[mount].weapon
    if weapon is not None and weapon.shots:
        return mount
    return next((at for at in unit.plan.feeds.get(mount, ()) if unit.condition.shots[at] > 0 and works(unit, at)), None)


def _offers(state: State, unit: Unit) -> Iterator[FireForHeat]:
    if unit.motion.mode == SPRINT:
        yield from (FireForHeat(mount) for mount in unit.plan.weapons)


def _refuses(state: State, unit: Unit, command: FireForHeat) -> Refusal | None:
    mount = command.mount
    if unit.motion.mode != SPRINT:
        return Refusal("sprinting.heat", "only who sprints fires at nobody", SPRINTING)
    if mount not in unit.plan.weapons or not works(unit, mount) or mount in unit.condition.jammed:
        return Refusal("sprinting.heat", "that is no weapon that fires", SPRINTING)
    if each(IDLE, mount) in unit.marks or unit.helpless:
        return Refusal("sprinting.heat", "it fires no more this turn", SPRINTING)
    fed = mount in unit.plan.feeds or bool(getattr(unit.sheet.mounts[mount].weapon, "shots", 0))
    feed = _feed(unit, mount) if fed else None
    if fed and (feed is None or unit.condition.shots[feed] < 1):
        return Refusal("sprinting.heat", "it has no shot left", SPRINTING)
    if not shot_heat(state.relief.rules, unit, Shot(mount, unit.id), state):
        return Refusal("sprinting.heat", "it makes no heat", SPRINTING)
    return None


def _does(scene: Scene, unit: Unit, command: FireForHeat) -> None:
    mount, feed = unit.sheet.mounts[command.mount], _feed(unit, command.mount)
    scene.tell(MarkLaid(unit.id, each(IDLE, command.mount), _mark(command.mount, mount.equipment.name, mount.location)))
    if feed is not None:
        scene.tell(ShotsSpent(unit.id, feed, unit.condition.shots[feed] - 1))


def _mark(mount: int, name: str, location: str) -> Mark:
    return Mark(value=mount, kind=name, about=location, this_round=True)


def _cost(state: State, unit: Unit, command: FireForHeat) -> Costs:
    heat = shot_heat(state.relief.rules, unit, Shot(command.mount, unit.id), state)
    return {"heat": Tally((Term("heat.weapons", heat, unit.sheet.mounts[command.mount].equipment.name, BUILD_UP),))}


def _words(state: State, unit: Unit, command: FireForHeat, names: Names) -> str:
    mount = unit.sheet.mounts[command.mount]
    return f"{mount.equipment.name} {mount.location} at nobody, for its heat"


@rule("sprinting.heat", cite=SPRINTING, implements=("TO-018-sprinting",), slot=BUILDS)
def fired_for_heat(toil: Toil) -> Term | None:
    """Weapons that a sprinter fires at nobody make their heat."""
    unit = toil.unit
    fired = [mount for mount in unit.plan.weapons if unit.marks and each(IDLE, mount) in unit.marks]
    heat = sum((shot_heat(toil.rules, unit, Shot(mount, unit.id), toil.state) for mount in fired), start=0)
    return Term("sprinting.heat", heat, f"{counted(len(fired), 'weapon')} fired for heat", SPRINTING) if heat else None


class SprintAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A machine by its points, and the heat that it makes at a run."""

    walk_mp: Annotated[int, Meta(ge=0, le=100)]
    running_heat: Annotated[int, Meta(ge=0, le=100)] = 2


def answer(desk: Desk, asked: SprintAsked) -> Answer:
    """How far a machine sprints, and how hot that is."""
    points, heat = sprinted(asked.walk_mp), heated(asked.running_heat)
    sums = {
        "sprint_mp": Tally((Term("sprinting.mode", points, f"twice {asked.walk_mp}", SPRINTING),)),
        "sprint_heat": Tally((Term("sprinting.mode", heat, f"half as much again as {asked.running_heat}", SPRINTING),)),
    }
    return Answer(figures={"sprint_mp": points, "sprint_heat": heat, "piloting_modifier": UNSTEADY}, terms=sums)


ROW = Inquiry(title="How far a machine sprints, and how hot that is", facts=SprintAsked, answer=answer, cite=SPRINTING)

VERB = Verb(
    command=FireForHeat,
    phases=("weapons",),
    offers=_offers,
    refuses=_refuses,
    does=_does,
    words=_words,
    title="Fire for heat",
    cost=_cost,
)
VERB_ROW = VERBS.amended(
    "sprinting.verbs", {"sprinting.fire_for_heat": VERB}, cite=SPRINTING, implements=("TO-018-sprinting",)
)

LAYER = Layer(
    "sprinting",
    title="Sprinting",
    group="Movement",
    cite=SPRINTING,
    needs=("classic",),
    add=(unsteady, no_water, fired_for_heat),
    change=(MODE, VERB_ROW, INQUIRIES.amended("sprinting.questions", {"sprint": ROW}, cite=SPRINTING)),
)
