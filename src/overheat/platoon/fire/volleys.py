"""What a unit may fire, throw, lay or set off: every choice of a shooting in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from overheat.platoon.battle.commands import (
    Attach,
    Bomb,
    Breach,
    CallStrike,
    Commands,
    Detonate,
    Dive,
    Lay,
    OpenDoor,
    Shell,
    ThrowSmoke,
)
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import (
    Shooting,
    Unit,
    Volley,
)
from overheat.platoon.fire import aiming, devices, grenades, guns, strikes
from overheat.platoon.fire import bangalores as breaching
from overheat.platoon.ground.geometry import ahead, heading_to, spot
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import transports as boarding
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import indirect
from overheat.platoon.rules.standard.bangalores import Work
from overheat.platoon.rules.standard.devices import KINDS
from overheat.platoon.units.weapons import Weapon


def volley_choices(battle: Battle, task: Shooting) -> Iterator[tuple[Volley, ...]]:
    """Every way to fire at one target with all that reaches it."""
    unit = battle.units[task.unit]
    if not aiming.can_fire(battle, unit):
        return
    enemies = [battle.units[task.against]] if task.against else list(battle.enemies(unit))
    for enemy in enemies:
        yield from _lawful_at(battle, unit, enemy, task)


def bomb_choices(battle: Battle, task: Shooting) -> Iterator[Bomb]:
    """Every bomb that a helicopter may drop."""
    unit = battle.units[task.unit]
    if task.occasion == "order" and unit.place == "table":
        bombs = (Bomb(str(index)) for index in range(len(battle.sheet(unit).mounts)))
        yield from (each for each in bombs if flying.bomb_refused(battle, unit, each) is None)


def lay_choices(battle: Battle, task: Shooting) -> Iterator[Lay]:
    """Every kind of device before the feet of a sapper."""
    unit = battle.units[task.unit]
    if task.occasion != "order" or not devices.sapper(battle, unit):
        return
    kinds = [kind for kind, row in battle.rules[KINDS].rows.items() if row.laid]
    for lay in (Lay(kind, ahead(unit.men[0].at, unit.heading, 1)) for kind in kinds):
        if devices.lay_refused(battle, unit, lay) is None:
            yield lay


def attach_choices(battle: Battle, task: Shooting) -> Iterator[Attach]:
    """The vehicles that a sapper can attach a device to."""
    unit = battle.units[task.unit]
    if task.occasion != "order" or not devices.sapper(battle, unit):
        return
    for attach in (Attach(enemy.id) for enemy in battle.enemies(unit)):
        if devices.attach_refused(battle, unit, attach) is None:
            yield attach


def other_choices(battle: Battle, task: Shooting) -> Iterator[Commands]:
    """Everything that is done in place of shooting."""
    yield from bomb_choices(battle, task)
    yield from lay_choices(battle, task)
    yield from attach_choices(battle, task)
    yield from smoke_choices(battle, task)
    yield from dives(battle, task)
    yield from breach_choices(battle, task)
    yield from door_choices(battle, task)
    yield from calls(battle, task)
    yield from shell_choices(battle, task)


def calls(battle: Battle, task: Shooting) -> Iterator[CallStrike]:
    """The strikes that an observer may call."""
    if task.occasion == "order":
        yield from strikes.calls(battle, battle.units[task.unit])


def door_choices(battle: Battle, task: Shooting) -> Iterator[OpenDoor]:
    """The doors that spotters aboard a helicopter may open; others open them by firing."""
    unit = battle.units[task.unit]
    if task.occasion == "order" and unit.place == "aboard" and "spotter" in battle.sheet(unit).flags:
        every = (OpenDoor("left"), OpenDoor("right"), OpenDoor("rear"))
        yield from (each for each in every if boarding.open_refused(battle, unit, each) is None)


def dives(battle: Battle, task: Shooting) -> Iterator[Dive]:
    """Where a loitering munition may go off: where it hangs, and on whoever is in its reach."""
    unit = battle.units[task.unit]
    if unit.drone is None or task.occasion not in ("order", "ambush"):
        return
    enemies = [battle.units[task.against]] if task.against else battle.enemies(unit)
    places = [unit.drone.at, *(enemy.at._replace(z=unit.drone.at.z) for enemy in enemies)]
    every = (Dive(at) for at in dict.fromkeys(places))
    yield from (each for each in every if flying.dive_refused(battle, unit, each) is None)


def breach_choices(battle: Battle, task: Shooting) -> Iterator[Breach]:
    """Everything that a bangalore reaches."""
    unit = battle.units[task.unit]
    if task.occasion != "order" or not breaching.has_one(battle, unit):
        return
    works: tuple[Work, ...] = ("fortification", "wall")
    pieces = range(len(battle.ground.features))
    every = [Breach(work, number) for work in works for number in pieces]
    every += (Breach("device", number) for number in range(len(battle.devices)))
    yield from (each for each in every if breaching.breach_refused(battle, unit, each) is None)


def shell_choices(battle: Battle, task: Shooting) -> Iterator[Shell]:
    """Shells at places: where the gun is zeroed in, at objectives, and where enemies stand."""
    unit = battle.units[task.unit]
    if (
        task.occasion != "order"
        or battle.rules[indirect.place_refused](battle.rules) is not None
        or not aiming.can_fire(battle, unit)
    ):
        return
    sheet = battle.sheet(unit)
    arms = [*(["system"] if sheet.system else []), *(str(index) for index in range(len(sheet.mounts)))]
    every = [(arm, "") for arm in arms if _named(battle, unit, arm).indirect]
    every += [("ugl", ""), ("ugl", "smoke")] if sheet.grenade_launchers else []
    places = [unit.zero.aim] if unit.zero and not unit.zero.target else []
    places += (spot(each.x, each.y) for each in battle.setup.objectives)
    places += (enemy.at._replace(z=0) for enemy in battle.enemies(unit))
    shells = (Shell(arm, at, load) for arm, load in every for at in dict.fromkeys(places))
    yield from (shell for shell in shells if aiming.shell_refused(battle, unit, shell) is None)


def smoke_choices(battle: Battle, task: Shooting) -> Iterator[ThrowSmoke]:
    """Smoke side by side six inches towards each enemy."""
    unit = battle.units[task.unit]
    if task.occasion != "order" or unit.place != "table" or not grenades.could_throw(battle, unit):
        return
    for enemy in battle.enemies(unit):
        way = heading_to(unit.at, enemy.at)
        middle = ahead(unit.at, way, 6)
        throw = ThrowSmoke(tuple(ahead(middle, way + 90, off) for off in (-1, 0, 1)))
        if grenades.throw_refused(battle, unit, throw) is None:
            yield throw


def detonations(battle: Battle, side: int) -> Iterator[Detonate]:
    """Every device that a side may set off from afar."""
    every = (Detonate(number) for number in range(len(battle.devices)))
    yield from (each for each in every if devices.set_off_refused(battle, side, each) is None)


def _lawful_at(battle: Battle, unit: Unit, enemy: Unit, task: Shooting) -> Sequence[tuple[Volley, ...]]:
    """What a unit may fire at one enemy, found out once where that hangs on nobody else."""
    known, key = battle.between(unit, enemy), (_lawful_at, task.occasion)
    found: Sequence[tuple[Volley, ...]] | None = known.get(key)
    if found is None:
        possible = tuple(_hopeful(battle, unit, enemy, task))
        choices = _at(battle, unit, possible, task)
        found = tuple(each for each in choices if aiming.check(battle, unit, each, task.occasion) is None)
        if not any(aiming.hangs_on_others(battle, unit, volley, task.occasion) for volley in possible):
            known[key] = found
    return found


def _at(battle: Battle, unit: Unit, possible: Sequence[Volley], task: Shooting) -> Iterator[tuple[Volley, ...]]:
    """What a unit may fire at one enemy, of what is possible."""
    fit = [volley for volley in possible if _useful(battle, unit, volley, task)]
    if battle.sheet(unit).soft:
        yield from _soft_volleys(fit)
        return
    main = [volley for volley in fit if not volley.at_drone]
    chosen: dict[str, Volley] = {}
    for volley in main:
        chosen.setdefault(volley.arm, volley)
    places = {arm: battle.sheet(unit).mounts[int(arm)].place for arm in chosen}
    turret = any(place == "turret" for place in places.values())
    together = tuple(volley for arm, volley in chosen.items() if not (turret and places[arm] == "coaxial"))
    if together and aiming.check(battle, unit, together, task.occasion) is not None:
        yield from ((volley,) for volley in together)
    elif together:
        yield together
    blasts = tuple(volley for volley in main if volley.round == "he")
    if blasts:
        arms = {volley.arm for volley in blasts}
        yield (*blasts, *(volley for volley in together if volley.arm not in arms))
    yield from ((volley,) for volley in fit if volley.at_drone or places.get(volley.arm) == "coaxial")


def _soft_volleys(fit: list[Volley]) -> Iterator[tuple[Volley, ...]]:
    arms = [volley for volley in fit if volley.arm == "arms" and not volley.at_drone]
    extra = [volley for volley in fit if volley.arm in ("law", "ugl")]
    if arms:
        yield (*arms, *extra[:1])
        if extra:
            yield tuple(arms)
    elif extra:
        yield tuple(extra[:1])
    yield from ((volley,) for volley in fit if volley.arm in ("system", "bangalore") or volley.at_drone)


def possible_volleys(battle: Battle, unit: Unit, enemy: Unit, task: Shooting) -> Iterator[Volley]:
    """Every volley that a unit might fire at an enemy, lawful or not."""
    reached = enemy.drone is not None and not battle.drone_recovered(enemy)
    for way in _ways(battle, unit, task.occasion):
        if reached or not way.at_drone:
            yield Volley(way.arm, enemy.id, way.round, way.indirect, way.at_drone)


def _hopeful(battle: Battle, unit: Unit, enemy: Unit, task: Shooting) -> Iterator[Volley]:
    """Those of all volleys that may find their target: over the ground, straight fire does not where the oblongs around
    both are farther apart than it reaches, or where nobody of the unit sees anybody of the enemy."""
    every = possible_volleys(battle, unit, enemy, task)
    if unit.place != "table" or battle.sheet(unit).airframe is not None:
        return every
    flies = enemy.at.z > 0
    return (
        volley
        for volley in every
        if volley.indirect
        or volley.at_drone
        or ((flies or battle.apart(unit, enemy) <= aiming.farthest(battle, unit, volley)) and battle.sees(unit, enemy))
    )


class Way(NamedTuple):
    """A way to fire, at whomever."""

    arm: str
    round: str = ""
    indirect: bool = False
    at_drone: bool = False


def _ways(battle: Battle, unit: Unit, occasion: str) -> tuple[Way, ...]:
    """Every way in which a unit might fire, lawful or not, found out once."""
    known, key = battle.alone(unit), (_ways, occasion == "order")
    found: tuple[Way, ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(_find_ways(battle, unit, ordered=occasion == "order"))
    return found


def _find_ways(battle: Battle, unit: Unit, *, ordered: bool) -> Iterator[Way]:
    sheet = battle.sheet(unit)
    works = sheet.system and "system" not in unit.spent
    arms = ["system"] if works else ["arms"] if unit.men else [str(index) for index in range(len(sheet.mounts))]
    for arm in arms:
        yield Way(arm)
        weapon = _named(battle, unit, arm)
        if weapon.he and weapon.pen != "HE":
            yield Way(arm, "he")
        if weapon.indirect and ordered:
            yield Way(arm, indirect=True)
        if weapon.id == "rpg" and "tandem" in sheet.flags:
            yield Way(arm, "tandem")
        if weapon.pen != "HE":
            yield Way(arm, at_drone=True)
    if unit.laws:
        yield Way("law")
    if breaching.BANGALORE in sheet.flags - unit.spent and ordered:
        yield Way(breaching.BANGALORE)
    if sheet.grenade_launchers and ordered:
        yield Way("ugl", indirect=True)
        yield Way("ugl", "smoke", indirect=True)


def _named(battle: Battle, unit: Unit, arm: str) -> Weapon:
    """The weapon that an arm names first."""
    sheet = battle.sheet(unit)
    if arm == "system":
        return resolve.weapon_of(battle.rules, sheet.system or "")
    if arm == "arms":
        return resolve.weapon_of(battle.rules, sheet.men[unit.men[0].figure].arms)
    return resolve.weapon_of(battle.rules, sheet.mounts[int(arm)].weapon)


def _useful(battle: Battle, unit: Unit, volley: Volley, task: Shooting) -> bool:
    """Whether a volley is lawful and reaches its target."""
    if aiming.check_volley(battle, unit, volley, task.occasion) is not None:
        return False
    weapon = _named(battle, unit, volley.arm) if volley.arm not in ("law", "ugl", breaching.BANGALORE) else None
    if volley.indirect or (weapon is not None and "ATGM" in weapon.keywords):
        return True
    return guns.reaches(battle, unit, volley, task.occasion)
