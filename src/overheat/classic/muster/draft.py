"""Random forces: drawn by battle value, weight or number from units that fit some wishes, the same for one seed.

Units are looked at in a random order until there are enough to choose from, so that a large folder is not read whole;
of many random choices the one that comes nearest to what is wanted is improved unit by unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from json import dumps
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.damage.hits import TAKERS
from overheat.classic.muster.force import Member
from overheat.classic.muster.places import SHIPS, Recruit
from overheat.classic.muster.unit_list import write_mul
from overheat.classic.report.not_played import not_played
from overheat.classic.unit.eras import eras_named
from overheat.classic.unit.fielding import under
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.collect import Source, bytes_of, read_source, sources
from overheat.classic.unitfile.library import READERS, find, names, variants
from overheat.classic.unitfile.text import decode
from overheat.kernel.dice import Dice
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset

USUAL = 4
"""How many units a force has where nothing says how many."""
MOST = 30
"""The most units that are drawn at once."""
ENOUGH = 250
"""So many units that fit are enough to choose from."""
TRIES = 200
"""How many random choices are made."""
LEAST, MUCH = 0.4, 2.0
"""How far the units of a force are apart in worth, as shares of what each should be worth."""
NEAR = 0.1
"""How far off a force may be from what was wanted, as a share of it."""
WEIGHTS = {"light": (0, 35), "medium": (36, 55), "heavy": (56, 75), "assault": (76, 100), "superheavy": (101, 1e9)}
"""Weight classes, in tons."""

TECHNOLOGIES = ("IS", "Clan", "Mixed")

T = TypeVar("T")
Skill = Annotated[int, msgspec.Meta(ge=0, le=8)]


class Wishes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a random force shall be: how much, and of what; what is left empty does not matter."""

    value: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    """Its battle value, crews included."""
    tons: Annotated[float, msgspec.Meta(ge=1, le=100_000)] | None = None
    """Its weight, where no battle value is wanted."""
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST)] | None = None
    """How many units; where only a battle value or a weight is wanted, as many as suit it."""
    kinds: tuple[str, ...] = ()
    weights: tuple[Literal["light", "medium", "heavy", "assault", "superheavy"], ...] = ()
    technology: Literal["", "IS", "Clan", "Mixed"] = ""
    year: Annotated[int, msgspec.Meta(ge=1, le=9999)] | None = None
    """In which year it fights: units of later years are left out."""
    era: str = ""
    """The era that units came into use in, by words of its name."""
    roles: tuple[str, ...] = ()
    played: bool = True
    """Whether units are left out that have parts which are not played."""
    gunnery: Skill = 4
    piloting: Skill = 5


def wishes_of(said: Mapping[str, object]) -> Wishes:
    """Wishes from what somebody says; what makes no sense is refused."""
    for name, allowed in (("technology", TECHNOLOGIES), ("weights", tuple(WEIGHTS))):
        words = said.get(name) or ()
        for word in (words,) if isinstance(words, str) else words if isinstance(words, list | tuple) else ():
            if word not in allowed:
                raise refuse("draft.wishes", f"a random force: {str(word)[:40]!r} is none of {', '.join(allowed)}")
    try:
        return msgspec.convert(said, Wishes)
    except msgspec.ValidationError as error:
        raise refuse("draft.wishes", f"a random force: {str(error)[:200]}") from None


WORDS: dict[str, Callable[[str], object]] = {
    "value": int,
    "tons": float,
    "count": int,
    "kind": lambda text: tuple(text.split("+")),
    "weight": lambda text: tuple(text.split("+")),
    "tech": str,
    "year": int,
    "era": str,
    "role": lambda text: tuple(text.split("+")),
    "gunnery": int,
    "piloting": int,
}
"""What can be wished for in a word, and how it is read; several are joined by a plus."""
MEANS = {"kind": "kinds", "weight": "weights", "tech": "technology", "role": "roles"}


