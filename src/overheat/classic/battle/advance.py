"""What each event does to the state. Nothing else changes a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.facts import events as happened
from overheat.classic.facts.endings import Ending
from overheat.classic.facts.lasting import Mark, beyond_phase, each, lasting, without
from overheat.classic.facts.state import ALOFT, Interrupted, Motion, State, Unit
from overheat.classic.facts.targets import AIM
from overheat.classic.rules.standard.aboard import ABOARD, passengers
from overheat.classic.rules.standard.crew import FAINTED
from overheat.classic.rules.standard.fire import PROPPING
from overheat.classic.rules.standard.guidance import TAGGED, beacon_of, beacons, fired_by_itself
from overheat.classic.rules.standard.modular_armour import CHIPPED, chipped
from overheat.classic.rules.standard.physical import CHARGING
from overheat.classic.rules.standard.protomechs import BOXES
from overheat.classic.rules.standard.scorching import SCORCHED, heat_from_others
from overheat.classic.rules.standard.switches import STEALTH_ON, stealthy
from overheat.classic.rules.standard.to_hit import SPOTTING
from overheat.classic.rules.standard.turns import follows_its_point
from overheat.classic.rules.standard.twists import FLIPPED
from overheat.classic.unit.condition import Condition, VehicleDamage
from overheat.classic.unit.infantry_fire import TROOPERS
from overheat.kernel.events import Event, Rolled
from overheat.kernel.terms import number_of, total_of

E = TypeVar("E", bound=Event)
Change = Callable[[State, Any], State]

CHANGES: dict[type[Event], Change] = {}

replace = msgspec.structs.replace


def on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Say what an event of a kind changes."""

    def make(change: Callable[[State, E], State]) -> Callable[[State, E], State]:
        CHANGES[kind] = change
        return change

    return make


def advance(state: State, event: Event) -> State:
    """The state after an event; an event that only tells of something leaves it as it is."""
    change = CHANGES.get(type(event))
    after = state if change is None else change(state, event)
    return after if after.interrupted is None or type(event) in INTERRUPTIONS else _remembering(after, event)


INTERRUPTIONS = (happened.ResolutionBegan, happened.Asked, happened.Answered, happened.ResolutionEnded)


def _remembering(state: State, event: Event) -> State:
    """What happens while a command is being carried out in steps is remembered with it."""
    under_way = state.interrupted
    assert under_way is not None
    rolls = (*under_way.rolls, event.roll) if isinstance(event, Rolled) else under_way.rolls
    return replace(state, interrupted=replace(under_way, rolls=rolls, told=under_way.told + 1))


def _unit(state: State, id: str, **changes: Any) -> State:
    return state.with_unit(replace(state.units[id], **changes))


def _marked(state: State, id: str, name: str, mark: Mark | None) -> State:
    """A unit with a mark; without it for None."""
    unit = state.units[id]
    if mark is not None:
        return state.with_unit(replace(unit, marks={**unit.marks, name: mark}))
    return state.with_unit(replace(unit, marks=without(unit.marks, name))) if name in unit.marks else state


def _condition(state: State, id: str, **changes: Any) -> State:
    unit = state.units[id]
    return state.with_unit(replace(unit, condition=replace(unit.condition, **changes)))


def _place(state: State, id: str, code: str, **changes: Any) -> State:
    unit = state.units[id]
    condition = unit.condition.with_location(replace(unit.condition[code], **changes))
    return state.with_unit(replace(unit, condition=condition))


@on(happened.RoundBegan)
def round_began(state: State, event: happened.RoundBegan) -> State:
    """Movement and declarations of the last round are forgotten, and what held to its end holds no longer."""
    units = {id: _rested(unit, event.round) for id, unit in state.units.items()}
    effects = {hex: held for hex, marks in state.effects.items() if (held := lasting(marks, event.round))}
    state = replace(state, round=event.round, units=units, acting=None, acted=frozenset())
    return _under(state, effects)


