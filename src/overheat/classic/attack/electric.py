"""What electric weapons do: to what they hit, to who fires them, and how what they shut down starts again."""

from __future__ import annotations

from overheat.classic.attack.decisions import FIRED, STRIKES
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.battle_armour import fell_trooper, pick_trooper
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid, MarkLifted, PowerChanged, ShockRolled, StructureLost
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.electric import (
    DISTURBED,
    FEEDBACK,
    KNOCKED_OUT,
    PULSED,
    PULSES,
    RECHARGING,
    TASERS,
    Shock,
    added_to_shock,
    feels,
    kind_of_shock,
)
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.piloting import CAUSES, cause
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Part, number_as_json, parts


@rule("electric.strikes", cite=TASERS, implements=("TO-345-taser-tohit",), slot=STRIKES)
def strikes(scene: Scene, attack: WeaponAttack) -> None:
    """Two dice say whether a target that feels it is shut down, disturbed, or neither."""
    if not kind_of_shock(attack) or is_ground(attack.target.id) or not scene.unit(attack.target.id).active:
        return
    unit = scene.unit(attack.target.id)
    shock = scene.rules[feels](scene.rules, attack, unit)
    if shock is None:
        return
    added = scene.rules[added_to_shock](attack, unit)
    rolled = scene.roll("electric.shock", who=attack.attacker.id, target=unit.id, weapon=attack.weapon.name)
    total = max(2, rolled + int(added.total))
    scene.tell(ShockRolled(unit.id, (Part("electric.roll", rolled, "roll"), *parts(added)), attack.weapon.name))
    if "tsemp" in attack.weapon.flags:
        held = unit.marks.get(PULSED)
        scene.tell(MarkLaid(unit.id, PULSED, Mark(1 if held is None else held.value + 1, this_round=True)))
    if total >= shock.stops_on:
        _stop(scene, unit, shock, attack.weapon.name)
    elif total >= shock.disturbs_on:
        _disturb(scene, unit.id, shock.added, shock.turns)


def _stop(scene: Scene, unit: Unit, shock: Shock, what: str) -> None:
    """A unit is shut down; of a squad one trooper is out."""
    if unit.sheet.kind == "battle armour":
        _lose_trooper(scene, unit.id)
        return
    scene.tell(MarkLaid(unit.id, KNOCKED_OUT, Mark(until=scene.state.round + shock.turns, about=what)))
    if not unit.condition.shut_down:
        scene.tell(PowerChanged(unit.id, shut_down=True))
        if unit.machine and not unit.condition.prone:
            scene.shaken[unit.id].append(cause(scene.rules[CAUSES], "shutdown"))


def _lose_trooper(scene: Scene, id: str) -> None:
    code = pick_trooper(scene, id)
    scene.tell(StructureLost(id, code, number_as_json(scene.unit(id).condition[code].structure), 0))
    fell_trooper(scene, id, code)


def _disturb(scene: Scene, id: str, added: int, turns: int) -> None:
    """A unit is disturbed, unless it is as much or more already; of equal disturbances the longer one counts."""
    held = scene.unit(id).marks.get(DISTURBED)
    until = scene.state.round + turns
    if held is None or (held.value, held.until) < (added, until):
        scene.tell(MarkLaid(id, DISTURBED, Mark(added, until=until)))


@rule("electric.fired", cite=PULSES, slot=FIRED)
def fired(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """A pulse cannon disturbs who fires it and then recharges; a suit bears its own taser on 7, or is out.

    Who was lost before its last shot is resolved feels nothing of it.
    """
    kind, figures = kind_of_shock(attack), scene.rules[FEEDBACK]
    id = attack.attacker.id
    if not kind or not scene.unit(id).active:
        return
    if kind == "tsemp":
        _disturb(scene, id, figures["cannon"], 1)
        if "repeating" not in attack.weapon.flags:
            name = attack.weapon.name
            scene.tell(MarkLaid(id, each(RECHARGING, attack.index), Mark(until=scene.state.round + 1, about=name)))
    elif kind == "suit taser" and attack.attacker.sheet.kind == "battle armour":
        needed = figures["holds on"]
        if scene.roll("electric.feedback", who=id, needed=needed) >= needed:
            _disturb(scene, id, figures["added"], figures["turns"])
        else:
            _lose_trooper(scene, id)


def start_again(scene: Scene) -> None:
    """When the last turn is over for which a unit was shut down it may start again; what keeps no heat does at once."""
    for id, unit in scene.state.units.items():
        held = unit.marks.get(KNOCKED_OUT) if unit.marks and unit.active else None
        if held is not None and held.until <= scene.state.round:
            scene.tell(MarkLifted(id, KNOCKED_OUT, held))
            if not scene.rules[tracks_heat](scene.rules, unit):
                scene.tell(PowerChanged(id, shut_down=False))


RULES = (strikes, fired)
