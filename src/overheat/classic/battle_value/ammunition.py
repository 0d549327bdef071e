"""What the ammunition of a unit is worth."""

from __future__ import annotations

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.worksheet import exact
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.cite import Cite
from overheat.kernel.terms import Number, Term

Sort = tuple[str, int]


def ammunition_terms(build: Build, cite: Cite) -> list[Term]:
    """Ammunition, of each kind no more than its weapons are worth."""
    if not build.loads:
        return []
    carried: dict[Sort, Number] = {}
    names: dict[Sort, str] = {}
    for load in build.loads:
        if isinstance(load.bv, str) or "defensive" in load.flags:
            continue
        sort = load.feeds, load.rack
        carried[sort] = carried.get(sort, 0) + exact(load.bv)
        names[sort] = load.name
    most = _weapons(build) if carried else {}
    return [
        Term("bv.ammunition", min(worth, most[sort]), names[sort], cite)
        for sort, worth in carried.items()
        if worth and sort in most
    ]


def _weapons(build: Build) -> dict[Sort, Number]:
    """What the weapons are worth that take each kind."""
    most: dict[Sort, Number] = {}
    for mount in build.weapons:
        weapon = mount.equipment
        if isinstance(weapon, Weapon) and weapon.ammunition and not isinstance(weapon.bv, str):
            sort = weapon.ammunition, weapon.rack
            most[sort] = most.get(sort, 0) + exact(weapon.bv)
    return most
