"""Random forces: as much as was wanted, of what was wanted, the same for one seed, bundled or from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from machines import HUNTER
from overheat.classic.muster.draft import LEAST, Wishes, as_mul, as_toml, draft, wishes_of, wishes_said
from overheat.classic.muster.force_files import read_toml
from overheat.classic.muster.pilots import pilots
from overheat.classic.muster.unit_list import read_mul
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import RefusedError


def drawn(wishes: Wishes, seed: int = 1, paths: tuple[Path, ...] = ()) -> list[tuple[str, int]]:
    return [(each.sheet.name, each.value) for each in draft(wishes, standard(), Seeded(seed, stream="draft"), paths)]


@pytest.mark.parametrize("seed", range(4))
def test_a_force_comes_near_to_the_battle_value_that_was_wanted_and_its_units_are_alike(seed: int) -> None:
    force = drawn(Wishes(value=5000, count=4), seed)
    assert len({name for name, _ in force}) == 4
    assert sum(value for _, value in force) == pytest.approx(5000, rel=0.02)
    assert min(value for _, value in force) >= LEAST * 5000 / 4


def test_one_seed_draws_the_same_and_another_something_else() -> None:
    wishes = Wishes(tons=200, count=4)
    assert drawn(wishes, 7) == drawn(wishes, 7) != drawn(wishes, 8)


def test_every_wish_counts() -> None:
    wishes = Wishes(count=5, kinds=("war machine",), weights=("medium",), technology="IS", year=2700)
    force = draft(wishes, standard(), Seeded(3))
    for each in force:
        sheet = each.sheet
        assert (sheet.kind, sheet.tech) == ("war machine", "IS")
        assert 36 <= sheet.tons <= 55
        assert sheet.year is not None
        assert sheet.year <= 2700
    scouts = draft(Wishes(count=3, roles=("scout",)), standard(), Seeded(3))
    assert {each.sheet.role for each in scouts} == {"Scout"}


def test_a_better_crew_makes_fewer_units_of_the_same_value() -> None:
    aces, usual = drawn(Wishes(value=6000, gunnery=1, piloting=2)), drawn(Wishes(value=6000))
    assert len(aces) < len(usual)


def test_units_are_drawn_from_a_folder_and_written_where_other_programs_read_them(tmp_path: Path) -> None:
    for at in range(3):
        (tmp_path / f"hunter_{at}.mtf").write_text(HUNTER.replace("HUN-1A", f"HUN-{at}"), encoding="utf-8")
    (tmp_path / "broken.mtf").write_text("nonsense", encoding="utf-8")
    force = draft(Wishes(count=3), standard(), Seeded(1), (tmp_path,))
    assert {each.recruit.unit for each in force} == {f"hunter_{at}.mtf" for at in range(3)}
    assert all(each.recruit.text for each in force)
    names = pilots(3, Seeded(1))
    assert len(set(names)) == 3
    told = read_toml(as_toml(force, names).encode(), "force.toml")
    assert [(member.unit, member.pilot) for member in told.members] == [
        (each.recruit.unit, name) for each, name in zip(force, names, strict=True)
    ]
    listed = read_mul(as_mul(force, names).encode(), "force.mul")
    assert [member.pilot for member in listed.members] == names


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        (Wishes(value=100, count=6), "no 6 units as wished for come to about 100"),
        (Wishes(weights=("superheavy",), technology="Clan"), "none of"),
        (Wishes(era="the year of the cat"), "no era"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wishes: Wishes, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        drawn(wishes)


def test_wishes_are_said_in_a_line() -> None:
    said = wishes_said("value=5000, weight=medium+heavy, tech=Clan")
    assert wishes_of(said) == Wishes(value=5000, weights=("medium", "heavy"), technology="Clan")
    for wrong in ("value=much", "price=3", "value"):
        with pytest.raises(RefusedError, match="a random force"):
            wishes_of(wishes_said(wrong))
    with pytest.raises(RefusedError, match="'fat' is none of light"):
        wishes_of({"weights": ("fat",)})
