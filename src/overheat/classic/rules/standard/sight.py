"""Line of sight: what stands in a hex, when it intervenes, what it hides and what it costs.

Levels are counted as the rulebook counts them: a unit's level is the level of the ground it stands on plus its own, so
a standing war machine on level 0 is at level 2, and anything that stands up to level 2 reaches it.
"""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.board.board import Board, Ground
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.rules.standard.terrain import TERRAIN, kinds_of
from overheat.classic.sight.model import Hanging, Obstacle, Shadow, TargetHex, Viewpoint
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Term

LINE_OF_SIGHT = QUICK_REFERENCE("Line of Sight", "22 / 100")
PARTIAL_COVER = QUICK_REFERENCE("Partial Cover", "26 / 102")
UNDER_WATER = QUICK_REFERENCE("Under Water", "26 / 102")
ATTACK_TERRAIN = QUICK_REFERENCE("All Attacks, Terrain")
BUILDINGS = QUICK_REFERENCE("Range and Terrain, same building", "72 / 175")
WOODS = TOTAL_WARFARE("Line of Sight, woods", 100)
INDUSTRIAL_ZONE = TACTICAL_OPERATIONS("Heavy Industrial Zones", 31)
PLANTED_FIELDS = TACTICAL_OPERATIONS("Planted Fields", 38)
GEYSERS = TACTICAL_OPERATIONS("Geysers", 48)
INDUSTRY = "heavy_industrial"

HALF_POINTS = 2
"""Half points to a whole one."""

STANDS: Slot[[Ruleset, Ground], tuple[Obstacle, ...]] = Slot("sight.stands", nothing=())
"""What stands in a hex, in the way of a line over land."""

HANGS: Slot[[Hanging], tuple[Obstacle, ...]] = Slot("sight.hangs", nothing=())
"""What an effect on a hex puts in the way of a line over land. The standard game has nothing here."""

OVERSHADOWS: Slot[[Shadow], bool] = Slot("sight.overshadows", nothing=False)
"""What blocks a line although it does not intervene; asked of solid things at most a level below the lower unit's own.
The standard game has nothing here."""

STANDS_UNDER_WATER: Slot[[Ruleset, Ground], tuple[Obstacle, ...]] = Slot("sight.stands_under_water", nothing=())
"""What stands in a hex, in the way of a line under water."""

ATTACK_TERRAIN_MODIFIERS: Table[str, int] = Table(
    "to_hit.terrain",
    {"light smoke": 1, "heavy smoke": 2, "partial cover": 1},
    cite=ATTACK_TERRAIN,
    implements=("QR-attack-terrain",),
    where="overheat.classic.rules.standard.sight.ATTACK_TERRAIN_MODIFIERS",
)

"""What adds to attacks besides kinds of terrain, which have it in their own table."""


def to_hit_of(rules: Ruleset) -> Mapping[str, int]:
    """What everything that hides a target adds to attacks on it, by its name."""
    kept, rows, others = rules.remembered("sight.to_hit_of"), rules[TERRAIN].rows, rules[ATTACK_TERRAIN_MODIFIERS].rows
    if kept.get("rows") is not rows or kept.get("others") is not others:
        hiding = {name: row.to_hit for name, row in rows.items() if row.to_hit}
        kept.update(rows=rows, others=others, all={**hiding, **others})
    found: Mapping[str, int] = kept["all"]
    return found


THIN_SMOKE = {1: "light", 2: "heavy", 3: "light", 4: "heavy", 5: "light", 6: "light"}
"""Smoke by the grade that board files write: plain light and heavy, laser-inhibiting light and heavy, chaff, marker."""
SMOKE_HEIGHT = 2


@rule("sight.ground", cite=LINE_OF_SIGHT, implements=("QR-los-intervening",), slot=STANDS)
def ground_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """The ground itself is solid up to the level of the hex; a water surface is as high as its hex."""
    return (Obstacle("ground", ground.level, True, 0, "sight.ground", LINE_OF_SIGHT),)


@rule("sight.building", cite=LINE_OF_SIGHT, slot=STANDS)
def building_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """A building or a fuel tank is solid up to its own height above the ground."""
    return tuple(
        Obstacle(kind, ground.level + ground.amount(height), True, 0, "sight.building", LINE_OF_SIGHT)
        for feature, height, kind in (
            ("building", "bldg_elev", "building"),
            ("fuel_tank", "fuel_tank_elev", "fuel tank"),
        )
        if feature in ground and ground.amount(height) > 0
    )


