"""What a player may not know. The standard game is open: a layer says what it hides, and from whom.

Things on the map, marks and effects carry a flag of their own, `hidden`, and a mark that `conceals` hides the unit that
it is on; all else that is kept from a player is said by rules of these slots. A player is never kept from knowing its
own units.
"""

from __future__ import annotations

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import State, Unit
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset, Slot


class Onlooker(msgspec.Struct, frozen=True):
    """A player before a battle as it really is. Nobody is called so who only watches: the player without a name."""

    rules: Ruleset
    state: State
    player: Player


class Held(msgspec.Struct, frozen=True):
    """A mark on a unit, or an effect on a hex."""

    name: str
    mark: Mark
    on: Unit | Hex


Secret = Unit | Held | Thing | Event
"""What there is to know of: an event as it happens, before it has changed anything."""

HIDES: Slot[[Onlooker, Secret], bool] = Slot("secrets.hides", nothing=False)
"""Whether a player may know nothing of something. One rule that says so is enough.

What a player may not know of is as if it were not there: it is not shown, not told, not offered as a target, and
nothing is refused because of it. Whoever sits on a unit that is hidden is hidden with it. An event that names a hidden
unit is not told, unless the unit is hidden no longer after it.
"""

DISGUISES: Slot[[Onlooker, Unit], Unit | None] = Slot("secrets.disguises", nothing=None)
"""A unit of another side as a player knows it, where that is not as it is. Each rule gets what the last one left."""
