"""What a volley does to its target: the chances of everything that may become of it, worked out together.

Four ways lead there. War machines and vehicles under rules that it knows are seen to by the lumped way, which is fast,
and exact but for the rounding of its numbers: by their parts, location by location, or as a whole. The chain asks the
engine for every piece: it merges all conditions that the target may be in, with whole weights, for all other targets
and rules. Where either meets more conditions than anybody waits for, some of them stand for all, and the answer says
so. The plain way goes through every way that the dice can fall; it is what the others are held to, and what is left
where a rule takes part that they cannot take apart. Playing the volley many times is the fourth, where none of these
comes to an end.

What the ground does to a machine that falls is not counted, only that it falls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from overheat.classic.attack.resolution import resolve_all
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import settle_falls
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Fell
from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.chain import MANY, Chain
from overheat.classic.outcomes.effects import effects_of, in_plain_words, in_reading_order
from overheat.classic.outcomes.effort import AT_MOST, TooMuchWorkError, Work
from overheat.classic.outcomes.scenes import FellError, Foreseen, NotForeseenError, Throws
from overheat.classic.rules.standard.battle_armour import troopers_left
from overheat.kernel.branching import TooManyWaysError, all_ways
from overheat.kernel.dice import About, Seeded
from overheat.kernel.events import Event
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import RefusedError, refuse

if TYPE_CHECKING:
    from overheat.classic.outcomes.machines import Foreseen as LumpedChances

FEW_WAYS = 2_000
"""As many ways for the dice to fall are gone through one by one."""
FEW_ATTACKS = 2
"""So many attacks may be gone through in that way."""

TRIES = ((1, 0.5), (25, 0.3), (100, 0.2))
"""How many times fewer conditions are told apart, time after time, where all work is done before the volley is over,
and the share of the work that each time may take."""

ROWS = 4
"""Of rows of numbers so many times as many conditions are told apart as of those that the engine is asked about."""
NO_END = 10**9
FINEST = 10**9
LEAST = 1e-14
"""What is less likely comes of rounding."""

A_SHOT = 100
"""The work that it takes to play an attack once."""
WIDE = 1.96
"""The standard deviations within which a share that was counted lies 19 times in 20."""
FEWEST = 100
"""A volley that is played is played so often at least."""

Way = Literal["lumped", "chain", "thinned", "every", "played"]


class Effect(msgspec.Struct, frozen=True):
    """Something that may become of a target."""

    name: str
    """What it is known by to programs: `breach.LT`, `critical.engine`, `destroyed.head_destroyed`."""
    words: str
    chance: Fraction


class VolleyOutcomes(msgspec.Struct, frozen=True):
    """The chances of everything that may become of a target."""

    effects: tuple[Effect, ...]
    way: Way
    felled: Distribution[int] | None = None
    """How many soldiers or troopers fall; None for whoever is neither."""
    volleys: int = 0
    """How often it was played, where that is how it was found out."""

    @property
    def exact(self) -> bool:
        """Whether the chances are exact."""
        return self.way in ("lumped", "chain", "every")

    @property
    def margin(self) -> float:
        """By how much a chance that was counted may be off, 19 times in 20; 0 where none was counted."""
        return WIDE * (0.25 / self.volleys) ** 0.5 if self.volleys else 0.0

    def __getitem__(self, name: str) -> Fraction:
        """The chance of something by its name; 0 for what cannot happen."""
        return next((effect.chance for effect in self.effects if effect.name == name), Fraction(0))

    def as_json(self) -> dict[str, object]:
        """For programs: every effect with its name, its words and its chance, and whether that is exact."""
        felled = self.felled
        return {
            "exact": self.exact,
            "way": self.way,
            "volleys": self.volleys,
            "margin": self.margin,
            "effects": [
                {"name": effect.name, "words": effect.words, "chance": float(effect.chance)} for effect in self.effects
            ],
            "felled": None
            if felled is None
            else [{"felled": many, "chance": float(felled.probability(many))} for many in sorted(felled)],
        }

    def lines(self) -> Iterator[str]:
        """For people: a line for each effect."""
        wide = max((len(effect.words) for effect in self.effects), default=0)
        yield from (f"{effect.words:<{wide}}  {_percent(effect.chance)}" for effect in self.effects)
        if self.felled is not None:
            yield f"{float(self.felled.mean):.1f} felled on average"
        if not self.effects:
            yield "nothing can become of the target"
        if self.way == "thinned":
            yield "close to exact: there are more conditions that the target may be in than were told apart"
        if self.way == "played":
            yield f"as {self.volleys:,} volleys were played, each within {100 * self.margin:.1f} points 19 times in 20"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _percent(chance: Fraction) -> str:
    return f"{float(chance):7.2%}"


def outcomes_of(
    state: State,
    target: str,
    attacks: Sequence[WeaponAttack],
    *,
    exactly: bool = False,
    most: int = MANY,
    fields: Sequence[State] = (),
    effort: int = AT_MOST,
) -> VolleyOutcomes:
    """What some attacks on a target may come to; `exactly` however long that takes.

    `fields` are where each of them is fired, for attackers who do not stand on one board. What takes more than an
    `effort` to work out, or cannot be worked out piece by piece, is played as often as that effort lasts for; from
    several fields it is refused.
    """
    with suppress(NotForeseenError):
        found = _lumped(state, target, attacks, exactly, ROWS * most, fields)
        chances = {name: _fraction(chance) for name, chance in found.chances.items() if chance > LEAST}
        return _told(chances, "thinned" if found.thinned else "lumped")
    try:
        return by_engine(state, target, attacks, exactly=exactly, most=most, fields=fields, effort=effort)
    except RefusedError:
        if exactly or any(field is not fields[0] for field in fields):
            raise
        often = max(FEWEST, effort // (A_SHOT * max(1, len(attacks))))
        return played(fields[0] if fields else state, target, attacks, often)


def _lumped(
    state: State, target: str, attacks: Sequence[WeaponAttack], exactly: bool, most: int, fields: Sequence[State]
) -> LumpedChances:
    """The fast way, as the kind of the target has it."""
    from overheat.classic.outcomes.hulls.volley import foreseen as at_vehicle  # arrays, which few questions need
    from overheat.classic.outcomes.machines import foreseen as at_machine

    if state.units[target].vehicle:
        return at_vehicle(state, target, attacks, NO_END if exactly else most, fields)
    found = at_machine(state, target, attacks, most, fields)
    if exactly and found.thinned:
        return at_machine(state, target, attacks, NO_END, fields, ways=("parts", "apart"))
    return found


def _fraction(chance: float) -> Fraction:
    """The plainest fraction that a chance may be, as far as its digits tell."""
    return Fraction(chance).limit_denominator(FINEST)


def by_engine(
    state: State,
    target: str,
    attacks: Sequence[WeaponAttack],
    *,
    exactly: bool = False,
    most: int = MANY,
    fields: Sequence[State] = (),
    effort: int | None = None,
) -> VolleyOutcomes:
    """The same, every piece of it resolved by the engine, with no more than an `effort` of work."""
    work = Work(None if exactly else effort)
    most = NO_END if exactly else most
    try:
        chain = _chained(state, target, attacks, fields, most, work)
    except TooMuchWorkError:
        raise refuse("outcomes.too_many", "there are too many ways to tell apart") from None
    except NotForeseenError as error:
        with suppress(NotForeseenError, TooManyWaysError, TooMuchWorkError):
            if len(attacks) <= FEW_ATTACKS and not fields:
                return every_way(state, target, attacks, work=work)
        raise refuse("outcomes.unforeseen", f"the chances are not worked out here: {error}") from None
    return _of_chain(chain)


def _chained(
    state: State, target: str, attacks: Sequence[WeaponAttack], fields: Sequence[State], most: int, work: Work
) -> Chain:
    """A target that has taken a volley, with as many conditions told apart as the work lasts for."""
    for fewer, share in TRIES:
        chain = Chain(state, target, most=max(1, most // fewer), work=work.share(share))
        with suppress(TooMuchWorkError):
            chain.fire(attacks, fields)
            chain.settle()
            return chain
    raise TooMuchWorkError


def _of_chain(chain: Chain) -> VolleyOutcomes:
    """The chances of everything that a chain came to."""
    state, target, whole = chain.state, chain.id, chain.out_of
    chances = {name: Fraction(weight, whole) for name, weight in chain.chances.items()}
    before = _up(state.units[target])
    felled: Counter[int] = Counter()
    if before is not None:
        for core, weight in chain.cores().items():
            felled[before if core == chain.lost else before - (_up(chain.unit(core)) or 0)] += weight
    return _told(chances, "thinned" if chain.thinned else "chain", Distribution(felled) if felled else None)


def _told(
    chances: dict[str, Fraction], way: Way, felled: Distribution[int] | None = None, volleys: int = 0
) -> VolleyOutcomes:
    listed = sorted((name for name, chance in chances.items() if chance), key=in_reading_order)
    effects = tuple(Effect(name, in_plain_words(name), chances[name]) for name in listed)
    return VolleyOutcomes(effects, way, felled, volleys)


def _up(unit: Unit) -> int | None:
    """How many soldiers or troopers are up; None where there are none to count."""
    if unit.sheet.kind == "infantry":
        return max(0, unit.condition.troopers) if unit.active else 0
    return len(troopers_left(unit)) if unit.sheet.kind == "battle armour" else None


class _OneWay(Foreseen):
    """A volley on one of the ways that it can go, up to a fall."""

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> int:
        return 1 if purpose == "falls.facing" else super().roll(purpose, count, sides, who=who, needed=needed, **about)

    def tell(self, event: Event) -> None:
        super().tell(event)
        if isinstance(event, Fell):
            raise FellError


class _Played(Scene):
    """A volley that is played, up to a fall."""

    def tell(self, event: Event) -> None:
        super().tell(event)
        if isinstance(event, Fell):
            raise FellError


def _resolved(scene: Scene, target: str, attacks: Sequence[WeaponAttack]) -> tuple[tuple[str, ...], int | None]:
    """What a volley does in a scene: everything by name, and who is still up."""
    before = scene.unit(target)
    with suppress(FellError):
        resolve_all(scene, attacks)
        settle_falls(scene)
    return effects_of(scene.events, target, before), _up(scene.unit(target))


def every_way(
    state: State, target: str, attacks: Sequence[WeaponAttack], limit: int = FEW_WAYS, work: Work | None = None
) -> VolleyOutcomes:
    """The plain way: everything that the dice can do, one way after the other."""
    throws: Throws = {}
    found, whole = all_ways(
        lambda branch: _resolved(_OneWay(state, branch, target, throws, work), target, attacks), limit
    )
    return _counted(state, target, dict(found), whole, "every")


def played(
    state: State, target: str, attacks: Sequence[WeaponAttack], volleys: int = 1000, seed: int = 0
) -> VolleyOutcomes:
    """The volley played so many times; whoever has something to decide decides for the best."""
    dice = Seeded(seed, "outcomes")
    found = Counter(_resolved(_Played(state, dice), target, [*map(copy, attacks)]) for _ in range(volleys))
    return _counted(state, target, found, volleys, "played", volleys)


def _counted(
    state: State,
    target: str,
    found: dict[tuple[tuple[str, ...], int | None], int],
    whole: int,
    way: Way,
    volleys: int = 0,
) -> VolleyOutcomes:
    chances: Counter[str] = Counter()
    felled: Counter[int] = Counter()
    before = _up(state.units[target])
    for (names, up), weight in found.items():
        for name in names:
            chances[name] += weight
        if before is not None and up is not None:
            felled[before - up] += weight
    shares = {name: Fraction(weight, whole) for name, weight in chances.items()}
    return _told(shares, way, Distribution(felled) if felled else None, volleys)
