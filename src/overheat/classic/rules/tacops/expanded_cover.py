"""Expanded partial cover: what hides one side of a machine covers that side, and no longer all of it.

It matters where a line runs along hexsides: the hex on either hand may hide a leg, both legs, half of a machine or all
but an arm. Machines look past such corners as well as they are seen past them. Which quarters each side of the line
hides, and that a machine is mirrored only from the front, is our reading of the book.
"""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.locations import Side, hidden_from
from overheat.classic.rules.standard.sight import wet
from overheat.classic.sight.trace import Corner, corner
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

EXPANDED = TACTICAL_OPERATIONS("Expanded Partial Cover", 84)
LOW, HIGH = ("low left", "low right"), ("high left", "high right")

NUMBERS: Table[int, int] = Table(
    "expanded_cover.numbers",
    {1: 0, 2: 1, 3: 1},
    cite=EXPANDED,
    where="overheat.classic.rules.tacops.expanded_cover.NUMBERS",
)
"""What is added to the number to hit, by the quarters of the target that are hidden."""

QUARTERS: Table[str, tuple[str, ...]] = Table(
    "expanded_cover.quarters",
    {
        "low left": ("LL", "RLL", "FLL"),
        "low right": ("RL", "RRL", "FRL"),
        "high left": ("LT", "LA"),
        "high right": ("RT", "RA"),
    },
    cite=EXPANDED,
    where="overheat.classic.rules.tacops.expanded_cover.QUARTERS",
)
"""The locations of each quarter of a machine, by its own hands."""


@rule("sight.past_corners", cite=EXPANDED)
def past_corners(rules: Ruleset, walls: tuple[bool, bool], low: tuple[bool, bool]) -> Corner:
    """A wall on one hand beside a machine covers that side of it and blocks no line; low ground there hides a leg."""
    opens = walls[0] != walls[1]
    hides = tuple(
        quarter
        for hand in (0, 1)
        for quarter, hidden in ((LOW[hand], walls[hand] or low[hand]), (HIGH[hand], walls[hand]))
        if hidden
    )
    if all(walls) or not (opens or low[0] != low[1]):
        return Corner()
    return Corner(opens, hides, rules[NUMBERS][len(hides)])


@rule("locations.hidden_quarters", cite=EXPANDED)
def hidden_quarters(attack: WeaponAttack, side: Side) -> frozenset[str]:
    """Hits on the quarters that are hidden strike the cover; who looks a machine in the face sees it mirrored."""
    usual = attack.rules.below(hidden_quarters)(attack, side)
    quarters, places = attack.line.hides, attack.rules[QUARTERS]
    if not quarters or not usual:
        return usual
    own = (_mirrored(quarter) if side == "front" else quarter for quarter in quarters)
    wading = attack.rules[wet](attack.rules, attack.relief.board, attack.target.viewpoint)
    return frozenset(usual if wading else ()).union(code for quarter in own for code in places[quarter])


def _mirrored(quarter: str) -> str:
    height, hand = quarter.split()
    return f"{height} {'right' if hand == 'left' else 'left'}"


LAYER = Layer(
    "expanded_cover",
    title="Expanded partial cover",
    group="Gunnery",
    cite=EXPANDED,
    needs=("classic",),
    add=(NUMBERS, QUARTERS),
    change=(corner.replaced_by(past_corners), hidden_from.wrapped_in(hidden_quarters)),
)
