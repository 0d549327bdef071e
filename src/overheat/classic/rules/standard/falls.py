"""Falls: which way a machine lands, what that does to it and to its pilot, and who does not get up again."""

from __future__ import annotations

from math import ceil

from overheat.classic.board.board import Ground
from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import Afield, State, Unit
from overheat.classic.rules.standard.locations import Side
from overheat.classic.rules.standard.systems import gyro_destroyed
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

FALLING = QUICK_REFERENCE("Falling")
STANDING = QUICK_REFERENCE("Standing Up")
WATER = TOTAL_WARFARE("Falling into water", 68)
FROM_ABOVE = TOTAL_WARFARE("Accidental falls from above", 152)
QUADS = TOTAL_WARFARE("Four-legged 'Mechs", 50)
SPECIAL = QUICK_REFERENCE("Piloting Skill Rolls, special cases")

LANDINGS: Table[int, tuple[int, Side]] = Table(
    "falls.landings",
    {1: (0, "front"), 2: (1, "right"), 3: (2, "right"), 4: (3, "rear"), 5: (5, "left"), 6: (4, "left")},
    cite=FALLING,
    implements=("QR-fall-facing",),
    where="overheat.classic.rules.standard.falls.LANDINGS",
)
"""On 1d6 the hexsides that a falling machine turns, clockwise, and the side it lands on."""


class Fall(Afield, frozen=True):
    """A unit that falls: so many levels, and onto what ground."""

    rules: Ruleset
    unit: Unit
    ground: Ground
    levels: int = 0

    @property
    def depth(self) -> int:
        """How deep the water is that it falls into; on ice it falls onto the ice."""
        return 0 if "ice" in self.ground else self.ground.amount("water")


@rule("falls.damage", cite=FALLING, implements=("QR-fall-damage",))
def fall_damage(fall: Fall) -> int:
    """A fall does a tenth of the weight, rounded up, for every level and one more; water breaks it."""
    if fall.depth:
        return sum(fall.rules[into_water](fall))
    return ceil(fall.unit.sheet.tons / 10) * (fall.levels + 1)


@rule("falls.into_water", cite=WATER)
def into_water(fall: Fall) -> tuple[int, int]:
    """In water a fall does half as much, rounded down: at the surface for the levels above it, then at the bottom."""
    each, below = ceil(fall.unit.sheet.tons / 10), min(fall.levels, fall.depth)
    above = fall.levels - below
    return each * (above + 1) // 2 if above else 0, each * (below + 1) // 2


@rule("falls.onto_another", cite=FROM_ABOVE)
def onto_another(rules: Ruleset, unit: Unit) -> Term | None:
    """A machine that falls from above into a hex hits whoever stands there on 7 or more, whoever it is."""
    return Term("falls.onto_another", 7, "falls from above by accident", FROM_ABOVE)


@rule("falls.rises_by_itself", cite=QUADS)
def rises_by_itself(rules: Ruleset, unit: Unit) -> bool:
    """A machine on four legs gets up without a roll as long as it has all of them."""
    return unit.quad and not any(place.destroyed for place in unit.condition.locations if place.code in LEGS)


@rule("falls.seat_belt", cite=SPECIAL, implements=("QR-psr-special", "QR-fall-procedure"))
def seat_belt(fall: Fall) -> Term | None:
    """Holding on is harder the deeper the fall: 1 for each level beyond the first."""
    levels = fall.levels
    return Term("falls.seat_belt", levels - 1, f"fell {levels} levels", SPECIAL) if levels > 1 else None


@rule("falls.stays_down", cite=STANDING, implements=("QR-standing-up", "QR-crit-gyro"))
def stays_down(rules: Ruleset, unit: Unit) -> Refusal | None:
    """Without a gyro, or with no leg to stand on, a machine does not get up again; a quad needs two."""
    if gyro_destroyed(unit):
        return Refusal("falls.stays_down", "with its gyro destroyed a machine stays down", STANDING)
    if sum(place.destroyed for place in unit.condition.locations if place.code in LEGS) > (2 if unit.quad else 1):
        return Refusal("falls.stays_down", "without legs a machine stays down", STANDING)
    return None


@rule("falls.on_the_ground", cite=STANDING)
def on_the_ground(state: State, unit: Unit, way: str) -> Refusal | None:
    """A machine that lies on the ground turns where it is or stands up, but goes and jumps nowhere.

    `way` is the step that it would take, or the leap.
    """
    if way == "jump":
        return Refusal("movement.mode", "nobody jumps from the ground", STANDING)
    return Refusal("movement.prone", "a prone machine turns or stands up", STANDING)


RULES = (onto_another, fall_damage, into_water, rises_by_itself, seat_belt, stays_down, on_the_ground, LANDINGS)
