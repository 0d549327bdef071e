"""Scenes in which nothing happens for good: every way that the dice can fall is gone through, piece by piece.

What the engine does in a scene it does here too. Only where it says so (`in_time`) a piece ends, and what is still to
be done is kept as an agenda; what has become of the target by then is merged with all ways that came to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from overheat.classic.battle.advance import advance
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.damage.falls import SAVES
from overheat.classic.facts.events import Fell
from overheat.classic.facts.state import State
from overheat.classic.outcomes.effects import kind_of_slot
from overheat.classic.outcomes.effort import EVENT, FOLLOWED, SCENE, THROW, Work
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.unit.plan import Held
from overheat.kernel.branching import Branch, TooManyWaysError, all_ways
from overheat.kernel.dice import About, Scripted, totals_and_weights
from overheat.kernel.events import Event
from overheat.kernel.questions import Question
from overheat.kernel.rules.rule import Ruleset

P = ParamSpec("P")
T = TypeVar("T")
Step = tuple[Callable[..., None], tuple[Any, ...], tuple[tuple[str, Any], ...]]
"""What is still to be done, with what it is done to."""
Throws = dict[Hashable, tuple[tuple[tuple[Any, int], ...], int]]
"""What comes of throws that are repeated, by what they are thrown for."""
NONE = Scripted()
REJECTED = 10_000


class NotForeseenError(Exception):
    """Something takes part in the volley that cannot be worked out piece by piece; the message says what."""


class FellError(Exception):
    """A machine has fallen: what the ground does to it is not looked at."""


class Foreseen(Scene):
    """A scene on one of all the ways that it can go."""

    def __init__(
        self, state: State, branch: Branch, about: str, throws: Throws | None = None, work: Work | None = None
    ) -> None:
        super().__init__(state, NONE)
        self._work = work or Work()
        self._work.spend(SCENE)
        self._throws: Throws = {} if throws is None else throws
        self.branch = branch
        self._follows_any = bool(self.rules[FOLLOWS])
        self.about = about
        """Whose fate is foreseen."""

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> int:
        self._work.spend(THROW)
        return self.branch.total(count, sides)

    def tell(self, event: Event) -> None:
        self._work.spend(FOLLOWED if self._follows_any else EVENT)
        if self._follows_any:
            super().tell(event)
        else:
            self.events.append(event)
            self.state = advance(self.state, event)

    def until(self, throw: Callable[[], T | None], alike: Callable[[T], Hashable], known: Hashable | None = None) -> T:
        """What comes of throws in the end: each kind of thing with its share of the throws that count."""
        found = self._throws.get(known) if known is not None else None
        if found is None:
            kinds = self._kinds(throw, alike)
            found = tuple(kinds.values()), sum(weight for _, weight in kinds.values())
            if known is not None:
                self._throws[known] = found
        return cast("T", self.branch.choose(*found))

    def _kinds(self, throw: Callable[[], T | None], alike: Callable[[T], Hashable]) -> dict[Hashable, tuple[T, int]]:
        kept, told, self.branch = self.branch, len(self.events), Branch([])

        def once(branch: Branch) -> T | None:
            self.branch = branch
            return throw()

        found, _ = all_ways(cast("Callable[[Branch], Hashable]", once), REJECTED)
        self.branch = kept
        if len(self.events) != told:
            raise NotForeseenError("throws that are repeated do something else besides")
        kinds: dict[Hashable, tuple[T, int]] = {}
        for value, weight in sorted((one for one in found if one[0] is not None), key=lambda one: str(one[0]).zfill(3)):
            kind = alike(cast("T", value))
            if isinstance(kind, Held):
                kind = kind_of_slot(self.rules, self.state.units[self.about], kind)
            first, before = kinds.get(kind, (cast("T", value), 0))
            kinds[kind] = first, before + weight
        if not kinds:
            raise TooManyWaysError("throws that never come to anything")
        return kinds

    def ask(self, question: Question) -> str:
        if len(question.options) > 1:
            raise NotForeseenError(f"a player decides: {question.id}")
        return super().ask(question)


class InPieces(Foreseen):
    """A scene that halts before dice that matter by themselves, and keeps what is still to be done."""

    def __init__(
        self, state: State, branch: Branch, about: str, throws: Throws | None = None, work: Work | None = None
    ) -> None:
        super().__init__(state, branch, about, throws, work)
        self.agenda: list[Step] = []
        self._whole = 0

    def then(self, step: Callable[Concatenate[Scene, P], None], *about: P.args, **more: P.kwargs) -> None:
        if self._whole or not self.agenda:
            step(self, *about, **more)
        else:
            self.agenda.append((step, about, tuple(more.items())))

    def in_time(self, step: Callable[Concatenate[Scene, P], None], *about: P.args, **more: P.kwargs) -> None:
        if self._whole:
            step(self, *about, **more)
        else:
            self.agenda.append((step, about, tuple(more.items())))

    def at_once(self, step: Callable[Concatenate[Scene, P], None], *about: P.args, **more: P.kwargs) -> None:
        self._whole += 1
        step(self, *about, **more)
        self._whole -= 1


class Catching(Foreseen):
    """A scene in which an attack is resolved up to the hits that would strike, which are caught."""

    def __init__(self, state: State, branch: Branch, about: str, work: Work | None = None) -> None:
        super().__init__(state, branch, about, work=work)
        self.caught: list[Hit] = []

    def catches(self, hit: object) -> bool:
        assert isinstance(hit, Hit)
        self.caught.append(hit)
        return True


class UntilItFalls(Foreseen):
    """A scene that ends when a machine falls. It does not matter which way, nor by how much a roll is made."""

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> int:
        if purpose == "falls.facing":
            return 1
        if needed is None or self.rules[SAVES]:
            return super().roll(purpose, count, sides, who=who, needed=needed, **about)
        self._work.spend(THROW)
        ways = sum(weight for faces, weight in totals_and_weights(count, sides) if sum(faces) >= needed)
        both = ((needed, ways), (needed - 1, sides**count - ways))
        return self.branch.choose([one for one in both if one[1]], sides**count)

    def tell(self, event: Event) -> None:
        super().tell(event)
        if isinstance(event, Fell):
            raise FellError


def without_consequences(rules: Ruleset, scene: Scene) -> None:
    """Let follow what follows, and refuse where that is anything: it would follow from the whole attack at once."""
    if not rules[FOLLOWS]:
        return
    told = len(scene.events)
    scene.follow()
    if len(scene.events) != told:
        raise NotForeseenError(f"what follows from what happened: {type(scene.events[told]).__name__}")
