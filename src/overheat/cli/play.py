"""`overheat play`: one human against a bot, in the terminal, in any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overheat.cli.battle import (
    ALL_SAID,
    Chance,
    Drafts,
    Goals,
    Loads,
    Maps,
    MissionName,
    PositionFile,
    Rounds,
    ScenarioOrForces,
    Zones,
    forewarn,
    found,
    going_on,
    loaded,
    terms_of,
    usual,
)
from overheat.cli.console.console import INTERRUPTED, WRONG_USAGE, leave, refusals, say, writing
from overheat.cli.console.layers import Deploy, Rules, brought

if TYPE_CHECKING:
    from overheat.cli.console.conversation import Answer, Reader, Report
    from overheat.kernel.game import Game
    from overheat.kernel.log.replay import Session
    from overheat.lab.games import Brief, Kind
    from overheat.lab.players import Bot

YES = ("", "y", "yes")
SIDES = {"r": 160, "b": 27, "g": 28, "y": 136}
"""The colours of units by the first letter of their side."""


def play(
    scenario: ScenarioOrForces = None,
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="Where forces meet: a board file, or a bundled board.")
    ] = None,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side that you play; the first of the battle if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed and the same choices, the same game.")] = 1,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Who plays against you: easy, normal, hard, greedy, random.")
    ] = "greedy",
    rules: Rules = None,
    load: Loads = None,
    draft: Drafts = "",
    landscape: Maps = "",
    mission: MissionName = "",
    goal: Goals = None,
    zone: Zones = None,
    rounds: Rounds = None,
    deploy: Deploy = False,
    position: PositionFile = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", readable=False, help="Keep the game here whenever you leave."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", readable=False, help="Go on with a game that was kept.")
    ] = None,
) -> None:
    """Play a battle against a bot, in the terminal.

    Type help at any time. Leaving with quit, the end of input or Ctrl-C keeps the game where --save says.
    """
    if [scenario or draft or None, resume, position].count(None) != 2:
        raise typer.BadParameter("name a SCENARIO, or --resume a game that was kept, or go on from a --position")
    terms = terms_of(mission, goal, zone, rounds, deploy)
    if position is not None and (load or board or landscape or not usual(terms)):
        raise typer.BadParameter(ALL_SAID)
    if resume is not None:
        table = _resumed(resume, side, bot, save, rules)
    else:
        with refusals():
            if position is None:
                kind, brief = found(scenario or (), board, rules, None, terms, Chance(draft, landscape, seed))
            else:
                kind, brief = going_on(position, rules)
        table = _begun(kind, brief, side, bot, seed, rules, load, save)
    table.run()


def _begun(
    kind: Kind,
    brief: Brief,
    side: str | None,
    bot: str,
    seed: int,
    rules: list[str] | None,
    load: list[str] | None,
    save: Path | None,
) -> Table:
    """A game from the beginning of a battle, or from a position."""
    from overheat.kernel.log.replay import Session

    with refusals():
        brief = loaded(kind, brief, load)
        layers = kind.layers(brief, brought(kind.library, rules))
        forewarn(kind, brief, layers)
        session: Session[Any, Any, Any] = Session(kind.make(layers), brief.setup, seed, position=brief.position)
        return Table(kind, session, side, bot, save, brief)


def _resumed(path: Path, side: str | None, bot: str, save: Path | None, rules: list[str] | None) -> Table:
    """A game where it was left; it is kept in the same place unless told otherwise."""
    from overheat.kernel.log.replay import read
    from overheat.lab.games import kind_named
    from overheat.lab.readings import played_again

    log = path.read_bytes()
    with refusals():
        kind = kind_named(read(log)[0].game)
        brought(kind.library, rules)
        return Table(kind, played_again(log), side, bot, save or path)


def _map_reader(kind: Kind, game: Game[Any, Any, Any], side: str) -> Reader:
    from overheat.cli.console.commander import Commander

    return Commander(side, _paint)


def _list_reader(kind: Kind, game: Game[Any, Any, Any], side: str) -> Reader:
    from overheat.cli.console.any_commander import AnyCommander

    return AnyCommander(kind, game, side)


READERS: dict[str, Callable[[Kind, Game[Any, Any, Any], str], Reader]] = {"classic": _map_reader}
"""Games whose commands can be typed in words of their own; those of all others are listed by number."""


class Table:
    """A game under way, with a human on one side and a bot on all others."""

    def __init__(
        self,
        kind: Kind,
        session: Session[Any, Any, Any],
        side: str | None,
        bot: str,
        save: Path | None,
        brief: Brief | None = None,
    ) -> None:
        from overheat.lab.players import make_bot

        sides = kind.sides(session.setup)
        side = sides[0] if side is None else side
        if side not in sides:
            leave(f"there is no side {side[:60]!r} in this battle: there are {', '.join(sides)}", WRONG_USAGE)
        self._kind, self.session, self._side, self._save, self._brief = kind, session, side, save, brief
        self._bots: dict[str, Bot] = {each: make_bot(kind.name, bot, session.seed, each) for each in sides}
        self._reader: Reader = READERS.get(kind.name, _list_reader)(kind, session.game, side)
        self._report: Report = self._reader.report(session.state)
        self._told = 0
        going_on = kind.mustered is None or not session.events
        self._heard = session.state if going_on or kind.mustered is None else kind.mustered(session.game, session.setup)
        """The battle as it was when the player was told last."""

    @property
    def _known(self) -> Any:
        """The battle without what the player may not know."""
        return self.session.game.known(self.session.state, self._side)

    def run(self) -> None:
        """Play until the battle is over or the player leaves."""
        with suppress(ImportError):
            import readline  # noqa: F401
        try:
            self._open()
            while (player := self.session.game.to_act(self.session.state)) is not None:
                if player == self._side:
                    self._human()
                else:
                    self._bot(player)
            self._tell_news()
            self._keep()
        except EOFError:
            _show("")
            self._keep()
        except Exception:
            self._keep()
            raise
        except KeyboardInterrupt:
            _show("")
            self._keep()
            raise typer.Exit(INTERRUPTED) from None

    def _open(self) -> None:
        if self._brief is not None:
            _show(f"{self._brief.title}\n{self._brief.story}\n")
        else:
            self._told, self._heard = len(self.session.events), self.session.state
        _show("\n".join(self._kind.forces(self.session.state)))
        _show(f"\n{self._reader.battlefield(self._known)}\n\nYou play {self._side}. Type help at any time.")

    def _bot(self, player: str) -> None:
        from overheat.kernel.offered import in_order

        session = self.session
        legal, known = in_order(session.game.legal(session.state, player)), session.game.known(session.state, player)
        session.apply(player, self._bots[player].choose(session.game, known, player, legal))

    def _human(self) -> None:
        """One answer of the player: a command, a question, or a change of mind."""
        session = self.session
        legal = self._reader.menu(tuple(session.game.legal(session.state, self._side)))
        self._tell_news()
        if len(legal) == 1:
            self._give(legal)
            return
        _show(f"\n{self._reader.greet(self._known, legal)}")
        while not self._obey(_ask("> "), legal):
            pass

    def _obey(self, typed: str, legal: tuple[Any, ...]) -> bool:
        """Whether what was typed changed the game."""
        verb, _, rest = typed.partition(" ")
        if verb in ("quit", "q", "exit"):
            raise EOFError
        if verb == "save":
            self._keep(Path(rest.strip()) if rest.strip() else None, asked=True)
            return False
        if verb == "undo":
            return self._undo()
        if verb == "bot":
            self._bot(self._side)
            return True
        answer = self._reader.read(self._known, legal, typed)
        if answer.text:
            _show(answer.text)
        if not answer.commands or (answer.question and not _agrees(answer)):
            return False
        return self._give(answer.commands)

    def _give(self, commands: Iterable[Any]) -> bool:
        """Give commands one after the other, as long as nothing comes in between."""
        from overheat.kernel.refusal import RefusedError

        given = False
        for command in commands:
            before = self.session.state
            if self.session.game.to_act(before) != self._side:
                break
            try:
                events = self.session.apply(self._side, command)
            except RefusedError as error:
                _show(str(error))
                break
            given = True
            if not self._reader.goes_on(before, self.session.state, events):
                break
        return given

    def _undo(self) -> bool:
        """Take back the last command, if it was the player's own, of the unit at hand, and no die has fallen."""
        from overheat.kernel.events import Rolled

        session = self.session
        mine = bool(session.commands) and session.commands[-1][0] == self._side
        before = session.undone() if mine and self._reader.amid_turn(session.state) else None
        if before is None or len(tuple(before.game.legal(before.state, self._side))) == 1:
            _show("there is nothing of this turn to take back")
            return False
        if any(isinstance(event, Rolled) for event in session.events[len(before.events) :]):
            _show("dice have fallen: that stays")
            return False
        self.session = before
        self._report = self._reader.report(before.state)
        for event in before.events:
            list(self._report.hear(event))
        self._told, self._heard = len(before.events), before.state
        _show("taken back")
        return True

    def _tell_news(self) -> None:
        """What has happened since the player was told last, as far as he may know of it."""
        events, self._told = self.session.events[self._told :], len(self.session.events)
        lines = []
        for event in events:
            told = self.session.game.redact(self._heard, event, self._side)
            lines += [] if told is None else list(self._report.hear(told))
            self._heard = self._heard if self._kind.advance is None else self._kind.advance(self._heard, event)
        self._heard = self.session.state
        if self.session.game.over(self.session.state) is not None or not self._reader.amid_turn(self.session.state):
            lines += list(self._report.rest())
        if lines:
            _show("\n".join(lines))

    def _keep(self, path: Path | None = None, *, asked: bool = False) -> None:
        """Write the game down, where there is a place for it."""
        place = path or self._save
        if place is None:
            if asked:
                _show("where? save FILE")
            return
        try:
            with writing(place) as file:
                file.write(self.session.log().decode())
        except typer.Exit:
            if not asked:
                raise
            return
        _show(f"kept in {place}; overheat play --resume {place} goes on")


def _paint(ground: Any, text: str) -> str:
    """A hex of the map in colours: units stand out from the ground in the colour of their side."""
    from overheat.classic.report.field_map import ARROWS
    from overheat.cli.explore import paint

    if not any(arrow in text for arrow in ARROWS):
        return paint(ground, text)
    return typer.style(text, fg=255, bg=SIDES.get(text[0].lower(), 0), bold=True)


def _agrees(answer: Answer) -> bool:
    return _ask(f"{answer.question} [yes] ").lower() in YES


def _show(text: str) -> None:
    """Text on standard output, in colours where a terminal takes them."""
    with writing(None):
        typer.echo(text)


def _ask(prompt: str) -> str:
    """What the player types; the end of input ends the game."""
    try:
        return input(prompt).strip()
    except UnicodeDecodeError:
        say("that cannot be read")
        return "help"
