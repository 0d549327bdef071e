"""Soldiers for tests: platoons and squads that come with the project, whole or thinned out."""

from __future__ import annotations

from typing import Any

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rulesets import standard
from overheat.classic.unit.infantry_fire import fielded
from overheat.classic.unit.sheet import Sheet
from skirmish import known, maimed, relief, replace, unit

RIFLES = "Foot Platoon (Rifle)"
LAUNCHERS = "Jump Platoon (SRM)"
TRACKS = "Mechanized Tracked Platoon (Rifle)"
GUNNERS = "Motorized Platoon (MG)"
ELEMENTALS = "Elemental Battle Armor [Laser](Sqd5)"
CAVALIERS = "Cavalier Battle Armor [Laser](Sqd4)"
SCOUTS = "Gray Death Scout Suit (Sqd4)"


def platoon(of: str | Sheet = RIFLES, left: int | None = None, **others: Any) -> Unit:
    """A platoon of which so many soldiers are left."""
    made = unit(known(of) if isinstance(of, str) else of, **others)
    count = made.condition.troopers if left is None else left
    place = replace(made.condition["Troopers"], structure=count)
    return replace(made, condition=replace(made.condition.with_location(place), troopers=count))


def squad(of: str = ELEMENTALS, *lost: int, **others: Any) -> Unit:
    """A squad without some of its troopers."""
    made = maimed(unit(known(of), **others), *(f"Trooper {number}" for number in lost))
    return replace(made, condition=replace(made.condition, troopers=made.sheet.troopers - len(lost)))


def rifles(of: Unit) -> int:
    """The mount that stands for what the soldiers of a platoon hold."""
    assert of.sheet == fielded(standard(), of.sheet)
    return next(at for at, mount in enumerate(of.sheet.mounts) if "platoon" in mount.equipment.flags)


def volley(attacker: Unit, target: Unit, board: str = "0 0 0", at: int | None = None) -> WeaponAttack:
    """A platoon fires all that its soldiers hold."""
    return WeaponAttack(relief(board), attacker, target, rifles(attacker) if at is None else at)
