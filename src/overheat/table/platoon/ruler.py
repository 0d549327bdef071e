"""The ruler of H.E.A.T: whether a command would be allowed now, how far it goes, over what, and where it ends."""

from __future__ import annotations

from itertools import accumulate, pairwise

import msgspec

from overheat.kernel.refusal import Refusal, RefusedError
from overheat.platoon.battle.commands import (
    CallStrike,
    Charge,
    Commands,
    Deploy,
    Dive,
    Drive,
    Fly,
    FlyDrone,
    Lay,
    Misdirect,
    Occupy,
    Place,
    Shell,
    ThrowSmoke,
    Walk,
)
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Called, Misdirecting, Moving, Regrouping, State, Unit, Volley, man_body
from overheat.platoon.fire import guns, shells, spotting
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import SCALE, Body, Spot, distance, driven, edge_to_spot, flat, heading_to, swept
from overheat.platoon.ground.terrain import Feature, line
from overheat.platoon.move import men as moving
from overheat.platoon.move import transports as boarding
from overheat.platoon.move import vehicles as driving
from overheat.platoon.rules.standard import drones, helicopters, observers
from overheat.platoon.rules.standard.movement import PACES
from overheat.platoon.turn.turn import refusal
from overheat.table.platoon import effects
from overheat.table.platoon.previews import battle_of
from overheat.table.platoon.shape import body_of, piece_of
from overheat.table.platoon.standing import SKY


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """What a command comes to on the table: how far, of how much, over what, and where it ends."""

    unit: str
    start: Spot | None = msgspec.field(default=None, name="from")
    to: Spot | None = None
    heading: int | None = None
    inches: float | None = None
    allowed: float | None = None
    bodies: tuple[object, ...] = ()
    path: tuple[Spot, ...] = ()
    terrain: tuple[object, ...] = ()
    pivots: int | None = None
    pivots_allowed: int | None = None
    template: object = None


def tried(game: PlatoonGame, state: State, player: str, command: Commands) -> dict[str, object]:
    """Whether the game would allow a command now, and what it measures. Nothing changes."""
    if player != game.to_act(state):
        return _verdict(Refusal("game.turn", f"{player} is not to act now"), None)
    battle = battle_of(game, state)
    no = refusal(battle, command)
    if no is not None and no.id == "game.number":
        return _verdict(no, None)
    return _verdict(no, _measure(battle, command))


def _verdict(no: Refusal | None, measure: Measure | None) -> dict[str, object]:
    return {"granted": no is None, "refusal": no.as_json() if no else None, "measure": measure}


def _measure(battle: Battle, command: Commands) -> Measure | None:
    """The measurements of a command, as far as it has any."""
    task = battle.tasks[-1]
    if isinstance(command, Deploy):
        return _measure_deploy(battle, command)
    if isinstance(task, Regrouping) and isinstance(command, Walk):
        return _measure_walk(battle, battle.update(task.unit, order="advance"), command, task.inches)
    if isinstance(command, Lay | ThrowSmoke | Shell | CallStrike | Dive):
        return _measure_thrown(battle, str(getattr(task, "unit", "")), command)
    if isinstance(task, Misdirecting) and isinstance(command, Misdirect) and command.at is not None:
        return _measure_astray(battle, task.called, command.at)
    if not isinstance(task, Moving):
        return None
    unit = battle.units[task.unit]
    match command:
        case Walk() if battle.sheet(unit).soft and task.doing == "":
            return _measure_walk(battle, unit, command)
        case Drive() if battle.sheet(unit).kind == "vehicle" and task.doing == "":
            return _measure_drive(battle, unit, command)
        case Fly() if battle.sheet(unit).airframe and task.doing == "":
            return _measure_flight(battle, unit, command)
        case FlyDrone() if unit.drone is not None:
            return _measure_drone(battle, unit, command)
        case Place() if task.doing in ("arrive", "disembark"):
            return _measure_place(battle, unit, command)
        case Charge() | Occupy():
            return _measure_run(battle, unit, command)
    return None


def _pieces(features: list[Feature]) -> tuple[object, ...]:
    return tuple(piece_of(feature) for feature in dict.fromkeys(features))


