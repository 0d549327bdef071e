"""Soldiers by their sheet: who holds which weapon, and what they wear."""

from __future__ import annotations

import msgspec
import pytest

from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.infantry import field_guns, held, held_by_all, kits
from overheat.classic.unit.sheet import Mount, Platoon, Sheet


def carried(id: str, place: str = "Troopers") -> Mount:
    return Mount(equipment=catalogue()[id], location=place)


RIFLE, LASER, KIT = carried("is_medium_laser"), carried("is_small_laser"), carried("kit_spacesuit_combat")
"""Two weapons, whichever they are, and a suit."""
PLATOON = Platoon(squads=4, squad_size=7, primary=RIFLE, secondary=LASER, secondary_per_squad=2)


def sheet(platoon: Platoon, *mounts: Mount) -> Sheet:
    return Sheet(
        kind="infantry",
        chassis="Guards",
        motive="foot",
        tons=2,
        tech="IS",
        troopers=platoon.squads * platoon.squad_size,
        platoon=platoon,
        mounts=mounts,
    )


def test_so_many_in_each_squad_hold_the_second_weapon_and_all_others_the_first() -> None:
    assert list(held(PLATOON, 7)) == [(RIFLE, 5), (LASER, 2)]
    assert list(held_by_all(sheet(PLATOON), PLATOON)) == [(RIFLE, 20), (LASER, 8)]


@pytest.mark.parametrize("fields", [{"secondary": None}, {"secondary_per_squad": 0}])
def test_without_a_second_weapon_everybody_holds_the_first(fields: dict[str, object]) -> None:
    assert list(held(msgspec.structs.replace(PLATOON, **fields), 7)) == [(RIFLE, 7)]


def test_nobody_holds_two_weapons() -> None:
    assert list(held(msgspec.structs.replace(PLATOON, secondary_per_squad=9), 7)) == [(RIFLE, 0), (LASER, 7)]


def test_a_kit_that_is_stated_apart_comes_before_those_among_the_equipment() -> None:
    stated = msgspec.structs.replace(PLATOON, armour_kit=KIT)
    listed = carried("kit_sneak_suit_camo")
    assert kits(sheet(stated, listed), stated) == (KIT, listed)
    assert kits(sheet(PLATOON, listed), PLATOON) == (listed,)


def test_field_guns_are_the_weapons_that_are_listed_as_such() -> None:
    gun = carried("is_ac_5", "Field Guns")
    assert field_guns(sheet(PLATOON, RIFLE, gun)) == (gun,)
