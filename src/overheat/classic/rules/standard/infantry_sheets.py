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
CLIMBERS = frozenset({"foot", "jump", "motorized", "beast"})
BEARERS = frozenset({"tsm_implant", "dermal_armor"})
"""Implants that bear the weight of support weapons."""
ARTILLERY = frozenset({"artillery", "artillery_cannon"})
FLIERS_ON_FOOT = 1
"""The points of soldiers with rotors of their own as long as they walk."""
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
    ashore: int | None = None
    """How far it goes on land, where that is less than in the water that it lives in."""


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
        "orca": Beast(5, 2, ashore=0),
        "hipposaur": Beast(2, 4, ashore=1),
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


def unladen_points(rules: Ruleset, sheet: Sheet) -> int:
    """Points of movement that are no jump, of soldiers with nothing heavy: those of the sheet, or of the animal."""
    beast = _beast(rules, sheet)
    if beast is not None:
        return 0 if beast.flies else beast.points
    return FLIERS_ON_FOOT if sheet.motive == "vtol" else sheet.walk or rules[FAST].rows.get(sheet.motive, 0)


def ground_points(rules: Ruleset, sheet: Sheet) -> int:
    """The same as they are laden: one less in encumbering armour, if any is left then, and one under heavy weapons.

    Tracks bear weapons, animals everything, and whoever serves artillery moves one hex at most.
    """
    points = unladen_points(rules, sheet)
    if _beast(rules, sheet) is not None:
        return points
    left = max(points - wears(sheet, "encumbering"), min(points, 1))
    left = max(0, left - (sheet.motive not in UNSLOWED and rules[laden](rules, sheet)))
    return min(left, 1) if serves_artillery(sheet) else left


def land_points(rules: Ruleset, sheet: Sheet) -> int:
    """What of them there is on land: animals of the sea are slower there, or helpless."""
    beast, points = _beast(rules, sheet), ground_points(rules, sheet)
    return points if beast is None or beast.ashore is None else min(points, beast.ashore)


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


def serves_artillery(sheet: Sheet) -> bool:
    """Whether a crew serves field artillery."""
    return any(not mount.equipment.flags.isdisjoint(ARTILLERY) for mount in field_guns(sheet))


def climbs(sheet: Sheet) -> bool:
    """Whether soldiers make leg and swarm attacks: those in vehicles, in encumbering armour or with guns do not."""
    return sheet.motive in CLIMBERS and not wears(sheet, "encumbering") and not field_guns(sheet)


RULES = (DIVISORS, IMPLANTS, FAST, ANIMALS, laden)
