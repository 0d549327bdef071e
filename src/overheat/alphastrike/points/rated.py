"""A card as its point value looks at it: the numbers that count, and its abilities by their codes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability, CardType, Damage, DamageRow, Move
from overheat.alphastrike.figure import exact
from overheat.alphastrike.movement import FLYING_MODES
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.terms import Number, ratio

OFFENSIVE = ALPHA_STRIKE("Point value, offensive value")
DEFENSIVE = ALPHA_STRIKE("Point value, defensive value")
BONUS = ALPHA_STRIKE("Point value, bonuses")
HALF = Fraction(1, 2)

FACTORS: Table[str, Fraction] = Table(
    "as.points.factors",
    {
        "damage at medium range": Fraction(2),
        "size of a 'Mech": HALF,
        "no fire control": Fraction(-1, 5),
        "armoured motive system": Fraction(1, 10),
        "flying": Fraction(4),
        "armour behind a threshold at most": Fraction(19, 10),
        "high above the field": Fraction(6, 5),
        "C3 network": Fraction(1, 20),
    },
    cite=ALPHA_STRIKE("Point value"),
)
"""Single numbers that point values are worked out with, each under the name of what it is for."""

_NUMBER = re.compile(r"0\*|\d+(?:\.\d+)?|-(?![\dA-Z])")
_INCHES = re.compile(r"\d+")


@lru_cache(maxsize=4096)
def numbers(code: str, printed: str) -> tuple[Number, ...]:
    """The numbers behind the code of an ability as printed; minimal damage counts a half, a dash nothing."""
    behind = printed[len(code) :].partition("(")[0].lstrip("-")
    return tuple(_number(text) for text in _NUMBER.findall(behind))


def _number(text: str) -> Number:
    if text == "0*":
        return HALF
    return 0 if text == "-" else exact(text)


def worth(damage: Damage) -> Number:
    """What a damage cell counts: minimal damage is half a point."""
    return HALF if damage.minimal else damage.value


class Rated:
    """The numbers of one card that make up its point value."""

    def __init__(
        self,
        rules: Ruleset,
        card_type: CardType,
        *,
        size: int,
        moves: tuple[Move, ...],
        jump: int,
        tmm: int,
        row: DamageRow,
        overheat: int,
        armour: int,
        structure: int,
        threshold: int,
        abilities: Iterable[Ability],
    ) -> None:
        self.rules = rules
        self.type = card_type
        self.size = size
        self.moves = moves
        self.jump = jump
        self.tmm = tmm
        self.row = row
        self.overheat = overheat
        self.armour = armour
        self.structure = structure
        self.threshold = threshold
        self.abilities = {ability.code: ability for ability in abilities}
        self.damage = self._damage()
        """Damage at short, medium and long range; that of torpedoes counts with it."""
        self.converted = self._converted()
        """How far it glides, and its thrust, where it can turn into another kind of unit."""
        self.fastest = max([*[move.inches for move in moves], *map(int, self.converted)], default=0)
        """The farthest it goes in any of its ways to move."""
        self.nimble = self.amount("JMPS") + self.amount("SUBS")
        """How much harder to hit a jump or a dive makes it than other movement."""

    def has(self, *codes: str) -> bool:
        """Whether it has any of some abilities."""
        return not self.abilities.keys().isdisjoint(codes)

    def amount(self, code: str) -> Number:
        """The first number of an ability: one where nothing is printed, none where it lacks the ability."""
        ability = self.abilities.get(code)
        if ability is None:
            return 0
        found = numbers(code, ability.printed)
        return found[0] if found else 1

    def damages(self, code: str) -> tuple[Number, Number, Number]:
        """Damage at short, medium and long range that an ability prints."""
        ability = self.abilities.get(code)
        found = (*numbers(code, ability.printed), 0, 0, 0) if ability else (0, 0, 0)
        return found[0], found[1], found[2]

    def _damage(self) -> tuple[Number, Number, Number]:
        own = (worth(self.row.short), worth(self.row.medium), worth(self.row.long))
        if "TOR" not in self.abilities:
            return own
        short, medium, long = self.damages("TOR")
        return own[0] + short, own[1] + medium, own[2] + long

    def _converted(self) -> tuple[Number, ...]:
        found = self.abilities.get("LAM") or self.abilities.get("BIM")
        return tuple(exact(text) for text in _INCHES.findall(found.printed)) if found else ()

    @property
    def thrust(self) -> int:
        """The thrust of a unit on the ground that turns into a fighter."""
        return int(self.converted[-1]) if self.converted else 0

    @property
    def aerospace(self) -> bool:
        """Whether it flies by thrust."""
        return bool(self.moves) and self.moves[0].mode in FLYING_MODES

    @property
    def infantry(self) -> bool:
        return self.type in ("BA", "CI")

    @property
    def modes(self) -> frozenset[str]:
        """The letters of its ways to move."""
        return frozenset(move.mode for move in self.moves)


def to_half(value: Number) -> Number:
    """The nearest half; a quarter goes up."""
    above, below = value.as_integer_ratio()
    doubled = (4 * above + below) // (2 * below)
    return ratio(doubled, 2) if doubled % 2 else doubled // 2


RULES = (FACTORS,)