@rule("sight.woods", cite=WOODS, implements=("QR-attack-terrain",), slot=STANDS)
def woods_stand(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """Woods and jungle stand 2 levels high, or as their file says; light ones count 1 point, heavy ones 2."""
    if "woods" not in ground and "jungle" not in ground:
        return ()
    return _screens(rules, ground, ("woods", "jungle"), "foliage_elev", "sight.woods", WOODS)


def _screens(
    rules: Ruleset, ground: Ground, features: tuple[str, ...], height: str, rule: str, cite: Cite
) -> tuple[Obstacle, ...]:
    """The kinds of terrain of some features that thin out a line, as high as another feature says or as they grow."""
    rows = rules[TERRAIN]
    return tuple(
        Obstacle(name, ground.level + ground.amount(height, absent=row.height), False, row.screen, rule, cite)
        for name in kinds_of(rules, ground)
        if (row := rows[name]).of in features and row.screen
    )


@rule("sight.smoke", cite=WOODS, slot=STANDS)
def smoke_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """Smoke hangs 2 levels high; light smoke counts 1 point and heavy smoke 2, together with any woods."""
    grade = THIN_SMOKE.get(ground.amount("smoke"))
    if grade is None:
        return ()
    half_points = HALF_POINTS if grade == "light" else 2 * HALF_POINTS
    return (Obstacle(f"{grade} smoke", ground.level + SMOKE_HEIGHT, False, half_points, "sight.smoke", WOODS),)


@rule("sight.industrial_zone", cite=INDUSTRIAL_ZONE, slot=STANDS)
def industrial_zone_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """A heavy industrial zone counts 1 point, as high as its file says."""
    if ground.amount("heavy_industrial") < 1:
        return ()
    return _screens(rules, ground, (INDUSTRY,), INDUSTRY, "sight.industrial_zone", INDUSTRIAL_ZONE)


@rule("sight.planted_field", cite=PLANTED_FIELDS, slot=STANDS)
def planted_field_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """A planted field stands 1 level high; two of them count 1 point."""
    if "planted_fields" not in ground:
        return ()
    return _screens(rules, ground, ("planted_fields",), "", "sight.planted_field", PLANTED_FIELDS)


@rule("sight.geyser", cite=GEYSERS, implements=("TO-034-movement-table-p34-4",), slot=STANDS)
def geyser_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """A geyser that is awake hides what is in it and behind it, as thick smoke does."""
    return _screens(rules, ground, ("geyser",), "", "sight.geyser", GEYSERS) if "geyser" in ground else ()


@rule("sight.bottom", cite=UNDER_WATER, slot=STANDS_UNDER_WATER)
def bottom_stands(rules: Ruleset, ground: Ground) -> tuple[Obstacle, ...]:
    """Under water the bottom is solid, and so is dry land."""
    kind = "bottom" if "water" in ground else "land"
    return (Obstacle(kind, ground.level - ground.amount("water"), True, 0, "sight.bottom", UNDER_WATER),)


@rule("sight.intervenes", cite=LINE_OF_SIGHT, implements=("QR-los-intervening",))
def intervenes(rules: Ruleset, top: int, viewer: int, target: int, to_viewer: int, to_target: int) -> bool:
    """What reaches the level of both units intervenes; next to a unit, what reaches that unit's level does."""
    return (top >= viewer and (to_viewer == 1 or top >= target)) or (to_target == 1 and top >= target)


@rule("sight.fills_the_view", cite=WOODS)
def fills_the_view(rules: Ruleset, half_points: int) -> bool:
    """Three points or more of woods, smoke and the like block the view."""
    return half_points >= 3 * HALF_POINTS


@rule("sight.partial_cover", cite=PARTIAL_COVER, implements=("QR-partial-cover",))
def gives_partial_cover(rules: Ruleset, top: int, covered: int, stature: int, other: int) -> bool:
    """Solid ground next to a standing unit, one level below its own, hides its legs from a unit that is not higher."""
    return stature > 0 and top == covered - 1 and other <= covered


@rule("sight.submerged", cite=UNDER_WATER)
def submerged(rules: Ruleset, board: Board, unit: Viewpoint) -> bool:
    """A unit is submerged when all of it is below the surface of its hex; water that it only crouches in covers it."""
    return unit.upright < 0 and "water" in board[unit.hex]


@rule("sight.wet", cite=UNDER_WATER)
def wet(rules: Ruleset, board: Board, unit: Viewpoint) -> bool:
    """A unit has a part under water when it stands below the surface of its hex."""
    return unit.height - unit.stature < 0 and "water" in board[unit.hex]


@rule("sight.same_building", cite=BUILDINGS, implements=("QR-building-interior",))
def through_building(rules: Ruleset, hexes: int, levels: int) -> Term | None:
    """Inside one building each hex or level in between adds 1; more than two of them block the view."""
    between = hexes + levels
    if between == 0:
        return None
    return Term("sight.same_building", between, f"{between} hexes or levels of the same building between", BUILDINGS)


MOST_INSIDE = 2
"""How many hexes or levels of one building a line inside it may pass."""


@rule("to_hit.target_hex_terrain", cite=ATTACK_TERRAIN, implements=("QR-attack-terrain",))
def target_hex_terrain(place: TargetHex) -> tuple[Term, ...]:
    """Woods and smoke that the target stands in count like those between; a unit above them is not in them."""
    modifiers = to_hit_of(place.rules)
    return tuple(
        Term(
            f"to_hit.target_in.{obstacle.kind.replace(' ', '_')}",
            modifiers[obstacle.kind],
            f"target in {obstacle.kind}",
            ATTACK_TERRAIN,
        )
        for obstacle in place.around
        if not obstacle.solid and obstacle.kind in modifiers and obstacle.top >= place.target_level
    )


@rule(
    "to_hit.cover_by_water",
    cite=PARTIAL_COVER,
    implements=("QR-attack-terrain", "QR-partial-cover", "TO-051-swamp-quicksand"),
)
def cover_by_water(place: TargetHex) -> Term | None:
    """Depth-1 water gives a standing unit partial cover, whatever the attacker's level; cover counts once.

    So does quicksand that a machine has sunk into by a level.
    """
    target = place.target
    deep = place.ground.amount("water") == 1 or place.ground.amount("swamp") > 1
    if place.covered or target.coverable == 0 or target.height != 0 or not deep:
        return None
    value = place.rules[ATTACK_TERRAIN_MODIFIERS]["partial cover"]
    where = "stands in water" if "water" in place.ground else "has sunk in"
    return Term("to_hit.partial_cover", value, f"partial cover: target {where}", PARTIAL_COVER)


RULES = (
    ground_stands,
    building_stands,
    woods_stand,
    smoke_stands,
    industrial_zone_stands,
    planted_field_stands,
    geyser_stands,
    bottom_stands,
    intervenes,
    fills_the_view,
    gives_partial_cover,
    submerged,
    wet,
    through_building,
    target_hex_terrain,
    cover_by_water,
    ATTACK_TERRAIN_MODIFIERS,
)
