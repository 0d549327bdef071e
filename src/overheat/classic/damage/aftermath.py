"""What hits on systems do besides, and what becomes of crews that are stunned: extension points for rules."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.kernel.rules.rule import Slot

SYSTEM_HIT: Slot[[Scene, str, str], None] = Slot("damage.system_hit", nothing=None)
"""What a critical hit on a system of a unit does besides what every such hit does: the unit, and the system."""

SPARES: Slot[[Scene, str, str, int], bool] = Slot("damage.spares", nothing=False)
"""Whether what is in a slot outlasts a critical hit on it, which a rule then notes itself: unit, location, slot."""

STILL_STUNNED: Slot[[Scene, str], None] = Slot("vehicles.still_stunned", nothing=None)
"""What becomes of a crew that is still stunned at the end of a round."""
RECOVERED: Slot[[Scene, str], None] = Slot("vehicles.recovered", nothing=None)
"""What a crew does that has come to itself at the end of a round."""
