"""The adjudicator for miniatures: what a volley would do, and what it does when the dice are thrown here.

Nothing is kept: units come with what they have lost so far, and go with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from math import ceil
from typing import Any, Literal

import msgspec

from overheat.classic.adjudicator.miniatures import (
    ATTACKER,
    TARGET,
    Figure,
    Lane,
    figure_on,
    fires,
    lane_stage,
    stage,
)
from overheat.classic.adjudicator.parties import WeaponChoice
from overheat.classic.attack.blows import attack_of as blow_of
from overheat.classic.attack.blows import refusal as blow_refusal
from overheat.classic.attack.to_hit import refusal
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.board_file import parse_board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.library import find as find_board
from overheat.classic.facts.commands import Fire, Strike
from overheat.classic.facts.events import ChargeDeclared
from overheat.classic.facts.state import Blow, State, Unit, Weather
from overheat.classic.game import unplayable
from overheat.classic.outcomes.together import fired_together
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.turn import heat, physical, weapons
from overheat.classic.turn.preview import of_blow
from overheat.classic.turn.round import carry_out
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Seeded
from overheat.kernel.events import Event
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.classic_kind import CLASSIC
from overheat.table.classic.firing import CONDITIONS, promised, volley
from overheat.table.classic.live_sheet import live_sheet
from overheat.table.classic.looking import look
from overheat.table.games.positions import Told, noted
from overheat.table.guard.limits import Limits
from overheat.table.models import UnitRef
from overheat.table.offers import check_board, check_size, check_size_line
from overheat.table.unit_routes import read

CHARGES = ("charge", "death from above")
SEEDS = 2**32
MOST_WEAPONS = 60
MOST_ALLIES = 11


class Blowing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A physical attack: how, and with which limb."""

    kind: str
    limb: str = ""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked: two units, how they stand, and what is fired or struck."""

    attacker: Figure
    target: Figure
    weapons: tuple[WeaponChoice, ...] | Literal["all"] = "all"
    place: Lane | None = None
    """How they stand to each other, in words; else they are in hexes of a board."""
    board: str = ""
    board_text: str = ""
    rules: tuple[str, ...] = ()
    weather: Weather = Weather()


class Ally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another unit that fires at the same target."""

    attacker: Figure
    weapons: tuple[WeaponChoice, ...] | Literal["all"] = "all"
    place: Lane | None = None
    """How it stands to the target, in words; on a board it is in a hex."""


