"""Storms that hurt: heavy hail beats down on some units of every side in every round, and lightning strikes.

How many hail finds and how hard is as players have it; how often lightning strikes and with what is ours.
"""

from __future__ import annotations

import msgspec

from overheat.classic.attack.crashes import settle
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hits import take
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import HARMS
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.rules.standard.weather import holding
from overheat.classic.sight.buildings import inside
from overheat.classic.turn.round import PHASES
from overheat.classic.turn.verb import Phase
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

STORM = TACTICAL_OPERATIONS("Weather Conditions, lightning storms and hail", 59)
FROM_BEHIND = 5
"""The die from which on it comes down on the rear."""
HARMS.says("hail", "hail")
HARMS.says("lightning", "lightning")
PURPOSES.says("storms.many", "{what} on the units of {side}")
PURPOSES.says("storms.whom", "which unit of {side} it strikes")
PURPOSES.says("storms.side", "where it strikes {target}")
PURPOSES.says("storms.damage", "{what} on {target}")


class Storm(msgspec.Struct, frozen=True):
    """What comes down: how many dice a side throws, from which number on it counts, and how many dice it does."""

    what: str
    dice: int
    needed: int
    damage: int

    def __str__(self) -> str:
        return f"{self.what}: {self.dice}d6 a side, from {self.needed} on; {self.damage}d6 of damage"


STORMS: Table[str, Storm] = Table(
    "storms.kinds",
    {"heavy hail": Storm("hail", 1, 1, 1), "lightning storm": Storm("lightning", 2, 12, 2)},
    cite=STORM,
    where="overheat.classic.rules.tacops.storms.STORMS",
)
"""The weather that hurts, by its name."""


@rule("storms.struck", cite=STORM)
def struck(rules: Ruleset, storm: Storm, rolled: int, exposed: int) -> int:
    """Hail finds as many units of a side as its die shows; lightning strikes one of them on a 12."""
    if rolled < storm.needed:
        return 0
    return min(exposed, rolled if storm.needed == 1 else 1)


@rule("storms.exposed", cite=STORM)
def exposed_to(state: State, unit: Unit) -> bool:
    """Whoever is under a roof, under water, hidden or carried by another is spared."""
    board = state.relief.board
    if not unit.active or unit.hex not in board or in_hiding(unit) or carrier_of(unit):
        return False
    return not inside(board, unit.viewpoint) and not state.relief.rules[submerged](
        state.relief.rules, board, unit.viewpoint
    )


def _storms(state: State) -> list[Storm]:
    kinds = state.relief.rules[STORMS]
    return [kinds[name] for name, _ in holding(state.relief.rules, state.weather) if name in kinds]


def _rages(state: State) -> bool:
    return bool(_storms(state))


def _rage(scene: Scene) -> None:
    for storm in _storms(scene.state):
        for side in dict.fromkeys(unit.side for unit in scene.state.units.values()):
            _strike(scene, storm, side)
    settle(scene)


def _strike(scene: Scene, storm: Storm, side: str) -> None:
    """What comes down on the units of one side."""
    state, rules = scene.state, scene.rules
    left = [id for id, unit in state.units.items() if unit.side == side and rules[exposed_to](state, unit)]
    if not left:
        return
    rolled = scene.roll("storms.many", storm.dice, who=side, needed=storm.needed, what=storm.what, side=side)
    for _ in range(rules[struck](rules, storm, rolled, len(left))):
        id = left.pop(scene.roll("storms.whom", 1, len(left), side=side) - 1 if len(left) > 1 else 0)
        rear = scene.roll("storms.side", 1, target=id) >= FROM_BEHIND
        damage = scene.roll("storms.damage", storm.damage, what=storm.what, target=id)
        take(scene, Hit(id, "rear" if rear else "front", damage, storm.what))


LAYER = Layer(
    "storms",
    title="Hail and lightning that hurt",
    group="Planets",
    cite=STORM,
    needs=("classic", "planetary_conditions"),
    add=(STORMS, struck, exposed_to),
    change=(
        PHASES.amended(
            "storms.phases",
            {"storms": Phase(title="Storm", after="heat", turns=False, told=_rages, begin=_rage)},
            cite=STORM,
        ),
    ),
)
