"""Engine explosions: a fusion engine that is shot to pieces within a phase may take its surroundings with it.

How often it does and how strong the blast is are our reading of the book; the errata say whom it reaches.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.blasts import burst
from overheat.classic.facts.events import FateMet
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import HARMS
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.blasts import Blast, blast_on, reaches
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Tally, Term

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


Rating = Annotated[int, Meta(ge=1, le=1000)]


class ExplosionAsked(OneUnit, kw_only=True):
    """A machine whose engine explodes, and how far off and how high somebody is."""

    rating: Annotated[Rating | None, Meta(description="Of the engine; that of its file if left out.")] = None
    distance: Annotated[int, Meta(description="Hexes between the two.", ge=0, le=50)] = 0
    elevation: Annotated[int, Meta(description="How far above the ground the other is.", ge=0, le=200)] = 0


def answer(desk: Desk, asked: ExplosionAsked) -> Answer:
    """The roll from which the engine explodes, and what that does to whoever is there."""
    _, unit = staged(desk, asked)
    engine = unit.sheet.engine
    if engine is None or "fusion" not in engine.kind.flags:
        return Answer.refused(Refusal("engine_explosions.fusion", "only fusion engines explode", EXPLOSIONS), "damage")
    rating = engine.rating if asked.rating is None else asked.rating
    damage = tuple(rating // share for share in desk.rules[SHARES].rows.values())
    other = msgspec.structs.replace(unit, elevation=asked.elevation)
    hex = unit.hex
    for _ in range(asked.distance):
        hex = hex.neighbour(0)
    blast = Blast(desk.rules, WHAT, hex, damage)
    near = damage[asked.distance] if asked.distance < len(damage) else 0
    found = desk.rules[blast_on](blast, other, near)
    label = f"{asked.distance} hexes off, {asked.elevation} levels up"
    terms = Tally((Term("engine_explosions.shares", found, label, EXPLOSIONS),))
    return Answer(figures={"explodes_on": desk.rules[FIGURES]["explodes"], "damage": found}, terms={"damage": terms})


ROW = Inquiry(title="What an exploding engine does", facts=ExplosionAsked, answer=answer, cite=EXPLOSIONS)

LAYER = Layer(
    "engine_explosions",
    title="Engine explosions",
    group="Damage",
    cite=EXPLOSIONS,
    needs=("classic",),
    add=(explodes, FIGURES, SHARES),
    change=(
        reaches.wrapped_in(reaches_above),
        blast_on.wrapped_in(further_off),
        INQUIRIES.amended("engine_explosions.questions", {"engine explosion": ROW}, cite=EXPLOSIONS),
    ),
)
