"""Shells fired in an arc: at units and places, those that stray, and what a gun learns from them."""

from __future__ import annotations

from overheat.platoon.battle import events as told
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Adopting, Ducking, Landing, Unit
from overheat.platoon.damage import losses
from overheat.platoon.fire import templates
from overheat.platoon.fire.spotting import Aim, aim_at, need_for, observed, observer, place_of, sees_aim
from overheat.platoon.ground.geometry import Spot, ahead
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import indirect
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import Weapon

STRAY = "stray_shell"


def fire_shell(battle: Battle, unit: Unit, aim: Aim, weapon: Weapon, smoke: bool = False) -> bool:
    """A gun fires one shell in an arc; whether it falls where it was aimed."""
    watched = observed(battle, unit, aim)
    if watched and not sees_aim(battle, unit, aim):
        _report(battle, observer(battle, unit, aim))
    need = need_for(battle, unit, aim)
    fired = resolve.shell(battle.rules, battle.hand(unit.id), need, watched)
    target = aim.id if isinstance(aim, Unit) else ""
    if isinstance(aim, Unit):
        battle.tell(told.Fired(unit.id, target, weapon.id, 1, int(fired.hit), need, True))
    else:
        battle.tell(told.Shelled(unit.id, aim, weapon.id, fired.hit, need))
    battle.tell(told.ZeroedIn(unit.id, fired.need, target, place_of(aim)))
    if fired.hit:
        _hit(battle, unit, aim, weapon, smoke)
    elif not smoke:
        _stray(battle, unit, aim, need, weapon)
    return fired.hit


def _hit(battle: Battle, unit: Unit, aim: Aim, weapon: Weapon, smoke: bool) -> None:
    """A shell falls where it was aimed."""
    if smoke:
        _puff(battle, aim_at(battle, aim))
    elif isinstance(aim, Unit):
        blast_on(battle, aim, weapon, indirect_fire=True, muzzle=battle.eyes(unit)[0])
    else:
        _warn(battle, aim, Landing(aim, weapon.id, weapon.id))


def blast_on(battle: Battle, target: Unit, weapon: Weapon, *, indirect_fire: bool, muzzle: Spot) -> None:
    """A shell explodes on its target."""
    losses.explode(
        battle,
        templates.centre_on(battle, target),
        weapon.he or 1,
        why=weapon.id,
        weapon=weapon.id,
        target=target.id,
        indirect_fire=indirect_fire,
        muzzle=muzzle,
    )


def _puff(battle: Battle, at: Spot) -> None:
    """A smoke round bursts: an inch of smoke."""
    battle.tell(told.SmokePlaced(at._replace(z=0), puff=True))


def _report(battle: Battle, teller: Unit | None) -> None:
    """A drone that has told a gun what it sees says no more this turn."""
    if teller is not None and teller.drone is not None:
        battle.tell(told.DroneReported(teller.id))


def _stray(battle: Battle, unit: Unit, aim: Aim, need: int, weapon: Weapon) -> None:
    """A shell that misses may fall somewhere else, and its gun may aim there from now on."""
    rules = battle.rules
    times = rules[indirect.miss_lands](rules, need)
    if times is None:
        return
    inches = times * count(rules, battle.hand(unit.id), rules[indirect.stray_die](rules), "fire.stray")
    at = ahead(aim_at(battle, aim), battle.random_way("fire.stray", unit.id), inches)._replace(z=0)
    if not battle.ground.on_table(at):
        return
    if rules[indirect.adopts](rules, observed(battle, battle.units[unit.id], at)):
        battle.push(Adopting(unit.side, unit.id, at))
    _warn(battle, at, Landing(at, weapon.id, STRAY))


def _warn(battle: Battle, at: Spot, landing: Landing) -> None:
    """Men under a shell that is about to fall may go down, where the rules let them."""
    battle.push(landing)
    if not battle.rules[indirect.warned](battle.rules):
        return
    weapon = resolve.weapon_of(battle.rules, landing.weapon)
    sheltered = inside(battle, at)
    for unit in battle.on_table():
        if templates.men_under(battle, at, weapon.he or 1, unit) or unit.id == sheltered:
            battle.push(Ducking(unit.side, unit.id))


def inside(battle: Battle, at: Spot) -> str | None:
    """The unit in the building at a place, if there is one."""
    houses = {feature.index for feature in battle.ground.standing(at) if feature.kind.shelter}
    return next((unit.id for unit in battle.on_table() if unit.building in houses), None)


def land(battle: Battle, landing: Landing) -> None:
    """A shell explodes on a place."""
    weapon = resolve.weapon_of(battle.rules, landing.weapon)
    size, target = weapon.he or 1, inside(battle, landing.at)
    losses.explode(battle, landing.at, size, why=landing.why, weapon=weapon.id, target=target)
    losses.settle_morale(battle)


def adopt(battle: Battle, unit: Unit, at: Spot) -> None:
    """A gun aims from now on where its stray shell fell, and is zeroed in."""
    battle.tell(told.Adopted(unit.id, at))
