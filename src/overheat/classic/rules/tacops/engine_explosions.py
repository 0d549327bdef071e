"""Engine explosions: a fusion engine that is shot to pieces within a phase may take its surroundings with it.

How often it does and how strong the blast is are our reading of the book; the errata say whom it reaches.
"""

from __future__ import annotations

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.blasts import burst
from overheat.classic.facts.events import FateMet
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import HARMS
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.blasts import Blast, blast_on, reaches
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule

EXPLOSIONS = TACTICAL_OPERATIONS("Engine Explosions", 78)
WHAT = "engine_explosion"
LEVELS_A_HEX = 5
HARMS.says(WHAT, "engine explosion")
PURPOSES.says("engine_explosions.roll", "engine of {who} explodes, {needed} needed")

FIGURES: Table[str, int] = Table(
    "engine_explosions.figures",
    {"explodes": 10},
    cite=EXPLOSIONS,
    where="overheat.classic.rules.tacops.engine_explosions.FIGURES",
)
"""The roll from which an engine explodes that was destroyed."""

SHARES: Table[int, int] = Table(
    "engine_explosions.shares",
    {0: 1, 1: 10, 2: 20, 3: 40},
    cite=EXPLOSIONS,
    where="overheat.classic.rules.tacops.engine_explosions.SHARES",
)
"""What the rating of the engine is divided by, for the damage at each distance."""


@rule("engine_explosions.explodes", cite=EXPLOSIONS, slot=FOLLOWS)
def explodes(scene: Scene, event: Event, before: State) -> None:
    """A fusion engine that is destroyed by hits explodes on 10 or more, and hurts whoever is within three hexes."""
    if not isinstance(event, FateMet) or event.why != "engine_destroyed":
        return
    unit = before.units[event.unit]
    engine = unit.sheet.engine
    if engine is None or "fusion" not in engine.kind.flags:
        return
    needed = scene.rules[FIGURES]["explodes"]
    if scene.roll("engine_explosions.roll", who=unit.id, needed=needed) < needed:
        return
    damage = tuple(engine.rating // share for share in scene.rules[SHARES].rows.values())
    burst(scene, Blast(scene.rules, WHAT, unit.hex, damage))


@rule("engine_explosions.reaches", cite=EXPLOSIONS, implements=("TO-078-engine-explosions-scale",))
def reaches_above(blast: Blast, unit: Unit) -> bool:
    """An engine's blast reaches units of the ground at any height."""
    return not carrier_of(unit) if blast.what == WHAT else blast.rules.below(reaches_above)(blast, unit)


@rule("engine_explosions.height", cite=EXPLOSIONS, implements=("TO-078-engine-explosions-scale",))
def further_off(blast: Blast, unit: Unit, damage: int) -> int:
    """Every five whole levels of elevation count as a hex further off."""
    if blast.what != WHAT:
        return blast.rules.below(further_off)(blast, unit, damage)
    far = blast.hex.distance(unit.hex) + max(0, unit.elevation) // LEVELS_A_HEX
    return blast.damage[far] if far < len(blast.damage) else 0


LAYER = Layer(
    "engine_explosions",
    title="Engine explosions",
    group="Damage",
    cite=EXPLOSIONS,
    needs=("classic",),
    add=(explodes, FIGURES, SHARES),
    change=(reaches.wrapped_in(reaches_above), blast_on.wrapped_in(further_off)),
)
