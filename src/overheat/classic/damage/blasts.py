"""A blast goes off: everybody in its reach is struck, walls first stop what they stop, and then take theirs."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hiding import uncover
from overheat.classic.damage.hits import take
from overheat.classic.damage.sums import weighed
from overheat.classic.damage.terrain import factor_at, hit_building
from overheat.classic.facts.events import Burst
from overheat.classic.rules.standard.blasts import Blast, blast_at, blast_on, blast_side, into_walls, reaches, splinters
from overheat.classic.rules.standard.buildings import absorbed, reaches_soldiers, shelters
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import SOLDIERS
from overheat.kernel.rules.rule import Slot

SCARS: Slot[[Scene, Blast, Hex, int], None] = Slot("blasts.scars", nothing=None)
"""What so much damage of a blast does to a hex besides: clear it, set it alight, set off what lies there."""


def burst(scene: Scene, blast: Blast, spares: str = "") -> None:
    """Everything that a blast does, hex by hex from where it bursts; somebody may be spared."""
    scene.tell(Burst(blast.what, blast.hex, blast.damage, blast.owner))
    for hex in _within(scene, blast):
        damage = scene.rules[blast_at](blast, hex)
        if damage <= 0:
            continue
        for unit in scene.state.at(hex):
            if unit.id != spares and scene.unit(unit.id).active and scene.rules[reaches](blast, unit):
                _strike(scene, blast, unit.id, scene.rules[blast_on](blast, unit, damage))
        hit_building(scene, hex, scene.rules[into_walls](blast, damage), blast.what)
        for scar in scene.rules[SCARS]:
            scar.function(scene, blast, hex, damage)


def _within(scene: Scene, blast: Blast) -> Iterator[Hex]:
    """The hexes of the board that a blast has a figure for, the nearest first."""
    near = (hex for hex in scene.state.relief.board if blast.hex.distance(hex) < len(blast.damage))
    return iter(sorted(near, key=lambda hex: (blast.hex.distance(hex), hex)))


def _strike(scene: Scene, blast: Blast, id: str, damage: int) -> None:
    """A unit is struck, inside walls by what of each group comes through; soldiers there by their share of it all."""
    uncover(scene, id)
    rules, unit, ground = scene.rules, scene.unit(id), scene.state.relief.board[scene.unit(id).hex]
    stopped = 0
    if rules[shelters](rules, ground, unit):
        if unit.sheet.kind in SOLDIERS:
            damage = rules[reaches_soldiers](rules, ground, damage)
        else:
            stopped = rules[absorbed](rules, factor_at(scene, unit.hex))
    whole = weighed(scene, Hit(id, rules[blast_side](blast, unit), damage, blast.what, by=blast))
    for splinter in rules[splinters](blast, unit, whole.damage):
        take(scene, whole.part(splinter.damage - stopped, splinter.location))
