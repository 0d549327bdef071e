"""What a critical hit on a part does: what fails, what explodes, and what rolls, shots and moves are worse by.

A part is a system of a machine (gyro, engine, sensors, hip, lower arm actuator), a piece of its equipment, or what the
tables of vehicles call it (driver, turret jams, fuel tank). All but the hit itself turns out well, unless `dice` say
otherwise: no further critical hit is found, and the pilot stays awake. The rolls that are due are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, Faces, OnBoard, staged
from overheat.classic.adjudicator.losses import slots_called
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.chances import as_ways, chance_to_stand
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.damage.kinds.machine import hit_slot
from overheat.classic.damage.kinds.protomech import cross_out
from overheat.classic.damage.kinds.vehicle import EFFECTS, destroy_weapon
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CrewHurt, Exploded, FateMet
from overheat.classic.facts.state import PROTOMECH, Motion, State, Unit
from overheat.classic.report.report import cast_of
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.damage import EFFECTS as CRITICAL_EFFECTS
from overheat.classic.rules.standard.damage import EXPLOSION_CREW_HITS, has_case_ii
from overheat.classic.rules.standard.heat import BUILDS, SINKS_IT, Toil
from overheat.classic.rules.standard.piloting import PILOTING, Check, piloting_number
from overheat.classic.rules.standard.systems import whole, works
from overheat.classic.rules.standard.vehicles import critical_applies
from overheat.classic.unit.equipment import key
from overheat.kernel.answers import Answer, Needed
from overheat.kernel.dice import About, Roll, check
from overheat.kernel.events import Rolled
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Number, Tally, Term, number_as_json

AHEAD = 3
"""How far ahead the target stands by which shots are compared."""
WELL = ("consciousness", "piloting", "ejection.roll", "crew.consciousness")
"""Rolls that a high result is good for; of all others a low one is."""
MOVES = ("walk", "run", "jump")


class CriticalAsked(OnBoard, kw_only=True):
    """A unit, and the part of it that a critical hit finds."""

    part: Annotated[str, Meta(description="gyro, engine, hip, a weapon, a bin; of vehicles driver, fuel tank, ...")]
    location: Annotated[str, Meta(description="Where the part is; the first place that has one if empty.")] = ""
    hits: Annotated[int, Meta(ge=1, le=6, description="How often it is hit, each time in another of its slots.")] = 1
    dice: Faces = ()


class Chosen:
    """Dice of which the first fall as they are given, and the others as nobody minds."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)
        self.rolls: list[Roll] = []

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        check(count, sides)
        harmless = [sides if purpose.startswith(WELL) else 1] * count
        faces = self.left[:count] if self.left else harmless
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise refuse("situation.dice", f"dice: {count}d{sides} are thrown for {purpose}", field="dice")
        del self.left[:count]
        roll = Roll(purpose, sides, tuple(sorted(faces)), who, about, needed)
        self.rolls.append(roll)
        return roll


class Seen(NamedTuple):
    """All of a unit that a critical hit may change, as far as it can be told in figures."""

    whole: tuple[str, ...]
    silent: dict[str, str]
    """Why a weapon may not fire; nothing where it may."""
    shots: dict[str, Tally]
    piloting: Tally
    moves: dict[str, int]
    heat: Number
    sinks: Number


def answer(desk: Desk, asked: CriticalAsked) -> Answer:
    """What happens at once, what is due, and what is different from then on."""
    state, unit = staged(desk, asked)
    target = _ahead(state, unit)
    before = _seen(state, unit, target)
    dice = Chosen(asked.dice)
    scene = Scene(state, dice)
    for _ in range(asked.hits):
        if scene.unit(unit.id).active:
            _strike(scene, unit.id, asked)
    scene.follow()
    if dice.left:
        raise refuse("situation.dice", f"dice: {dice.left} are left over", field="dice")
    return _told(scene, before, target)


def _mounts(unit: Unit, asked: CriticalAsked) -> list[int]:
    """Mounts of that name, of units without slots."""
    return [
        at
        for at, mount in enumerate(unit.sheet.mounts)
        if key(asked.part) in map(key, (mount.equipment.name, *mount.equipment.aliases))
        and asked.location.lower() in ("", mount.location.lower())
    ]


