"""An attack as its rules see it: who, at whom, with what, from where. Facts are derived here once and named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import copy
from typing import Literal, NamedTuple, Self

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit, Weather
from overheat.classic.facts.targets import BARE
from overheat.classic.rules.standard.loads import LOADS, Load
from overheat.classic.rules.standard.ranges import Reach, bracket_at, limits
from overheat.classic.rules.standard.under_water import SHIPS, both_ways, in_the_water, water_covers, wet_reach
from overheat.classic.sight.model import Sight, Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.sheet import Mount
from overheat.kernel.kept import kept
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Tally

ASTRAY = "fire.astray"
"""What is noted of an attack that something draws to a unit at which nobody has fired."""

DAYLIGHT = Weather()
CLEAR: Mapping[Hex, Mapping[str, Mark]] = {}
"""No effects on any hex."""


UNDECIDED: Mapping[str, str] = {}
"""Nobody has been asked anything."""

PLAIN: frozenset[str] = frozenset()
"""Nothing is special about the ammunition."""

HOW_FAR = ("how far",)
"""The question how far away a target is that is looked at as if it were elsewhere. A question that tells only some
distances apart begins like it."""
AMONG, AT_MOST = "among", "at most"
"""Such questions: whether its range is one of some, and whether it is at most so many hexes away."""
TORSO = ("torso",)
"""The question where the torso of an attacker points that may turn it otherwise."""
UNASKED: frozenset[tuple[str, ...]] = frozenset()
"""Nobody has asked in which way an attack is fired."""

MOST_LINES = 1 << 15
"""How many lines of sight are kept for a board before they are traced anew."""


def line_between(relief: Relief, viewer: Viewpoint, target: Viewpoint) -> Sight:
    """The line of sight between two units, traced once for each pair of places while the ground stays as it is."""
    kept: dict[tuple[Viewpoint, Viewpoint], Sight] = relief.lastingly("lines", lambda _: {})
    found = kept.get((viewer, target))
    if found is None:
        if len(kept) >= MOST_LINES:
            kept.clear()
        found = kept[viewer, target] = sight(relief, viewer, target)
    return found


SEES: Slot[[Relief, Unit, Unit, Sight], Sight | None] = Slot("sight.units", nothing=None)
"""What one unit sees of another where more counts than where they are, and how the line between them then is: with the
line as the ground has it. The standard game has nothing here."""


def line_of(relief: Relief, viewer: Unit, target: Unit) -> Sight:
    """The line of sight from one unit to another, as rules about such units have it."""
    line = line_between(relief, viewer.viewpoint, target.viewpoint)
    for rule in relief.rules[SEES]:
        line = rule.function(relief, viewer, target, line) or line
    return line


class Turning(Unit, frozen=True, kw_only=True):
    """A unit that may turn its torso otherwise before it fires. Whoever asks where it points is noted."""

    noted: set[tuple[str, ...]]
    stance: tuple[int, ...]
    """What it is but for its torso, by which thing each of its facts is: the same however it turns."""

    @classmethod
    def of(cls, unit: Unit) -> Turning:
        """The same unit, about which nobody has asked anything."""
        facts = msgspec.structs.asdict(unit)
        stance = tuple([id(fact) for name, fact in facts.items() if name != "torso"])
        return cls(**facts, noted=set(), stance=stance)

    @property  # type: ignore[misc]
    def torso(self) -> int:
        self.noted.add(TORSO)
        return _torso(self)


_torso: Callable[[Unit], int] = Unit.__dict__["torso"].__get__


class Engagement:
    """An attacker and a target, whatever the attacker uses."""

    def __init__(
        self,
        relief: Relief,
        attacker: Unit,
        target: Unit,
        weather: Weather = DAYLIGHT,
        effects: Mapping[Hex, Mapping[str, Mark]] = CLEAR,
    ) -> None:
        self.relief = relief
        self.rules = relief.rules
        self.attacker = attacker
        self.target = target
        self.weather = weather
        self.effects = effects
        """What holds of hexes for a while."""
        self.decided: Mapping[str, str] = UNDECIDED
        """What players have answered about it, by the question's id."""
        self.noted: Mapping[str, int] = {}
        """Dice that were thrown for it when it was made, by the id of the rule that threw them."""
        self._margin: int | None = None
        self._asked: set[int] = set()
        """What was asked about the margin: in steps of how many, 0 whether there is none, 1 for the margin itself."""

    @property
    def margin(self) -> int | None:
        """By how much the roll beat the number, or by how much it fell short; None while it has not been rolled."""
        self._asked.add(1)
        return self._margin

    @property
    def barely(self) -> bool:
        """Whether the roll came to the number and no further."""
        self._asked.add(0)
        return self._margin == 0

    def beaten(self, step: int) -> int:
        """How many times over the roll beat the number by a step."""
        self._asked.add(step)
        return _beaten(self._margin, step)

    def rolled(self, margin: int) -> Self:
        """The same attack after the roll to hit."""
        made = copy(self)
        made._margin, made._asked = margin, set()
        return made

    @property
    def by_margin(self) -> bool:
        """Whether anybody has asked by how much the roll beat the number."""
        return bool(self._asked)

    def serves(self, margin: int) -> bool:
        """Whether a roll by another margin would have had all questions about it answered alike."""
        own = self._margin
        return own is not None and all(
            (own == 0) == (margin == 0) if step == 0 else _beaten(own, step) == _beaten(margin, step)
            for step in self._asked
        )

    @kept
    def distance(self) -> int:
        return self.attacker.hex.distance(self.target.hex)

    @kept
    def sight(self) -> Sight:
        """The line of sight that the attack goes along."""
        return line_of(self.relief, self.attacker, self.target)


