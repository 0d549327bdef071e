"""One side of any game at a terminal: everything that may be said by its number, in its words or in notation.

It asks the kit of the game alone, so a game that has words for its commands can be played here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from overheat.cli.console.console import fold
from overheat.cli.console.conversation import ANY_TIME, Answer
from overheat.kernel.events import Event
from overheat.kernel.game import Game
from overheat.kernel.notation import parse_command, print_command
from overheat.kernel.refusal import RefusedError
from overheat.kernel.wording.commands import Speaker
from overheat.lab.games import Kind
from overheat.lab.telling import Teller

INDENT = "  "
FEW = 12
"""More actions than that are told in short, several to a line."""
HELP = """1              do what is listed by that number; its words do as well
{example}
               or give any command in notation, such as this one: docs/notation.md"""


class Telling:
    """Events in sentences, those that follow from another set in below it."""

    def __init__(self, kind: Kind, game: Game[Any, Any, Any], state: Any) -> None:
        self._tell: Teller = kind.teller(game, state)
        self._note = kind.noter(state)
        self._before: Event | None = None

    def hear(self, event: Event) -> Iterator[str]:
        """The line of an event."""
        said, self._before = self._tell(event, self._before), event
        yield f"{INDENT * self._note(event).level}{said}"

    def rest(self) -> Iterator[str]:
        """Nothing is held back."""
        yield from ()


class AnyCommander:
    """Reads what one player of a game types."""

    def __init__(self, kind: Kind, game: Game[Any, Any, Any], side: str) -> None:
        self._kind, self._game, self._side = kind, game, side

    def battlefield(self, state: Any) -> str:
        """The map in characters, of a game that has one."""
        return self._kind.text_map(self._game, state) or "there is no map of this game in characters"

    def report(self, state: Any) -> Telling:
        """Everything that happens in sentences."""
        return Telling(self._kind, self._game, state)

    def menu(self, legal: Sequence[Any]) -> tuple[Any, ...]:
        """What may be done, as the game lists it."""
        return tuple(legal)

    def amid_turn(self, state: Any) -> bool:
        """Commands are given one by one: what the last one did can be looked at and taken back."""
        return True

    def goes_on(self, before: Any, after: Any, events: Sequence[Event]) -> bool:
        """Commands are given one by one."""
        return False

    def greet(self, state: Any, legal: Sequence[Any]) -> str:
        """What is to be decided, and what can be said; in short where that is much."""
        waits = self._kind.expected(self._game, state, self._side) or {}
        heading = ": ".join(filter(None, (str(waits.get("step", "")), str(waits.get("what", "")))))
        rows = self._short(state, legal) if len(legal) > FEW else self._long(state, legal)
        return "\n".join([heading or "your turn", *rows])

    def read(self, state: Any, legal: Sequence[Any], typed: str) -> Answer:
        """What a typed line means."""
        text = " ".join(typed.split())
        verb, _, rest = text.lower().partition(" ")
        if verb == "why" or (verb == "?" and rest):
            return self._why(state, legal, rest)
        if verb in ("help", "?", "h", ""):
            return Answer(f"{HELP.format(example=print_command(legal[0]))}\n{ANY_TIME}")
        if verb in ("map", "m"):
            return Answer(self.battlefield(state))
        if verb in ("units", "u", "status"):
            return Answer("\n".join(self._kind.standing(self._game, state)))
        if verb in ("list", "legal"):
            return Answer("\n".join(self._long(state, legal)))
        if text.isascii() and text.isdigit():
            return self._numbered(legal, text)
        return self._said(state, legal, text)

    def _long(self, state: Any, legal: Sequence[Any]) -> Iterator[str]:
        """Every action by its number, with what it takes and promises."""
        speaker = self._speaker(state)
        for at, command in enumerate(legal, start=1):
            found = None if speaker is None else speaker.foreseen(command)
            costs = "" if speaker is None else speaker.price(command)
            told = ": ".join(filter(None, (self._words(speaker, command), found.says if found else "")))
            yield f"{at:>3}  {told} [{costs}]" if costs else f"{at:>3}  {told}"

    def _short(self, state: Any, legal: Sequence[Any]) -> Iterator[str]:
        """Every action by its number; those of one unit, or of one way to act, in a line."""
        speaker, lines = self._speaker(state), dict[str, list[str]]()
        for at, command in enumerate(legal, start=1):
            head, colon, rest = self._words(speaker, command).partition(": ")
            lines.setdefault(head if colon else "", []).append(f"{at} {rest if colon else head}")
        for head, actions in lines.items():
            told = fold("  ".join(actions), 96).replace("\n", f"\n{INDENT * 2}")
            yield f"{INDENT}{head}: {told}" if head else f"{INDENT}{told}"

    def _speaker(self, state: Any) -> Speaker | None:
        return self._kind.speaker(self._game, state)

    def _words(self, speaker: Speaker | None, command: Any) -> str:
        return print_command(command) if speaker is None else speaker.words(command)

    def _numbered(self, legal: Sequence[Any], number: str) -> Answer:
        if not 1 <= int(number[:6]) <= len(legal):
            return Answer(f"the numbers go from 1 to {len(legal)}; list shows them")
        return Answer(commands=(legal[int(number) - 1],))

    def _said(self, state: Any, legal: Sequence[Any], text: str) -> Answer:
        """A command in its own words, or in notation."""
        speaker = self._speaker(state)
        named = [command for command in legal if self._words(speaker, command).lower() == text.lower()]
        if len(named) == 1:
            return Answer(commands=(named[0],))
        try:
            return Answer(commands=(parse_command(text, self._game.commands),))
        except RefusedError as error:
            return Answer(f"{text[:60]!r} is nothing that can be done here; help tells what is ({error})")

    def _why(self, state: Any, legal: Sequence[Any], word: str) -> Answer:
        """What an action promises, with the terms of its numbers, and what it takes."""
        if not word.isdigit() or not 1 <= int(word[:6]) <= len(legal):
            return Answer(f"why N, with a number from 1 to {len(legal)}")
        command, speaker = legal[int(word) - 1], self._speaker(state)
        found = None if speaker is None else speaker.foreseen(command)
        sums = [*([] if speaker is None else speaker.costs(command).items()), *(found.sums.items() if found else ())]
        told = [*(f"{what}:\n{tally.explain()}" for what, tally in sums), *([found.says] if found else [])]
        return Answer("\n".join([*told, f"in notation: {print_command(command)}"]))
