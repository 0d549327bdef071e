"""Snow that falls for long enough lies, and waters freeze."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.advance import on
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import State
from overheat.classic.report.wording import of
from overheat.classic.rules.standard.fires import with_feature
from overheat.classic.rules.standard.weather import holding
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.verb import Phase
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Id
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

SNOWFALL = TACTICAL_OPERATIONS("Snowfall", 60)
LIES = (("snow", 1, "thin snow lies"), ("snow", 2, "deep snow lies"), ("ice", 1, "waters freeze"))
"""What comes after so many rounds, in the order of the rows."""


class SnowSettled(Event, frozen=True):
    """Snow lies now in some hexes, or their water is frozen."""

    kind: Id
    level: int
    hexes: tuple[Hex, ...]


@on(SnowSettled)
def _settled(state: State, event: SnowSettled) -> State:
    board = state.relief.board
    covered = {hex: with_feature(board[hex], Feature(event.kind, event.level)) for hex in event.hexes}
    return msgspec.structs.replace(state, relief=state.relief.changed(covered))


@of(SnowSettled)
def _told(event: SnowSettled, cast: Cast, roll: Roll | None) -> str:
    said = next(words for kind, level, words in LIES if (kind, level) == (event.kind, event.level))
    return f"{said} in {len(event.hexes)} hexes"


@rule("snowfall.lies", cite=SNOWFALL, implements=("TO-060-moderate-snowfall-3", "TO-060-heavy-snowfall"))
def can_lie(rules: Ruleset, ground: Ground, kind: str, level: int) -> bool:
    """Snow lies on everything but open water, liquid magma and where it erupts; ice forms on water."""
    if kind == "ice":
        return "water" in ground and "ice" not in ground
    if ground.amount("magma") > 1 or ground.amount("geyser") > 2 or ("water" in ground and "ice" not in ground):
        return False
    return ground.amount("snow") < level and "building" not in ground


def _due(state: State) -> Iterator[tuple[str, int]]:
    """What lies from the end of this round on."""
    for _, row in holding(state.relief.rules, state.weather):
        for (kind, level, _words), rounds in zip(LIES, row.snow, strict=True):
            if rounds and state.round == rounds:
                yield kind, level


def _fall(scene: Scene) -> None:
    rules = scene.rules
    for kind, level in _due(scene.state):
        board = scene.state.relief.board
        hexes = tuple(hex for hex in board if rules[can_lie](rules, board[hex], kind, level))
        if hexes:
            scene.tell(SnowSettled(kind, level, hexes))


LAYER = Layer(
    "snowfall",
    title="Snow that lies",
    group="Planets",
    cite=SNOWFALL,
    needs=("classic", "planetary_conditions"),
    add=(can_lie,),
    change=(
        PHASES.amended(
            "snowfall.phases", {"snowfall": Phase(title="Snow", after="heat", turns=False, begin=_fall)}, cite=SNOWFALL
        ),
    ),
)