def _beaten(margin: int | None, step: int) -> int:
    return 0 if margin is None or margin < 0 else margin // step


class Salvo(NamedTuple):
    """Several projectiles at once, before anybody has rolled for how many of them hit."""

    size: int
    sure: bool
    """Whether all of them hit."""
    added: Tally
    """What is added to the roll for how many do."""
    each: int
    """What each of them does."""
    group: int
    """The damage that falls in one place; 0 for all of it."""
    left: dict[int, int]
    """What the terms of all its damage have left of so much of it, as far as somebody who looks ahead has asked."""


class WeaponAttack(Engagement):
    """One weapon at one target."""

    def __init__(
        self,
        relief: Relief,
        attacker: Unit,
        target: Unit,
        mount: int,
        *,
        feed: int | None = None,
        rate: int = 1,
        spotter: Unit | None = None,
        spotter_attacks: bool = False,
        secondary: Literal["", "forward", "other"] = "",
        weather: Weather = DAYLIGHT,
        line: Sight | None = None,
        mode: str = "",
        aimed: str = "",
        others: Collection[Unit] = (),
        effects: Mapping[Hex, Mapping[str, Mark]] = CLEAR,
        ordinal: int = 1,
    ) -> None:
        super().__init__(relief, attacker, target, weather, effects)
        self.index = mount
        self.feed = feed
        self.rate = rate
        self.spotter = spotter
        self.spotter_attacks = spotter_attacks
        self.secondary = secondary
        self._mode = mode
        self._questions: set[tuple[str, ...]] = attacker.noted if type(attacker) is Turning else set()
        """What was asked about the way it is fired: whether it is one of some; nothing for which it is."""
        self.aimed = aimed
        self.others = others
        self.ordinal = ordinal
        """Which of the shots of its weapon in the round it is, counted from 1."""
        self.salvo: Salvo | None = None
        """Its salvo, once somebody who looks ahead has found it out."""
        if line is not None and not (self.under_water and self._afloat) and not self.both_ways:
            self.sight = line

    def from_afar(self, distance: int) -> FromAfar:
        """The same attack as if its target were so far away: its range is found anew, all else stays as it is."""
        made = FromAfar.__new__(FromAfar)
        limits = self.limits
        made.__dict__.update(self.__dict__)
        made.far, made.within, made.salvo = distance, bracket_at(limits, distance), None
        return made

    def rolled(self, margin: int) -> Self:
        """The same attack after the roll to hit, by which its salvo may be another."""
        made = super().rolled(margin)
        made.salvo = None
        return made

    @property
    def mode(self) -> str:
        """The way it is fired, such as `heat`; nothing for the usual one."""
        self._questions.add(())
        return self._mode

    def fired(self, *ways: str) -> str:
        """The way it is fired if it is one of some, else nothing: who asks so speaks of all other ways alike."""
        self._questions.add(ways)
        return self._mode if self._mode in ways else ""

    def fired_otherwise(self, mode: str) -> Self:
        """The same attack in another way: what does not go by the way it is fired stays found out."""
        made = copy(self)
        made._mode, made.salvo = mode, None
        if type(self.attacker) is not Turning:
            made._questions = set()
        return made

    def made_by(self, attacker: Unit) -> Self:
        """The same attack by its attacker with the torso as it is turned now."""
        made = copy(self)
        made.attacker, made._questions = attacker, set()
        return made

    def questions(self) -> frozenset[tuple[str, ...]]:
        """What has been asked about the way it is fired, how far that is and where the attacker's torso points, since
        this was last looked at."""
        if not self._questions:
            return UNASKED
        asked = frozenset(self._questions)
        self._questions.clear()
        return asked

    def answers(self, asked: frozenset[tuple[str, ...]], other: str) -> bool:
        """Whether questions about the way it is fired have the same answers if it is fired in another."""
        own = self._mode
        return own == other or all(
            of_distance(ways) or (ways and own not in ways and other not in ways) for ways in asked
        )

    @property
    def _afloat(self) -> bool:
        """Whether one of the two is a ship on the surface, which is shot at through the water."""
        return any(end.elevation == 0 and end.sheet.motive in SHIPS for end in (self.attacker, self.target))

    @kept
    def sight(self) -> Sight:
        """The line of sight that the attack goes along; through the water a ship is its hull below the surface.

        What flies and swims is aimed at the surface above who is below it.
        """
        if self.both_ways and (self.attacker.viewpoint.height < 0) != (self.target.viewpoint.height < 0):
            return line_between(self.relief, _surfaced(self.attacker), _surfaced(self.target))
        if not self.under_water or not self._afloat:
            return line_of(self.relief, self.attacker, self.target)
        return line_between(self.relief, _hull(self.attacker), _hull(self.target))

    @kept
    def mount(self) -> Mount:
        return self.attacker.sheet.mounts[self.index]

    @kept
    def weapon(self) -> Weapon:
        weapon = self.mount.weapon
        assert weapon is not None
        return weapon

    @kept
    def ammunition(self) -> Ammunition | None:
        """What the weapon is loaded with."""
        return self.mount.loaded if self.feed is None else self.attacker.sheet.mounts[self.feed].ammunition

    @kept
    def munition(self) -> str:
        """The kind of ammunition: `standard` for the ordinary one and for weapons that need none."""
        return "standard" if self.ammunition is None else self.ammunition.munition

    @kept
    def special(self) -> frozenset[str]:
        """What is special about the ammunition: the ids of the munitions that the ordinary kind was turned into."""
        held = self.ammunition
        return PLAIN if held is None or "." not in held.id else frozenset(held.id.split(".")[1:])

    @property
    def both_ways(self) -> bool:
        """Whether it goes through the air and the water alike."""
        return bool(self.special) and self.rules[both_ways](self.rules, self.special)

    @kept
    def load(self) -> Load | None:
        """The missiles in the launcher, where they change what it does."""
        loads, family = self.rules[LOADS], self.weapon.ammunition
        return loads.get((family, self.munition)) or loads.get((family, self.munition.partition(",")[0]))

    @kept
    def reach(self) -> Reach:
        """How far it carries with what it is loaded with: minimum, short, medium, long, extreme."""
        reach = self.weapon.range if self.load is None else self.load.range
        if not self.under_water or self.both_ways:
            return reach
        return self.rules[wet_reach](self.rules, self.weapon, reach)

    @kept
    def under_water(self) -> bool:
        """Whether the weapon is under water, and so all that it fires: a ship's torpedoes are, with its hull."""
        attacker, mount = self.attacker, self.mount
        if attacker.elevation >= 0 and "torpedo" not in self.weapon.flags:
            return False
        ground, rules = self.relief.board[attacker.hex], self.rules
        if "torpedo" in self.weapon.flags and attacker.sheet.motive in SHIPS:
            return rules[in_the_water](rules, attacker, ground)
        return rules[water_covers](rules, attacker, ground, mount.location)

    @property
    def indirect(self) -> bool:
        return self.spotter is not None

    @kept
    def line(self) -> Sight:
        """The line that terrain is counted along: the spotter's, when somebody spots."""
        if self.spotter is None:
            return self.sight
        return line_of(self.relief, self.spotter, self.target)

    @kept
    def limits(self) -> tuple[tuple[int, str], ...]:
        """Where each range bracket ends, the nearest first, worked out once for all weapons that carry as far."""
        kept: dict[Reach, tuple[tuple[int, str], ...]] = self.relief.lastingly("limits", lambda _: {})
        if self.reach not in kept:
            kept[self.reach] = limits(self.rules, self.reach)
        return kept[self.reach]

    @kept
    def bracket(self) -> str | None:
        """The range bracket that the target lies in; None beyond the last."""
        return bracket_at(self.limits, self.distance)

    def in_range(self, *brackets: str) -> str:
        """The range bracket that the target lies in if it is one of some, else nothing: who asks so speaks of all
        others alike."""
        found = self.bracket
        return found if found is not None and found in brackets else ""

    def at_most(self, hexes: int) -> bool:
        """Whether the target is no more than so many hexes away: who asks so speaks of all others alike."""
        return self.distance <= hexes

    @property
    def bears(self) -> bool:
        """Whether the weapon can be pointed at the target."""
        return bears_on(self.attacker, self.mount, self.target.hex)


