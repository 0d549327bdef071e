"""Tables of H.E.A.T in the making: what terrain there is, tables made by a seed, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec
from shapely import Point, Polygon, box

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.wording.phrases import in_words
from overheat.platoon.battle.generator import FEWEST, MOST, THEMES, USUAL, Form, Mission, generated, written
from overheat.platoon.battle.scenario import SMALLEST, WORTH, Bounds, Scenario, names_of, parsed_scenario, senseless
from overheat.platoon.ground.terrain import Feature, Kind, kinds
from overheat.table.guard.limits import Limits
from overheat.table.platoon.setups import BESIDE, MARKS, RADIUS, terrain_of_layers
from overheat.table.platoon.shape import ground_words

USUAL_SIZES = {"road": (3.0, 16.0), "wreck": (2.5, 1.5)}
"""The width and depth of a new piece that no theme lays by itself, in inches."""
OTHERWISE = (6.0, 4.0)
NEAR = 12.0
"""Zones that are nearer to each other than this many inches are told."""
SHALLOW = 4.0
"""Zones that are shallower than this many inches are told."""
Source = str | Mapping[str, Any]


def terrain(limits: Limits) -> dict[str, object]:
    """Every kind of terrain with what it does and how large it usually is, the themes, and the bounds of a table."""
    forms = {form.kind: form for theme in THEMES.values() for form in theme}
    known = {**kinds(), **dict(terrain_of_layers())}
    return {
        "kinds": [_told(id, kind, forms.get(id)) for id, kind in known.items()],
        "themes": list(THEMES),
        "missions": {"meeting": "nothing to hold", "hold": "the middle", "line": "a line of three"},
        "pieces": {"fewest": FEWEST, "most": MOST, "usual": USUAL},
        "bounds": {"smallest": SMALLEST, "largest": limits.table_inches, "worth": WORTH, "radius": RADIUS},
    }


def _told(id: str, kind: Kind, form: Form | None) -> dict[str, object]:
    size = USUAL_SIZES.get(id, OTHERWISE)
    if form is not None:
        size = (form.least[0] + form.most[0]) / 2, (form.least[1] + form.most[1]) / 2
        size = (size[0], 0.5) if size[1] <= 1 else size
    return {
        "id": id,
        "called": in_words(id),
        "text": ground_words(kind),
        "height": kind.height,
        "colour": kind.colour,
        "size": size,
        "round": form is not None and form.round,
    }


def scenario_of(source: Source, limits: Limits) -> Scenario:
    """A table with its zones and objectives, from the text of a scenario file or as it would be written in one."""
    if isinstance(source, str):
        scenario = parsed_scenario(source, "table")
    else:
        try:
            scenario = msgspec.convert(dict(source), Scenario)
        except (msgspec.ValidationError, RecursionError) as error:
            raise refuse("request.form", f"table: {error}") from None
    pieces = scenario.table.pieces
    if len(pieces) > limits.corners or sum(len(piece.points) for piece in pieces) > limits.corners:
        raise refuse("table.corners", f"terrain has at most {limits.corners:,} corners")
    if len(scenario.objectives) > MARKS:
        raise refuse("setup.marks", f"there are at most {MARKS} objectives")
    return scenario


def made(seed: int, theme: str, pieces: int, size: tuple[float, float], mission: Mission) -> dict[str, object]:
    """A table of a seed and a theme, alike for both sides."""
    width, depth = size
    return _judged(generated(seed, theme, pieces=pieces, width=width, depth=depth, mission=mission), Limits())


def judged(source: Source, limits: Limits) -> dict[str, object]:
    """A table in the making: as a file, everything that no table has, and what players may not have meant."""
    return _judged(scenario_of(source, limits), limits)


def lawful(source: Source, limits: Limits) -> Scenario:
    """A table that can be played on; any other is refused with the first reason."""
    scenario = scenario_of(source, limits)
    for wrong in _wrong(scenario, limits):
        raise RefusedError(wrong)
    return scenario


def _judged(scenario: Scenario, limits: Limits) -> dict[str, object]:
    wrong = list(_wrong(scenario, limits))
    return {
        "scenario": scenario,
        "text": written(scenario),
        "findings": [no.as_json() for no in wrong],
        "advice": [] if wrong else list(_advice(scenario)),
    }


def _wrong(scenario: Scenario, limits: Limits) -> Iterator[Refusal]:
    """Everything that no table has, each with the part that it is about."""
    bounds = Bounds(table=limits.table_inches, beside=BESIDE, height=BESIDE, radius=RADIUS, worth=(0, WORTH))
    found = list(senseless(scenario, names_of(scenario), bounds))
    yield from (Refusal(each.id, each.reason, each.cite, {"part": each.part}) for each in found)
    astray = {each.part for each in found}
    for index, piece in enumerate(scenario.table.pieces):
        if f"piece {index + 1}" not in astray:
            try:
                Feature(index, piece, terrain_of_layers())
            except RefusedError as error:
                no = error.refusal
                yield Refusal(no.id, no.reason, no.cite, {"part": f"piece {index + 1}"})


def _advice(scenario: Scenario) -> Iterator[str]:
    """What is allowed, and perhaps not meant."""
    zones = [box(zone.west, zone.south, zone.east, zone.north) for zone in scenario.zones]
    if zones[0].intersects(zones[1]):
        yield "The sides set up in each other's zones."
    elif zones[0].distance(zones[1]) < NEAR:
        yield f"The sides begin only {zones[0].distance(zones[1]):.1f} inches apart."
    for player, zone in zip(scenario.players, scenario.zones, strict=True):
        if min(zone.east - zone.west, zone.north - zone.south) < SHALLOW:
            yield f"The zone of {player} is narrow: units that find no place in it come as reserves."
    table = box(0, 0, scenario.table.width, scenario.table.depth)
    for piece in scenario.table.pieces:
        if not Polygon(piece.points).intersects(table):
            yield f"A piece of {in_words(piece.kind)} lies beside the table, where nobody meets it."
    stopping = [
        (piece, Polygon(piece.points))
        for piece in scenario.table.pieces
        if kinds().get(piece.kind) and kinds()[piece.kind].ground == "impassable" and not kinds()[piece.kind].shelter
    ]
    for each in scenario.objectives:
        ring = Point(each.x, each.y).buffer(each.radius)
        if any(area.contains(ring) for _, area in stopping):
            yield f"Nobody can stand at {each.name}: all around it is ground that cannot be crossed."
    for one, other in combinations(stopping, 2):
        if one[1].overlaps(other[1]):
            yield f"A piece of {in_words(one[0].kind)} and one of {in_words(other[0].kind)} lie across each other."
