"""What a page of H.E.A.T shows before an order is given: every order of a unit, its test explained, and its odds.

Numbers are those of the rules themselves, from the functions that the game asks when something is said.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

import msgspec

from overheat.kernel.answers import ratio
from overheat.kernel.refusal import refuse
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Ordering, Shooting, State, Unit
from overheat.platoon.fire import volleys
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import drones, missiles, orders
from overheat.platoon.turn import choices, ordering
from overheat.platoon.turn.turn import refusal
from overheat.platoon.units.weapons import weapon_row

DOINGS = {
    "drone": "fly the drone",
    "lift": "{lift}",
    "embark": "get into {carrier}",
    "disembark": "get out",
    "arrive": "come on from reserve",
    "smoke": "lay a smoke screen and go down",
}

STAYS = {"reserve": "Down: wait in reserve for another turn", "aboard": "Down: stay aboard"}
"""What going down means for who is not on the table."""


def battle_of(game: PlatoonGame, state: State) -> Battle:
    """A battle that is only asked about."""
    return Battle(state, game.ruleset, NO_DICE)


def unit_of(state: State, id: str) -> Unit:
    """A unit that is still in the battle."""
    unit = state.units.get(id)
    if unit is None or not unit.alive:
        raise refuse("preview.unit", f"no unit {id[:60]!r} is in the battle", unit=id[:60])
    return unit


def left_of(sheet: Sheet, unit: Unit | None) -> Sheet:
    """A unit as a card shows it in a battle: those who live, and the rockets that are left. Who waits is whole."""
    if unit is None or not unit.men:
        return sheet
    living = tuple(sheet.men[man.figure] for man in unit.men)
    return msgspec.structs.replace(sheet, men=living, laws=unit.laws)


def share(chance: Fraction) -> list[int | str]:
    """A chance as numerator and denominator."""
    return ratio(chance)


def order_previews(game: PlatoonGame, state: State, id: str) -> dict[str, object]:
    """Every order that a unit might take now: whether it is tested, at what, and how likely it obeys."""
    battle = battle_of(game, state)
    unit, task = unit_of(state, id), battle.tasks[-1] if battle.tasks else None
    if not isinstance(task, Ordering) or task.side != unit.side:
        raise refuse("preview.order", "no die of that side is in hand", unit=id)
    idle = _idle(battle_of(game, state), unit)
    found = [_order(battle, unit, command) for command in choices.orders_of(battle, unit)]
    return {"unit": id, "orders": [{**each, "note": _note(battle, unit, each, idle)} for each in found]}


def _note(battle: Battle, unit: Unit, told: dict[str, object], idle: bool) -> str:
    """What whoever gives an order should know: nothing to shoot at, a missile that is lost, a unit that cannot move."""
    kind = orders.kind_of(battle.rules, str(told["order"]))
    if kind.shoots and not kind.moves and idle:
        return "nothing in its sight and reach now"
    if kind.rallies and not unit.pins:
        return "it has no pins"
    if _loses_missile(battle, unit, str(told["order"])):
        return (
            "its missile in flight is lost" if told["order"] == "down" else "if it moves, its missile in flight is lost"
        )
    if not kind.moves or told["doing"] or unit.place != "table":
        return ""
    rushed = _charges(battle, unit, str(told["order"]))
    if rushed:
        return f"may charge {', '.join(rushed)}"
    if battle.sheet(unit).airframe and unit.at.z == 0:
        return "it stands on the ground and stays there"
    return "it cannot move any more" if unit.immobilised else ""


def _charges(battle: Battle, unit: Unit, order: str) -> list[str]:
    """The enemies that a unit may charge with an order, by name."""
    if not battle.sheet(unit).soft:
        return []
    ordered = msgspec.structs.replace(unit, order=order)
    return [battle.sheet(command.target).name for command in choices.charges(battle, ordered)]


def _loses_missile(battle: Battle, unit: Unit, order: str) -> bool:
    """Whether an operator who goes down or moves loses the missile that it guides."""
    down, moves = order == "down", bool(orders.kind_of(battle.rules, order).moves)
    guided = (weapon_row(battle.rules, missile.weapon) for missile in battle.missiles if missile.operator == unit.id)
    return any(battle.rules[missiles.guidance_lost](battle.rules, weapon, down, moves) for weapon in guided)


def _idle(battle: Battle, unit: Unit) -> bool:
    """Whether a unit that is ordered to fire finds nobody in sight and reach, and nothing to do in place of it."""
    if unit.place != "table":
        return False
    battle.update(unit, order="fire")
    task = Shooting(unit.side, unit.id)
    return next(chain(volleys.volley_choices(battle, task), volleys.other_choices(battle, task)), None) is None


def _order(battle: Battle, unit: Unit, command: Give) -> dict[str, object]:
    no = refusal(battle, command)
    carrier = battle.sheet(command.carrier).name if command.carrier else ""
    doing = DOINGS.get(command.doing, "").format(carrier=carrier, lift="land" if unit.at.z else "lift off")
    kind = orders.kind_of(battle.rules, command.order)
    name = orders.called(command.order, kind)
    label = f"{name}: {doing or kind.tip}" if doing or kind.tip else name
    if command.order == "down" and unit.place in STAYS:
        label = STAYS[unit.place]
    if command.round:
        label = f"{name} with the explosive round"
    told: dict[str, object] = {
        "order": command.order,
        "doing": command.doing,
        "carrier": command.carrier,
        "round": command.round,
        "pins": battle.rules[orders.costs](battle.rules, command.order),
        "label": label,
        "refusal": no.as_json() if no else None,
        "command": None if no else command,
        "test": False,
        "target_number": None,
        "terms": [],
        "probability": None,
        "radio": None,
    }
    return told if no else {**told, **_test(battle, unit, command)}


def _test(battle: Battle, unit: Unit, command: Give) -> dict[str, object]:
    """The order test, part by part."""
    test = ordering.test_of(battle, command)
    needed = battle.rules[orders.needs_test](battle.rules, test)
    tally = resolve.order_target(battle.rules, test)
    radio = _radio(battle, unit) if command.doing == "drone" else None
    return {
        "test": needed,
        "target_number": int(tally.total) if needed else None,
        "terms": [term.as_json() for term in tally] if needed else [],
        "probability": share(odds.order_test(battle.rules, test)),
        "radio": None if radio is None else share(radio),
    }


def _radio(battle: Battle, unit: Unit) -> Fraction | None:
    """The chance that a drone beyond the reach of its radio hears its team."""
    if unit.drone is None or unit.drone.lost_radio is None or not unit.drone.airborne:
        return None
    penalty = battle.rules[drones.radio_penalty](battle.rules, unit.drone.lost_radio)
    if penalty is None:
        return None
    heard = sum(battle.rules[drones.radio](battle.rules, face - penalty) == "connected" for face in range(1, 7))
    return Fraction(heard, 6)