class FromAfar(WeaponAttack):
    """A shot as if its target were so far away. Whoever asks how far that is, or in which range, is noted."""

    far: int
    within: str | None

    @property
    def distance(self) -> int:
        self._questions.add(HOW_FAR)
        return self.far

    @property
    def bracket(self) -> str | None:
        self._questions.add(HOW_FAR)
        return self.within

    def in_range(self, *brackets: str) -> str:
        """The range bracket if it is one of some; nothing but that is noted."""
        self._questions.add((*HOW_FAR, AMONG, *brackets))
        return self.within if self.within is not None and self.within in brackets else ""

    def at_most(self, hexes: int) -> bool:
        """Whether it is no more than so many hexes away; nothing but that is noted."""
        self._questions.add((*HOW_FAR, AT_MOST, str(hexes)))
        return self.far <= hexes


def of_distance(question: tuple[str, ...]) -> bool:
    """Whether a question is about how far away a target is."""
    return question[:1] == HOW_FAR


def as_far(asked: frozenset[tuple[str, ...]], one: WeaponAttack, other: WeaponAttack) -> bool:
    """Whether questions about how far the target of a shot is have the same answers for another shot."""
    for question in asked:
        if not of_distance(question):
            continue
        far, away, ranges = one.distance, other.distance, question[2:]
        if question == HOW_FAR:
            alike = far == away
        elif question[1] == AT_MOST:
            alike = (far <= int(ranges[0])) == (away <= int(ranges[0]))
        else:
            alike = one.bracket == other.bracket or (one.bracket not in ranges and other.bracket not in ranges)
        if not alike:
            return False
    return True


