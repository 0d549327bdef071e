"""What a bot of H.E.A.T does that nobody would show a friend, counted and told by turn and unit, for reading by eye.

    python benchmarks/platoon_manners.py --games 2 --bot hard --against greedy --seed 501

Told is of one side, over all bundled scenarios and both seats of each:

- `idle`: an order on which a unit neither moves nor shoots nor shakes off pins, though a shot from where it is was
  worth a fifth of an enemy unit or more,
- `wasted`: a Run on which a unit then stays where it is,
- `hopeless`: shots that can do nothing,
- `open`: men who end a move in the open, seen by an enemy who has yet to act, though cover on the same order lies no
  farther from what they are after,
- `assault`: men on a Run who let be an enemy whom they beat in close quarters at least three times as often as not,
- `alone`: an order to an officer whose word reaches nobody,
- `left`: an objective that nobody holds at the end, and a unit that could have run onto it in the last turn.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot, reason_of
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.aims import aim_of, left_to_go, turns_to
from overheat.lab.players.soldier.danger import danger
from overheat.lab.players.soldier.kills import outcome
from overheat.lab.players.soldier.leading import led_from, rank_of
from overheat.lab.players.soldier.orders import best_shot
from overheat.lab.players.soldier.preferences import HARD
from overheat.platoon.battle.commands import Charge, Give, Hold, Shoot, Walk
from overheat.platoon.battle.state import Moving, Shooting, State, Unit
from overheat.platoon.ground.geometry import flat, spot, towards
from overheat.platoon.move import men as walking
from overheat.platoon.resolution.chances import Side, fought_round
from overheat.platoon.rules.standard.orders import kind_of
from overheat.platoon.turn.turns import holder

SCENARIOS = ("crossroads", "heath", "ridge", "sectors", "village")
WASTED, HOPELESS = 0.2, 0.005
"""A shot that is worth so much is missed by who does nothing; one that is worth less than that does nothing."""
SURE = 0.75
"""How often a charge has to be won to be missed."""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _of_order(battle: Thinking, command: Give) -> Iterator[tuple[str, str]]:
    unit, kind = battle.units[command.unit], kind_of(battle.rules, command.order)
    if rank_of(battle, unit) is not None and unit.place == "table" and not led_from(battle, unit, unit.at):
        yield "alone", f"ordered to {command.order}, nobody in reach of its word"
    if kind.acts or command.doing or unit.place != "table" or (kind.rallies and unit.pins):
        return
    shot = best_shot(battle, unit)
    if shot.worth * battle.obeys(unit, "fire") >= WASTED:
        yield "idle", f"ordered to {command.order}, a shot at {shot.target} is worth {shot.worth:.2f}"


def _covered(battle: Thinking, unit: Unit) -> Iterator[Walk]:
    """Places in cover that the order of men takes them to."""
    reach = walking.march_reach(battle, walking.march_over(battle, unit, 0, []))
    for feature in battle.ground.features:
        end = towards(unit.at._replace(z=0), feature.centre, reach)
        walk = Walk(end, unit.heading)
        inside = any(each.kind.cover != "none" for each in battle.ground.standing(end))
        if inside and end != unit.at and walking.walk_refused(battle, unit, walk) is None:
            yield walk


def _of_move(battle: Thinking, unit: Unit, command: Any, legal: Sequence[Any]) -> Iterator[tuple[str, str]]:
    if isinstance(command, Hold) and battle.order_of(unit).gait == "run":
        yield "wasted", "ran nowhere"
    if isinstance(command, Walk) and battle.sheet(unit).soft and not battle.ground.standing(command.to):
        aim = aim_of(battle, unit, HARD)
        threat = danger(battle, unit, command.to, now=True)
        far = left_to_go(battle, aim, command.to) if aim is not None else 0.0
        for walk in _covered(battle, unit) if threat > 0.1 else ():
            near = aim is None or left_to_go(battle, aim, walk.to) <= far
            if near and danger(battle, unit, walk.to, now=True) < threat / 2:
                yield "open", f"danger {threat:.2f} where it ends, cover at {walk.to}"
                break
    for each in legal:
        if isinstance(each, Charge) and not isinstance(command, Charge):
            enemy = battle.units[each.target]
            if enemy.men and _wins(battle, unit, enemy) >= SURE and len(unit.men) >= 2:
                yield "assault", f"{each.target} let be, beaten with {_wins(battle, unit, enemy):.0%}"


def _wins(battle: Thinking, unit: Unit, enemy: Unit) -> float:
    own, theirs = (Side(len(side.men), battle.sheet(side).damage_value) for side in (unit, enemy))
    return float(fought_round(battle.rules, own, theirs).where(lambda each: each.winner == "attacker"))


def _of_shot(battle: Thinking, task: Shooting, command: Shoot) -> Iterator[tuple[str, str]]:
    worth = outcome(battle, battle.units[task.unit], command.volleys, task.occasion).worth
    if command.volleys and worth < HOPELESS:
        yield "hopeless", f"at {command.volleys[0].target}, worth {worth:.3f}"


def faults(game: Any, state: State, command: Any, legal: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """What is to be told of a command."""
    battle, task = Thinking(game, state), state.tasks[-1]
    if isinstance(command, Give):
        yield from _of_order(battle, command)
    elif isinstance(task, Moving):
        yield from _of_move(battle, battle.units[task.unit], command, legal)
    elif isinstance(command, Shoot) and isinstance(task, Shooting):
        yield from _of_shot(battle, task, command)


def _left(game: Any, begun: State, ended: State, side: int) -> Iterator[tuple[str, str]]:
    """Objectives that nobody holds, with a unit that could have run there when the last turn began."""
    battle, then = Thinking(game, begun), Thinking(game, ended)
    for each in begun.setup.objectives:
        at = spot(each.x, each.y)
        able = (
            unit
            for unit in battle.on_table(side)
            if battle.sheet(unit).kind in ("infantry", "vehicle") and not unit.pins and not unit.immobilised
        )
        near = [unit for unit in able if turns_to(battle, unit, max(0.0, flat(unit.at, at) - each.radius)) <= 1]
        if near and holder(then, each) is None:
            yield "left", f"{each.name}, {near[0].id} was {flat(near[0].at, at):.0f} inches away"


def play(scenario: str, seed: int, watched: int, bots: tuple[str, str]) -> tuple[Counter[str], list[str]]:
    """A game: faults by kind, and each in a line."""
    kind, brief = find_scenario(scenario)
    game: Any = kind.make(())
    session: Session[Any, Any, Any] = Session(game, brief.setup, seed)
    sides = brief.setup.players
    names = {sides[watched]: bots[0], sides[1 - watched]: bots[1]}
    seats = {side: make_bot(game.name, name, seed, side) for side, name in names.items()}
    counted: Counter[str] = Counter()
    lines: list[str] = []
    begun: State = session.state
    while (player := game.to_act(session.state)) is not None:
        before: State = session.state
        begun = before if before.turn != begun.turn else begun
        legal = in_order(game.legal(before, player))
        said = seats[player].choose(game, game.known(before, player), player, legal)
        if player == sides[watched]:
            counted["decisions"] += 1
            for what, told in faults(game, before, said, legal):
                counted[what] += 1
                who = getattr(said, "unit", "") or getattr(before.tasks[-1], "unit", "")
                why = reason_of(seats[player]).text
                lines.append(f"{scenario} seed {seed} turn {before.turn} {who}: {what}, {told}; {why}")
        session.apply(player, said)
    for what, told in _left(game, begun, session.state, watched):
        counted[what] += 1
        lines.append(f"{scenario} seed {seed} {sides[watched]}: {what}, {told}")
    counted["games"] += 1
    counted["won"] += game.over(session.state).winners == (sides[watched],)
    return counted, lines


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--bot", default="hard")
    said.add_argument("--against", default="greedy")
    said.add_argument("--games", type=int, default=2, help="seeds, each played from both sides of every scenario")
    said.add_argument("--seed", type=int, default=501)
    said.add_argument("--scenarios", default=",".join(SCENARIOS))
    given = said.parse_args()
    whole: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        for scenario in given.scenarios.split(","):
            for watched in (0, 1):
                counted, lines = play(scenario, seed, watched, (given.bot, given.against))
                whole += counted
                for line in lines:
                    _say(line)
    _say(f"{dict(whole)}")


if __name__ == "__main__":
    main()