def _under(state: State, effects: dict[Hex, dict[str, Mark]]) -> State:
    """The state under other effects, which may stand in the way of lines of sight."""
    return replace(state, effects=effects, relief=state.relief.under(effects))


def _rested(unit: Unit, now: int) -> Unit:
    return replace(
        unit,
        torso=unit.facing if unit.machine or unit.protomech else unit.torso,
        motion=Motion(),
        volley=(),
        blows=(),
        taken=0,
        marks=lasting(unit.marks, now),
    )


@on(happened.InitiativeSet)
def initiative_set(state: State, event: happened.InitiativeSet) -> State:
    return replace(state, initiative=event.order)


@on(happened.PhaseBegan)
def phase_began(state: State, event: happened.PhaseBegan) -> State:
    for unit in state.units.values():
        if unit.taken or any(mark.this_phase for mark in unit.marks.values()):
            state = state.with_unit(replace(unit, taken=0, marks=beyond_phase(unit.marks)))
    effects = {hex: held for hex, marks in state.effects.items() if (held := beyond_phase(marks))}
    state = replace(state, phase=event.phase, order=event.order, acting=None, acted=frozenset())
    return _under(state, effects)


@on(happened.TurnBegan)
def turn_began(state: State, event: happened.TurnBegan) -> State:
    return replace(state, acting=event.unit, changes=0)


def _changing(state: State, unit: str) -> State:
    """The acting unit changes something at no cost."""
    return replace(state, changes=state.changes + 1) if unit == state.acting else state


@on(happened.TurnEnded)
def turn_ended(state: State, event: happened.TurnEnded) -> State:
    follows = follows_its_point(state, state.units[event.unit])
    return replace(
        state, acting=None, acted=state.acted | {event.unit}, order=state.order if follows else state.order[1:]
    )


@on(happened.MissionGiven)
def mission_given(state: State, event: happened.MissionGiven) -> State:
    """Nothing changes: what sides want was set up."""
    return state


@on(happened.Scored)
def scored(state: State, event: happened.Scored) -> State:
    return replace(state, scores={**state.scores, event.side: event.total})


@on(happened.Deployed)
def deployed(state: State, event: happened.Deployed) -> State:
    return _unit(
        state,
        event.unit,
        hex=event.hex,
        facing=event.facing,
        torso=event.facing,
        elevation=event.elevation,
        fate="",
    )


@on(happened.Moved)
def moved(state: State, event: happened.Moved) -> State:
    """A unit that turns takes its torso with it, and a unit that moves whoever sits on it."""
    before = state.units[event.unit]
    turned = event.facing - before.facing
    torso = (before.torso + turned) % 6
    if turned and event.motion.spent == before.motion.spent and event.hex == before.hex:
        state = _changing(state, event.unit)
    for unit in passengers(state, event.unit):
        state = _unit(state, unit.id, hex=event.hex, elevation=event.elevation)
    return _unit(
        state,
        event.unit,
        hex=event.hex,
        facing=event.facing,
        torso=torso,
        elevation=event.elevation,
        motion=event.motion,
        marks=without(before.marks, ALOFT) if ALOFT in before.marks else before.marks,
    )


@on(happened.Posture)
def posture(state: State, event: happened.Posture) -> State:
    leans = Mark(about=event.propping_arm, this_round=True) if event.propping_arm else None
    state = _marked(state, event.unit, PROPPING, leans)
    return _condition(state, event.unit, prone=event.prone, stance=event.stance)


@on(happened.Found)
def found(state: State, event: happened.Found) -> State:
    kept = {name: mark for name, mark in state.units[event.unit].marks.items() if not mark.conceals}
    return _unit(state, event.unit, marks=kept)


@on(happened.Twisted)
def twisted(state: State, event: happened.Twisted) -> State:
    return _unit(_changing(state, event.unit), event.unit, torso=event.torso)


@on(happened.Aimed)
def aimed(state: State, event: happened.Aimed) -> State:
    return _marked(state, event.unit, AIM, Mark(about=event.target, this_round=True))


