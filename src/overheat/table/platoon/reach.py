"""Where a unit of H.E.A.T can go: with the order it has, or with those it may get."""

from __future__ import annotations

from overheat.kernel.refusal import refuse
from overheat.platoon.battle.commands import Place, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Doing, Moving, Regrouping, State, Unit
from overheat.platoon.facts import Order
from overheat.platoon.game import PlatoonGame
from overheat.platoon.move import transports as boarding
from overheat.platoon.rules.standard.orders import moving_orders
from overheat.platoon.turn.turn import legal, offered
from overheat.table.platoon.air import drone, flight
from overheat.table.platoon.ground import Way, drive, outline_on_foot, place_told, stuck, walk, walked
from overheat.table.platoon.previews import battle_of, unit_of
from overheat.table.platoon.shape import point


def reach(game: PlatoonGame, state: State, id: str) -> dict[str, object]:
    """Where a unit may go: with its order if it moves now, else as it could with every order that moves."""
    battle, unit = battle_of(game, state), unit_of(state, id)
    task = battle.tasks[-1] if battle.tasks else None
    if isinstance(task, Regrouping) and task.unit == id:
        return {"unit": id, "now": True, "ways": [_regroup(battle, battle.update(unit, order="advance"), task)]}
    if isinstance(task, Moving) and task.unit == id and unit.order is not None:
        return {"unit": id, "now": True, "ways": [_way(battle, unit, unit.order, task.doing)]}
    if unit.place == "waiting":
        raise refuse("preview.table", "the unit is still to be set up", unit=id)
    plans: list[Way] = []
    for order in moving_orders(battle.rules):
        for doing in _doings(battle, unit):
            planned = battle_of(game, state)
            plans.append(_way(planned, planned.update(id, order=order), order, doing))
    return {"unit": id, "now": False, "ways": plans}


def _doings(battle: Battle, unit: Unit) -> tuple[Doing, ...]:
    """What a unit may be moved for."""
    if unit.place == "reserve":
        return ("arrive",)
    if unit.place == "aboard":
        return ("disembark",)
    if battle.sheet(unit).unmanned:
        return ("drone",)
    return ("", "drone") if unit.drone is not None else ("",)


def _way(battle: Battle, unit: Unit, order: Order, doing: Doing) -> Way:
    """One kind of move of a unit."""
    sheet = battle.sheet(unit)
    if doing == "drone":
        found = drone(battle, unit)
    elif doing in ("arrive", "disembark"):
        found = _entry(battle, unit)
    elif sheet.kind == "helicopter":
        found = flight(battle, unit)
    elif sheet.kind == "vehicle":
        found = drive(battle, unit)
    else:
        found = walk(battle, unit)
    return {"order": order, "doing": doing, **EMPTY, **found}


EMPTY: Way = {
    "outline": None,
    "limits": {},
    "ground": [],
    "places": [],
    "charges": [],
    "buildings": [],
    "refusal": None,
}


def _regroup(battle: Battle, unit: Unit, task: Regrouping) -> Way:
    outline, stopped = outline_on_foot(battle, unit, task.inches)
    listed = [command for command in legal(battle) if isinstance(command, Walk)]
    return {
        "order": "advance",
        "doing": "",
        **EMPTY,
        "kind": "regroup",
        "from": point(unit.at),
        "inches": float(task.inches),
        "outline": outline,
        "ground": stopped,
        "places": [walked(unit, command) for command in listed],
    }


def _entry(battle: Battle, unit: Unit) -> Way:
    doing: Doing = "arrive" if unit.place == "reserve" else "disembark"
    task = Moving(unit.side, unit.id, doing)
    entries = [command for command in offered(battle, task) if isinstance(command, Place)]
    carrier = battle.units[unit.carrier] if unit.carrier else None
    edge = None if carrier else boarding.entry_edge(battle, unit)
    no = boarding.disembark_refused(battle, unit) if carrier else None
    return {
        "kind": "place",
        "from": point(carrier.at) if carrier else None,
        "inches": boarding.exit_reach(battle, unit),
        "limits": {"edge": edge, "carrier": unit.carrier},
        "places": [
            place_told(entry, entry.at, entry.heading, boarding.exit_distance(battle, unit, entry.at), "come on here")
            for entry in entries
        ],
        "refusal": stuck(no),
    }
