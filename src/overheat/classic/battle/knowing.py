"""What a player may know of a battle: a state in which nothing else is, and events without those that tell more.

Views, bots, previews, offers and refusals are all made from the state that is known. Where nothing is hidden that is
the state itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

from overheat.classic.battle.advance import advance
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import (
    Asked,
    EffectLaid,
    EffectLifted,
    MarkLaid,
    MarkLifted,
    ResolutionBegan,
    ThingGone,
    ThingPlaced,
    ThingRolled,
)
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.questions import as_seen, question_to
from overheat.classic.facts.state import Interrupted, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.secrets import DISGUISES, HIDES, Held, Onlooker, Secret
from overheat.kernel.events import Event, Rolled
from overheat.kernel.game import Player
from overheat.kernel.rules.faults import answered_for

K = TypeVar("K")
replace = msgspec.structs.replace


def known(state: State, player: Player) -> State:
    """The battle without what a player may not know, found out once as long as nothing happens."""
    kept = state.relief.kept.get("known")
    if kept is None or kept[0] is not state:
        kept = state.relief.kept["known"] = state, dict[Player, State]()
    found: dict[Player, State] = kept[1]
    if player not in found:
        found[player] = _known(state, player)
    return found[player]


def anything_hidden(state: State, player: Player) -> bool:
    """Whether rules hide anything, or anything says of itself that it is hidden from a player."""
    rules = state.relief.rules
    return bool(rules[HIDES]) or bool(rules[DISGUISES]) or _flagged(state, player)


def _known(state: State, player: Player) -> State:
    if state.interrupted is not None or anything_hidden(state, player):
        return _without_secrets(state, player)
    return state if _counts(state, player) == state.changes else replace(state, changes=0)


def _without_secrets(state: State, player: Player) -> State:
    rules = state.relief.rules
    with answered_for(rules, "what a player may not know"):
        eye = Onlooker(rules, state, player)
        hidden = _unseen(eye)
        return replace(
            state,
            units={id: _as_known(eye, unit, hidden) for id, unit in state.units.items() if id not in hidden},
            effects={hex: held for hex, marks in state.effects.items() if (held := _marks(eye, marks, hex))},
            things={id: thing for id, thing in state.things.items() if not _hides(eye, thing)},
            acting=None if state.acting in hidden else state.acting,
            acted=state.acted - hidden,
            changes=_counts(state, player),
            interrupted=None if state.interrupted is None else _waiting(eye, state.interrupted, hidden),
        )


def _counts(state: State, player: Player) -> int:
    """What the acting unit has changed at no cost, which may be secret: only its own side keeps count."""
    acting = state.units.get(state.acting or "")
    return state.changes if acting is not None and acting.side == player else 0


def _flagged(state: State, player: Player) -> bool:
    """Whether anything says of itself that it is hidden from a player."""
    if state.things and any(not thing.known_to(player) for thing in state.things.values()):
        return True
    for unit in state.units.values():
        if unit.marks and any(not mark.known_to(player) for mark in unit.marks.values()):
            return True
    if not state.effects:
        return False
    return any(not mark.known_to(player) for marks in state.effects.values() for mark in marks.values())


def _hides(eye: Onlooker, secret: Secret) -> bool:
    """Whether a player may know nothing of something."""
    if isinstance(secret, Unit):
        if secret.side == eye.player:
            return False
        if any(mark.conceals and mark.owner != eye.player for mark in secret.marks.values()):
            return True
    kept = secret.mark if isinstance(secret, Held) else secret
    if isinstance(kept, Mark | Thing) and not kept.known_to(eye.player):
        return True
    return any(rule.function(eye, secret) for rule in eye.rules[HIDES])


def _conceals(state: State) -> bool:
    """Whether anybody is hidden by a mark."""
    return any(mark.conceals for unit in state.units.values() for mark in unit.marks.values())


def _unseen(eye: Onlooker) -> frozenset[str]:
    """The units that a player may not know of, and whoever sits on one of them."""
    if not eye.rules[HIDES] and not _conceals(eye.state):
        return frozenset()
    units = eye.state.units.values()
    alone = {unit.id for unit in units if _hides(eye, unit)}
    return frozenset(alone | {unit.id for unit in units if carrier_of(unit) in alone and unit.side != eye.player})


def _marks(eye: Onlooker, marks: Mapping[K, Mark], on: Unit | Hex) -> dict[K, Mark]:
    return {name: mark for name, mark in marks.items() if not _hides(eye, Held(str(name), mark, on))}


def _as_known(eye: Onlooker, unit: Unit, hidden: frozenset[str]) -> Unit:
    """A unit as a player knows it, with no word of whom he may not know of."""
    marks = _marks(eye, unit.marks, unit) if unit.marks else unit.marks
    if hidden:
        marks = {name: mark for name, mark in marks.items() if mark.about not in hidden}
    if len(marks) < len(unit.marks):
        unit = replace(unit, marks=marks)
    for rule in () if unit.side == eye.player else eye.rules[DISGUISES]:
        unit = rule.function(eye, unit) or unit
    if not hidden:
        return unit
    return replace(
        unit,
        volley=tuple(shot for shot in unit.volley if shot.target not in hidden),
        blows=tuple(blow for blow in unit.blows if blow.target not in hidden),
    )


def _waiting(eye: Onlooker, under_way: Interrupted, hidden: frozenset[str]) -> Interrupted:
    """A command that waits for an answer, as a player knows it: what is asked, as far as that is open, and no more."""
    question = under_way.question
    if question is not None:
        question = question_to(eye.rules, question, eye.player)
        question = replace(question, unit="", facts={}) if question.unit in hidden else question
    own = under_way.player == eye.player
    return Interrupted(
        before=known(under_way.before, eye.player),
        player=under_way.player,
        command=under_way.command if own else None,
        question=question,
    )


def redacted(state: State, event: Event, player: Player) -> Event | None:
    """An event as a player is told of it, from the state that it happens in; None when it stays hidden."""
    rules = state.relief.rules
    secret = _secret(state, event)
    if isinstance(event, Asked | ResolutionBegan):
        event = as_seen(rules, event, player)
    if secret is None and not rules[HIDES] and not _conceals(state):
        return event
    with answered_for(rules, "what a player may not know"):
        eye = Onlooker(rules, state, player)
        if (secret is not None and _hides(eye, secret)) or _hides(eye, event):
            return None
        return None if _names(event, _unseen(eye)) and _names(event, _unseen_after(eye, event)) else event


def _secret(state: State, event: Event) -> Secret | None:
    """What an event is about that may be hidden by itself."""
    match event:
        case ThingPlaced() | ThingGone() | ThingRolled():
            return event.thing
        case MarkLaid():
            return Held(event.mark, event.detail, state.units[event.unit])
        case MarkLifted():
            held = state.units[event.unit].marks.get(event.mark)
            return None if held is None else Held(event.mark, held, state.units[event.unit])
        case EffectLaid():
            return Held(event.effect, event.detail, event.hex)
        case EffectLifted():
            held = state.effect(event.hex, event.effect)
            return None if held is None else Held(event.effect, held, event.hex)
    return None


def _unseen_after(eye: Onlooker, event: Event) -> frozenset[str]:
    """The units that a player may still not know of when an event has happened."""
    return _unseen(replace(eye, state=advance(eye.state, event)))


def _names(event: Event, ids: frozenset[str]) -> bool:
    """Whether an event speaks of one of some units; dice do in what they are thrown for."""
    if not ids:
        return False
    words = "|".join(map(re.escape, ids))
    if isinstance(event, Rolled) and re.search(rf"(?<![\w-])(?:{words})(?![\w-])", event.roll.purpose):
        return True
    return any(text in ids for text in _texts(msgspec.to_builtins(event)))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
