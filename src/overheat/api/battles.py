"""Battles between bots, and logs of battles played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from overheat.api.forces import RandomForce
from overheat.api.pictures import Picture
from overheat.api.questions import Names, layers
from overheat.kernel.events import Event
from overheat.kernel.game import Game, Player
from overheat.kernel.log.replay import Session, difference_of, read
from overheat.kernel.refusal import refuse
from overheat.lab.games import Kind, Terms, find_scenario, kind_named, meeting, on_terms
from overheat.lab.match import play as play_match
from overheat.lab.players import Bot as Bot
from overheat.lab.positions import print_position
from overheat.lab.readings import played_again

Choice = Callable[[Game[Any, Any, Any], Any, Player, Sequence[Any]], Any]
"""A function that plays a side: it is given the game, what its player may know, his name, and what is legal."""


@dataclass(frozen=True)
class FunctionBot:
    """A function that plays a side."""

    function: Choice

    def choose(self, game: Game[Any, Any, Any], state: Any, player: Player, legal: Sequence[Any]) -> Any:
        """Whatever the function gives back."""
        return self.function(game, state, player, legal)


@dataclass(frozen=True, repr=False)
class Battle:
    """A battle that was played: its log is the whole of it."""

    session: Session[Any, Any, Any]

    @property
    def winners(self) -> tuple[Player, ...]:
        """The sides that won it; none for a draw, or while it goes on."""
        outcome = self.session.game.over(self.session.state)
        return () if outcome is None else tuple(outcome.winners)

    @property
    def rounds(self) -> int:
        return kind_named(self.session.game.name).round_of(self.session.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, as facts."""
        return tuple(self.session.events)

    def log(self) -> bytes:
        """The log: save, replay and proof in one."""
        return self.session.log()

    def save(self, path: str | Path) -> None:
        """Keep the log in a file, for `oh.replay` and `overheat replay`."""
        Path(path).write_bytes(self.log())

    @property
    def position(self) -> str:
        """How it stands at the end, as text that `overheat legal` and `overheat battle --position` read."""
        return print_position(self.session.game, self.session.setup, self.session.state)

    def lines(self) -> Iterator[str]:
        """The battle told, line by line."""
        return iter(
            kind_named(self.session.game.name).report(self.session.game, self.session.state, self.session.events)
        )

    @property
    def picture(self) -> Picture:
        """The field at the end of it."""
        game, state = self.session.game, self.session.state
        kind = kind_named(game.name)
        if kind.drawn is None:
            raise refuse("battle.picture", f"there are no pictures of the game {kind.name}")
        return Picture(kind.drawn(game, state, kind.round_of(state)))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        ended = self.session.game.over(self.session.state)
        won = "goes on" if ended is None else f"won by {' and '.join(ended.winners) or 'nobody'}"
        return f"<Battle {self.session.game.name}, round {self.rounds}, {won}>"

    def _repr_svg_(self) -> str:
        return self.picture.svg


def play(
    scenario: str | Sequence[str | Path | RandomForce] = "duel",
    red: str | Bot | Choice = "greedy",
    blue: str | Bot | Choice = "greedy",
    seed: int = 1,
    rules: Names = (),
    bots: dict[Player, str | Bot | Choice] | None = None,
    board: str = "valley",
    mission: str = "",
    goal: Mapping[str, str | int] | None = None,
    zones: Mapping[Player, str] | None = None,
    rounds: int | None = None,
    deploy: bool = False,
) -> Battle:
    """Let bots fight a scenario to its end: `oh.play("duel", red=MyBot(), seed=7)`.

    Force files, or forces of `oh.draft`, for a scenario meet on a board: `oh.play(["mine.toml", "theirs.mul"])`.
    A `mission` is what the forces fight about: `oh.play("lance", mission="hunt", goal={"targets": "blue-1"})`; `zones`
    say where sides begin, `{"red": "north-west:6"}`, `rounds` how long it lasts, `deploy` that units are placed first.

    A bot is a name, or a function of `game, state, player, legal` that gives back one of `legal`, or anything with
    such a method `choose`; its state holds what its player may know. `bots` names who plays sides of other names.
    """

    def bring(kind: Kind) -> tuple[str, ...]:
        return layers(rules, kind.library)

    said = {name: str(value) for name, value in (goal or {}).items()}
    terms = Terms(mission=mission, goal=said, zones=dict(zones or {}), rounds=rounds, by_players=deploy)
    if isinstance(scenario, str):
        kind, brief = find_scenario(scenario, bring)
        brief = on_terms(kind, brief, bring(kind), terms)
    else:
        with TemporaryDirectory() as folder:
            kept = [_kept(force, Path(folder), at) for at, force in enumerate(scenario)]
            kind, brief = meeting(kept, board, bring, terms)
    sides = kind.sides(brief.setup)
    seats = {**dict(zip(sides, (red, blue), strict=False)), **(bots or {})}
    unknown = [side for side in seats if side not in sides]
    if unknown:
        raise refuse("battle.side", f"there is no side {unknown[0]!r}: there are {', '.join(sides)}")
    players = {side: _bot(seat) for side, seat in seats.items()}
    return Battle(play_match(kind.make(kind.layers(brief, bring(kind))), brief.setup, seed, players))


def _kept(force: str | Path | RandomForce, folder: Path, at: int) -> str | Path:
    """A force as a file: the one that it is, or one that is written for it."""
    if not isinstance(force, RandomForce):
        return force
    place = folder / str(at)
    place.mkdir()
    return force.save(place / f"force {at + 1}.toml")


def _bot(seat: str | Bot | Choice) -> str | Bot:
    """Who plays a side, by name or itself."""
    return seat if isinstance(seat, str | Bot) else FunctionBot(seat)


def replay(log: str | Path | bytes, rules: Names = ()) -> Battle:
    """Play a log again and hold it against itself; if it comes out otherwise, the first difference is the refusal."""
    kept = log if isinstance(log, bytes) else Path(log).read_bytes()
    header, _ = read(kept)
    layers(rules, kind_named(header.game).library)
    session = played_again(kept)
    difference = difference_of(kept.splitlines(), session)
    if difference is not None:
        raise refuse("log.differs", str(difference), line=difference.line)
    return Battle(session)