def _men_at(battle: Battle, unit: Unit, to: Spot) -> tuple[object, ...]:
    """Where the men of a unit would stand; nowhere if there is no room."""
    places = moving.places_for(battle, unit, to)
    sheet = battle.sheet(unit)
    return () if places is None else tuple(body_of(man_body(man, sheet)) for man in moving.moved_men(unit, places))


def _measure_walk(battle: Battle, unit: Unit, command: Walk, reach: float | None = None) -> Measure:
    crossed = moving.walked_over(battle, unit, command.to)
    inches = flat(unit.at, command.to)
    march = moving.march_over(battle, unit, inches, crossed)
    turned = round(heading_to(unit.at, command.to)) % 360 if command.heading is None else command.heading
    return Measure(
        unit=unit.id,
        start=unit.at,
        to=command.to._replace(z=0),
        heading=turned,
        inches=inches,
        allowed=moving.walk_reach(battle, unit, march, reach),
        bodies=_men_at(battle, unit, command.to),
        path=(unit.at, command.to),
        terrain=_pieces(crossed),
    )


def _measure_drive(battle: Battle, unit: Unit, command: Drive) -> Measure:
    hull = battle.hull(unit)
    march = driving.drive_march(battle, unit, command)
    pace = battle.rules[PACES][march.mobility]
    stops = list(accumulate(command.legs, lambda body, leg: driven(body, [leg]), initial=hull))
    crossed = [feature for area in swept(hull, command.legs) for feature in battle.ground.crossed(area)]
    return Measure(
        unit=unit.id,
        start=unit.at,
        to=stops[-1].at,
        heading=stops[-1].heading,
        inches=march.inches,
        allowed=driving.drive_reach(battle, march),
        bodies=(body_of(stops[-1]),),
        path=tuple(stop.at for stop in stops),
        terrain=_pieces(crossed),
        pivots=len(march.pivots),
        pivots_allowed=pace.run_pivots if battle.order_of(unit).gait == "run" else pace.advance_pivots,
    )


def _measure_flight(battle: Battle, unit: Unit, command: Fly) -> Measure:
    airframe, order = battle.sheet(unit).airframe, unit.order
    assert airframe is not None
    assert order is not None
    forward = sum(leg.inches for leg in command.legs)
    plan = helicopters.FlightPlan(order=order, forward=forward, up=command.up, half_speed=unit.half_speed)
    leap = battle.rules[helicopters.leap](battle.rules, battle.rules[helicopters.MOVES][airframe], plan)
    stops = list(accumulate(command.legs, lambda body, leg: driven(body, [leg]), initial=battle.hull(unit)))
    end = stops[-1]._replace(at=stops[-1].at._replace(z=unit.at.z + round(command.up * SCALE)))
    return Measure(
        unit=unit.id,
        start=unit.at,
        to=end.at,
        heading=end.heading,
        inches=command.up if command.up and not forward else forward,
        allowed=battle.rules[helicopters.slowed](battle.rules, leap.inches, plan),
        bodies=(body_of(end),),
        path=(*(stop.at for stop in stops), end.at),
        pivots=sum(leg.pivot != 0 for leg in command.legs),
        pivots_allowed=leap.turns,
    )


def _measure_drone(battle: Battle, unit: Unit, command: FlyDrone) -> Measure:
    assert unit.drone is not None
    stops = (unit.drone.at, *command.via, command.to)
    winged = "fixed_wing" in battle.sheet(unit).flags
    order = unit.order or "advance"
    allowed = drones.glide_of(battle.rules, order).inches if winged else battle.rules[drones.reach](battle.rules, order)
    return Measure(
        unit=unit.id,
        start=unit.drone.at,
        to=command.to,
        inches=sum(distance(a, b) for a, b in pairwise(stops)),
        allowed=allowed,
        bodies=(body_of(battle.drone_body(unit)._replace(at=command.to)),),
        path=stops,
    )


def _standing(battle: Battle, unit: Unit, at: Spot, heading: int) -> tuple[object, ...]:
    """What a unit would fill at a place."""
    sheet = battle.sheet(unit)
    if sheet.unmanned:
        return (body_of(battle.drone_body(unit)._replace(at=at)),)
    if sheet.soft:
        return _men_at(battle, unit, at)
    return (body_of(Body(at, sheet.width, sheet.length, heading, sheet.height)),)


