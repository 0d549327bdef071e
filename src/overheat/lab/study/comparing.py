"""Two or more rulesets compared: the same battle with the same dice under each, and how far the results lie apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, variance

import msgspec

from overheat.kernel.game import Player
from overheat.kernel.refusal import refuse
from overheat.lab.games import Brief, Kind
from overheat.lab.study.fixture import Fixture, Played, files_of
from overheat.lab.study.intervals import Interval, apart, mean, whenever, wilson

FAR = 1_000_000
"""How far apart the seeds of two arms lie that share no dice."""
WINS = "wins"


class Arm(msgspec.Struct, frozen=True, kw_only=True):
    """One of the things that are compared: a battle under some rules, and who plays it."""

    name: str
    rules: tuple[str, ...]
    brief: Brief
    bots: dict[Player, str]


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """Arms that are compared, game by game: `overheat compare` and `oh.compare` in one value."""

    game: str
    sides: tuple[Player, ...]
    arms: tuple[Arm, ...]
    seeds: tuple[int, ...]
    paired: bool = True
    """Whether the arms share their dice, seed by seed."""

    def fixtures(self) -> Iterator[Fixture]:
        """Every game, seed by seed, so that whoever stops early has as many of each arm."""
        files = dict(files_of(self.game))
        for seed in self.seeds:
            for number, arm in enumerate(self.arms):
                for bots, turned in self._seats(arm):
                    yield Fixture(
                        arm=arm.name,
                        game=self.game,
                        rules=arm.rules,
                        setup=arm.brief.setup,
                        position=arm.brief.position,
                        bots=bots,
                        seed=seed if self.paired else seed + number * FAR,
                        turned=turned,
                        files=files,
                    )

    def _seats(self, arm: Arm) -> Iterator[tuple[dict[Player, str], bool]]:
        """Who plays which side; where two bots differ they change sides in a second game of each seed."""
        yield arm.bots, False
        if len(self.sides) == 2 and len(set(arm.bots.values())) == 2:
            first, second = self.sides
            yield {first: arm.bots[second], second: arm.bots[first]}, True

    def seed_of(self, game: Played) -> int:
        """The seed that a game is paired by."""
        return game.seed if self.paired else game.seed % FAR


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """How far a figure of one arm lies from that of the first."""

    by: Interval
    saved: float | None = None
    """How many times fewer games the shared dice took to tell it; None where they were not shared."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One figure: in every arm, and how far each arm lies from the first."""

    figure: str
    arms: tuple[Interval, ...]
    differences: tuple[Difference, ...]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What a study found."""

    study: Study
    games: tuple[Played, ...]
    """Those that came to their end, in the order of arms and seeds."""
    failed: tuple[Played, ...]
    lines: tuple[Line, ...]
    looked: bool = False
    """Whether it was stopped as soon as it told enough, so that intervals are those that may be looked at any time."""

    def line(self, figure: str) -> Line:
        """One figure by its name."""
        found = next((line for line in self.lines if line.figure == figure), None)
        if found is None:
            names = ", ".join(line.figure for line in self.lines[:12])
            raise refuse("lab.figure", f"nothing was counted under {figure!r}; there are {names}", figure=figure)
        return found


def compared(study: Study, played: Iterable[Played], looked: bool = False) -> Comparison:
    """What the games of a study come to."""
    order = {arm.name: number for number, arm in enumerate(study.arms)}
    games = sorted(played, key=lambda game: (order[game.arm], game.seed, game.turned))
    good = tuple(game for game in games if not game.error)
    by_arm = [_by_seed(study, [game for game in good if game.arm == arm.name]) for arm in study.arms]
    names = sorted({name for game in good for name in game.figures}, key=_importance)
    lines = tuple(_line(study, name, by_arm, looked) for name in names) if all(by_arm) else ()
    failed = tuple(game for game in games if game.error)
    return Comparison(study=study, games=good, failed=failed, lines=lines, looked=looked)


def _importance(name: str) -> tuple[int, str]:
    """Who wins first, then sums, then their parts."""
    first = name.split(".")[0]
    return (0 if first == WINS else 1 if first == "rounds" else 1 + name.count(".") * 2, name)


Seeds = dict[int, dict[str, float]]
"""The figures of an arm by seed: the mean of the two games in which bots changed sides."""


def _by_seed(study: Study, games: Sequence[Played]) -> Seeds:
    of: dict[int, list[Played]] = {}
    for game in games:
        of.setdefault(study.seed_of(game), []).append(game)
    return {seed: _mean_figures(games) for seed, games in of.items()}


def _mean_figures(games: Sequence[Played]) -> dict[str, float]:
    if len(games) == 1:
        return games[0].figures
    names = {name for game in games for name in game.figures}
    return {name: fmean(game.figures.get(name, 0.0) for game in games) for name in names}


def _line(study: Study, name: str, by_arm: Sequence[Seeds], looked: bool) -> Line:
    values = [[figures.get(name, 0.0) for figures in seeds.values()] for seeds in by_arm]
    shares = name.split(".")[0] == WINS
    arms = tuple(wilson(sum(found), len(found)) if shares else mean(found) for found in values)
    differences = [_difference(study, name, by_arm[0], seeds, looked) for seeds in by_arm[1:]]
    return Line(figure=name, arms=arms, differences=tuple(differences))


def _difference(study: Study, name: str, first: Seeds, other: Seeds, looked: bool) -> Difference:
    if not study.paired:
        before, after = ([found.get(name, 0.0) for found in seeds.values()] for seeds in (first, other))
        return Difference(by=apart(before, after))
    pairs = [(first[seed].get(name, 0.0), other[seed].get(name, 0.0)) for seed in first if seed in other]
    apart_by = [after - before for before, after in pairs]
    by = whenever(apart_by) if looked else mean(apart_by)
    if apart_by and not any(apart_by):
        by = Interval(0.0, 0.0, 0.0)
    return Difference(by=by, saved=_saved(pairs, apart_by))


def _saved(pairs: Sequence[tuple[float, float]], apart_by: Sequence[float]) -> float | None:
    """How many games one would need without shared dice for each game with them."""
    if len(pairs) < 2:
        return None
    together = variance(apart_by)
    alone = variance([before for before, _ in pairs]) + variance([after for _, after in pairs])
    return math.inf if together == 0 < alone else alone / together if together else None


def check_stops(study: Study) -> None:
    """Refuse to stop a study early whose intervals hold for one look only."""
    if not study.paired or len(study.arms) < 2:
        raise refuse("lab.until", "a study stops early by the difference of two rulesets with the same dice")


def narrow_enough(study: Study, played: Iterable[Played], half: float) -> bool:
    """Whether every arm's difference in wins of the first side is known to half an interval of so much.

    Only seeds count that all games of all earlier seeds are finished of, so that the answer does not depend on who was
    finished first.
    """
    done: dict[int, int] = {}
    games = [game for game in played if not game.error]
    for game in games:
        done[study.seed_of(game)] = done.get(study.seed_of(game), 0) + 1
    each = sum(1 for arm in study.arms for _ in study._seats(arm))
    prefix = []
    for seed in study.seeds:
        if done.get(seed, 0) < each:
            break
        prefix.append(seed)
    wanted = set(prefix)
    found = compared(study, [game for game in games if study.seed_of(game) in wanted], looked=True)
    if not found.lines:
        return False
    return all(difference.by.half <= half for difference in found.line(f"{WINS}.{study.sides[0]}").differences)


def study_of(
    kind: Kind,
    arms: Sequence[tuple[str, tuple[str, ...], Brief]],
    bots: dict[Player, str],
    seeds: Sequence[int],
    paired: bool = True,
) -> Study:
    """A study of one battle under several rulesets."""
    names = [name for name, _, _ in arms]
    if len(set(names)) != len(names):
        names = [f"{name}#{number}" for number, name in enumerate(names, start=1)]
    sides = kind.sides(arms[0][2].setup)
    made = tuple(
        Arm(name=name, rules=rules, brief=brief, bots=bots) for name, (_, rules, brief) in zip(names, arms, strict=True)
    )
    return Study(game=kind.name, sides=sides, arms=made, seeds=tuple(seeds), paired=paired)