def _strike(scene: Scene, id: str, asked: CriticalAsked) -> None:
    """One critical hit on the part."""
    unit = scene.unit(id)
    if unit.vehicle:
        _strike_vehicle(scene, unit, asked)
        return
    if unit.sheet.kind == PROTOMECH:
        cross_out(scene, id, _box(unit, asked))
        return
    if not unit.machine:
        reason = f"part: {unit.sheet.name} is hit as a whole, and has no slots"
        raise refuse("situation.part", reason, field="part")
    for (code, slot), _ in slots_called(unit, asked.location, asked.part):
        place = unit.condition[code]
        if slot not in place.critical_hits and not place.destroyed:
            hit_slot(scene, id, code, slot)
            return
    where = f" in {asked.location}" if asked.location else ""
    raise refuse("situation.part", f"part: {unit.sheet.name} has no {asked.part[:60]!r}{where} to be hit", field="part")


def _box(unit: Unit, asked: CriticalAsked) -> str:
    """The location of a ProtoMech whose next box is crossed out."""
    said = key(asked.location or asked.part)
    found = next((place.code for place in unit.condition.locations if key(place.code) == said), None)
    if found is None:
        codes = ", ".join(place.code for place in unit.condition.locations)
        raise refuse("situation.location", f"location: {unit.sheet.name} has {codes}", field="location")
    return found


def _strike_vehicle(scene: Scene, unit: Unit, asked: CriticalAsked) -> None:
    """What the tables of vehicles call by that name, or a weapon by its own."""
    effect = _effect(asked.part)
    mounts = [at for at in _mounts(unit, asked) if works(unit, at)]
    if effect is None and mounts and unit.sheet.mounts[mounts[0]].weapon is not None:
        destroy_weapon(scene, unit.id, mounts[0])
        return
    code = asked.location.upper() or (unit.sheet.mounts[mounts[0]].location if mounts else _place(unit, effect or ""))
    if code not in {place.code for place in unit.condition.locations}:
        codes = ", ".join(place.code for place in unit.condition.locations)
        raise refuse("situation.location", f"location: {unit.sheet.name} has {codes}", field="location")
    if effect is None or not scene.rules[critical_applies](scene.rules, unit, code, effect):
        listed = ", ".join(EFFECTS)
        reason = f"part: {unit.sheet.name} has no {asked.part[:60]!r} to be hit; tables have {listed}"
        raise refuse("situation.part", reason, field="part")
    EFFECTS[effect](scene, unit.id, code)


def _effect(part: str) -> str | None:
    """A row of the tables of vehicles by its name, or by the beginning of it."""
    said = " ".join(part.lower().split())
    exact = [name for name in EFFECTS if name == said]
    return next(iter(exact or [name for name in EFFECTS if name.startswith(said)]), None)


def _place(unit: Unit, effect: str) -> str:
    """Where a row of the tables is met: at the turret or the rotor where it names one, else in front."""
    codes = [place.code for place in unit.condition.locations]
    wanted = ("TU", "RO") if effect.startswith(("turret", "rotor", "flight")) else ("FR", "RR")
    return next((code for code in wanted if code in codes), codes[0])


def _seen(state: State, unit: Unit, target: Unit) -> Seen:
    rules = state.relief.rules
    why = Term("piloting.any", 0, "any reason", PILOTING)
    steady = piloting_number(Check(rules, unit, why, state.relief.board[unit.hex], state=state))
    moves = {mode: allowance(state, unit, mode) for mode in MOVES}
    shots = dict(_shots(state, unit, target))
    guns = tuple(_called(unit, at) for at in unit.plan.weapons if whole(unit, at))
    silent = {name: _reason(shot) for name, shot in shots.items()}
    numbers = {name: target_number(shot) for name, shot in shots.items() if not silent[name]}
    return Seen(guns, silent, numbers, steady, moves, _heat(state, unit), _sunk(state, unit))


def _reason(shot: WeaponAttack) -> str:
    no = refusal(shot)
    return "" if no is None else no.reason


def _ahead(state: State, unit: Unit) -> Unit:
    """Somebody just like the unit before it was hit, a few hexes ahead."""
    hex = unit.hex
    for _ in range(AHEAD):
        ahead = hex.neighbour(unit.facing)
        hex = ahead if ahead in state.relief.board else hex
    return msgspec.structs.replace(unit, id="target", side="target", hex=hex, marks={})


def _shots(state: State, unit: Unit, target: Unit) -> Iterator[tuple[str, WeaponAttack]]:
    """What each weapon would fire at whoever stands a few hexes ahead."""
    for at in unit.plan.weapons:
        feed = next(iter(unit.plan.feeds.get(at, ())), None)
        yield _called(unit, at), WeaponAttack(state.relief, unit, target, at, feed=feed)


def _called(unit: Unit, at: int) -> str:
    """A weapon by its name, its place and its number on the sheet, so that two of a kind are told apart."""
    mount = unit.sheet.mounts[at]
    return f"{mount.equipment.name} in {mount.location} ({at})"


