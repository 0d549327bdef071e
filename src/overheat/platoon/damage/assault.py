"""Close quarters: men against men, and men against vehicles."""

from __future__ import annotations

from overheat.platoon.battle import events as told
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Regrouping, Unit
from overheat.platoon.damage import losses
from overheat.platoon.facts import Result, Strike
from overheat.platoon.fire import devices
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.move import men as moving
from overheat.platoon.resolution import resolve
from overheat.platoon.resolution.chances import Side
from overheat.platoon.resolution.resolve import Losses
from overheat.platoon.rules.standard import armour, close_quarters

MOST_ROUNDS = 20
"""A fight that nobody wins in so many rounds ends as it stands."""


def still_charges(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether chargers are still on their feet, and their enemy is still there."""
    return unit.place == "table" and battle.order_of(unit).gait == "run" and target.place == "table"


def fight(battle: Battle, attacker: str, defender: str, start: Spot) -> None:
    """Chargers reach their enemy and fight."""
    unit, target = battle.units[attacker], battle.units[defender]
    if not still_charges(battle, unit, target):
        return
    covered = defended(battle, start, target)
    moving.contact(battle, unit, target)
    battle.set_pins(target, battle.rules[close_quarters.defender_pins](battle.rules, target.pins))
    if battle.sheet(target).soft:
        _melee(battle, attacker, defender, covered)
    else:
        _storm(battle, attacker, defender)
    losses.hurt_in_wrecks(battle)
    battle.before.clear()
    _regroup(battle, attacker, defender)
    devices.trigger(battle, attacker)


def _regroup(battle: Battle, attacker: str, defender: str) -> None:
    """Who has won close quarters may regroup a die of inches, if the rules let him."""
    left = [battle.units[id] for id in (attacker, defender) if battle.units[id].alive]
    winner = left[0] if len(left) == 1 else None
    if winner is None:
        return
    sheet = battle.sheet(winner)
    if not battle.rules[close_quarters.may_regroup](
        battle.rules, not sheet.soft, sheet.kind == "gun", winner.building is not None
    ):
        return
    inches = battle.rules[close_quarters.regroups](
        battle.rules, battle.hand(winner.id).roll("close_quarters.regroup", 1).total
    )
    battle.push(Regrouping(winner.side, winner.id, inches))


def defended(battle: Battle, start: Spot, target: Unit) -> bool:
    """Whether a unit that is charged from a place has cover against it, or a building around it."""
    return target.building is not None or battle.cover(start._replace(z=80), target) != "none"


def side_of(battle: Battle, unit: Unit) -> Side:
    """The men of a unit as they fight at close quarters."""
    tough = sum(_is_tough(battle, unit, index) for index in range(len(unit.men)))
    return Side(len(unit.men), battle.sheet(unit).damage_value, tough)


def _melee(battle: Battle, attacker: str, defender: str, defended: bool) -> None:
    """Rounds of men against men until one side is destroyed."""
    for number in range(1, MOST_ROUNDS + 1):
        together = battle.rules[close_quarters.together](battle.rules, defended, number)
        first = _blows(battle, attacker, defender)
        if together:
            second = _blows(battle, defender, attacker)
            lost_defender = _take(battle, defender, first)
        else:
            lost_defender = _take(battle, defender, first)
            second = _blows(battle, defender, attacker)
        lost_attacker = _take(battle, attacker, second)
        battle.tell(told.Fought(attacker, defender, number, lost_attacker, lost_defender))
        loser = battle.rules[close_quarters.loser](battle.rules, lost_attacker, lost_defender)
        if loser:
            battle.destroy(attacker if loser == "attacker" else defender, "lost_in_close_quarters")
        if not (battle.units[attacker].alive and battle.units[defender].alive):
            return


def _blows(battle: Battle, striker: str, struck: str) -> int:
    """How many men a side fells."""
    side = side_of(battle, battle.units[striker])
    return resolve.blows(
        battle.rules, battle.hand(striker, target=struck), side.men, side.tough, battle.sheet(struck).damage_value
    )


def _is_tough(battle: Battle, unit: Unit, index: int) -> bool:
    """Tough fighters by name, and whoever carries an assault weapon."""
    sheet = battle.sheet(unit)
    weapon = resolve.weapon_of(battle.rules, sheet.men[unit.men[index].figure].arms)
    return "tough" in sheet.flags or "Assault" in weapon.keywords


def _take(battle: Battle, id: str, fallen: int) -> int:
    """Men fall in close quarters; how many did."""
    before = len(battle.units[id].men)
    losses.casualties(battle, id, Losses(min(fallen, before), 0))
    return before - len(battle.units[id].men)


def storm_score(target: Unit) -> int:
    """What a man needs to get at a vehicle: more if it has moved."""
    return 6 if target.moved else 4


def _storm(battle: Battle, attacker: str, defender: str) -> None:
    """Men against a vehicle: every man who gets at it adds to one roll against its armour."""
    rules = battle.rules
    unit, target = battle.units[attacker], battle.units[defender]
    sheet = battle.sheet(target)
    score = storm_score(target)
    hits = sum(
        face >= score
        for face in battle.hand(attacker, target=defender).roll("close_quarters.storm", len(unit.men)).faces
    )
    if not hits:
        return
    strike = Strike(weapon=resolve.weapon_of(rules, "rifle"), pen=hits, damage_value=sheet.damage_value, facing="front")
    found, _ = resolve.penetrate(rules, battle.hand(attacker, target=defender), strike)
    hunters = "tank_hunter" in battle.sheet(unit).flags
    open_topped = battle.open_topped(target)
    result: Result = rules[close_quarters.tank_result](rules, found, hunters, open_topped)
    if open_topped and result != "none":
        battle.tell(told.Struck(defender, "front", result, ("knocked_out",)))
        battle.destroy(defender, "stormed")
        return
    effect_of, rolls = rules[armour.effect], rules[armour.table_rolls](rules, result)
    totals = [resolve.table_total(rules, battle.hand(attacker, target=defender), strike, result) for _ in range(rolls)]
    effects = tuple(effect_of(rules, total) for total in totals)
    battle.tell(told.Struck(defender, "front", result, effects))
    for effect in effects:
        if sheet.kind == "helicopter":
            battle.destroy(defender, "stormed") if effect == "knocked_out" else battle.add_pins(defender, 1)
        else:
            losses.vehicle_effect(battle, defender, effect)
    battle.add_pins(defender, 1)
