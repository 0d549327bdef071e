"""Studies: rulesets compared over many games, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overheat.api.questions import Names, layers
from overheat.kernel.refusal import refuse
from overheat.lab.games import find_scenario
from overheat.lab.study.comparing import Comparison, Line, check_stops, compared, narrow_enough, study_of
from overheat.lab.study.differing import Parting, first_difference
from overheat.lab.study.fixture import Played
from overheat.lab.study.page import label, page, shown, span
from overheat.lab.study.running import Folder, run


@dataclass(frozen=True, repr=False)
class Study:
    """What comparing rulesets came to: figures by name, with intervals, game by game."""

    comparison: Comparison
    title: str

    @property
    def games(self) -> tuple[Played, ...]:
        """Every game that came to its end."""
        return self.comparison.games

    @property
    def failed(self) -> tuple[Played, ...]:
        """Every game that did not."""
        return self.comparison.failed

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of everything that was counted."""
        return tuple(line.figure for line in self.comparison.lines)

    def __getitem__(self, figure: str) -> Line:
        """A figure by its name: its value under each ruleset, and how far each lies from the first."""
        return self.comparison.line(figure)

    @property
    def first_difference(self) -> Parting | None:
        """The first game that went otherwise, and from where on."""
        return first_difference(self.comparison)

    @property
    def html(self) -> str:
        """The report, with its charts, as one page."""
        return page(self.comparison, self.title, self.first_difference)

    def save(self, path: str | Path) -> None:
        """Keep the report."""
        Path(path).write_text(self.html, encoding="utf-8")

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game, for a data frame."""
        from overheat.lab.study.exporting import game_rows

        return list(game_rows(self.games))

    def __str__(self) -> str:
        names = " | ".join(arm.name for arm in self.comparison.study.arms)
        rows = [
            f"{label(line.figure)}: {' | '.join(shown(line, arm.value) for arm in line.arms)}"
            + "".join(f"  {span(line, difference.by)}" for difference in line.differences)
            for line in self.comparison.lines
            if line.figure.count(".") < 2
        ]
        return "\n".join([f"{self.title} ({len(self.games)} games): {names}", *rows])

    def __repr__(self) -> str:
        return f"<Study {self.title}, {len(self.games)} games>"

    def _repr_html_(self) -> str:
        return self.html


def compare(
    scenario: str,
    rules: Sequence[Names],
    games: int = 100,
    seed: int = 1,
    red: str = "greedy",
    blue: str = "greedy",
    jobs: int = 1,
    paired: bool = True,
    until: float | None = None,
    folder: str | Path | None = None,
    backend: str = "loky",
) -> Study:
    """Play a battle under several rulesets with the same dice: `oh.compare("duel", [["printed"], ["quickref"]])`.

    A folder keeps the games and goes on with those that it has. `until` stops as soon as the difference in wins is
    known to so many points of a hundred, with intervals that hold however often one looks.
    """
    if not rules:
        raise refuse("lab.rules", "name the rulesets to compare, as in [['printed'], ['quickref']]")
    arms = []
    for names in rules:
        kind, brief = find_scenario(scenario, lambda kind, names=names: layers(names, kind.library))  # type: ignore[misc]
        brought = layers(names, kind.library)
        arms.append(("+".join(brought) or "standard", kind.layers(brief, brought), brief))
    sides = kind.sides(brief.setup)
    bots = {**dict.fromkeys(sides, "greedy"), **dict(zip(sides, (red, blue), strict=False))}
    study = study_of(kind, arms, bots, range(seed, seed + games), paired)
    if until is not None:
        check_stops(study)
    played: list[Played] = []
    for game in run(list(study.fixtures()), None if folder is None else Folder(Path(folder)), jobs, backend):
        played.append(game)
        if until is not None and narrow_enough(study, played, until / 100):
            break
    return Study(compared(study, played, looked=until is not None), brief.title)
