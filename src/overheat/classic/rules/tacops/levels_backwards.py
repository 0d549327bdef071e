"""Walking backwards over levels: a unit that moves backwards may go up or down a level."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.movement import BARS, Entry, too_steep
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

BACKWARDS = TACTICAL_OPERATIONS("Walking backwards, level changes", 19)
MOST = 1


@rule("levels_backwards.too_steep", cite=BACKWARDS, slot=BARS, steady=())
def steep_backwards(entry: Entry) -> Refusal | None:
    """Who moves backwards goes up or down one level a hex, and no more."""
    usual: Refusal | None = entry.rules.below(steep_backwards)(entry)
    if usual is None or not entry.back:
        return usual
    if entry.climb <= MOST:
        return None
    return Refusal("movement.too_steep", f"{entry.climb} levels backwards are more than {MOST}", BACKWARDS)


LAYER = Layer(
    "levels_backwards",
    title="Walking backwards over levels",
    group="Movement",
    cite=BACKWARDS,
    needs=("classic",),
    change=(too_steep.wrapped_in(steep_backwards),),
)
