"""Strikes of guns and aircraft from off the table: called by observers, rolled for before the orders of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle import events as told
from overheat.platoon.battle.advance import CALLED
from overheat.platoon.battle.commands import CallStrike, Misdirect
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Called, Misdirecting, Unit
from overheat.platoon.damage import losses
from overheat.platoon.fire.spotting import aim_at
from overheat.platoon.ground.geometry import SCALE, Spot, ahead, edge_to_spot, flat, heading_to, within
from overheat.platoon.rules.standard import observers, smoke
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.rules.standard.observers import OBSERVERS, Effect, StrikeKind

FLAGS: dict[str, StrikeKind] = {"artillery_observer": "artillery", "air_observer": "air"}
"""What makes a unit an observer, and of what."""
SHELL = "how_medium"
"""The weapon whose blast is as large as that of a strike."""


def kind_of(battle: Battle, unit: Unit) -> StrikeKind | None:
    """What a unit calls in, if it is an observer."""
    return next((kind for flag, kind in FLAGS.items() if flag in battle.sheet(unit).flags), None)


def call_refused(battle: Battle, unit: Unit, command: CallStrike) -> Refusal | None:
    """Why a unit may not call a strike so, or None."""
    kind = kind_of(battle, unit)
    if kind is None or unit.place != "table":
        return Refusal("observers.none", "only an observer on the table calls strikes", OBSERVERS)
    if kind == "air" and command.smoke:
        return Refusal("observers.smoke", "guns fire smoke, aircraft do not", OBSERVERS)
    if kind == "air":
        target = battle.units.get(command.target)
        if target is None or target.side == unit.side or not bombable(target):
            return Refusal("observers.target", "an aircraft is called on an enemy on the ground", OBSERVERS)
        seen = battle.sees(unit, target)
    else:
        if command.at is None or not battle.ground.on_table(command.at):
            return Refusal("observers.target", "guns are called on a place on the table", OBSERVERS)
        seen = battle.sees_spot(unit, command.at)
    return battle.rules[observers.call_refused](battle.rules, unit.order, CALLED in unit.spent, seen)


def bombable(unit: Unit) -> bool:
    """Whether a strike can come down on a unit: it stands on the table and is not in the air."""
    return unit.place == "table" and unit.at.z == 0


def call(battle: Battle, unit: Unit, command: CallStrike) -> None:
    """An observer calls his strike: a marker is laid."""
    kind = kind_of(battle, unit)
    assert kind is not None
    at = (command.at or battle.units[command.target].at)._replace(z=0)
    target = command.target if kind == "air" else ""
    kind = "smoke" if command.smoke else kind
    battle.tell(told.StrikeCalled(unit.id, kind, at, target))


def arrive(battle: Battle, called: Called) -> None:
    """Roll for a strike: it comes, waits for another turn, or the enemy leads it astray."""
    how = battle.rules[observers.ARRIVALS][
        battle.hand(called.observer).roll("strikes.arrival", 1, kind=called.kind).total
    ]
    battle.tell(told.StrikeRolled(called.observer, called.kind, how))
    if how == "delayed":
        return
    battle.tell(told.StrikeOver(battle.called.index(called)))
    if how == "misdirected":
        battle.push(Misdirecting(1 - called.side, called))
    else:
        _fall(battle, called, called.at, called.target)


def misdirect_refused(battle: Battle, called: Called, command: Misdirect) -> Refusal | None:
    """Why a strike may not be led astray so, or None."""
    if called.kind == "air":
        target = battle.units.get(command.target)
        if target is None or not bombable(target):
            return Refusal("observers.target", "an aircraft attacks a unit on the ground", OBSERVERS)
        return battle.rules[observers.misdirect_refused](battle.rules, to_unit(battle, target, called.at))
    if command.at is None or not battle.ground.on_table(command.at):
        return Refusal("observers.target", "guns fire at a place on the table", OBSERVERS)
    return battle.rules[observers.misdirect_refused](battle.rules, flat(called.at, command.at))


def misdirect(battle: Battle, called: Called, command: Misdirect) -> None:
    """A strike comes down where the enemy has led it."""
    _fall(battle, called, (command.at or called.at)._replace(z=0), command.target)


def to_unit(battle: Battle, unit: Unit, at: Spot) -> float:
    """Inches on the map from a place to the nearest part of a unit."""
    return min(edge_to_spot(body, at) for body in battle.bodies(unit))


def _fall(battle: Battle, called: Called, at: Spot, target: str) -> None:
    if called.kind == "air":
        _attack(battle, called, target)
    elif called.kind == "smoke":
        _screen(battle, called, at)
    else:
        _barrage(battle, called, at)
    losses.settle_morale(battle)


def _barrage(battle: Battle, called: Called, at: Spot) -> None:
    """Shells fall around a marker; everybody there rolls for what they do to him."""
    radius = battle.rules[observers.reach](battle.rules, battle.hand(called.observer).roll("strikes.reach", 1).total)
    battle.tell(told.StrikeFell(called.observer, called.kind, at, radius))
    near = battle.rules[within]
    caught = [each.id for each in battle.on_table() if near(battle.rules, to_unit(battle, each, at), radius)]
    for id in caught:
        if bombable(battle.units[id]):
            face = battle.hand(called.observer, target=id).roll("strikes.effect", 1, kind=called.kind).total
            _suffer(battle, id, battle.rules[observers.EFFECTS][face], called.kind)


def _screen(battle: Battle, called: Called, at: Spot) -> None:
    """Smoke shells fall around a marker."""
    battle.tell(told.StrikeFell(called.observer, called.kind, at, battle.rules[smoke.radius](battle.rules) * 3))
    placed = [
        marker for marker in battle.rules[observers.smoke_markers](battle.rules, at) if battle.ground.on_table(marker)
    ]
    for marker in placed:
        battle.tell(told.SmokePlaced(marker))


def _attack(battle: Battle, called: Called, id: str) -> None:
    """An aircraft attacks one unit where it finds it."""
    target = battle.units[id]
    if not bombable(target):
        battle.tell(told.StrikeRolled(called.observer, called.kind, "lost"))
        return
    battle.tell(told.StrikeFell(called.observer, called.kind, target.at, target=id))
    face = battle.hand(called.observer, target=id).roll("strikes.effect", 1, kind=called.kind).total
    _suffer(battle, id, battle.rules[observers.air_effect](battle.rules, face), called.kind)


def _suffer(battle: Battle, id: str, effect: Effect, kind: StrikeKind) -> None:
    """What a strike does to one unit."""
    battle.tell(told.Bombarded(id, effect))
    if effect == "pins":
        battle.add_pins(
            id,
            count(
                battle.rules,
                battle.hand("", target=id),
                battle.rules[observers.near_miss_pins](battle.rules),
                "strikes.near_miss",
            ),
        )
    elif effect == "hit":
        at = aim_at(battle, battle.units[id])._replace(z=0)
        losses.explode(
            battle, at, battle.rules[observers.blast_size](battle.rules), why=f"{kind}_strike", weapon=SHELL, target=id
        )


def calls(battle: Battle, unit: Unit) -> Iterator[CallStrike]:
    """The strikes that an observer may call: on enemies and objectives that he sees, and on places around him."""
    kind = kind_of(battle, unit)
    if kind is None or CALLED in unit.spent or unit.place != "table":
        return
    every = (
        [CallStrike(target=enemy.id) for enemy in battle.enemies(unit)]
        if kind == "air"
        else [CallStrike(at, smoke=smoky) for at in dict.fromkeys(_places(battle, unit)) for smoky in (False, True)]
    )
    yield from (each for each in every if call_refused(battle, unit, each) is None)


def _places(battle: Battle, unit: Unit) -> Iterator[Spot]:
    yield from (enemy.at._replace(z=0) for enemy in battle.enemies(unit))
    yield from (Spot(round(each.x * SCALE), round(each.y * SCALE)) for each in battle.setup.objectives)
    yield from (ahead(unit.at, way, inches)._replace(z=0) for way in range(0, 360, 45) for inches in (12, 24))


def astray(battle: Battle, called: Called) -> list[Misdirect]:
    """Where the enemy may lead a strike: onto units, and for guns straight away from the marker."""
    if called.kind == "air":
        every = [Misdirect(target=each.id) for each in battle.on_table()]
    else:
        near = [_towards(battle.rules, called.at, each.at) for each in battle.on_table()]
        away = [ahead(called.at, way, 11.99) for way in range(0, 360, 45)]
        every = [Misdirect(at) for at in dict.fromkeys([called.at, *near, *away])]
    return [each for each in every if misdirect_refused(battle, called, each) is None]


def _towards(rules: Ruleset, marker: Spot, at: Spot) -> Spot:
    """A unit's place, or as near to it as a strike can be led."""
    far = flat(marker, at)
    return at._replace(z=0) if rules[within](rules, far, 12) else ahead(marker, heading_to(marker, at), 11.99)