@on(happened.ShotDeclared)
def shot_declared(state: State, event: happened.ShotDeclared) -> State:
    return _unit(state, event.unit, volley=(*state.units[event.unit].volley, event.shot))


@on(happened.FireHeld)
def fire_held(state: State, event: happened.FireHeld) -> State:
    volley = list(state.units[event.unit].volley)
    held = next((shot for shot in volley if shot.mount == event.mount), None)
    if held is None:
        return state
    volley.remove(held)
    return _unit(state, event.unit, volley=tuple(volley))


@on(happened.SpotterNamed)
def spotter_named(state: State, event: happened.SpotterNamed) -> State:
    return _marked(state, event.unit, SPOTTING, Mark(this_round=True))


@on(happened.BlowDeclared)
def blow_declared(state: State, event: happened.BlowDeclared) -> State:
    return _unit(state, event.unit, blows=(*state.units[event.unit].blows, event.blow))


@on(happened.ChargeDeclared)
def charge_declared(state: State, event: happened.ChargeDeclared) -> State:
    """Who attacks from above is seen two levels above its target until the blow falls."""
    blow, aloft = event.blow, None
    if blow is not None and blow.kind == "death from above":
        board, target = state.relief.board, state.units[blow.target]
        height = board[target.hex].level + target.elevation + 2 - board[state.units[event.unit].hex].level
        aloft = Mark(height, this_round=True)
    charge = None if blow is None else Mark(kind=blow.kind, about=blow.target, this_round=True)
    return _marked(_marked(state, event.unit, CHARGING, charge), event.unit, ALOFT, aloft)


Harmful = happened.Struck | happened.Exploded | happened.Felled | happened.Withstood | happened.PlateStruck
"""What changes the damage that a unit has taken in a phase."""


def harm(event: Harmful) -> int:
    """The damage that an event tells of, as it counts for a phase; what armour spares counts against it."""
    if isinstance(event, happened.Withstood):
        return -event.spared
    return int(total_of(event.fallen)) if isinstance(event, happened.Felled) else event.damage


def _hurt(state: State, event: Harmful) -> State:
    return _unit(state, event.unit, taken=state.units[event.unit].taken + harm(event))


@on(happened.Struck)
def struck(state: State, event: happened.Struck) -> State:
    return _hurt(state, event)


@on(happened.Exploded)
def exploded(state: State, event: happened.Exploded) -> State:
    return _hurt(state, event)


@on(happened.Withstood)
def withstood(state: State, event: happened.Withstood) -> State:
    return _hurt(state, event) if event.spared else state


@on(happened.PlateStruck)
def plate_struck(state: State, event: happened.PlateStruck) -> State:
    lost = chipped(state.units[event.unit], event.mount) + event.damage
    state = _marked(state, event.unit, each(CHIPPED, event.mount), Mark(lost, about=event.what))
    return _hurt(state, event)


@on(happened.ArmourMended)
def armour_mended(state: State, event: happened.ArmourMended) -> State:
    side = {"rear_armour" if event.rear else "armour": number_of(event.after)}
    return _place(state, event.unit, event.location, **side)


@on(happened.ArmourLost)
def armour_lost(state: State, event: happened.ArmourLost) -> State:
    side = {"rear_armour" if event.rear else "armour": number_of(event.after)}
    return _place(state, event.unit, event.location, **side)


@on(happened.StructureLost)
def structure_lost(state: State, event: happened.StructureLost) -> State:
    return _place(state, event.unit, event.location, structure=number_of(event.after))


@on(happened.LocationLost)
def location_lost(state: State, event: happened.LocationLost) -> State:
    lost: dict[str, Any] = {"blown_off": True} if event.blown_off else {"structure": 0, "armour": 0, "rear_armour": 0}
    return _place(state, event.unit, event.location, **lost)