class Foretold(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same, with all others that fire at the target in the phase, one after the other."""

    others: tuple[Ally, ...] = ()


class Cast(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same, with the dice to be thrown."""

    seed: int | None = None
    strikes: tuple[Blowing, ...] = ()
    """Physical attacks, in place of weapons."""
    settle_heat: bool = True
    """Whether the attacker's round ends with this: its heat is built up and sunk."""


def weighed(question: Question, limits: Limits) -> dict[str, Any]:
    """What a volley would do, shot by shot and together; next to the target, every blow as well."""
    state = staged(question, limits)
    attacker, target = state.units[ATTACKER], state.units[TARGET]
    told = volley(state, ATTACKER, TARGET, fires(attacker, question.weapons))
    return {
        "distance": attacker.hex.distance(target.hex),
        "side": state.relief.rules[side_hit](state.relief.rules, target, attacker.hex),
        "sight": look(state, attacker, str(target.hex)),
        **told,
        "blows": [
            {"command": strike, **promised(of_blow(state, attacker, strike))}
            for strike in physical.strikes(state, attacker)
        ],
    }


def foreseen(question: Foretold, limits: Limits) -> dict[str, Any]:
    """What may become of the target of some volleys: every effect by name, in words, with its chance."""
    if len(question.others) > MOST_ALLIES:
        raise refuse("table.units", f"at most {MOST_ALLIES} others fire at one target")
    alone = {name: getattr(question, name) for name in Question.__struct_fields__}
    firing = [Question(**alone), *(Question(**{**alone, **msgspec.structs.asdict(ally)}) for ally in question.others)]
    return fired_together([_allowed(each, limits) for each in firing], ATTACKER, TARGET, most=CONDITIONS).as_json()


def _allowed(question: Question, limits: Limits) -> tuple[State, list[Fire]]:
    """A scene with what may be fired in it."""
    state = staged(question, limits)
    unit = state.units[ATTACKER]
    wanted = fires(unit, question.weapons)
    return state, [fire for fire in wanted if refusal(attack_of(state, unit, fire)) is None]


def staged(question: Question, limits: Limits) -> State:
    """The scene that a question describes."""
    if question.weapons != "all" and len(question.weapons) > MOST_WEAPONS:
        raise refuse("table.units", f"at most {MOST_WEAPONS} weapons are fired at once")
    pair = [(figure, sheet_of(figure)) for figure in (question.attacker, question.target)]
    if question.place is not None:
        if question.board or question.board_text:
            raise refuse("situation.place", "a place in words or a board, and not both")
        state = lane_stage(ruleset(question.rules), question.place, pair[0], pair[1], question.weather)
    else:
        state = stage(ruleset(question.rules), _board(question, limits), pair[0], pair[1], question.weather)
    if state.units[ATTACKER].hex == state.units[TARGET].hex:
        raise refuse("situation.hex", "both units stand in one hex")
    return state


def sheet_of(figure: Figure) -> Sheet:
    """What a unit is; one that has no part in battles is refused."""
    sheet = read(UnitRef(unit=figure.unit[:200] or "?", text=figure.text)).sheet
    no = unplayable(sheet)
    if no is not None:
        raise RefusedError(no)
    return sheet


def _board(question: Question, limits: Limits) -> Board:
    if question.board_text:
        check_size_line(question.board_text, limits)
        board = parse_board(question.board_text.encode("utf-8", "replace"), "board").board
        check_size(board, limits)
        return board
    if not question.board:
        raise refuse("situation.place", "a question needs a place in words, or a board")
    check_board(question.board)
    return find_board(question.board).board


def thrown(cast: Cast, limits: Limits) -> dict[str, Any]:
    """What comes of a volley, or of blows, when the dice are thrown."""
    if cast.seed is not None and not 0 <= cast.seed < 2**53:
        raise refuse("situation.seed", "a seed is a whole number from 0", seed=str(cast.seed)[:20])
    state = staged(cast, limits)
    seed = secrets.randbelow(SEEDS) if cast.seed is None else cast.seed
    scene = Scene(state, Seeded(seed))
    if cast.strikes:
        _strike(scene, cast.strikes)
        physical.finish(scene)
    else:
        for fire in fires(scene.unit(ATTACKER), cast.weapons):
            no = carry_out(scene, scene.unit(ATTACKER), fire, "weapons")
            if no is not None and cast.weapons != "all":
                raise RefusedError(no)
        weapons.finish(scene)
    attacker = scene.unit(ATTACKER)
    if cast.settle_heat and attacker.machine and attacker.active:
        heat.settle_one(scene, ATTACKER)
    return {
        "seed": seed,
        "events": told(state, scene.events),
        ATTACKER: _left(scene.unit(ATTACKER)),
        TARGET: _left(scene.unit(TARGET)),
    }


def _strike(scene: Scene, strikes: Sequence[Blowing]) -> None:
    """Declare physical attacks; a charge is what the movement has led to."""
    for strike in strikes:
        unit = scene.unit(ATTACKER)
        if strike.kind not in CHARGES:
            no = carry_out(scene, unit, Strike(strike.kind, strike.limb, TARGET), "physical")
        else:
            blow = Blow(strike.kind, "", TARGET)
            no = blow_refusal(blow_of(scene.state, unit, blow))
            if no is None:
                scene.tell(ChargeDeclared(ATTACKER, blow))
        if no is not None:
            raise RefusedError(no)


def told(state: State, events: Sequence[Event]) -> list[Told]:
    """Events as a log shows them."""
    tell, note = CLASSIC.teller(None, state), CLASSIC.noter(state)
    found, before = [], None
    for number, event in enumerate(events, start=1):
        found.append(noted(number, event, tell(event, before), note(event)))
        before = event
    return found


def _left(unit: Unit) -> dict[str, Any]:
    """What is left of a unit; its heat in whole points, as a situation gives it."""
    condition = msgspec.structs.replace(unit.condition, heat=ceil(unit.condition.heat))
    return {"condition": msgspec.to_builtins(condition, order="deterministic"), "fate": unit.fate}


def pictured(figure: Figure) -> str:
    """The record sheet of a unit with what it has lost."""
    alone = msgspec.structs.replace(figure, hex=str(Hex(1, 1)))
    return live_sheet(figure_on(standard(), Board(1, 1, (Ground(),)), ATTACKER, alone, sheet_of(figure)))
