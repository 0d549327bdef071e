"""Orders: a die is drawn and given to a unit; when the turn ends, some orders are kept."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Costs, Foreseen
from overheat.platoon.battle.commands import Give, Keep
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Keeping, NextDie, Ordering, State
from overheat.platoon.battle.vocabulary import DOINGS
from overheat.platoon.books import BASE
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import orders, turn
from overheat.platoon.turn import foreseeing, ordering, turns
from overheat.platoon.turn.choices import keep_choices, order_choices
from overheat.platoon.turn.verb import COMMANDS, Names, Step, Verb


def _order_refused(battle: Battle, task: Ordering, command: Give) -> Refusal | None:
    among = ordering.snap_choices(battle, task) if task.among else ()
    if task.among and command.unit not in among:
        return Refusal("orders.snap", "that unit cannot be snapped to action", COMMANDS)
    return ordering.give_refused(battle, Ordering(task.side, among), command)


def _order(battle: Battle, task: Ordering, command: Give) -> None:
    if task.among:
        battle.take_die(task.side)
    ordering.give(battle, command)


def _order_words(battle: Battle, task: Ordering, command: Give, names: Names) -> str:
    doing = f", {DOINGS.told(command.doing)}" if command.doing else ""
    carrier = f" ({names[command.carrier]})" if command.carrier else ""
    load = f" ({command.round})" if command.round else ""
    order = orders.called(command.order, orders.kind_of(battle.rules, command.order))
    return f"{names[command.unit]}: {order}{doing}{carrier}{load}"


def _order_foreseen(battle: Battle, task: Ordering, command: Give) -> Foreseen:
    """The test of an order, and how likely the unit obeys."""
    test = ordering.test_of(battle, command)
    if not battle.rules[orders.needs_test](battle.rules, test):
        return Foreseen("no test")
    needed, chance = resolve.order_target(battle.rules, test), odds.order_test(battle.rules, test)
    return Foreseen(f"order test at {needed.total}, {100 * float(chance):.1f} %", {"order test": needed}, chance)


def _order_cost(battle: Battle, task: Ordering, command: Give) -> Costs:
    """The pins that an order costs who obeys it."""
    pins = battle.rules[orders.costs](battle.rules, command.order)
    return {"pins": Tally((Term("order", pins, "what the order costs", BASE("Orders")),))} if pins else {}


def _kept(battle: Battle, task: Keeping) -> Iterator[Keep]:
    return (command for command in keep_choices(battle, task))


def _keep(battle: Battle, task: Keeping, command: Keep) -> None:
    turns.keep(battle, task.side, command.units)


def _keep_refused(battle: Battle, task: Keeping, command: Keep) -> Refusal | None:
    return turns.keep_refused(battle, task.side, command.units)


def _keep_words(battle: Battle, task: Keeping, command: Keep, names: Names) -> str:
    kept = ", ".join(names[id] for id in command.units)
    return f"keep the orders of {kept}" if kept else "keep no order"


def _takes_orders(battle: Battle, task: Ordering) -> bool:
    if task.among:
        return bool(ordering.snap_choices(battle, task))
    return any(not unit.acted for unit in battle.side(task.side))


def _has_to_keep(battle: Battle, task: Keeping) -> bool:
    keeps = battle.rules[turn.may_keep]
    return any(unit.order is not None and keeps(battle.rules, unit.order) for unit in battle.side(task.side))


def _what(state: State, task: Ordering) -> str:
    if task.among:
        return f"{state.sheets[task.among[0]].name} may snap a unit near him to action"
    ready = sum(unit.side == task.side and unit.place != "lost" and not unit.order for unit in state.units.values())
    return f"a die of yours: give an order to {'the last unit' if ready == 1 else f'one of {ready} units'}"


def _others(state: State, task: Ordering) -> str:
    return "may snap another unit to action" if task.among else "has a die in hand and gives an order"


VERBS: dict[str, Verb] = {
    "orders.give": Verb(
        command=Give,
        phases=("Ordering",),
        offers=order_choices,
        refuses=_order_refused,
        does=_order,
        words=_order_words,
        title="Orders",
        cost=_order_cost,
        preview=_order_foreseen,
        sure=True,
    ),
    "orders.keep": Verb(
        command=Keep,
        phases=("Keeping",),
        offers=_kept,
        refuses=_keep_refused,
        does=_keep,
        words=_keep_words,
        preview=foreseeing.kept,
        sure=True,
    ),
}
STEPS = {
    "NextDie": Step(task=NextDie, runs=lambda battle, task: turns.next_die(battle)),
    "Ordering": Step(task=Ordering, title="Orders", waits=_takes_orders, what=_what, others=_others),
    "Keeping": Step(
        task=Keeping,
        title="End of turn",
        waits=_has_to_keep,
        what=lambda state, task: "the turn ends: choose which orders are kept",
        others=lambda state, task: "chooses which orders stay over the end of the turn",
    ),
}
