"""Infantry by its sheet: what its kit and beasts divide damage by, how far it goes, whether it climbs machines."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.unit.equipment import Equipment
from overheat.classic.unit.infantry import field_guns, kits
from overheat.classic.unit.sheet import Platoon, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number

KITS = TECH_MANUAL("Battle Value, conventional infantry, defensive")
ADVANCED = TACTICAL_OPERATIONS("Advanced Infantry", 379)
SPECIALISTS = TACTICAL_OPERATIONS("Specialized infantry", 341)

DIVISORS: Table[str, Fraction] = Table(
    "bv.infantry.divisors",
    {"divisor_0_5": Fraction(1, 2), "divisor_1": Fraction(1), "divisor_2": Fraction(2)},
    cite=KITS,
)
"""What kits divide damage by."""
IMPLANTS: Table[str, Fraction] = Table(
    "bv.infantry.implants", {"dermal_armor": Fraction(1), "dermal_camo_armor": Fraction(1, 2)}, cite=ADVANCED
)
"""What implants add to that."""
CLIMBERS = frozenset({"foot", "jump", "motorized"})
BEARERS = frozenset({"tsm_implant", "dermal_armor"})
"""Implants that bear the weight of support weapons."""
UNSLOWED = frozenset({"tracked", "jump", "vtol"})
"""Whose movement on the ground support weapons do not slow."""
FAST: Table[str, int] = Table(
    "bv.infantry.unstated", {"vtol": 5, "submarine": 3, "umu": 1, "motorized scuba": 2}, cite=SPECIALISTS
)
"""Points of movement that no sheet states."""


class Beast(NamedTuple):
    """An animal to ride: how far it goes, what it divides damage by, and whether it flies (Tactical Operations)."""

    points: int
    divisor: int = 1
    flies: bool = False


ANIMALS: Table[str, Beast] = Table(
    "bv.infantry.animals",
    {
        "donkey": Beast(2),
        "coventry kangaroo": Beast(3),
        "horse": Beast(3),
        "camel": Beast(2),
        "branth": Beast(6, flies=True),
        "odessan raxx": Beast(2),
        "tabiranth": Beast(2),
        "tariq": Beast(5),
        "elephant": Beast(2, 2),
        "orca": Beast(5, 2),
        "hipposaur": Beast(2, 4),
    },
    cite=SPECIALISTS,
)
"""The animals that soldiers ride."""


def platoon_of(sheet: Sheet) -> Platoon:
    """The soldiers of a sheet; other units are refused."""
    if sheet.platoon is None:
        raise refuse("bv.platoon", f"{sheet.name} is no infantry")
    return sheet.platoon


def _kit(sheet: Sheet) -> Equipment | None:
    """The armour that soldiers wear."""
    return next((kit.equipment for kit in kits(sheet, platoon_of(sheet))), None)


def wears(sheet: Sheet, word: str) -> bool:
    """Whether what soldiers wear does something, by the word of its flag; files may say so apart from the kit."""
    kit = _kit(sheet)
    return word.replace("_", " ") in platoon_of(sheet).protection or (kit is not None and word in kit.flags)


def damage_divisor(rules: Ruleset, sheet: Sheet) -> Number:
    """What divides the damage done to them: that of the kit, more with implants, times that of the animal."""
    platoon, kit = platoon_of(sheet), _kit(sheet)
    worn: Number = next((by for flag, by in rules[DIVISORS].rows.items() if kit and flag in kit.flags), Fraction(1))
    if platoon.armour_divisor is not None:
        worn = Fraction(str(platoon.armour_divisor))
    beast = _beast(rules, sheet)
    implants = sum(
        (rules[IMPLANTS].rows.get(word.lower(), Fraction(0)) for word in platoon.augmentations), start=Fraction(0)
    )
    return (worn + implants) * (beast.divisor if beast else 1)


def _beast(rules: Ruleset, sheet: Sheet) -> Beast | None:
    return rules[ANIMALS].get(platoon_of(sheet).beast.lower())


def flies(rules: Ruleset, sheet: Sheet) -> bool:
    """Whether the soldiers fly, by rotor or on an animal's back."""
    beast = _beast(rules, sheet)
    return sheet.motive == "vtol" or (beast is not None and beast.flies)


def ground_points(rules: Ruleset, sheet: Sheet) -> int:
    """Points of movement that are no jump: one less in encumbering armour and under heavy weapons, but for tracks.

    Whoever serves artillery moves one hex at most.
    """
    beast = _beast(rules, sheet)
    points = (0 if beast.flies else beast.points) if beast else sheet.walk or rules[FAST].rows.get(sheet.motive, 0)
    if sheet.motive == "vtol":
        return 0
    slower = wears(sheet, "encumbering") + (sheet.motive not in UNSLOWED and rules[laden](rules, sheet))
    return min(max(0, points - slower), 1 if _serves_artillery(sheet) else points)


def jump_points(rules: Ruleset, sheet: Sheet) -> int:
    """Points of jumping or flying: a jump is one less under heavy weapons, a flight with any second weapon."""
    beast = _beast(rules, sheet)
    if flies(rules, sheet):
        points = beast.points if beast else rules[FAST]["vtol"]
        return points - (sheet.motive == "vtol" and platoon_of(sheet).secondary_per_squad > 0)
    return min(sheet.jump, 2) if rules[laden](rules, sheet) else sheet.jump


@rule("bv.infantry.laden", cite=SPECIALISTS, implements=("TO-341-specialized-infantry-9",))
def laden(rules: Ruleset, sheet: Sheet) -> bool:
    """Whether each squad carries two or more support weapons, without implants to bear them; TAG weighs nobody down."""
    platoon = platoon_of(sheet)
    flags = platoon.secondary.equipment.flags if platoon.secondary else frozenset()
    heavy = "support" in flags and "tag" not in flags
    return heavy and platoon.secondary_per_squad >= 2 and BEARERS.isdisjoint(platoon.augmentations)


def _serves_artillery(sheet: Sheet) -> bool:
    return any("artillery" in mount.equipment.flags for mount in field_guns(sheet))


def climbs(sheet: Sheet) -> bool:
    """Whether soldiers make leg and swarm attacks: those in vehicles, in encumbering armour or with guns do not."""
    return sheet.motive in CLIMBERS and not wears(sheet, "encumbering") and not field_guns(sheet)


RULES = (DIVISORS, IMPLANTS, FAST, ANIMALS, laden)
