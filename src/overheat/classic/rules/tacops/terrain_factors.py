"""Terrain factors: damage to a hex wears down what stands or lies on it until it is something else.

What stands on the ground is worn down first, then a road, then what lies over the ground. Terrain below that, units
that wear the ground down by walking on it, and landslides are not played.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.decisions import GROUND_HITS
from overheat.classic.attack.resolution import groups
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.blasts import SCARS
from overheat.classic.damage.ground.unsafe import break_ice
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, EffectLifted, GroundChanged
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.vocabulary import GROUND
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.fires import with_feature, without
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rules.standard.terrain import TERRAIN, Terrain, kinds_of
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term

FACTORS = TACTICAL_OPERATIONS("Terrain Factor and Conversion Table", 64)
RULING = "TO-064-terrain-factor-table-2"
WORN = named("worn", "{kind}: {value} left")
"""The effect of a hex of which something is worn down: what, and what is left of it."""
ROUGH_ROAD = "rough road"
ORDER = ("woods", "jungle", "planted_fields", "road", "snow", "ice", "tundra", "magma", "pavement")
"""What is worn down, the first of it that a hex has."""
GROUND.says("cleared", "{by}: the ground is not what it was")


def standing(rules: Ruleset, ground: Ground) -> str:
    """What of a hex is worn down next; nothing where damage changes nothing."""
    rows, names = rules[TERRAIN], kinds_of(rules, ground)
    for feature in ORDER:
        for name in names:
            if rows[name].of == feature and (rows[name].factor or name == ROUGH_ROAD):
                return name
    return ""


@rule("factors.factor", cite=FACTORS, implements=(RULING,))
def factor_of(rules: Ruleset, name: str, was: str) -> int:
    """Every kind has its factor; a rough road has half of that of the road that it was, rounded down."""
    rows = rules[TERRAIN]
    return rows[was].factor // 2 if name == ROUGH_ROAD and was else rows[name].factor


@rule("factors.becomes", cite=FACTORS, implements=(RULING,))
def becomes(rules: Ruleset, ground: Ground, name: str) -> Ground:
    """What is left of a hex when a kind of terrain is worn down; of a rough road nothing, and the hex is as it was."""
    rows = rules[TERRAIN]
    other = rows.get(rows[name].becomes)
    kept = without(ground, rows[name].of)
    if rows[name].of in ("woods", "jungle") and (other is None or other.of != rows[name].of):
        kept = without(kept, "foliage_elev")
    if name == ROUGH_ROAD or other is None or not other.of or other.of == "water":
        return kept
    exits = ground.get("road").exits if other.of == "road" and "road" in ground else None  # type: ignore[union-attr]
    return with_feature(kept, Feature(other.of, _grade(other), exits))


def _grade(row: Terrain) -> int:
    return min(row.grades) if row.grades else 1


def wear(scene: Scene, hex: Hex, damage: int, item: str = "") -> None:
    """Damage wears a hex down, and may make something else of it."""
    ground, held = scene.state.relief.board[hex], scene.state.effect(hex, WORN)
    name = standing(scene.rules, ground)
    if not name or damage <= 0:
        return
    same = held is not None and held.kind == name
    left = (held.value if held is not None and same else scene.rules[factor_of](scene.rules, name, "")) - damage
    if left > 0:
        scene.tell(EffectLaid(hex, WORN, Mark(left, kind=name)))
        return
    if same:
        scene.tell(EffectLifted(hex, WORN))
    if scene.rules[TERRAIN][name].of == "ice" and ground.amount("water"):
        break_ice(scene, hex)
        return
    after = scene.rules[becomes](scene.rules, ground, name)
    scene.tell(GroundChanged(hex, after, "cleared", "fire", item))
    if standing(scene.rules, after) == ROUGH_ROAD:
        scene.tell(EffectLaid(hex, WORN, Mark(scene.rules[factor_of](scene.rules, ROUGH_ROAD, name), kind=ROUGH_ROAD)))


@rule("factors.shot", cite=FACTORS, slot=GROUND_HITS)
def shot_at(scene: Scene, attack: WeaponAttack) -> bool:
    """A hit on a hex wears it down by its damage, and may set it alight besides."""
    hex = attack.target.hex
    if "building" not in scene.state.relief.board[hex] and standing(scene.rules, scene.state.relief.board[hex]):
        wear(scene, hex, sum(groups(scene, attack)), attack.weapon.name)
    return False


@rule("factors.blown_up", cite=FACTORS, slot=SCARS)
def blown_up(scene: Scene, blast: Blast, hex: Hex, damage: int) -> None:
    """A blast wears down every hex that it reaches."""
    wear(scene, hex, damage, blast.what)


@rule("factors.targets", cite=FACTORS, slot=HEXES)
def worth_wearing(laying: Laying) -> tuple[Hex, ...]:
    """Whatever can be worn down can be shot at."""
    rules = laying.state.relief.rules
    return laying.state.relief.remember(
        "worth wearing down", lambda relief: tuple(hex for hex in relief.board if standing(rules, relief.board[hex]))
    )


class FactorAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A kind of terrain, and damage to it."""

    kind: str
    damage: int = 0
    was: Annotated[str, Meta(description="The road that a rough road was.")] = ""


def answer(desk: Desk, asked: FactorAsked) -> Answer:
    """What is left of a kind of terrain after damage, and what it becomes."""
    rows = desk.rules[TERRAIN]
    if asked.kind not in rows:
        raise refuse("situation.kind", f"kind: {asked.kind[:40]!r} is no kind of terrain", field="kind")
    whole = desk.rules[factor_of](desk.rules, asked.kind, asked.was)
    left = Tally.of(
        (
            Term("factors.factor", whole, asked.kind, FACTORS),
            Term("factors.damage", -asked.damage, "damage", FACTORS) if asked.damage else None,
        )
    )
    then = rows[asked.kind].becomes if left.total <= 0 else asked.kind
    return Answer(figures={"factor": whole, "left": max(0, int(left.total)), "becomes": then or "clear"}, terms=left)


ROW = Inquiry(title="What is left of terrain after damage", facts=FactorAsked, answer=answer, cite=FACTORS)

LAYER = Layer(
    "terrain_factors",
    title="Terrain factors",
    group="Terrain",
    cite=FACTORS,
    needs=("classic",),
    add=(factor_of, becomes, shot_at, blown_up, worth_wearing),
    change=(INQUIRIES.amended("terrain_factors.questions", {"terrain_factor": ROW}, cite=FACTORS),),
)
