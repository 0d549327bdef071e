"""Is the battle value fair? Units meet one another, each side as many of its kind as a value buys, and are rated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path

import msgspec

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.board import library as boards
from overheat.classic.board.board_file import write_board
from overheat.classic.muster.places import Recruit, muster
from overheat.classic.muster.setup import Setup
from overheat.classic.rulesets import ruleset
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile import library
from overheat.kernel.refusal import refuse
from overheat.lab.study.fixture import Fixture, Played
from overheat.lab.study.ratings import Rating, ratings
from overheat.lab.study.tournament import AGAINST, file_name

MOST = 12
"""The most units that a side fields."""
SIDES = ("red", "blue")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is judged, and how many of it a side fields."""

    name: str
    value: int
    count: int
    text: str = ""
    file: str = ""

    @property
    def paid(self) -> int:
        """What all of them are worth."""
        return self.value * self.count


def entries(names: Iterable[str | Path], value: int, layers: Sequence[str]) -> list[Entry]:
    """Units by name or file, each as many times as comes nearest to a value."""
    rules, found = ruleset(layers), []
    for name in names:
        sheet = library.find(name).sheet
        worth = int(battle_value(sheet, rules).total)
        count = min(MOST, max(1, round(value / worth))) if worth else 1
        file = Path(name).name if isinstance(name, Path) else ""
        text = Path(name).read_bytes().decode("utf-8", "replace") if isinstance(name, Path) else ""
        found.append(Entry(name=sheet.name, value=worth, count=count, text=text, file=file))
    if len({entry.name for entry in found}) < 2:
        raise refuse("lab.units", "two units or more are needed to judge one by another")
    return list({entry.name: entry for entry in found}.values())


def fixtures(
    judged: Sequence[Entry], board: str, layers: tuple[str, ...], seeds: Sequence[int], bot: str, rounds: int
) -> Iterator[Fixture]:
    """Every unit against every other, each from both sides with every seed."""
    found, rules = boards.find(board).board, ruleset(layers)
    text = "" if board in boards.names() else write_board(found)
    for one, other in combinations(judged, 2):
        for first, second, turned in ((one, other, False), (other, one, True)):
            forces = {side: [_recruit(entry)] * entry.count for side, entry in zip(SIDES, (first, second), strict=True)}
            setup = Setup(
                board=board if not text else Path(board).name,
                board_text=text,
                units=muster(found, rules, forces),
                rounds=rounds,
            )
            for seed in seeds:
                yield Fixture(
                    arm=file_name(f"{one.name}{AGAINST}{other.name}"),
                    game="classic",
                    rules=layers,
                    setup=setup,
                    bots=dict.fromkeys(SIDES, bot),
                    seed=seed,
                    turned=turned,
                )


def sheet_of(entry: Entry) -> Sheet:
    """The sheet of a unit that is judged."""
    if not entry.text:
        return library.find(entry.name).sheet
    return library.READERS[Path(entry.file).suffix.lower()](entry.text, entry.file).sheet


def _recruit(entry: Entry) -> Recruit:
    return Recruit(unit=entry.file or entry.name, text=entry.text)


def pairs_of(judged: Sequence[Entry]) -> dict[str, tuple[str, str]]:
    """The names of the two that meet in games of a name, the first of them red unless sides are changed."""
    return {
        file_name(f"{one.name}{AGAINST}{other.name}"): (one.name, other.name) for one, other in permutations(judged, 2)
    }


def rated(judged: Sequence[Entry], played: Iterable[Played]) -> list[tuple[Entry, Rating]]:
    """Every unit with its rating, the best for its value first: 0 is fair, 400 wins ten times as often as it loses."""
    pairs = pairs_of(judged)
    met: dict[tuple[str, str], list[float]] = {}
    for game in played:
        if game.error or game.arm not in pairs:
            continue
        result = 0.5 if len(game.winners) != 1 else 1.0 if SIDES[0] in game.winners else 0.0
        met.setdefault(pairs[game.arm], []).append(1 - result if game.turned else result)
    by_name = {entry.name: entry for entry in judged}
    return [(by_name[row.name], row) for row in ratings(met)]
