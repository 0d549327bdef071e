"""The words of the ids that events hold. A layer adds its own: `LOSSES.says("mine.deserted", "deserted in the night")`.

An id without words is told by its last part, so only those stand here that say more than their id.
"""

from __future__ import annotations

from overheat.kernel.vocabulary import Vocabulary
from overheat.kernel.words import in_words
from overheat.platoon.arms import armoury

PLACES = Vocabulary(
    {
        "reserve": "waits in reserve",
        "aboard": "begins aboard a transport",
        "left": "waits in reserve, to outflank by the left",
        "right": "waits in reserve, to outflank by the right",
    }
)
"""Where a unit begins that is not set up on the table."""

DOINGS = Vocabulary(
    {
        "drone": "fly the drone",
        "lift": "lift off or land",
        "embark": "get in",
        "disembark": "get out",
        "arrive": "come on",
        "smoke": "smoke screen",
    }
)
"""What a unit is to do with its order."""

DOWN = Vocabulary(
    {"ordered": "as ordered", "reacts": "as a reaction", "backs_away": "after it has backed away"},
)
"""Why a unit goes down."""

MOVES = Vocabulary({})
"""How a unit or a drone comes to be where it is."""

LOSSES = Vocabulary({})
"""Why a unit or a missile is lost."""

BLASTS = Vocabulary({})
"""What bursts that is no weapon."""

FAILURES = Vocabulary({})
"""What a unit does that loses its head."""

DROPS = Vocabulary({"straight": "falls straight"})
"""How a load comes down."""

DEVICES = Vocabulary({"": "something", "ied": "a device", "decoy": "a decoy", "mine": "a mine"})
"""What is laid."""

MEETINGS = Vocabulary(
    {
        "at_once": "it goes off",
        "warned": "it is seen in time and goes off",
        "nothing": "it does nothing",
        "decoy": "it is a decoy",
        "set_off": "it is set off from afar",
    }
)
"""What comes of a unit near a hidden marker."""

BREACHES = Vocabulary({"nothing": "without effect"})
"""What a bangalore does."""

STRIKES = Vocabulary({"artillery": "a barrage", "air": "an air strike", "smoke": "a smoke screen"})
"""What an observer calls."""

ARRIVALS = Vocabulary(
    {
        "delayed": "it is delayed",
        "effect": "it comes",
        "misdirected": "the enemy leads it astray",
        "lost": "the aircraft does not find its target",
    }
)
"""What becomes of a strike in a turn."""

EFFECTS = Vocabulary({"nothing": "no effect", "pins": "a near miss", "hit": "a direct hit"})
"""What a strike does to a unit."""

DAMAGES = Vocabulary({})
"""What a row of a damage table does to a vehicle or helicopter."""

RESULTS = Vocabulary(
    {"none": "without damage", "glancing": "glancing damage", "full": "full damage", "massive": "massive damage"}
)
"""How a hit strikes armour."""

MARKS = Vocabulary({})
"""What holds of a unit; `{value}` stands for what the mark holds."""

THINGS = Vocabulary({})
"""What lies on the table."""

ENDINGS = Vocabulary({"points": "{first} to {second} victory points"})
"""Why a battle is over, with the points of both sides."""


def weapon_words(id: str) -> str:
    """A weapon by its name, in the middle of a sentence."""
    return armoury()[id].name.lower() if id in armoury() else in_words(id)


def blast_words(id: str) -> str:
    """What bursts: a weapon by its name, or what else it is."""
    return weapon_words(id) if id in armoury() else BLASTS.told(id)
