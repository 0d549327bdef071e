"""Geysers that wake and fall asleep again.

What wakes them and for how long is as an established engine has it; no document of ours has the numbers.
"""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import EffectLaid, EffectLifted, GroundChanged
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State
from overheat.classic.facts.vocabulary import GROUND
from overheat.classic.rules.standard.fires import with_feature
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.verb import Phase
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

GEYSERS = TACTICAL_OPERATIONS("Geysers", 48)
ASLEEP, AWAKE = 1, 2
"""Grades of a geyser, as board files number them."""
SPOUTS = named("spouts", "spouts up to round {value}")
"""The effect on the hex of a geyser that is awake: the last round of it."""
GROUND.says("geyser_wakes", "the geyser wakes")
GROUND.says("geyser_sleeps", "the geyser falls asleep")
PURPOSES.says("geysers.wakes", "whether the geyser in {hex} wakes, a 1 needed")
PURPOSES.says("geysers.lasts", "how long the geyser in {hex} spouts")

FIGURES: Table[str, int] = Table(
    "restless_geysers.figures",
    {"wakes on": 1},
    cite=GEYSERS,
    where="overheat.classic.rules.tacops.restless_geysers.FIGURES",
)
"""The highest number of a die that wakes a geyser."""


@rule("geysers.wakes", cite=GEYSERS)
def wakes(rules: Ruleset, roll: int) -> bool:
    """A geyser that is asleep wakes on a 1."""
    return roll <= rules[FIGURES]["wakes on"]


@rule("geysers.sleeps", cite=GEYSERS)
def sleeps(state: State, hex: Hex) -> bool:
    """A geyser spouts as many rounds as a die showed when it woke, and then falls asleep."""
    spouts = state.effect(hex, SPOUTS)
    return spouts is None or spouts.value <= state.round


def _restless(state: State) -> list[Hex]:
    board, there = state.relief.board, state.relief.where("geyser")
    return [hex for hex in there if board[hex].amount("geyser") in (ASLEEP, AWAKE)]


def _stir(scene: Scene) -> None:
    for hex in _restless(scene.state):
        if scene.state.relief.board[hex].amount("geyser") == AWAKE:
            _fall_asleep(scene, hex)
        elif scene.rules[wakes](scene.rules, scene.roll("geysers.wakes", 1, hex=str(hex))):
            lasts = scene.roll("geysers.lasts", 1, hex=str(hex))
            _become(scene, hex, AWAKE, "geyser_wakes")
            scene.tell(EffectLaid(hex, SPOUTS, Mark(scene.state.round + lasts)))


def _fall_asleep(scene: Scene, hex: Hex) -> None:
    if scene.rules[sleeps](scene.state, hex):
        _become(scene, hex, ASLEEP, "geyser_sleeps")
        if scene.state.effect(hex, SPOUTS) is not None:
            scene.tell(EffectLifted(hex, SPOUTS))


def _become(scene: Scene, hex: Hex, grade: int, what: str) -> None:
    ground = with_feature(scene.state.relief.board[hex], Feature("geyser", grade))
    scene.tell(GroundChanged(hex, ground, what))


LAYER = Layer(
    "restless_geysers",
    title="Geysers that wake",
    group="Terrain",
    cite=GEYSERS,
    needs=("classic",),
    add=(FIGURES, wakes, sleeps),
    change=(
        PHASES.amended(
            "restless_geysers.phases",
            {"geysers": Phase(title="Geysers", after="heat", turns=False, begin=_stir)},
            cite=GEYSERS,
        ),
    ),
)
