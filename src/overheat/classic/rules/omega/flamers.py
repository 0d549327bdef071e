"""Flamers of Omega: they heat armoured targets for as many turns as they hit them, and burn everything else."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.decisions import ON_THE_WAY, stopped
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import FateMet, MarkLaid, MarkLifted, RoundBegan, Scorched
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.facts.vocabulary import FATES
from overheat.classic.rules.omega.bench import facing, machine, part
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.scorching import SCORCHED, Scorching, heat_from_others, modes, scorches
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

FLAMERS = Book("Omega Rules")("Flamers", 22)
AFLAME = named("aflame", "aflame for {value} turns")
"""The mark of a unit that flamers have hit: for how many turns it takes in heat, this one included."""
BURNT = "burnt_by_flamers"
FATES.says(BURNT, "burnt by a flamer")
INFANTRY = ("infantry",)

FIGURES: Table[str, int] = Table(
    "omega.flamer_figures",
    {"heat": 10},
    cite=FLAMERS,
    implements=("OM-flamers",),
    where="overheat.classic.rules.omega.flamers.FIGURES",
)
"""The heat of a turn in flames."""


def is_flamer(weapon: Weapon) -> bool:
    """Whether a weapon is a flamer of machines and vehicles."""
    return "flamer" in weapon.flags and weapon.flags.isdisjoint(("infantry", "battle_armour"))


@rule("omega.flamer_modes", cite=FLAMERS, implements=("OM-flamers",))
def one_way(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """A flamer is used in one way only: what it does is for its target to say."""
    return ("",) if is_flamer(weapon) else rules.below(one_way)(rules, weapon, target)


@rule("omega.flames_heat", cite=FLAMERS, implements=("OM-flamers",))
def flames_heat(attack: WeaponAttack) -> Scorching:
    """A flamer heats an armoured target in place of hurting it."""
    if not is_flamer(attack.weapon):
        return attack.rules.below(flames_heat)(attack)
    if is_ground(attack.target.id) or attack.target.sheet.kind in INFANTRY:
        return Scorching()
    return Scorching(points=attack.rules[FIGURES]["heat"], instead=True)


@rule("omega.set_aflame", cite=FLAMERS, implements=("OM-flamers",), slot=FOLLOWS)
def set_aflame(scene: Scene, event: Event, before: State) -> None:
    """Each hit is one more turn of flames, and never more heat in a turn."""
    if not isinstance(event, Scorched) or not _by_flamer(before, event.what):
        return
    unit = scene.unit(event.unit)
    others = heat_from_others(unit) - event.heat
    scene.tell(MarkLaid(unit.id, SCORCHED, Mark(others, this_round=True)) if others > 0 else _cooled(unit))
    scene.tell(MarkLaid(unit.id, AFLAME, Mark(turns_aflame(unit) + 1)))


def _cooled(unit: Unit) -> MarkLifted:
    return MarkLifted(unit.id, SCORCHED, unit.marks.get(SCORCHED, Mark()))


def _by_flamer(state: State, name: str) -> bool:
    return any(
        mount.weapon is not None and mount.equipment.name == name and is_flamer(mount.weapon)
        for unit in state.units.values()
        for mount in unit.sheet.mounts
    )


def turns_aflame(unit: Unit) -> int:
    """For how many turns a unit takes in the heat of flames, this one included."""
    return unit.marks[AFLAME].value if AFLAME in unit.marks else 0


@rule("omega.flames_die_down", cite=FLAMERS, implements=("OM-flamers",), slot=FOLLOWS)
def die_down(scene: Scene, event: Event, before: State) -> None:
    """With every round a turn of flames is over."""
    if not isinstance(event, RoundBegan):
        return
    for unit in before.units.values():
        left = turns_aflame(unit) - 1
        if left > 0:
            scene.tell(MarkLaid(unit.id, AFLAME, Mark(left)))
        elif left == 0:
            scene.tell(MarkLifted(unit.id, AFLAME, unit.marks[AFLAME]))


@rule("heat.flamers", cite=FLAMERS, implements=("OM-flamers",), slot=BUILDS)
def heat_of_flames(toil: Toil) -> Term | None:
    """A unit in the flames of flamers takes in 10 points a turn, however many hit it."""
    if not toil.unit.marks or not turns_aflame(toil.unit):
        return None
    return Term("heat.flamers", toil.rules[FIGURES]["heat"], "from flamers", FLAMERS)


@rule("omega.burnt", cite=FLAMERS, implements=("OM-flamers",), slot=ON_THE_WAY)
def burnt(scene: Scene, attack: WeaponAttack) -> bool:
    """A flamer destroys whatever has no armour."""
    if not is_flamer(attack.weapon) or is_ground(attack.target.id) or attack.target.sheet.kind not in INFANTRY:
        return False
    scene.tell(FateMet(attack.target.id, "destroyed", BURNT))
    return True


class FlamesAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Flamers that hit a target."""

    hits: Annotated[int, Meta(ge=1, le=20)] = 1
    target: Annotated[str, Meta(description="machine, or platoon for soldiers without armour.")] = "machine"


def _answer(desk: Desk, asked: FlamesAsked) -> Answer:
    """The heat a turn, and for how many turns; or that the target is burnt."""
    flamer = part(desk.rules, "Flamer")
    attacker = machine(desk.rules, "attacker", flamer)
    target = machine(desk.rules, "target")
    if asked.target == "platoon":
        target = msgspec.structs.replace(target, sheet=msgspec.structs.replace(target.sheet, kind="infantry"))
    state = facing(desk, attacker, target, 1)
    scene = Scene(state, Scripted())
    attack = WeaponAttack(state.relief, attacker, state.units["target"], 0)
    if stopped(scene, attack):
        return Answer(figures={"destroyed": not scene.unit("target").active, "heat_a_turn": 0, "turns": 0})
    heat = desk.rules[scorches](attack)
    for _ in range(asked.hits):
        scene.tell(Scorched("target", heat.points, flamer.name))
        scene.follow()
    burning = scene.unit("target")
    term = desk.rules[heat_of_flames](Toil(desk.rules, burning, state=scene.state))
    figures = {"destroyed": False, "heat_a_turn": 0 if term is None else term.value, "turns": turns_aflame(burning)}
    return Answer(figures=figures)


QUESTION = INQUIRIES.amended(
    "omega.flamer_question",
    {"flamers": Inquiry(title="What flamers do that hit", facts=FlamesAsked, answer=_answer, cite=FLAMERS)},
    cite=FLAMERS,
)

LAYER = Layer(
    "omega_flamers",
    title="Flamers that burn for turns",
    group="Omega",
    cite=FLAMERS,
    needs=("classic",),
    add=(FIGURES, set_aflame, die_down, heat_of_flames, burnt),
    change=(modes.wrapped_in(one_way), scorches.wrapped_in(flames_heat), QUESTION),
)
