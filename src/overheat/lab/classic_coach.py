"""What the coach says of the classic game: moves, volleys and blows, each against the best ones.

Moves are tried out; of volleys and blows the exact odds say what there is to say, as they do to `search`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.commands import Command, Done, Strike
from overheat.classic.facts.phrases import FACINGS, short_names
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.round import offered
from overheat.classic.turn.weapons import finish
from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import said_with
from overheat.kernel.wording.phrases import counted
from overheat.lab.coach import THROWS, Doubt, Figures, Mistake, Way
from overheat.lab.players.classic_aims import prey
from overheat.lab.players.classic_moves import firm
from overheat.lab.players.fighter.blows import best_blow, worth_of_blow
from overheat.lab.players.fighter.places import Appraisal, appraise
from overheat.lab.players.fighter.preferences import HARD, Preferences
from overheat.lab.players.fighter.search import MANNER, trial
from overheat.lab.players.fighter.shooting.volleys import best_volley, worth_of_shots

VOLLEYS = 60
"""How often a volley is thrown to see how often it brings its target down."""
LEAST_COST = 0.5
"""What costs less is no mistake worth a word."""
CANDIDATES = 3
"""How many of the best places are tried out."""
UNITS, FEWEST = 48, 2
"""Of so many units in all the moves are played through for a place, as often as that goes, and twice at least."""


class _Turn(NamedTuple):
    """A unit's turn in a phase: the battle when it began, and just before it ended."""

    at: int
    unit: str
    begun: State
    ended: State
    said: tuple[Command, ...]
    """What the player said in it."""


def doubts(session: Session[Any, Any, Any], player: Player, likes: Preferences = HARD) -> list[Doubt]:
    """Every decision of a player that seems to have cost something worth a word."""
    promised: dict[tuple[int, str], float] = {}
    judged = (_judged(session.game, player, turn, likes, promised) for turn in _turns(session, player))
    return [doubt for doubt in judged if doubt is not None and doubt.mistake.cost >= LEAST_COST]


def _turns(session: Session[Any, Any, Any], player: Player) -> Iterator[_Turn]:
    """Every turn of a player's units, with what the player knew."""
    game: Game[Any, Any, Any] = session.game
    again: Session[Any, Any, Any] = Session(game, session.setup, session.seed, session.lines[0])
    going: _Turn | None = None
    for at, (who, command) in enumerate(session.commands):
        acting = again.state.acting
        if going is not None and acting == going.unit:
            going = going._replace(ended=game.known(again.state, player), said=(*going.said, command))
        again.apply(who, command)
        state = again.state
        if going is not None and (state.acting != going.unit or state.phase != going.begun.phase):
            yield going
            going = None
        if going is None and state.acting is not None and state.units[state.acting].side == player:
            known = game.known(state, player)
            going = _Turn(at + 1, state.acting, known, known, ())


def _judged(
    game: Game[Any, Any, Any],
    player: Player,
    turn: _Turn,
    likes: Preferences,
    promised: dict[tuple[int, str], float],
) -> Doubt | None:
    begun = turn.begun
    if begun.question is not None or not begun.units[turn.unit].active:
        return None
    if begun.phase == "movement":
        return _move(game, player, turn, likes)
    if begun.phase == "weapons":
        return _volley(turn, likes, promised)
    return _blow(turn, likes) if begun.phase == "physical" else None


def _doubt(turn: _Turn, cost: float, done: Way, better: Way, why: str) -> Doubt:
    return Doubt(_mistake(turn, cost, done, better, why))


def _mistake(turn: _Turn, cost: float, done: Way, better: Way, why: str) -> Mistake:
    names = short_names(turn.begun.units.values())
    begun = turn.begun
    return Mistake(begun.round, begun.phase, turn.unit, names[turn.unit], turn.at, round(cost, 2), done, better, why)


