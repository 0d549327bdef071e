"""What one player may know of a battle, in plain values that can be written as JSON.

The table is open: sheets, damage, heat and where everybody stands are seen by all, and attacks are declared aloud in
turn, so they are seen too before they are resolved. What is left in the bins of others is not shown; whoever counts
their shots knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from overheat.classic.battle.steps import allowance
from overheat.classic.board.notation import print_ground
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.commands import Strike
from overheat.classic.facts.goals import goals_in_words
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.phrases import called, mark_in_words, short_names, thing_name, thing_told
from overheat.classic.facts.questions import question_as_seen
from overheat.classic.facts.state import RESERVE, Blow, Motion, State, Unit
from overheat.classic.report.not_played import not_played
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.physical import charge_of
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.rules.standard.weather import in_words
from overheat.classic.turn.assaults import strike_words
from overheat.classic.turn.round import listed
from overheat.classic.unit.fielding import DECLARED
from overheat.kernel.game import Player
from overheat.kernel.terms import Tally, Term, number_as_json

View = dict[str, Any]


def view(state: State, player: Player, to_act: Player | None) -> View:
    """The battle as a player sees it, from a state that holds nothing but what he may know."""
    board, names = state.relief.board, short_names(state.units.values())
    logged = called(state.units.values())
    return {
        "player": player,
        "to_act": to_act,
        "round": state.round,
        "rounds": state.rounds,
        "phase": state.phase,
        "phases": listed(state),
        "initiative": list(state.initiative),
        "acting": state.acting,
        "question": question_as_seen(state, player),
        "acted": sorted(state.acted),
        "weather": msgspec.to_builtins(state.weather),
        "conditions": in_words(state.relief.rules, state.weather),
        "objectives": msgspec.to_builtins(state.objectives),
        "goals": goals_in_words(state.objectives, names),
        "scores": dict(state.scores),
        "board": {
            "name": board.name,
            "width": board.width,
            "height": board.height,
            "hexes": {str(hex): print_ground(board[hex]) for hex in board},
        },
        "units": {
            id: _unit(unit, names, own=unit.side == player)
            | {
                "called": names[id],
                "logged": logged[id],
                "declared": _declared(state, unit, names),
                "figures": _figures(state, unit),
                "not_played": not_played(state.relief.rules, unit.sheet).as_json(),
            }
            for id, unit in state.units.items()
        },
        "zones": {side: sorted(map(str, zone)) for side, zone in state.zones.items()},
        "effects": {str(hex): _marks(marks, names) for hex, marks in state.effects.items()},
        "things": [_thing(thing) for thing in state.things.values()],
        "outcome": None if state.outcome is None else msgspec.to_builtins(state.outcome.outcome),
    }


def _unit(unit: Unit, names: Mapping[str, str], *, own: bool) -> View:
    """One unit; what is left of its ammunition only for its own side."""
    seen: View = {
        "side": unit.side,
        "name": unit.sheet.name,
        "kind": unit.sheet.kind,
        "hex": "" if unit.fate == RESERVE else str(unit.hex),
        "facing": unit.facing,
        "torso": unit.torso,
        "elevation": unit.elevation,
        "gunnery": unit.gunnery,
        "piloting": unit.piloting,
        "pilot": unit.pilot,
        "value": unit.value,
        "fate": unit.fate,
        "aboard": carrier_of(unit),
        "refitted": [note.as_json() for note in unit.refitted if own or note.rule != DECLARED],
        "motion": msgspec.to_builtins(unit.motion),
        "condition": _condition(unit),
        "marks": _marks(unit.marks, names),
    }
    if own:
        seen["ammunition"] = _ammunition(unit)
    return seen


def _thing(thing: Thing) -> View:
    """A thing by its own facts and in words; a hex is nothing where there is none."""
    where = {"hex": str(thing.hex or ""), "to": str(thing.to or ""), "path": [str(hex) for hex in thing.path]}
    words = {"name": thing_name(thing), "words": thing_told(thing)}
    return {**msgspec.to_builtins(thing), **where, "arrives": thing.arrives, **words}


def _declared(state: State, unit: Unit, names: Mapping[str, str]) -> View:
    """What a unit has said aloud that it will do."""
    return {
        "shots": [_shot(unit, shot) for shot in msgspec.to_builtins(unit.volley)],
        "blows": [
            {**msgspec.to_builtins(blow), "words": strike_words(state, unit, _strike(blow), names)}
            for blow in unit.blows
        ],
        "charge": msgspec.to_builtins(charge_of(unit)),
    }


def _strike(blow: Blow) -> Strike:
    return Strike(blow.kind, blow.limb, blow.target)


def _marks(marks: Mapping[str, Mark], names: Mapping[str, str]) -> View:
    """What holds of a unit or a hex for a while, each with its words."""
    return {
        name: {**msgspec.to_builtins(mark), "words": mark_in_words(name, mark, names)} for name, mark in marks.items()
    }


def _figures(state: State, unit: Unit) -> View:
    """What its sheet says in short, what is left of its movement, and what its movement makes of it as a target."""
    sheet, sinks, rules = unit.sheet, unit.sheet.heat_sinks, state.relief.rules
    return {
        "chassis": sheet.chassis,
        "tons": sheet.tons,
        "motive": sheet.motive,
        "immobile": unit.immobile,
        "points": {
            mode: allowance(state, unit, mode) for mode in state.relief.rules[MODES].rows if mode != "stationary"
        },
        "modes": {mode: way.said_of(unit.sheet) for mode, way in state.relief.rules[MODES].rows.items() if way.moves},
        "moved": mode_of(state.relief.rules, unit).told_of(unit),
        "sinks": None if sinks is None or not rules[tracks_heat](rules, unit) else sinks.dissipation,
        "as_target": 0 if unit.fate == RESERVE else _as_target(state, unit),
        "full": {place.code: [place.armour, place.rear_armour, place.structure] for place in sheet.locations},
        "troopers": sheet.troopers,
        "weapons": [_weapon(unit, mount) for mount in unit.plan.weapons],
    }


def _as_target(state: State, unit: Unit) -> int:
    """What everybody far off adds who attacks the unit as it is, against one that stands still on the ground."""
    corners = (min(state.relief.board), max(state.relief.board))
    calm = msgspec.structs.replace(
        unit,
        hex=max(corners, key=unit.hex.distance),
        elevation=0,
        motion=Motion(),
        condition=msgspec.structs.replace(unit.condition, prone=False, shut_down=False, conscious=True),
        marks={},
    )
    return int(Tally(_added(state, calm, unit)).total) - int(Tally(_added(state, calm, calm)).total)


def _added(state: State, attacker: Unit, target: Unit) -> tuple[Term, ...]:
    """What every attack of one unit on another adds."""
    attack = Engagement(state.relief, attacker, target, state.weather, state.effects)
    return Tally.of(rule.function(attack) for rule in attack.rules.among(EVERY_ATTACK, attack)).terms


def _weapon(unit: Unit, at: int) -> View:
    mount = unit.sheet.mounts[at]
    return {
        "mount": at,
        "name": mount.equipment.name,
        "location": mount.location,
        "rear": mount.rear,
        "works": works(unit, at),
    }


def _shot(unit: Unit, shot: View) -> View:
    return {**shot, "weapon": unit.sheet.mounts[shot["mount"]].equipment.name}


def _condition(unit: Unit) -> View:
    """What battle has done to it, apart from what it has fired."""
    seen: View = msgspec.to_builtins(unit.condition, order="deterministic", enc_hook=number_as_json)
    del seen["shots"]
    seen["locations"] = {place["code"]: place for place in seen["locations"]}
    for place in unit.condition.locations:
        if not all(isinstance(points, int) for points in (place.armour, place.rear_armour, place.structure)):
            halves = {"armour": place.armour, "rear_armour": place.rear_armour, "structure": place.structure}
            seen["locations"][place.code].update((name, float(points)) for name, points in halves.items())
    return seen


def _ammunition(unit: Unit) -> list[View]:
    """The bins and one-shot launchers of a unit, each with the shots left in it."""
    return [
        {"mount": at, "name": mount.equipment.name, "location": mount.location, "shots": unit.condition.shots[at]}
        for at, mount in enumerate(unit.sheet.mounts)
        if mount.ammunition is not None or (mount.weapon is not None and mount.weapon.shots)
    ]
