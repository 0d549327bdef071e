"""A test bench for questions: a machine with just the parts that a question names, and two of them facing each other.

Questions of this package that name a weapon and no unit are answered about such a machine, by the rules of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.equipment import Equipment
from overheat.classic.unit.fielding import EMPTY, Loads
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import HeatSinks, Location, Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

Tech = Literal["IS", "Clan"]
PLACES = ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL")
SOUTH, NORTH_END = 3, Hex(2, 2)
SPOKEN = {"lrm": "LRM 5", "srm": "SRM 2", "arrow": "Arrow V"}
"""What a question means that names a kind of missile and no rack; all racks of a kind launch the same ones."""


def part(rules: Ruleset, name: str, tech: Tech = "IS", *, either: bool = False) -> Equipment:
    """Equipment by its name under some rules, guns also by the short names of the document, such as LB 2-X.

    A name that there is not is refused, and so is what only the other technology has, unless `either` will do.
    """
    listed = catalogue_of(rules)
    found = listed.find(SPOKEN.get(name.casefold(), name), tech) or listed.find(f"{name} AC", tech)
    if found is None or not (either or found.tech in (tech, "All")):
        raise refuse("situation.equipment", f"no equipment {name[:60]!r} of {tech} technology", field="weapon")
    return found


def machine(
    rules: Ruleset, role: str, *items: Equipment, tech: Tech = "IS", tons: float = 50, loads: Loads = EMPTY
) -> Unit:
    """A machine that carries some parts in its right torso, as it comes to the field under some rules."""
    sheet = Sheet(
        kind="war machine",
        chassis=role,
        motive="biped",
        tons=tons,
        tech=tech,
        walk=5,
        heat_sinks=HeatSinks(10, "single"),
        locations=tuple(_place(code, items if code == "RT" else ()) for code in PLACES),
        mounts=tuple(Mount(equipment=item, location="RT", slots=_slots(item)) for item in items),
    )
    return Unit.fresh(rules, role, role, sheet, NORTH_END, SOUTH, loads)


def _place(code: str, items: Iterable[Equipment]) -> Location:
    lines = tuple(item.id for item in items for _ in range(_slots(item)))
    return Location(code=code, armour=20, rear_armour=5, structure=10, slots=lines)


def _slots(item: Equipment) -> int:
    return item.slots if isinstance(item.slots, int) else 1


def facing(desk: Desk, attacker: Unit, target: Unit, distance: int = 3) -> State:
    """Two machines so many hexes apart on open ground, the attacker in the north."""
    height = distance + 3
    board = Board(3, height, (Ground(),) * (3 * height))
    placed = {"attacker": attacker, "target": _at(target, Hex(2, 2 + distance))}
    return State(relief=Relief(board, desk.rules), units=placed, weather=desk.conditions, round=1, phase="weapons")


def _at(unit: Unit, hex: Hex) -> Unit:
    return msgspec.structs.replace(unit, hex=hex, facing=0, torso=0)