def _heat(state: State, unit: Unit) -> Number:
    toil = Toil(state.relief.rules, msgspec.structs.replace(unit, motion=Motion()), (), state=state)
    return Tally.of(rule.function(toil) for rule in toil.rules[BUILDS]).total


def _sunk(state: State, unit: Unit) -> Number:
    toil = Toil(state.relief.rules, unit, (), state=state)
    return Tally.of(rule.function(toil) for rule in toil.rules[SINKS_IT]).total


def _more(before: Tally, after: Tally) -> Tally:
    """The terms that were not there before, and those that grew by what they grew."""
    had: dict[tuple[str, str], Number] = {}
    for term in before.terms:
        had[term.id, term.label] = had.get((term.id, term.label), 0) + term.value
    found = []
    for term in after.terms:
        more = term.value - had.pop((term.id, term.label), 0)
        if more:
            found.append(msgspec.structs.replace(term, value=more))
    gone = [Term(id, -value, label, PILOTING) for (id, label), value in had.items() if value]
    return Tally((*found, *gone))


def _told(scene: Scene, before: Seen, target: Unit) -> Answer:
    unit = scene.unit(next(iter(scene.state.units)))
    figures, terms = _at_once(scene), {}
    rolls: tuple[Needed, ...] = ()
    if unit.active:
        after = _seen(scene.state, unit, target)
        lost = {name: _more(before.shots[name], tally) for name, tally in after.shots.items() if name in before.shots}
        worst = max(lost.values(), key=lambda tally: tally.total, default=Tally(()))
        piloting = _more(before.piloting, after.piloting)
        figures |= {
            "weapons_lost": [name for name in before.whole if name not in after.whole],
            "weapons_silent": _hushed(before, after),
            "to_hit": int(worst.total),
            "worse_shots": {name: int(tally.total) for name, tally in lost.items() if tally.total},
            "piloting": int(piloting.total),
            **after.moves,
            "heat_each_turn": number_as_json(after.heat - before.heat),
            "sinks_less": number_as_json(before.sinks - after.sinks),
        }
        terms = {name: tally for name, tally in (("to_hit", worst), ("piloting", piloting)) if tally.terms}
        rolls = tuple(_to_stay_up(scene, unit))
    return Answer(figures=figures, terms=terms or None, rolls=rolls)


def _hushed(before: Seen, after: Seen) -> dict[str, str]:
    """Weapons that are whole and may no longer fire, and why."""
    return {name: after.silent[name] for name in after.whole if after.silent[name] and not before.silent[name]}


def _at_once(scene: Scene) -> dict[str, Any]:
    """What happened, in sentences and figures; the rolls that were due are named with what they need."""
    id = next(iter(scene.state.units))
    cast, events = cast_of(scene.state), scene.events
    fate = next((event for event in events if isinstance(event, FateMet)), None)
    hull = scene.unit(id).condition.vehicle
    return {
        "happens": [sentence(event, cast) for event in events if not isinstance(event, Rolled)],
        "rolls_due": [cast.purpose(event.roll) for event in events if isinstance(event, Rolled)],
        "explosion": sum(event.damage for event in events if isinstance(event, Exploded)),
        "pilot_hits": _pilot_hits(scene, id),
        "fate": "" if fate is None else fate.fate,
        "falls": id in scene.toppled,
        **({"crew_stunned_turns": max(0, hull.crew_stunned - 1)} if scene.unit(id).vehicle else {}),
    }


def _pilot_hits(scene: Scene, id: str) -> int:
    """The hits that the pilot takes; those of an explosion also where there is nothing left to pilot."""
    taken = sum(event.hits for event in scene.events if isinstance(event, CrewHurt))
    burst = next((event for event in scene.events if isinstance(event, Exploded)), None)
    if burst is None or not scene.unit(id).machine:
        return taken
    beside = "case_ii" if has_case_ii(scene.unit(id), burst.location) else ""
    return max(taken, scene.rules[EXPLOSION_CREW_HITS][beside])


def _to_stay_up(scene: Scene, unit: Unit) -> Iterator[Needed]:
    """The rolls at the end of the phase to stay on its feet."""
    for why in () if unit.id in scene.toppled or unit.condition.prone else scene.shaken.get(unit.id, ()):
        check_made = Check(scene.rules, unit, why, scene.state.relief.board[unit.hex], state=scene.state)
        needed = piloting_number(check_made)
        yield Needed(needed, as_ways(chance_to_stand(scene.state, unit, int(needed.total), why)), why.label)


INQUIRIES = {
    "critical": Inquiry(
        title="What a critical hit on a part does", facts=CriticalAsked, answer=answer, cite=CRITICAL_EFFECTS
    )
}
