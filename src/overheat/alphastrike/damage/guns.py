"""The weapons of a unit as they count for its card: where they point, and what each does at each range.

Damage is summed in whole units, `ONE` of which are a point. This keeps sums exact and quick: what a weapon does has
three decimals, and each of the four things that multiply it is a number of hundredths.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from overheat.alphastrike.damage.share import (
    CONVERSION,
    FULL,
    WHOLE,
    Share,
    enhanced_arm,
    few_shots,
    notes,
    rate_of_fire,
    single_shot,
    targeted,
)
from overheat.alphastrike.heat_case import Arc, HeatSource
from overheat.alphastrike.subject import Subject
from overheat.alphastrike.weapons import FROM_THE_AIR, Strike, strike
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

DECIMALS = 10**3
ONE = DECIMALS * FULL**4
"""A point of damage."""

GUIDED = frozenset({"lrm", "srm", "mml", "torpedo"})
AIDS = {
    "artemis_v": GUIDED,
    "artemis_iv": GUIDED,
    "artemis_proto": GUIDED,
    "apollo": frozenset({"mrm"}),
    "ppc_capacitor": frozenset({"ppc"}),
    "laser_pulse_module": frozenset({"laser"}),
}
"""What may belong to a single weapon, and the kinds of weapons it may belong to."""
ALONE = frozenset({"streak"})
"""Launchers that take no fire control."""
TURRETS = frozenset({"TU", "FT"})
REARS = frozenset({"RR", "AFT"})
LEGS = frozenset({"LL", "RL", "CL"})
ARCS: tuple[Arc, Arc] = ("front", "rear")

Amounts = tuple[int, int, int, int]
"""Damage at the four ranges, in units of which `ONE` are a point."""
Terms = tuple[Term, Term, Term, Term]
Armed = tuple[int, Mount, Weapon]
"""A weapon, where it is mounted, and its place in the list of everything mounted."""


class Gun(msgspec.Struct, frozen=True, gc=False):
    """A weapon with all that belongs to it."""

    mount: Mount
    weapon: Weapon
    strike: Strike
    """What it does with its aid."""
    aid: str
    rear: bool
    share: Share
    amounts: Amounts
    terms: Terms
    heat: HeatSource


def guns(subject: Subject) -> list[Gun]:
    """Every weapon of a unit, in the order of its sheet."""
    rules, mounts = subject.rules, enumerate(subject.sheet.mounts)
    arms = [(place, mount, mount.equipment) for place, mount in mounts if isinstance(mount.equipment, Weapon)]
    aids = _aids(subject, arms)
    scarce = _scarcity(subject, [weapon for _, _, weapon in arms])
    computer = "targeting_computer" in subject.flags
    enhanced = frozenset([mount.location for mount in subject.having("aes")])
    cannons = "artillery_cannon" in subject.flags
    found = []
    for place, mount, weapon in arms:
        share = WHOLE
        if computer or enhanced or weapon.ammunition or weapon.shots:
            share = (
                scarce.get((weapon.ammunition, weapon.rack), FULL),
                rules[single_shot].function(rules, weapon.flags) if weapon.shots else FULL,
                rules[targeted].function(rules, weapon.flags) if computer else FULL,
                rules[enhanced_arm].function(rules, mount.location, enhanced) if enhanced else FULL,
            )
        aid = aids.get(place, "")
        if cannons and not aid:
            aid = rules[as_a_plain_gun].function(subject, weapon)
        held = counted(rules, weapon, aid, share)
        rear = mount.rear or mount.location in REARS
        heat = held.behind if rear else held.ahead
        found.append(Gun(mount, weapon, held.strike, aid, rear, share, held.amounts, held.terms, heat))
    return found


@rule("as.artillery_cannon_in_the_air", cite=CONVERSION)
def as_a_plain_gun(subject: Subject, weapon: Weapon) -> str:
    """The artillery cannon of a fighter is a gun like any other, and gives no artillery ability."""
    return FROM_THE_AIR if subject.flying and "artillery_cannon" in weapon.flags else ""


class Counted(msgspec.Struct, frozen=True, gc=False):
    """A weapon with its aid, as it counts wherever it is mounted."""

    strike: Strike
    amounts: Amounts
    """Its share of the damage at the four ranges."""
    terms: Terms
    ahead: HeatSource
    behind: HeatSource
    """Its heat, mounted to the front and to the rear."""


def counted(rules: Ruleset, weapon: Weapon, aid: str, share: Share) -> Counted:
    """A weapon with its aid and its share, worked out once for each."""
    kept: dict[tuple[int, str, Share], tuple[Weapon, Counted]] = rules.worked_out("as.counted")
    key = (id(weapon), aid, share)
    held = kept.get(key)
    if held is None:
        held = kept[key] = weapon, _counted(rules, weapon, aid, share)
    return held[1]


def _counted(rules: Ruleset, weapon: Weapon, aid: str, share: Share) -> Counted:
    hit = strike(rules, weapon, aid)
    amounts = _amounts(hit, share)
    label = ", ".join(part for part in (weapon.name, aid.replace("_", " "), notes(share)) if part)
    short, medium, long, extreme = (
        Term("damage.weapon", Fraction(amount, ONE), label, CONVERSION) for amount in amounts
    )
    reaches = amounts[2] > 0 or hit.heat_damage[2] > 0
    rocket, one_shot = "rocket" in weapon.flags, "one_shot" in weapon.flags
    ahead, behind = (HeatSource(weapon.name, hit.heat, 1, reaches, arc, rocket, one_shot) for arc in ARCS)
    return Counted(hit, amounts, (short, medium, long, extreme), ahead, behind)


def _amounts(hit: Strike, share: Share) -> Amounts:
    whole = DECIMALS * share[0] * share[1] * share[2] * share[3]
    short, medium, long, extreme = (int(value * whole) for value in hit.damage)
    return short, medium, long, extreme


@rule("as.in_turret", cite=CONVERSION)
def in_turret(subject: Subject, mount: Mount) -> bool:
    """A weapon turns with a turret; so does all that a tripod has above its legs, and all of a machine on wheels.

    Sponsons count to the turret of a vehicle that has one. Of a vehicle with nothing but sponsons no published card
    save one shows a turret, and so do we.
    """
    if not subject.machine:
        return mount.location in TURRETS or (mount.mounting == "sponson" and _has_turret(subject))
    motive = subject.sheet.motive
    return mount.turret or motive == "quadvee" or (motive == "tripod" and mount.location not in LEGS)


def _has_turret(subject: Subject) -> bool:
    return any(place.code in TURRETS for place in subject.sheet.locations)


def _scarcity(subject: Subject, weapons: list[Weapon]) -> dict[tuple[str | None, int], int]:
    """The hundredths that ammunition leaves of each kind of weapon that needs some."""
    users: dict[tuple[str | None, int], int] = {}
    rates: dict[tuple[str | None, int], int] = {}
    for weapon in weapons:
        if weapon.ammunition:
            kind = weapon.ammunition, weapon.rack
            rates[kind] = rate_of_fire(weapon.flags)
            if not weapon.shots:
                users[kind] = users.get(kind, 0) + 1
    if not users:
        return {}
    shots = dict.fromkeys(users, 0)
    for mount in subject.sheet.mounts:
        load = mount.equipment
        if isinstance(load, Ammunition) and (load.feeds, load.rack) in shots:
            shots[load.feeds, load.rack] += load.shots if mount.shots is None else mount.shots
    return {
        kind: subject.rules[few_shots].function(subject.rules, shots[kind], count, rates[kind])
        for kind, count in users.items()
    }


def _aids(subject: Subject, arms: list[Armed]) -> dict[int, str]:
    """What belongs to each weapon: in a location the first weapons that can use it get what is there."""
    taken: dict[int, str] = {}
    if subject.flags.isdisjoint(AIDS):
        return taken
    for aid, kinds in AIDS.items():
        for item in subject.having(aid):
            users = (
                place for place, mount, weapon in arms if mount.location == item.location and _takes(weapon, kinds)
            )
            user = next((place for place in users if place not in taken), None)
            if user is not None:
                taken[user] = aid
    return taken


def _takes(weapon: Weapon, kinds: frozenset[str]) -> bool:
    return not weapon.flags.isdisjoint(kinds) and weapon.flags.isdisjoint(ALONE)


RULES = (in_turret, as_a_plain_gun)