def _measure_place(battle: Battle, unit: Unit, command: Place) -> Measure:
    return Measure(
        unit=unit.id,
        start=battle.units[unit.carrier].at if unit.carrier else None,
        to=command.at,
        heading=command.heading,
        inches=boarding.exit_distance(battle, unit, command.at),
        allowed=boarding.exit_reach(battle, unit),
        bodies=_standing(battle, unit, command.at, command.heading),
        terrain=_pieces(list(battle.ground.standing(command.at))),
    )


def _measure_deploy(battle: Battle, command: Deploy) -> Measure | None:
    unit = battle.units.get(command.unit)
    if unit is None or command.at is None:
        return None
    return Measure(
        unit=unit.id,
        to=command.at,
        heading=command.heading,
        bodies=_standing(battle, unit, command.at, command.heading),
        terrain=_pieces(list(battle.ground.standing(command.at))),
    )


def _measure_run(battle: Battle, unit: Unit, command: Charge | Occupy) -> Measure | None:
    """A run at an enemy, or into a building."""
    if isinstance(command, Charge):
        target = battle.units.get(command.target)
        if target is None or target.place != "table":
            return None
        to, inches = target.at, battle.distance(unit, target)
    elif 0 <= command.feature < len(battle.ground.features):
        feature = battle.ground.features[command.feature]
        to = feature.centre
        inches = feature.area.distance(line(unit.at, unit.at)) / SCALE
    else:
        return None
    return Measure(
        unit=unit.id,
        start=unit.at,
        to=to,
        inches=inches,
        path=(unit.at, to),
        terrain=_pieces(battle.ground.crossed(line(unit.at, to))),
    )


def _measure_thrown(battle: Battle, id: str, command: Lay | ThrowSmoke | Shell | CallStrike | Dive) -> Measure | None:
    """Something that is thrown, laid, fired or called to a place."""
    unit = battle.units.get(id)
    aims = _aims(command)
    if unit is None or unit.place != "table" or not aims:
        return None
    far = _shell_flies(battle, unit, command) if isinstance(command, Shell) else None
    if far is None:
        far = max(min(edge_to_spot(body, aim) for body in battle.bodies(unit)) for aim in aims)
    template = _template(battle, unit, command) if isinstance(command, Shell) else None
    return Measure(unit=id, start=unit.at, to=aims[0], inches=far, path=aims, template=template)


def _template(battle: Battle, gun: Unit, command: Shell) -> object:
    """The template of an explosive shell that falls where it is aimed; None for smoke and into a building."""
    at = command.at._replace(z=0)
    if command.round == "smoke" or shells.inside(battle, at) is not None:
        return None
    try:
        held = guns.guns_of(battle, gun, Volley(command.arm, "", command.round, indirect=True))
    except RefusedError:
        return None
    return effects.template(battle, at, held[0].weapon.he or 1)


def _shell_flies(battle: Battle, unit: Unit, command: Shell) -> float | None:
    """Inches from the gun to where its shell falls; None without such a gun."""
    try:
        held = guns.guns_of(battle, unit, Volley(command.arm, "", command.round, indirect=True))
    except RefusedError:
        return None
    return distance(held[0].at, spotting.aim_at(battle, command.at._replace(z=0)))


def _measure_astray(battle: Battle, called: Called, at: Spot) -> Measure:
    """A strike that is led away from its marker, and the last whole inch that the rule lets it go."""
    allowed = max(inch for inch in range(SKY) if battle.rules[observers.misdirect_refused](battle.rules, inch) is None)
    return Measure(unit=called.observer, start=called.at, to=at, inches=flat(called.at, at), allowed=allowed)


def _aims(command: Lay | ThrowSmoke | Shell | CallStrike | Dive) -> tuple[Spot, ...]:
    """The places that a command names."""
    if isinstance(command, ThrowSmoke):
        return command.at
    aim = command.to if isinstance(command, Dive) else command.at
    return () if aim is None else (aim,)
