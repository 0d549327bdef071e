"""How much of a weapon's damage counts: scarce ammunition, single shots, targeting computers, enhanced actuators.

Each rule answers in hundredths, so that all of them together are a whole number.
"""

from __future__ import annotations

from functools import cache

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.kernel.rules.rule import Ruleset, rule

CONVERSION = ALPHA_STRIKE("Convert damage")
FULL = 100
ENOUGH_SHOTS = 10
RATES = {"rotary": 6, "ultra": 2}
"""Shots of a turn, for weapons that fire more than one."""
ARMS = frozenset({"LA", "RA"})
NOTES = ("few shots x 3/4", "one shot x 1/10", "targeting computer x 11/10", "enhanced actuators x 21/20")

Share = tuple[int, int, int, int]
"""Hundredths for ammunition, single shots, targeting and actuators."""
WHOLE: Share = (FULL, FULL, FULL, FULL)


@cache
def rate_of_fire(flags: frozenset[str]) -> int:
    """How many shots a weapon fires in a turn at its fastest."""
    return next((rate for flag, rate in RATES.items() if flag in flags), 1)


@rule("as.few_shots", cite=CONVERSION)
def few_shots(rules: Ruleset, shots: int, weapons: int, rate: int) -> int:
    """Weapons that share fewer than ten turns of ammunition each do three quarters of their damage."""
    return 75 if shots < ENOUGH_SHOTS * rate * weapons else FULL


@rule("as.single_shot", cite=CONVERSION)
def single_shot(rules: Ruleset, flags: frozenset[str]) -> int:
    """A weapon that fires once in a battle does a tenth of its damage."""
    return 10 if "one_shot" in flags else FULL


@rule("as.targeting_computer", cite=CONVERSION)
def targeted(rules: Ruleset, flags: frozenset[str]) -> int:
    """A targeting computer adds a tenth to what fires directly, cluster autocannons included."""
    return 110 if "direct" in flags else FULL


@rule("as.enhanced_actuators", cite=CONVERSION)
def enhanced_arm(rules: Ruleset, location: str, enhanced: frozenset[str]) -> int:
    """Enhanced actuators add a twentieth to the weapons of their arm."""
    return 105 if location in ARMS and location in enhanced else FULL


def notes(share: Share) -> str:
    """What to say of a share that is not the whole."""
    return ", ".join(note for part, note in zip(share, NOTES, strict=True) if part != FULL)


RULES = (few_shots, single_shot, targeted, enhanced_arm)