def engaged_with(attack: Engagement) -> tuple[object, ...]:
    """What seldom changes of any attack: of what kind it is, who attacks whom, in which weather, the names of their
    marks, what a vehicle has suffered, and whether each lies on the ground or is below it."""
    attacker, target = attack.attacker, attack.target
    return (
        type(attack),
        attacker.plan,
        target.plan,
        attacker.sheet,
        BARE if target.plan is BARE else target.sheet,
        attack.weather,
        names_of_marks(attacker),
        names_of_marks(target),
        attacker.condition.vehicle,
        attacker.condition.prone,
        target.condition.prone,
        attacker.elevation < 0,
        target.elevation < 0,
    )


def made_with(attack: WeaponAttack) -> tuple[object, ...]:
    """What seldom changes of a shot: the mount and what it is fed with besides, and whether it is fired in some way of
    its own: over the heads of others, at a second target, at one place, by who has declared a blow."""
    return (
        *engaged_with(attack),
        attack.mount,
        attack.ammunition,
        attack.spotter is None,
        bool(attack.secondary),
        bool(attack.aimed),
        bool(attack.attacker.blows),
    )


_NAMES: dict[tuple[str, ...], tuple[str, ...]] = {}
MOST_NAMES = 1 << 12
"""How many sets of marks are known by heart."""


def names_of_marks(unit: Unit) -> tuple[str, ...]:
    """The names of the marks of a unit: the very same tuple for the same names."""
    names = tuple(unit.marks)
    if names and len(_NAMES) >= MOST_NAMES:
        _NAMES.clear()
    return _NAMES.setdefault(names, names) if names else ()


def _hull(unit: Unit) -> Viewpoint:
    """A unit as it is seen from below the surface: a ship just under it."""
    seen = unit.viewpoint
    if unit.elevation or unit.sheet.motive not in SHIPS:
        return seen
    return msgspec.structs.replace(seen, height=seen.height - seen.stature - 1, stature=0)


def _surfaced(unit: Unit) -> Viewpoint:
    """A unit as it is aimed at through the surface: one that is under water where the water ends above it."""
    seen = unit.viewpoint
    return msgspec.structs.replace(seen, height=0, stature=0) if seen.height < 0 else seen
