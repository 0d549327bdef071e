"""The words of the ids that events hold. A layer adds its own: `LOSSES.says("mine.deserted", "deserted in the night")`.

An id without words is told by its last part, so only those stand here that say more than their id.
"""

from __future__ import annotations

from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import in_words
from overheat.kernel.wording.vocabulary import Vocabulary
from overheat.platoon.rules.standard.devices import KINDS
from overheat.platoon.rules.standard.orders import ORDER_KINDS, called
from overheat.platoon.units.weapons import knows, weapon_row

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
    {
        "ordered": "as ordered",
        "reacts": "as a reaction",
        "backs_away": "after it has backed away",
        "backs_off": "after it has backed off",
        "bailed_out": "after bailing out",
        "failed_its_order_test": "since it failed its order test",
        "fears_the_vehicle": "for fear of the vehicle",
        "smoke_screen": "behind its smoke screen",
    }
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

DEVICES = Vocabulary({"": "something"})
"""What is laid, where that is not its name with an article."""

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


SPOKEN = frozenset({"LAW"})
"""Short forms that are said as words; others are spelled, as an MG is."""
YOO = ("uni", "use", "eu")
"""How words begin that are written with a vowel and said without one."""


def with_article(name: str) -> str:
    """One of what has a name."""
    first = name.split(" ", 1)[0].split("-", 1)[0]
    spelled = len(first) > 1 and first.isupper() and first not in SPOKEN
    vowel = (
        first[:1] in "AEFHILMNORSX" if spelled else first[:1].lower() in "aeiou" and not first.lower().startswith(YOO)
    )
    return f"{'an' if vowel else 'a'} {name}"


def weapon_words(rules: Ruleset, id: str) -> str:
    """A weapon by its name, in the middle of a sentence."""
    return weapon_row(rules, id).name.lower() if knows(rules, id) else in_words(id)


def blast_words(rules: Ruleset, id: str) -> str:
    """What bursts: a weapon by its name, or what else it is."""
    return weapon_words(rules, id) if knows(rules, id) else BLASTS.told(id)


def device_words(rules: Ruleset, id: str) -> str:
    """What is laid, by its name."""
    row = rules[KINDS].get(id)
    return DEVICES.told(id) if row is None or id in DEVICES else with_article(row.name)


def order_words(rules: Ruleset, id: str) -> str:
    """An order by its name, in the middle of a sentence."""
    row = rules[ORDER_KINDS].get(id)
    return in_words(id) if row is None else called(id, row).lower()
