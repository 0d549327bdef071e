"""What the soldiers of a platoon fire, as one weapon among the mounts of their sheet.

A platoon shoots as one: its rifles and its support weapons are rolled for together. In battle its sheet therefore has
one mount more than its file, the last, which stands for all that the soldiers hold; so a shot with it is a shot with a
mount like any other. Its damage is what one soldier does on average, its range that of the weapon that counts. Field
guns whose file lists no ammunition for them have a ton each before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.infantry import FIELD_GUNS, field_guns, held
from overheat.classic.unit.plan import feeds
from overheat.classic.unit.sheet import Mount, Platoon, Sheet
from overheat.kernel.rules.rule import Ruleset, rule

SOLDIERS = TOTAL_WARFARE("Conventional infantry attacks", 215)
TROOPERS = "Troopers"
PRIMARY_LIMIT = Fraction(6, 10)
"""No personal weapon counts for more than this."""
SEVERAL = 2
"""Support weapons of a squad from which their range is the platoon's."""


def damage_each(platoon: Platoon, *, through_armour: bool = False) -> Fraction:
    """What a soldier of a full squad does on average; what does not penetrate does nothing through armour."""
    total = Fraction(0)
    for mount, soldiers in held(platoon, platoon.squad_size):
        if through_armour and "non_penetrating" in mount.equipment.flags:
            continue
        each = _damage(mount)
        total += soldiers * (min(each, PRIMARY_LIMIT) if mount is platoon.primary else each)
    return total / max(1, platoon.squad_size)


def _damage(mount: Mount) -> Fraction:
    weapon = mount.weapon
    return Fraction(str(weapon.damage)) if weapon and not isinstance(weapon.damage, tuple) else Fraction(0)


def reach_weapon(platoon: Platoon) -> Weapon | None:
    """The weapon whose range counts: the second kind when a squad has two or more of it."""
    second = platoon.secondary if platoon.secondary_per_squad >= SEVERAL else None
    mount = second or platoon.primary or platoon.secondary
    return mount.weapon if mount else None


@rule("infantry.fires_as_one", cite=SOLDIERS)
def fielded(rules: Ruleset, sheet: Sheet) -> Sheet:
    """A platoon comes to the field with all that its soldiers fire as one mount, its last."""
    if sheet.platoon is None or any("platoon" in mount.equipment.flags for mount in sheet.mounts):
        return sheet
    fire = _fire(sheet.platoon)
    arms = () if fire is None else (Mount(equipment=fire, location=TROOPERS, slots=0),)
    return msgspec.structs.replace(sheet, mounts=(*sheet.mounts, *_rounds(rules, sheet), *arms))


def _rounds(rules: Ruleset, sheet: Sheet) -> Iterator[Mount]:
    """A ton of ordinary ammunition for each field gun of a sheet that lists none that fits."""
    listed = [mount.ammunition for mount in sheet.mounts if mount.ammunition is not None]
    for gun in field_guns(sheet):
        weapon = gun.weapon
        if weapon is None or weapon.ammunition is None or any(feeds(rounds, weapon) for rounds in listed):
            continue
        fitting = next(
            (rounds for rounds in _ordinary(rules) if rounds.tech == weapon.tech and feeds(rounds, weapon)), None
        )
        if fitting is not None:
            yield Mount(equipment=fitting, location=FIELD_GUNS, slots=0)


def _ordinary(rules: Ruleset) -> Iterator[Ammunition]:
    for entry in catalogue_of(rules).entries.values():
        if isinstance(entry, Ammunition) and entry.munition == "standard":
            yield entry


def _fire(platoon: Platoon) -> Weapon | None:
    reach = reach_weapon(platoon)
    if reach is None:
        return None
    arms = [mount.equipment for mount in (platoon.primary, platoon.secondary) if mount is not None]
    kept = reach.flags.difference(("one_shot", "indirect", "missile", "lrm", "srm", "pulse", "laser", "heavy"))
    return msgspec.structs.replace(
        reach,
        id=f"platoon.{reach.id}",
        name=" and ".join(dict.fromkeys(item.name for item in arms)),
        damage=float(damage_each(platoon)),
        ammunition=None,
        shots=0,
        cluster=1,
        rack=0,
        to_hit=0,
        flags=kept | {"platoon", "infantry"} | _hindrances(platoon) | _flight(reach),
        aliases=tuple(dict.fromkeys(name for item in arms for name in (item.name, *item.aliases))),
    )


def _flight(reach: Weapon) -> frozenset[str]:
    """What soldiers fire that flies by its own drive, and so is carried off by the wind; no salvo is rolled for."""
    return frozenset({"light_missile"} if "missile" in reach.flags else ())


def _hindrances(platoon: Platoon) -> frozenset[str]:
    """What any weapon of the soldiers brings with it in close combat."""
    arms = [mount.equipment.flags for mount in (platoon.primary, platoon.secondary) if mount is not None]
    return frozenset().union(*arms).intersection(("encumbering", "point_blank", "crew_2", "crew_3", "crew_4", "crew_5"))


RULES = (fielded,)