@on(happened.CriticalHit)
def critical_hit(state: State, event: happened.CriticalHit) -> State:
    before = state.units[event.unit].condition[event.location].critical_hits
    return _place(state, event.unit, event.location, critical_hits=before | {event.slot})


@on(happened.Flooded)
def flooded(state: State, event: happened.Flooded) -> State:
    unit = state.units[event.unit]
    held = state.relief.rules[BOXES][event.location] if unit.protomech else unit.plan.slots.get(event.location, ())
    hits = unit.condition[event.location].critical_hits | frozenset(range(len(held)))
    return _place(state, event.unit, event.location, flooded=True, critical_hits=hits)


@on(happened.MountLost)
def mount_lost(state: State, event: happened.MountLost) -> State:
    return _condition(state, event.unit, lost=state.units[event.unit].condition.lost | {event.mount})


@on(happened.Jammed)
def jammed(state: State, event: happened.Jammed) -> State:
    before = state.units[event.unit].condition.jammed
    after = before | {event.mount} if event.jammed else before - {event.mount}
    return _condition(state, event.unit, jammed=after)


@on(happened.ShotsSpent)
def shots_spent(state: State, event: happened.ShotsSpent) -> State:
    shots = list(state.units[event.unit].condition.shots)
    shots[event.mount] = event.left
    return _condition(state, event.unit, shots=tuple(shots))


@on(happened.HeatSettled)
def heat_settled(state: State, event: happened.HeatSettled) -> State:
    return _condition(state, event.unit, heat=number_of(event.after))


@on(happened.PowerChanged)
def power_changed(state: State, event: happened.PowerChanged) -> State:
    return _condition(state, event.unit, shut_down=event.shut_down)


@on(happened.CrewHurt)
def crew_hurt(state: State, event: happened.CrewHurt) -> State:
    return _condition(state, event.unit, crew_hits=state.units[event.unit].condition.crew_hits + event.hits)


@on(happened.CrewSenses)
def crew_senses(state: State, event: happened.CrewSenses) -> State:
    if not event.conscious:
        state = _marked(state, event.unit, FAINTED, Mark(this_round=True))
    return _condition(state, event.unit, conscious=event.conscious)


@on(happened.Felled)
def felled(state: State, event: happened.Felled) -> State:
    state = _condition(_hurt(state, event), event.unit, troopers=event.left)
    platoon = state.units[event.unit].sheet.platoon is not None
    return _place(state, event.unit, TROOPERS, structure=event.left) if platoon else state


@on(happened.Boarded)
def boarded(state: State, event: happened.Boarded) -> State:
    if not event.carrier:
        return _marked(state, event.unit, ABOARD, None)
    carrier = state.units[event.carrier]
    state = _marked(state, event.unit, ABOARD, Mark(about=carrier.id))
    return _unit(state, event.unit, hex=carrier.hex, elevation=carrier.elevation)


@on(happened.VehicleHurt)
def vehicle_hurt(state: State, event: happened.VehicleHurt) -> State:
    condition: Condition = state.units[event.unit].condition
    changed = {
        name: frozenset(value) if isinstance(value, tuple | list) else value for name, value in event.changed.items()
    }
    vehicle: VehicleDamage = replace(condition.vehicle, **changed)
    return _condition(state, event.unit, vehicle=vehicle)


@on(happened.GroundChanged)
def ground_changed(state: State, event: happened.GroundChanged) -> State:
    return replace(state, relief=state.relief.changed({event.hex: event.ground}))


@on(happened.Marked)
def marked(state: State, event: happened.Marked) -> State:
    unit = state.units[event.unit]
    state = _changing(state, event.unit) if event.stealth != stealthy(unit) else state
    marks = without(unit.marks, TAGGED, STEALTH_ON, *map(beacon_of, beacons(unit)))
    marks |= {TAGGED: Mark(this_round=True)} if event.tagged else {}
    marks |= {beacon_of(side): Mark(owner=side) for side in event.narced_by}
    marks |= {STEALTH_ON: Mark()} if event.stealth else {}
    return _unit(state, event.unit, marks=marks)


