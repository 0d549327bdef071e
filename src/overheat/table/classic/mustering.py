"""Forces of one's own: drawn up on a board, and valued."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from overheat.classic.facts.goals import goals_in_words
from overheat.classic.facts.phrases import short_names
from overheat.classic.facts.state import Objective, Weather
from overheat.classic.game import Classic
from overheat.classic.muster.meeting import Plan, set_up
from overheat.classic.muster.missions import Orders
from overheat.classic.muster.places import Recruit
from overheat.classic.muster.setup import Combatant, Setup, Zone
from overheat.classic.rulesets import ruleset
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.table.asking import converted
from overheat.table.classic.models import MusterAsked
from overheat.table.guard.limits import Limits
from overheat.table.offers import check_board, check_size, check_size_line, check_unit


def mustered(wanted: MusterAsked, limits: Limits) -> dict[str, object]:
    """A set-up with everybody in place, which a game can begin with, and what each side is worth."""
    check_muster(wanted, limits)
    forces = {side: [_recruit(unit) for unit in units] for side, units in wanted.sides.items()}
    for recruit in (recruit for force in forces.values() for recruit in force):
        if not recruit.text:
            check_unit(recruit.unit)
    if not wanted.board_text:
        check_board(wanted.board)
    check_size(Setup(board=wanted.board, board_text=wanted.board_text, units=()).field(), limits)
    plan = Plan(
        board=wanted.board,
        board_text=wanted.board_text,
        rounds=wanted.rounds,
        weather=converted(wanted.weather, Weather, "weather"),
        objectives=tuple(converted(wanted.objectives, list[Objective], "objectives")),
        orders=converted(wanted.orders, Orders, "orders") if wanted.orders else None,
        zones=tuple(converted(wanted.zones, list[Zone], "zones")),
        by_players=wanted.by_players,
    )
    setup = set_up(plan, forces, ruleset(wanted.rules))
    begun = Classic(wanted.rules).start(setup, Seeded(0))
    if isinstance(begun, Refusal):
        raise RefusedError(begun)
    state, _ = begun
    names = short_names(state.units.values())
    goals = goals_in_words(state.objectives, names)
    zones = {side: sorted(map(str, zone)) for side, zone in setup.placed_in(state.relief.board).items()}
    return {"setup": setup, "values": values(setup, wanted.rules), "goals": goals, "zones": zones}


def _recruit(unit: object) -> Recruit:
    return msgspec.convert(unit, Recruit, from_attributes=True)


def check_muster(wanted: MusterAsked, limits: Limits) -> None:
    """Refuse what is too large, before anything is read."""
    count = sum(map(len, wanted.sides.values()))
    if count > limits.units:
        raise refuse("table.units", f"{count} units are too many; the limit is {limits.units}")
    check_size_line(wanted.board_text, limits)


def values(setup: Setup, layers: Sequence[str] = ()) -> dict[str, object]:
    """What each side of a set-up is worth under some layers of rules, unit by unit, with its crews."""
    rules = ruleset(layers)
    sides: dict[str, list[dict[str, object]]] = {}
    totals: dict[str, int] = {}
    for entry in setup.units:
        worth = _worth(entry, rules)
        known = isinstance(worth, int)
        sides.setdefault(entry.side, []).append(
            {
                "id": entry.id,
                "name": entry.sheet().name,
                "tons": float(entry.sheet().tons),
                "battle_value": worth if known else None,
                "refusal": None if isinstance(worth, int) else worth.as_json(),
            }
        )
        totals[entry.side] = totals.get(entry.side, 0) + (worth if isinstance(worth, int) else 0)
    return {side: {"total": totals[side], "units": units} for side, units in sides.items()}


def _worth(entry: Combatant, rules: Ruleset) -> int | Refusal:
    try:
        return entry.value(rules)
    except RefusedError as error:
        return error.refusal
