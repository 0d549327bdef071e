"""Abilities that come from how a unit is built: its armour, engine, and ways to move."""

from __future__ import annotations

from overheat.alphastrike import protection
from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import CardType
from overheat.alphastrike.movement import Movement, target_movement_modifier
from overheat.alphastrike.size import size
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import Armour
from overheat.kernel.rules.rule import Ruleset, rule

JUMPING = ALPHA_STRIKE("Special unit abilities: jump jets, strong and weak")

ARMOUR = {
    "ferro_lamellor": "CR",
    "hardened": "CR",
    "stealth": "STL",
    "mimetic": "MAS",
    "anti_penetrative": "ABA",
    "ballistic_reinforced": "BRA",
    "fire_resistant": "FR",
    "heat_dissipating": "FR",
    "impact_resistant": "IRA",
    "reactive": "RCA",
    "reflective": "RFA",
}
"""The ability of each kind of armour that has one, by its flag."""
FULL_BARRIER = 10
"""The barrier rating that protects like military armour."""
COMMERCIAL = "bar_5"
"""The flag of the armour of machines for work that protects no better."""
OMNI: frozenset[CardType] = frozenset({"BM", "IM", "CV", "SV"})
"""Types of which it is told that they are omni units; of what flies it is not."""
MODES = {"j": ("JMPS", "JMPW", "jumping"), "s": ("SUBS", "SUBW", "under water")}
"""The abilities for moving better and worse in another way than the usual."""


def armour(pool: Pool, subject: Subject) -> None:
    """What the armour gives, where all of the unit wears the same kind.

    Weak barrier armour is told too, where the card shows any armour at all.
    """
    sheet = subject.sheet
    weak = sheet.bar is not None and sheet.bar < FULL_BARRIER
    if weak and subject.type == "SV" and size(subject).value > 1 and _shown(subject):
        pool.give("BAR", f"armour of barrier rating {sheet.bar}")
    kind = None if sheet.patchwork else worn(subject)
    if kind is None or not kind.flags:
        return
    if COMMERCIAL in kind.flags and subject.type == "IM" and _shown(subject):
        pool.give("BAR", kind.name)
    for flag in kind.flags:
        if flag in ARMOUR:
            pool.give(ARMOUR[flag], kind.name)


def _shown(subject: Subject) -> bool:
    """Whether the card shows any armour."""
    return subject.rules[protection.armour](subject).value > 0


def worn(subject: Subject) -> Armour | None:
    """The kind of armour of a unit; that of its first location."""
    for place in subject.sheet.locations:
        if place.armour_kind is not None:
            return place.armour_kind
    return None


def engine(pool: Pool, subject: Subject) -> None:
    """Engines that burn fuel, which submarines have to seal off, and fuel cells."""
    plant = subject.sheet.engine
    if plant is None:
        return
    flags = plant.kind.flags
    if "combustion" in flags:
        pool.give("EE", plant.kind.name)
        if subject.sheet.motive == "submarine":
            pool.give("SEAL", f"{plant.kind.name} under water")
    elif "fuel_cell" in flags:
        pool.give("FC", plant.kind.name)


def ways_to_move(rules: Ruleset, pool: Pool, movement: Movement) -> None:
    """A unit that is harder or easier to hit when it jumps or dives than when it moves as usual says by how much."""
    for move in movement.moves[1:]:
        if move.mode in MODES:
            strong, weak, how = MODES[move.mode]
            difference = rules[stronger].function(rules, move.inches, movement.moves[0].inches)
            if difference > 0:
                pool.add(strong, difference, f"{move.inches} inches {how}")
            elif difference < 0:
                pool.add(weak, -difference, f"{move.inches} inches {how}")


@rule("as.stronger_jump", cite=JUMPING)
def stronger(rules: Ruleset, inches: int, usual: int) -> int:
    """The difference between two ways to move is that of their target movement modifiers."""
    return rules[target_movement_modifier].function(rules, inches) - rules[target_movement_modifier].function(
        rules, usual
    )


def whole_unit(pool: Pool, subject: Subject) -> None:
    """What a unit is as a whole: an omni unit, or one with armoured components."""
    sheet = subject.sheet
    if sheet.omni and subject.type in OMNI and sheet.motive != "aerodyne":
        pool.give("OMNI", "omni unit")
    if subject.machine and _armoured_parts(subject):
        pool.give("ARM", "armoured components")


def _armoured_parts(subject: Subject) -> bool:
    if [mount for mount in subject.sheet.mounts if mount.armoured]:
        return True
    return bool([slot for slot in subject.sheet.marked_slots if "armored)" in slot.casefold()])


RULES = (stronger,)