@on(happened.Switched)
def switched(state: State, event: happened.Switched) -> State:
    mark = Mark(this_round=event.what == FLIPPED) if event.on else None
    return _marked(_changing(state, event.unit), event.unit, event.what, mark)


@on(happened.Intercepted)
def intercepted(state: State, event: happened.Intercepted) -> State:
    mark = fired_by_itself(state.units[event.unit], event.mount)
    return _marked(state, event.unit, mark, Mark(this_round=True))


@on(happened.Scorched)
def scorched(state: State, event: happened.Scorched) -> State:
    taken = heat_from_others(state.units[event.unit]) + event.heat
    return _marked(state, event.unit, SCORCHED, Mark(taken, this_round=True))


@on(happened.MarkLaid)
def mark_laid(state: State, event: happened.MarkLaid) -> State:
    return _marked(_marking(state, event.unit, event.detail), event.unit, event.mark, event.detail)


def _marking(state: State, unit: str, mark: Mark) -> State:
    """A mark is a change of the acting unit, as far as its own side knows of it."""
    return _changing(state, unit) if mark.known_to(state.units[unit].side) else state


@on(happened.MarkLifted)
def mark_lifted(state: State, event: happened.MarkLifted) -> State:
    lifted = state.units[event.unit].marks.get(event.mark, Mark())
    return _marked(_marking(state, event.unit, lifted), event.unit, event.mark, None)


@on(happened.EffectLaid)
def effect_laid(state: State, event: happened.EffectLaid) -> State:
    here = {**state.effects.get(event.hex, {}), event.effect: event.detail}
    return _under(state, {**state.effects, event.hex: here})


@on(happened.EffectLifted)
def effect_lifted(state: State, event: happened.EffectLifted) -> State:
    here = {name: mark for name, mark in state.effects.get(event.hex, {}).items() if name != event.effect}
    others = {hex: marks for hex, marks in state.effects.items() if hex != event.hex}
    return _under(state, {**others, event.hex: here} if here else others)


@on(happened.ThingPlaced)
def thing_placed(state: State, event: happened.ThingPlaced) -> State:
    return replace(state, things={**state.things, event.thing.id: event.thing})


@on(happened.ThingGone)
def thing_gone(state: State, event: happened.ThingGone) -> State:
    return replace(state, things={id: thing for id, thing in state.things.items() if id != event.thing.id})


@on(happened.ResolutionBegan)
def resolution_began(state: State, event: happened.ResolutionBegan) -> State:
    return replace(state, interrupted=Interrupted(before=state, player=event.player, command=event.command))


@on(happened.Asked)
def asked(state: State, event: happened.Asked) -> State:
    assert state.interrupted is not None
    return replace(state, interrupted=replace(state.interrupted, question=event.question))


@on(happened.Answered)
def answered(state: State, event: happened.Answered) -> State:
    assert state.interrupted is not None
    answers = (*state.interrupted.answers, event.answer)
    return replace(state, interrupted=replace(state.interrupted, question=None, answers=answers))


@on(happened.ResolutionEnded)
def resolution_ended(state: State, event: happened.ResolutionEnded) -> State:
    return replace(state, interrupted=None)


@on(happened.FateMet)
def fate_met(state: State, event: happened.FateMet) -> State:
    """Who sits on a unit leaves the board with it, or is on the ground when it is destroyed."""
    for unit in passengers(state, event.unit):
        if event.fate == "fled":
            state = _unit(state, unit.id, fate=event.fate, left_over=event.edges)
        state = _marked(state, unit.id, ABOARD, None)
    state = _marked(state, event.unit, ABOARD, None)
    return _unit(state, event.unit, fate=event.fate, left_over=event.edges)


@on(happened.BattleEnded)
def battle_ended(state: State, event: happened.BattleEnded) -> State:
    return replace(state, phase="over", acting=None, outcome=Ending(event.winners, event.reason, event.facts))