def _move(game: Game[Any, Any, Any], player: Player, turn: _Turn, likes: Preferences) -> Doubt | None:
    """A move against the best ones; who lies or has fallen on the way had other worries."""
    state, unit, after = turn.begun, turn.begun.units[turn.unit], turn.ended.units[turn.unit]
    if unit.condition.prone or after.condition.prone or not after.active or unit.immobile:
        return None
    places = firm(state, unit, reach(state, unit))
    motion = after.motion
    same = next((place for place in places if (place.hex, place.facing, place.mode) == _ends(after)), None)
    trips = 0 if same is None else same.trips
    places = [*places, Place(after.hex, after.facing, motion.mode, motion.hexes, motion.spent, trips, ())]
    if len(places) < 3:
        return None
    found = appraise(state, unit, places, likes, keep=len(places) - 1)
    own, best = found.places.index(places[-1]), found.best
    cost = float(found.worth[best] - found.worth[own])
    if found.places[best][:3] == places[-1][:3]:
        return None
    order = [int(at) for at in np.argsort(-found.worth, kind="stable")[: CANDIDATES + 1]]
    near = [at for at in order if found.places[at][:3] != places[-1][:3]][:CANDIDATES]
    moves = (turn.said, *((*found.places[at].path, Done()) for at in near))

    def tried(at: int, dice: Seeded) -> float:
        return trial(game, state, player, moves[at], dice, likes)

    done = _place_way(state, unit, found, own)
    ways = [_place_way(state, unit, found, at) for at in near]
    others = [(way, _why_there(done.figures, way.figures)) for way in ways]
    throws = max(FEWEST, min(THROWS, UNITS // sum(each.active for each in state.units.values())))
    return Doubt(_mistake(turn, cost, done, *others[0]), others, tried, MANNER.trust, throws, LEAST_COST)


def _ends(unit: Unit) -> tuple[object, int, str]:
    return unit.hex, unit.facing, unit.motion.mode


def _place_way(state: State, unit: Unit, found: Appraisal, at: int) -> Way:
    place = found.places[at]
    word = state.relief.rules[MODES][place.mode].said_of(unit.sheet)
    where = "stay" if place.hex == unit.hex else f"{word} to {place.hex}"
    figures = {
        "given": round(float(found.given[at]), 2),
        "taken": round(float(found.taken[at]), 2),
        "backs_shown": round(float(found.rear_shown[at]), 2),
        "worth": round(float(found.worth[at]), 2),
    }
    return Way(f"{where}, facing {FACINGS[place.facing]}", figures, str(place.hex))


def _why_there(done: Figures, better: Figures) -> str:
    told = []
    if better["given"] - done["given"] >= 0.3:
        told.append(f"does {better['given']:.1f} damage on average in place of {done['given']:.1f}")
    if done["taken"] - better["taken"] >= 0.3:
        told.append(f"takes {better['taken']:.1f} damage on average in place of {done['taken']:.1f}")
    if done["backs_shown"] - better["backs_shown"] >= 0.5:
        told.append(
            f"shows its back to {counted(round(done['backs_shown'] - better['backs_shown']), 'enemy', 'enemies')} less"
        )
    return ", ".join(told) or "safer ground, nearer to friends or to what the scenario asks for"


def _volley(turn: _Turn, likes: Preferences, promised: dict[tuple[int, str], float]) -> Doubt | None:
    """A volley against the best one, with what friends had declared before."""
    state, unit, after = turn.begun, turn.begun.units[turn.unit], turn.ended.units[turn.unit]
    before = {target: much for (when, target), much in promised.items() if when == state.round}
    turned = msgspec.structs.replace(unit, torso=after.torso)
    own = worth_of_shots(state, turned, after.volley, likes, before)
    for target, much in own.at_each.items():
        promised[state.round, target] = promised.get((state.round, target), 0.0) + much
    if after.blows or unit.volley:
        return None
    best = best_volley(state, unit, offered(state, unit), likes, before)
    if not best.commands:
        held = worth_of_shots(state, unit, (), likes, before)
        best = best._replace(worth=held.worth, heat=held.heat)
    if best.worth - own.worth < LEAST_COST:
        return None
    shots = tuple(command.shot for command in best.commands if hasattr(command, "shot"))
    facing = next((command.facing for command in best.commands if hasattr(command, "facing")), unit.torso)
    aimed = msgspec.structs.replace(unit, torso=facing)
    done = _shots_way(state, turned, after.volley, sum(own.at_each.values()), own.worth, own.heat)
    better = _shots_way(state, aimed, shots, best.promise, best.worth, best.heat)
    why = _why_so(done.figures, better.figures)
    if best.target in prey(state) and best.target not in own.at_each:
        why = f"it is the one that is hunted; {why}"
    return _doubt(turn, best.worth - own.worth, done, better, why)


def _shots_way(state: State, unit: Unit, shots: tuple[Shot, ...], promise: float, worth: float, heat: float) -> Way:
    names = short_names(state.units.values())
    targets = list(dict.fromkeys(shot.target for shot in shots))
    at_each = (f"{_weapons(unit, shots, target)} at {names.get(target, target)}" for target in targets)
    words = f"fire {'; '.join(at_each)}" if shots else "hold fire"
    figures = {
        "given": round(promise, 2),
        "kills": _kills(state, unit, shots, targets),
        "heat": round(heat, 1),
        "worth": round(worth, 2),
    }
    return Way(words, figures)


def _weapons(unit: Unit, shots: tuple[Shot, ...], target: str) -> str:
    """What is fired at a target, alike weapons together."""
    fired = Counter(unit.sheet.mounts[shot.mount].equipment.name for shot in shots if shot.target == target)
    return ", ".join(name if many == 1 else f"{name} x{many}" for name, many in fired.items())


def _kills(state: State, unit: Unit, shots: tuple[Shot, ...], targets: list[str]) -> float:
    """How often shots bring one of their targets down by themselves: counted over many throws."""
    if not shots:
        return 0.0
    units = {id: msgspec.structs.replace(other, volley=()) for id, other in state.units.items()}
    units[unit.id] = msgspec.structs.replace(unit, volley=shots)
    alone = msgspec.structs.replace(state, units=units)
    fallen = 0
    for throw in range(VOLLEYS):
        scene = Scene(alone, Seeded(throw, "coach"))
        finish(scene)
        fallen += any(not scene.unit(target).active for target in targets if target in units)
    return round(fallen / VOLLEYS, 2)


def _why_so(done: Figures, better: Figures) -> str:
    told = []
    if better["given"] - done["given"] >= 0.3:
        told.append(f"does {better['given']:.1f} damage on average in place of {done['given']:.1f}")
    if better["kills"] - done["kills"] >= 0.03:
        told.append(f"brings it down {100 * better['kills']:.0f} % in place of {100 * done['kills']:.0f} %")
    if done["heat"] - better["heat"] >= 1:
        told.append(f"ends at heat {better['heat']:.0f} in place of {done['heat']:.0f}")
    return ", ".join(told) or "a target that does more harm for the life it has left"


def _blow(turn: _Turn, likes: Preferences) -> Doubt | None:
    """A blow against the best one."""
    state, unit, after = turn.begun, turn.begun.units[turn.unit], turn.ended.units[turn.unit]
    if unit.blows:
        return None
    struck = [Strike(blow.kind, blow.limb, blow.target) for blow in after.blows]
    strikes = [*said_with(offered(state, unit), (Strike,))]
    if any(strike not in strikes for strike in struck[:1]):
        return None
    best = best_blow(state, unit, strikes, likes)
    own = sum(worth_of_blow(state, unit, strike, likes).worth for strike in struck)
    if best.strike is None or best.worth - own < LEAST_COST:
        return None
    names = short_names(state.units.values())
    promise = sum(worth_of_blow(state, unit, strike, likes).promise for strike in struck)
    words = f"{struck[0].kind} {names.get(struck[0].target, '')}" if struck else "strike nobody"
    done = Way(words, {"given": round(promise, 2), "worth": round(own, 2)})
    told = f"{best.strike.kind} {names.get(best.strike.target, best.strike.target)}"
    better = Way(told, {"given": round(best.promise, 2), "worth": round(best.worth, 2)})
    why = f"does {best.promise:.1f} damage on average in place of {promise:.1f}, hits {100 * best.chance:.0f} %"
    return _doubt(turn, best.worth - own, done, better, why)
