"""The games that the table offers: each with its scenarios, layers of rules and bots, and how its events are told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from overheat.classic.board import library as boards
from overheat.classic.board.board import Board
from overheat.classic.setup import Setup
from overheat.classic.unitfile import library as units
from overheat.kernel.chronicle import plainly
from overheat.kernel.events import Event, Rolled
from overheat.kernel.glossary import Explained, Word, explained, words_of
from overheat.kernel.layers import Library
from overheat.kernel.refusal import refuse
from overheat.kernel.speaking import Speaker
from overheat.kernel.terms import Part
from overheat.kernel.words import in_words
from overheat.lab.games import Kind, kinds
from overheat.lab.players import BOTS, make_bot
from overheat.table.limits import Limits

SIZE_LINE = re.compile(r"^\s*size\s+([0-9]{1,9})\s+([0-9]{1,9})", re.MULTILINE)

Teller = Callable[[Event, Event | None], str]
"""Tells an event in a sentence, given the one before it."""


class Note(msgspec.Struct, frozen=True):
    """How an event stands in the log: how far it is set in, and the sum it is about, term by term."""

    level: int = 2
    """0 for a round, 1 for a phase, 2 for what a unit does, 3 for what follows from that."""
    terms: tuple[Mapping[str, object], ...] = ()
    about: str = ""
    """What dice were thrown for."""
    summed: bool = False
    """Whether dice are added up."""


Noter = Callable[[Event], Note]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the table offers it."""

    kind: Kind
    words: tuple[Word, ...] = ()
    """What newcomers are told of."""
    check: Callable[[Any, Limits], None] = lambda setup, limits: None
    """Refuses a set-up that reaches for files of the server or is too large."""
    teller: Callable[[Any], Teller] = lambda state: plainly
    """Who tells the events of a game, from any of its states."""
    noter: Callable[[Any], Noter] = lambda state: plain_note
    """Who notes how events stand in the log, from any of its states."""

    speaker: Callable[[Any, Any], Speaker | None] = lambda game, state: None
    """Who tells what may be said in a game and a state of it; nobody where there are no words."""
    expected: Callable[[Any, Any, str], Mapping[str, object] | None] = lambda game, state, player: None
    """What a state that holds only what a player may know waits for, in words for him."""

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def library(self) -> Library | None:
        """The layers of its rules by name."""
        return self.kind.library

    def glossary(self) -> list[Explained]:
        """The words of this game, with where each is written in the game itself, before any option."""
        return explained(self.words, self.library.base.add if self.library else ())

    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play this game."""
        return tuple(sorted({name for game, name in _all_bots() if game in (self.name, "*")}))


def offers() -> dict[str, Offer]:
    """Every game by its name."""
    return {name: _offer(kind) for name, kind in kinds().items()}


def _all_bots() -> Mapping[tuple[str, str], object]:
    """The bots there are; the first one that is made makes them known."""
    make_bot("*", "random", 0, "")
    return BOTS


def _offer(kind: Kind) -> Offer:
    if kind.name == "classic":
        return Offer(
            kind=kind,
            words=words_of("overheat.classic"),
            check=check_classic,
            teller=classic_teller,
            speaker=classic_speaker,
            expected=classic_expected,
            noter=classic_noter,
        )
    if kind.name == "platoon":
        from overheat.table.platoon.setups import check_platoon

        return Offer(
            kind=kind,
            words=words_of("overheat.platoon"),
            check=check_platoon,
            teller=platoon_teller,
            speaker=platoon_speaker,
            expected=platoon_expected,
            noter=platoon_noter,
        )
    return Offer(kind=kind)


def classic_speaker(game: Any, state: Any) -> Speaker:
    """What may be said in a state of the classic game, with the names that the page calls units by."""
    from overheat.classic.phrases import short_names
    from overheat.classic.turn.round import speaker

    return speaker(state, short_names(state.units.values()))


def platoon_speaker(game: Any, state: Any) -> Speaker:
    """What may be said in a state of H.E.A.T."""
    from overheat.platoon.battle import Battle
    from overheat.platoon.course.turn import speaker
    from overheat.platoon.game import NO_DICE

    return speaker(Battle(state, game.ruleset, NO_DICE))


def classic_expected(game: Any, state: Any, player: str) -> Mapping[str, object]:
    """What a state of the classic game waits for."""
    from overheat.classic.awaited import awaited

    return msgspec.structs.asdict(awaited(state, player))


def platoon_expected(game: Any, state: Any, player: str) -> Mapping[str, object]:
    """What a state of H.E.A.T waits for."""
    from overheat.platoon.awaited import awaited

    found = awaited(state, game.ruleset)
    mine = found.player in (player, None)
    return {
        "player": found.player,
        "what": found.what if mine else found.others,
        "task": found.task,
        "step": found.step,
    }


def classic_teller(state: Any) -> Teller:
    """The words of the classic game, with the dice that decided what they decide."""
    from overheat.classic.report import cast_of
    from overheat.classic.wording import sentence

    cast = cast_of(state)

    def tell(event: Event, before: Event | None) -> str:
        return sentence(event, cast, before.roll if isinstance(before, Rolled) else None)

    return tell


def plain_note(event: Event) -> Note:
    """Dice are details; everything else stands by itself."""
    if not isinstance(event, Rolled):
        return Note()
    return Note(3, about=in_words(event.roll.purpose), summed=len(event.roll.faces) > 1)


def classic_noter(state: Any) -> Noter:
    """The depths of the printed report, and sums with where each part is written."""
    from overheat.classic.phrases import Cast
    from overheat.classic.report import depth_of
    from overheat.classic.sums import sum_of

    cast = Cast(state.units.values())

    def note(event: Event) -> Note:
        if isinstance(event, Rolled):
            return Note(3, about=cast.purpose(event.roll), summed=len(event.roll.faces) > 1)
        return Note(min(3, depth_of(event)), tuple(term_of(part) for part in sum_of(event)))

    return note


def platoon_teller(state: Any) -> Teller:
    """The words of H.E.A.T, with what a printed report leaves out: dice, the bag, kept orders, drifting smoke."""
    from overheat.platoon.wording import Wording

    wording = Wording(state)

    def tell(event: Event, before: Event | None) -> str:
        said = wording.sentence(event) or wording.aside(event)
        return plainly(event, before) if said is None else said[:1].upper() + said[1:]

    return tell


def platoon_noter(state: Any) -> Noter:
    """The depths of a H.E.A.T log: turns, dice, what a unit does, what follows from that; and the sums."""
    from overheat.platoon.purposes import PURPOSES, is_summed
    from overheat.platoon.wording import depth_of, sum_of

    def note(event: Event) -> Note:
        level = depth_of(event)
        if isinstance(event, Rolled):
            return Note(level, about=PURPOSES.told(event.roll), summed=is_summed(event.roll))
        return Note(level, tuple(term_of(part) for part in sum_of(event)))

    return note


def term_of(part: Part) -> dict[str, object]:
    """A part of a sum as the pages take it."""
    return {"id": part.id, "value": part.kept, "label": part.label, "cite": part.cite or None}


def check_classic(setup: Setup, limits: Limits) -> None:
    """Units and boards are bundled or brought along; the files of the server are nobody's business."""
    if len(setup.units) > limits.units:
        raise refuse("table.units", f"{len(setup.units)} units are too many; the limit is {limits.units}")
    for entry in setup.units:
        if not entry.text:
            check_unit(entry.unit)
    if not setup.board_text:
        check_board(setup.board)
    check_size_line(setup.board_text, limits)
    check_size(setup.field(), limits)


def check_size_line(text: str, limits: Limits) -> None:
    """The same for the text of a board file, before it is read."""
    said = SIZE_LINE.search(text)
    if said is not None and int(said[1]) * int(said[2]) > limits.board_hexes:
        raise refuse("table.board", f"a board of more than {limits.board_hexes:,} hexes is too large")


def check_size(board: Board, limits: Limits) -> None:
    """A board is no larger than the limits."""
    if board.width * board.height > limits.board_hexes:
        raise refuse("table.board", f"a board of more than {limits.board_hexes:,} hexes is too large")


def check_unit(name: str) -> None:
    """A unit by name is one of those that come with the project."""
    if units.known_as(name) is None:
        raise refuse("unit.name", f"no unit {name[:60]!r} comes with the project", unit=name[:60])


def check_board(name: str) -> None:
    """A board by name is one of those that come with the project."""
    if name not in boards.names():
        raise refuse("board.name", f"no board {name[:60]!r}; there are {', '.join(boards.names())}", board=name[:60])