def wishes_said(text: str) -> dict[str, object]:
    """Wishes in a line: `value=5000,count=4,weight=medium+heavy`."""
    found: dict[str, object] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or name not in WORDS or not value:
            raise refuse("draft.wishes", f"a random force: {word[:40]!r} is none of {'=, '.join(WORDS)}=")
        try:
            found[MEANS.get(name, name)] = WORDS[name](value)
        except ValueError:
            raise refuse("draft.wishes", f"a random force: {name} is a number, not {value[:40]!r}") from None
    return found


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that was drawn: what it is, what it is worth with its crew, and how it takes the field."""

    sheet: Sheet
    value: int
    recruit: Recruit


class _Pick(msgspec.Struct, frozen=True):
    """A unit that may be drawn, read when it is asked for."""

    name: str
    read: Callable[[], Sheet]
    text: Callable[[], str] = lambda: ""


def draft(
    wishes: Wishes, rules: Ruleset, dice: Dice, paths: Sequence[Path] = (), files: Iterable[Recruit] = ()
) -> list[Drawn]:
    """A force as it is wished for: from the bundled units, or from folders, archives and files where any are named."""
    brought = list(files)
    pool = [*_filed(paths), *map(_brought, brought)] if paths or brought else [*_bundled()]
    fitting = _fitting(pool, wishes, rules, dice)
    if not fitting:
        if len(pool) == 1:
            pool[0].read()  # why a file alone cannot be read is its own refusal
        raise refuse("draft.pool", f"none of {len(pool)} units is as wished for", pool=len(pool))
    count = _count(wishes, fitting)
    chosen = _chosen(fitting, count, wishes, dice)
    goal = _goal(wishes)
    if goal is not None and abs(_sum(chosen, wishes) - goal) > NEAR * goal:
        what = "battle value" if wishes.value is not None else "tons"
        best = f"{_sum(chosen, wishes):,.0f}"
        several = "no unit as wished for comes" if count == 1 else f"no {count} units as wished for come"
        raise refuse(
            "draft.far_off",
            f"{several} to about {goal:,.0f} {what}; the nearest found {'has' if count == 1 else 'have'} {best}",
            count=count,
        )
    return sorted(chosen, key=lambda drawn: (-drawn.value, drawn.sheet.name))


@cache
def _bundled() -> tuple[_Pick, ...]:
    return tuple(_Pick(name, partial(_found, name)) for name in (*names(), *variants()))


def _found(name: str) -> Sheet:
    return find(name).sheet


def _filed(paths: Sequence[Path]) -> Iterator[_Pick]:
    for source in sources(paths):
        if isinstance(source, Source):
            name = Path(source.member or source.path).name
            yield _Pick(name, partial(_sheet_of, source), partial(_text_of, source))


def _sheet_of(source: Source) -> Sheet:
    return read_source(source).sheet


def _text_of(source: Source) -> str:
    return decode(bytes_of(source))


def _brought(recruit: Recruit) -> _Pick:
    def read() -> Sheet:
        ending = next((ending for ending in READERS if recruit.unit.lower().endswith(ending)), None)
        if ending is None:
            raise refuse("unit.file", f"{recruit.unit}: a unit file ends in {' or '.join(READERS)}")
        return READERS[ending](recruit.text.encode(), recruit.unit).sheet

    return _Pick(recruit.unit, read, lambda: recruit.text)


def _fitting(pool: Sequence[_Pick], wishes: Wishes, rules: Ruleset, dice: Dice) -> list[Drawn]:
    """Units that fit, looked at in a random order until there are enough of them."""
    years = eras_named(wishes.era) if wishes.era else []
    left, found = list(pool), list[Drawn]()
    while left and len(found) < ENOUGH:
        drawn = _drawn(_taken(left, dice), wishes, rules, years)
        if drawn is not None:
            found.append(drawn)
    return found


def _drawn(pick: _Pick, wishes: Wishes, rules: Ruleset, years: list[range]) -> Drawn | None:
    """A unit with its worth, if it can be read, valued and played, and is as wished for."""
    try:
        sheet = pick.read()
        if not _suits(sheet, wishes, years) or (wishes.played and not_played(rules, under(rules, sheet))):
            return None
        value = with_skills(battle_value(sheet, rules), wishes.gunnery, wishes.piloting, rules).total
    except RefusedError:
        return None
    recruit = Recruit(unit=pick.name, text=pick.text(), gunnery=wishes.gunnery, piloting=wishes.piloting)
    return Drawn(sheet=sheet, value=value, recruit=recruit) if value > 0 else None


def _suits(sheet: Sheet, wishes: Wishes, years: list[range]) -> bool:
    classes = [WEIGHTS[name] for name in wishes.weights]
    return (
        sheet.kind in TAKERS
        and sheet.motive not in SHIPS
        and (not wishes.kinds or sheet.kind in wishes.kinds)
        and (not classes or any(low <= sheet.tons <= high for low, high in classes))
        and wishes.technology in ("", sheet.tech)
        and (wishes.year is None or (sheet.year is not None and sheet.year <= wishes.year))
        and (not years or any(sheet.year in each for each in years))
        and (not wishes.roles or sheet.role.lower() in {role.lower() for role in wishes.roles})
    )


def _goal(wishes: Wishes) -> float | None:
    return wishes.value if wishes.value is not None else wishes.tons


def _measure(drawn: Drawn, wishes: Wishes) -> float:
    return drawn.value if wishes.value is not None else float(drawn.sheet.tons)


def _sum(chosen: Iterable[Drawn], wishes: Wishes) -> float:
    return sum(_measure(each, wishes) for each in chosen)


def _count(wishes: Wishes, fitting: Sequence[Drawn]) -> int:
    """As many as were wished for; else as many as units of middling worth come to."""
    goal = _goal(wishes)
    if wishes.count is not None or goal is None:
        return wishes.count or USUAL
    middling = sorted(_measure(each, wishes) for each in fitting)[len(fitting) // 2]
    return max(1, min(MOST, round(goal / max(1.0, middling))))


def _chosen(fitting: Sequence[Drawn], count: int, wishes: Wishes, dice: Dice) -> list[Drawn]:
    """Of many random choices the nearest to the goal, improved unit by unit; nobody is drawn twice without need."""
    goal = _goal(wishes)
    if goal is None:
        return _any(fitting, count, dice)
    fitting = _alike(fitting, count, goal / count, wishes)
    best = min((_any(fitting, count, dice) for _ in range(TRIES)), key=lambda each: abs(_sum(each, wishes) - goal))
    for at in range(count):
        others = [*best[:at], *best[at + 1 :]]
        free = [each for each in fitting if each not in others] or list(fitting)
        rest = goal - _sum(others, wishes)
        nearest = min(free, key=lambda each: abs(_measure(each, wishes) - rest))
        if abs(_measure(nearest, wishes) - rest) < abs(_measure(best[at], wishes) - rest):
            best[at] = nearest
    return best


def _alike(fitting: Sequence[Drawn], count: int, each: float, wishes: Wishes) -> Sequence[Drawn]:
    """Units that are worth about what each of a force has to be, where there are enough of them to choose from."""
    alike = [drawn for drawn in fitting if LEAST * each <= _measure(drawn, wishes) <= MUCH * each]
    return alike if len(alike) >= 2 * count else fitting


def _any(fitting: Sequence[Drawn], count: int, dice: Dice) -> list[Drawn]:
    """So many units by chance; the same again only when all have been drawn."""
    found, left = list[Drawn](), list[Drawn]()
    while len(found) < count:
        left = left or list(fitting)
        found.append(_taken(left, dice))
    return found


def _taken(left: list[T], dice: Dice) -> T:
    """One of some by chance, taken from them."""
    at = dice.roll("draft", 1, len(left)).total - 1 if len(left) > 1 else 0
    left[at], left[-1] = left[-1], left[at]
    return left.pop()


def as_toml(drawn: Sequence[Drawn], pilots: Sequence[str] = ()) -> str:
    """A force file of what was drawn; units of files by the names of these."""
    lines: list[str] = []
    for at, each in enumerate(drawn):
        recruit = each.recruit
        lines += ["[[unit]]", f"unit = {dumps(recruit.unit)}"]
        lines += [f"gunnery = {recruit.gunnery}", f"piloting = {recruit.piloting}"]
        lines += [f"pilot = {dumps(pilots[at], ensure_ascii=False)}"] if any(pilots[at : at + 1]) else []
        lines.append("")
    return "\n".join(lines)


def as_mul(drawn: Sequence[Drawn], pilots: Sequence[str] = ()) -> str:
    """A unit list of other programs of what was drawn."""
    named = [*pilots, *[""] * (len(drawn) - len(pilots))]
    return write_mul(
        "Random force",
        (
            (
                each.sheet,
                Member(each.sheet.name, gunnery=each.recruit.gunnery, piloting=each.recruit.piloting, pilot=name),
            )
            for each, name in zip(drawn, named, strict=True)
        ),
    )
