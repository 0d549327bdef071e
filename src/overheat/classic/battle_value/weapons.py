"""What the weapons and the ammunition of a unit are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from overheat.classic.battle_value.worksheet import exact
from overheat.classic.equipment import Weapon
from overheat.classic.sheet import Mount, Sheet
from overheat.kernel.cite import Cite
from overheat.kernel.terms import Term

CAPACITORS = {"is_light_ppc": 44, "is_ppc": 88, "is_heavy_ppc": 53, "is_snub_nose_ppc": 87, "is_er_ppc": 114}
"""What a capacitor adds to each kind of particle cannon."""
CLAN_CAPACITOR = 136

FIRE_CONTROLS = {"artemis_v": Fraction(13, 10), "artemis_iv": Fraction(6, 5), "artemis_proto": Fraction(11, 10)}
TARGETING_COMPUTER = Fraction(5, 4)
APOLLO = Fraction(23, 20)
ARRAY = Fraction(67, 100)


class Armed(NamedTuple):
    """A weapon as it counts: its worth, its heat in quarters, and whether it fires to the rear."""

    mount: Mount
    worth: Fraction
    heat: Fraction


def weapon_terms(sheet: Sheet, efficiency: int | None, cite: Cite) -> Iterator[Term]:
    """Every weapon, best first; those that the heat does not allow count half."""
    armed = [_armed(sheet, mount) for mount in sheet.weapons if _attacks(mount)]
    armed = _rear_halved(armed)
    armed.sort(key=lambda weapon: (-weapon.worth, weapon.heat))
    total = sum(weapon.heat for weapon in armed)
    made = Fraction(0)
    for weapon in armed:
        over = efficiency is not None and total > efficiency and made >= efficiency and weapon.heat > 0
        made += weapon.heat
        label = weapon.mount.equipment.name + (", beyond the heat it can bear" if over else "")
        yield Term("bv.weapon", weapon.worth / 2 if over else weapon.worth, label, cite)


def _attacks(mount: Mount) -> bool:
    return "anti_missile" not in mount.equipment.flags and "defensive" not in mount.equipment.flags


def _armed(sheet: Sheet, mount: Mount) -> Armed:
    weapon = mount.equipment
    assert isinstance(weapon, Weapon)
    worth = exact(weapon.bv) if not isinstance(weapon.bv, str) else _array(sheet, mount)
    heat = Fraction(weapon.heat)
    flags = weapon.flags
    if "ppc" in flags and _linked(sheet, mount, "ppc_capacitor", "ppc"):
        worth += CLAN_CAPACITOR if weapon.tech == "Clan" else CAPACITORS.get(weapon.id, 0)
        heat += 5
    for system, factor in FIRE_CONTROLS.items():
        if _guided(flags) and _linked(sheet, mount, system, "srm", "lrm", "mml", "nlrm", "torpedo"):
            worth *= factor
            break
    if "mrm" in flags and _linked(sheet, mount, "apollo", "mrm"):
        worth *= APOLLO
    if "direct" in flags and sheet.flagged("targeting_computer"):
        worth *= TARGETING_COMPUTER
    return Armed(mount, worth, _counted_heat(heat, flags))


def _guided(flags: frozenset[str]) -> bool:
    return not flags.isdisjoint({"srm", "lrm", "mml", "nlrm", "torpedo"}) and "streak" not in flags


def _counted_heat(heat: Fraction, flags: frozenset[str]) -> Fraction:
    """The heat that counts: of every shot at once, half where it seldom fires, a quarter where it fires once."""
    if "ultra" in flags:
        heat *= 2
    elif "rotary" in flags:
        heat *= 6
    if "streak" in flags:
        heat /= 2
    if not flags.isdisjoint({"one_shot", "improved_one_shot"}):
        heat /= 4
    return heat


def _linked(sheet: Sheet, mount: Mount, flag: str, *kinds: str) -> bool:
    """Whether a weapon has a fire control of its own: as many as there are in its location, in order."""
    here = [other for other in sheet.mounts if other.location == mount.location]
    systems = sum(flag in other.equipment.flags for other in here)
    users = [other for other in here if other.weapon and not other.equipment.flags.isdisjoint(kinds)]
    return any(other is mount for other in users[:systems])


def _array(sheet: Sheet, mount: Mount) -> Fraction:
    """A machine gun array is worth two thirds of its guns."""
    guns = [
        other
        for other in sheet.weapons
        if other.location == mount.location and "machine_gun" in other.equipment.flags and other is not mount
    ]
    size = {"light": 3, "heavy": 3}
    kind = next((word for word in size if word in mount.equipment.id), "")
    fitting = [gun for gun in guns if (kind or "machine_gun") in gun.equipment.id and "array" not in gun.equipment.id]
    worth = sum(exact(gun.equipment.bv) for gun in fitting if not isinstance(gun.equipment.bv, str))
    return worth * ARRAY


def _rear_halved(armed: list[Armed]) -> list[Armed]:
    """Weapons to the rear count half, or those to the front where the rear ones are worth more."""
    fixed = [weapon for weapon in armed if weapon.mount.location not in ("LA", "RA") and not weapon.mount.turret]
    front = sum(weapon.worth for weapon in fixed if not weapon.mount.rear)
    rear = sum(weapon.worth for weapon in fixed if weapon.mount.rear)
    weaker_is_rear = rear <= front
    return [
        weapon._replace(worth=weapon.worth / 2)
        if any(weapon is other for other in fixed) and weapon.mount.rear == weaker_is_rear and rear
        else weapon
        for weapon in armed
    ]


def ammunition_terms(sheet: Sheet, cite: Cite) -> Iterator[Term]:
    """Ammunition, of each kind no more than its weapons are worth."""
    weapons: Counter[tuple[str, int]] = Counter()
    for mount in sheet.weapons:
        weapon = mount.weapon
        if weapon is not None and weapon.ammunition and not isinstance(weapon.bv, str):
            weapons[weapon.ammunition, weapon.rack] += exact(weapon.bv)  # type: ignore[assignment]
    carried: dict[tuple[str, int], Fraction] = {}
    names: dict[tuple[str, int], str] = {}
    for mount in sheet.mounts:
        load = mount.ammunition
        if load is None or isinstance(load.bv, str) or "defensive" in load.flags:
            continue
        kind = load.feeds, load.rack
        carried[kind] = carried.get(kind, Fraction(0)) + exact(load.bv)
        names[kind] = load.name
    for kind, worth in carried.items():
        most = weapons.get(kind, Fraction(0))
        if worth and most:
            yield Term("bv.ammunition", min(worth, Fraction(most)), names[kind], cite)
