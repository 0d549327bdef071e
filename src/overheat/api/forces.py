"""Random forces, drawn by battle value, weight or number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from overheat.api.questions import Names, layers
from overheat.classic.muster.draft import Drawn, as_mul, as_toml, wishes_of
from overheat.classic.muster.draft import draft as drawn_force
from overheat.classic.muster.pilots import pilots as pilot_names
from overheat.classic.rulesets import LIBRARY
from overheat.kernel.dice import Seeded


@dataclass(frozen=True, repr=False)
class RandomForce:
    """A force that was drawn; `oh.play` takes it in the place of a force file."""

    drawn: tuple[Drawn, ...]
    pilots: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """Its units by name."""
        return tuple(each.sheet.name for each in self.drawn)

    @property
    def value(self) -> int:
        """Its battle value, crews included."""
        return sum(each.value for each in self.drawn)

    @property
    def tons(self) -> float:
        return float(sum(each.sheet.tons for each in self.drawn))

    def save(self, path: str | Path) -> Path:
        """Keep it as a force file, or as a unit list where the name ends in `.mul`; unit files are put beside it."""
        target = Path(path)
        mul = target.suffix.lower() == ".mul"
        target.write_text((as_mul if mul else as_toml)(self.drawn, self.pilots), encoding="utf-8")
        for each in self.drawn:
            if each.recruit.text and not mul:
                (target.parent / each.recruit.unit).write_text(each.recruit.text, encoding="utf-8")
        return target

    def __len__(self) -> int:
        return len(self.drawn)

    def __repr__(self) -> str:
        return f"<RandomForce {', '.join(self.units)}; battle value {self.value:,}>"


def draft(
    value: int | None = None,
    tons: float | None = None,
    count: int | None = None,
    seed: int = 1,
    rules: Names = (),
    folders: Sequence[str | Path] = (),
    pilots: bool = False,
    **wishes: object,
) -> RandomForce:
    """A random force: `oh.draft(value=5000, count=4, seed=7, weights=["medium"], technology="IS", year=3025)`.

    Wishes are `kinds`, `weights`, `technology`, `year`, `era`, `roles`, `played`, `gunnery` and `piloting`; `folders`
    of unit files are drawn from in the place of the bundled units.
    """
    wanted = wishes_of({"value": value, "tons": tons, "count": count, **wishes})
    held = LIBRARY.ruleset(layers(rules, LIBRARY))
    drawn = drawn_force(wanted, held, Seeded(seed, stream="draft"), [Path(folder) for folder in folders])
    names = pilot_names(len(drawn), Seeded(seed, stream="pilots")) if pilots else []
    return RandomForce(tuple(drawn), tuple(names))
