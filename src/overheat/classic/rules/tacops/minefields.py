"""Minefields that only their owner sees: each unit may lay one in the first round, before it moves.

A reading of conventional minefields in short: they are laid in play instead of before it, and stay for good. Clearing
them, other kinds of mines and vibrabombs are not played. Whether a field goes off is rolled openly, as at a table.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.mines import FIELD, FIGURES, MINEFIELDS
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer


class LayMines(msgspec.Struct, frozen=True, tag=True):
    """Lay a minefield in a hex."""

    hex: str


def _offers(state: State, unit: Unit) -> Iterator[LayMines]:
    board, reach = state.relief.board, state.relief.rules[FIGURES]["reach"]
    yield from (LayMines(str(hex)) for hex in board if 0 < unit.hex.distance(hex) <= reach)


def _refuses(state: State, unit: Unit, command: LayMines) -> Refusal | None:
    hex = state.relief.board.parse_hex(command.hex)
    if state.round > 1 or unit.motion.done or unit.motion.mode != "stationary":
        return Refusal("minefields.time", "mines are laid in the first round, before the unit moves", MINEFIELDS)
    if _own(unit) in state.things:
        return Refusal("minefields.once", "a unit lays one minefield", MINEFIELDS)
    if not 0 < unit.hex.distance(hex) <= state.relief.rules[FIGURES]["reach"]:
        return Refusal("minefields.reach", f"{hex} is out of reach", MINEFIELDS)
    return None


def _does(scene: Scene, unit: Unit, command: LayMines) -> None:
    hex = scene.state.relief.board.parse_hex(command.hex)
    density = scene.rules[FIGURES]["density"]
    scene.tell(ThingPlaced(Thing(_own(unit), FIELD, hex, unit.side, hidden=True, value=density)))


def _own(unit: Unit) -> str:
    """What the minefield of a unit is called."""
    return f"{FIELD}-{unit.id}"


VERB = VERBS.amended(
    "minefields.verb",
    {
        "minefields.lay": Verb(
            command=LayMines,
            phases=("movement",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=lambda state, unit, command, names: f"lay mines in {command.hex}",
        )
    },
    cite=MINEFIELDS,
)


LAYER = Layer(
    "minefields",
    title="Minefields",
    group="Things on the map",
    cite=MINEFIELDS,
    needs=("classic",),
    change=(VERB,),
)
