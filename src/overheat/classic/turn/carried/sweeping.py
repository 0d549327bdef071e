"""Clearing mines: sweepers of vehicles that take what goes off under them, and soldiers who clear a field by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hazards import SWEEPS
from overheat.classic.damage.hits import take
from overheat.classic.facts.commands import SweepMines
from overheat.classic.facts.events import MarkLaid, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import Hazard
from overheat.classic.rules.standard.clusters import in_groups
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import SOLDIERS
from overheat.classic.rules.standard.mines import FIELD, FIELDS, FIGURES, fields_at
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule

SWEEPERS = TACTICAL_OPERATIONS("Minesweepers", 326)
CLEARING = TACTICAL_OPERATIONS("Clearing mines", 211)
WORN = named("sweeper_worn", "minesweeper worn by {value} points")
"""The mark of a minesweeper that has taken damage, of each by its mount: how much."""
CLEARED = named("cleared_mines", "has cleared mines this turn")
"""The mark of soldiers who have worked on mines this round."""
ARMOUR = 30
"""The points that a minesweeper takes before its unit takes the rest."""


class Attempt(NamedTuple):
    """What soldiers must roll to clear a field, and up to which roll they set it off instead."""

    clears_on: int
    sets_off_on: int

    def __str__(self) -> str:
        return f"cleared on {self.clears_on}+, set off on {self.sets_off_on} or less"


ATTEMPTS: Table[str, Attempt] = Table(
    "sweeping.attempts",
    {"soldiers": Attempt(10, 5), "equipped suits": Attempt(6, 2)},
    cite=CLEARING,
    of="who clears mines",
    implements=("TO-211-clearing-mines-ba",),
    where="overheat.classic.turn.carried.sweeping.ATTEMPTS",
)


@rule("sweeping.sweeper", cite=SWEEPERS, implements=("TO-326-minesweeper-2",), slot=SWEEPS)
def sweeps(scene: Scene, id: str, hazard: Hazard) -> bool:
    """Mines that go off under a minesweeper are gone: it takes their damage, and its unit what it does not hold."""
    unit, field = scene.unit(id), hazard.thing
    if field is None or field.kind not in FIELDS or "minesweeper" not in unit.plan.flags:
        return False
    at = next((at for at in _sweepers(unit) if _taken(unit, at) < ARMOUR), None)
    if at is None or field.hex != unit.hex:
        return False
    taken = _taken(unit, at) + field.value
    scene.tell(MarkLaid(id, each(WORN, at), Mark(min(ARMOUR, taken))))
    scene.tell(ThingGone(msgspec.structs.replace(field, hidden=False)))
    for group in in_groups(max(0, taken - ARMOUR), scene.rules[FIGURES]["group"]):
        if scene.unit(id).active:
            take(scene, Hit(id, "front", group, hazard.what, location=unit.sheet.mounts[at].location))
    return True


def _sweepers(unit: Unit) -> Iterator[int]:
    mounts = enumerate(unit.sheet.mounts)
    return (at for at, mount in mounts if "minesweeper" in mount.equipment.flags and works(unit, at))


def _taken(unit: Unit, mount: int) -> int:
    mark = unit.marks.get(each(WORN, mount))
    return 0 if mark is None else mark.value


@rule("sweeping.may_clear", cite=CLEARING, implements=("TO-211-clearing-mines-ba",))
def may_clear(state: State, unit: Unit) -> Refusal | None:
    """Soldiers clear mines that they know of in the hex that they have stayed in all turn, one attempt a turn."""
    if unit.sheet.kind not in SOLDIERS:
        return Refusal("sweeping.soldiers", "only soldiers clear mines by hand", CLEARING)
    if unit.motion.travelled or unit.helpless:
        return Refusal("sweeping.moved", "who clears mines does not move", CLEARING)
    if unit.marks and CLEARED in unit.marks:
        return Refusal("sweeping.once", "that was tried this turn", CLEARING)
    if not any(field.known_to(unit.side) for field in fields_at(state, unit.hex)):
        return Refusal("sweeping.none", f"nobody knows of mines in {unit.hex}", CLEARING)
    return None


@rule("sweeping.attempt", cite=CLEARING, implements=("TO-211-clearing-mines-ba",))
def attempt(rules: Ruleset, unit: Unit) -> Attempt:
    """Soldiers clear a field on 10 and set it off on 5 or less; suits made for it on 6, and set it off on 2."""
    equipped = any("mine_clearance" in mount.equipment.flags for mount in unit.sheet.mounts)
    return rules[ATTEMPTS]["equipped suits" if equipped else "soldiers"]


def _clear(scene: Scene, unit: Unit, command: SweepMines) -> None:
    tried = scene.rules[attempt](scene.rules, unit)
    scene.tell(MarkLaid(unit.id, CLEARED, Mark(this_round=True)))
    for field in fields_at(scene.state, unit.hex):
        if field.known_to(unit.side) and scene.unit(unit.id).active:
            rolled = scene.roll("mines.swept", who=unit.id, what=field.kind, needed=tried.clears_on)
            if rolled >= tried.clears_on:
                scene.tell(ThingGone(field))
            elif rolled <= tried.sets_off_on:
                _set_off(scene, unit.id, field)


def _set_off(scene: Scene, id: str, field: Thing) -> None:
    """A field goes off under who would clear it: plain mines get fewer, others are gone."""
    figures = scene.rules[FIGURES]
    for group in in_groups(field.value, figures["group"]):
        if scene.unit(id).active:
            take(scene, Hit(id, "front", group, field.kind))
    left = max(figures["worn"], field.value - figures["worn"])
    if field.kind == FIELD:
        scene.tell(ThingPlaced(msgspec.structs.replace(field, value=left, hidden=False)))
    else:
        scene.tell(ThingGone(field))


VERBS: dict[str, Verb] = {
    "sweeping.clear": Verb(
        command=SweepMines,
        phases=("end",),
        offers=lambda state, unit: (SweepMines(),) if state.things else (),
        refuses=lambda state, unit, command: state.relief.rules[may_clear](state, unit),
        does=_clear,
        words=always("clear the mines here"),
        title="Equipment",
        worth=lambda state, unit, command: 1.0 if attempt_pays(state, unit) else 0.0,
    )
}


def attempt_pays(state: State, unit: Unit) -> bool:
    """Whether a bot tries: where it clears mines more often than it sets them off."""
    tried = state.relief.rules[attempt](state.relief.rules, unit)
    return tried.clears_on + tried.sets_off_on < 14


RULES = (sweeps, may_clear, attempt, ATTEMPTS)
