"""Command points: a phase in which the leader of each side steadies a friend or plans ahead, and points that win.

A side has a point for every round in which it alone stands in the middle of the map, kept as a thing off the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.endings import Ending
from overheat.classic.facts.events import AttackRolled, BattleEnded, InitiativeRolled, MarkLaid, ThingPlaced, TurnEnded
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.rules.standard.turns import INITIATIVE_TERMS, Claim
from overheat.classic.rules.standard.victory import VICTORY, sides_of
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Names, Phase, Verb
from overheat.kernel.cite import Book
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Command points")
SCENARIO = "lance"
STEADY, PLANNED, POINTS, WINS = "steadied", "planned ahead", "victory points", 4


class Command(msgspec.Struct, frozen=True, tag=True):
    """Steady a friend for two rounds, or without one plan ahead for the initiative."""

    unit: str = ""


def leads(state: State, unit: Unit) -> bool:
    return unit.id == min((own.id for own in state.on_side(unit.side)), default="")


def by_name(state: State, counts: Mapping[Player, int]) -> list[Player]:
    return sorted(side for side in counts if counts[side])


def offers(state: State, unit: Unit) -> Iterator[Command]:
    yield from (Command(), *(Command(friend.id) for friend in state.on_side(unit.side)))


def refuses(state: State, unit: Unit, command: Command) -> Refusal | None:
    friend = state.units.get(command.unit)
    if not command.unit or (friend is not None and friend.side == unit.side and STEADY not in friend.marks):
        return None
    return Refusal("command.friend", "a friend is steadied who is not yet", HERE)


def does(scene: Scene, unit: Unit, command: Command) -> None:
    name, last = (STEADY, 1) if command.unit else (PLANNED, 2)
    scene.tell(MarkLaid(command.unit or unit.id, name, Mark(owner=unit.side, until=scene.state.round + last)))
    scene.tell(TurnEnded(unit.id))


def words(state: State, unit: Unit, command: Command, names: Names) -> str:
    return f"steady {names[command.unit]}" if command.unit else "plan ahead"


@rule("command.steady", cite=HERE, slot=EVERY_ATTACK)
def steadied(attack: Engagement) -> Term | None:
    """Who is steadied attacks at -1."""
    return Term("command.steady", -1, STEADY, HERE) if STEADY in attack.attacker.marks else None


@rule("command.initiative", cite=HERE, slot=INITIATIVE_TERMS)
def planned(claim: Claim) -> Term | None:
    """A side whose leader has planned ahead rolls two better."""
    ahead = any(PLANNED in unit.marks for unit in claim.state.on_side(claim.side))
    return Term("command.initiative", 2, PLANNED, HERE) if ahead else None


def score(scene: Scene) -> None:
    """Who alone stands within four hexes of the middle has another point."""
    board = scene.state.relief.board
    middle = Hex((board.width + 1) // 2, (board.height + 1) // 2)
    there = {unit.side for unit in scene.state.units.values() if unit.active and unit.hex.distance(middle) <= 4}
    for side in there if len(there) == 1 else ():
        held = points_of(scene.state, side)
        scene.tell(ThingPlaced(Thing(f"points of {side}", POINTS, owner=side, value=held + 1)))


def points_of(state: State, side: Player) -> int:
    held = state.things.get(f"points of {side}")
    return 0 if held is None else held.value


@rule("command.victory", cite=HERE, slot=VICTORY)
def wins(state: State) -> Ending | None:
    """The first side with enough points wins."""
    winner = next((side for side in sides_of(state) if points_of(state, side) >= WINS), None)
    return None if winner is None else Ending((winner,), "command.points", {"points": WINS})


def felt(session: Any) -> bool:
    """Attacks were steadier, the initiative was planned for, and points were made."""
    needed = {part.id for event in session.events if isinstance(event, AttackRolled) for part in event.needed}
    made = {type(event) for event in session.events}
    return "command.steady" in needed and made >= {InitiativeRolled, ThingPlaced, BattleEnded}


VERB = Verb(
    command=Command,
    phases=("command",),
    offers=offers,
    refuses=refuses,
    does=does,
    words=words,
    worth=lambda state, unit, command: 1.0 + (bool(command.unit) == bool(state.round % 2)),
)
PHASE = Phase(title="Command", after="initiative", acts=leads, order=by_name)
LAYER = Layer(
    "command_points",
    HERE,
    title="Command points",
    needs=("classic",),
    add=(steadied, planned, wins),
    change=(
        PHASES.amended(
            "command.phases",
            {"command": PHASE, "scoring": Phase(title="Scoring", after="heat", turns=False, begin=score)},
            cite=HERE,
        ),
        VERBS.amended("command.verbs", {"command.command": VERB}, cite=HERE),
    ),
)
