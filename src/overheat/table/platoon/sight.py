"""Who sees whom at a table of H.E.A.T: distance, lines of sight, cover, and why."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from overheat.kernel.refusal import refuse
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import State, Unit
from overheat.platoon.damage import losses
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import Spot, distance, edge_to_spot, flat
from overheat.platoon.ground.terrain import Feature
from overheat.table.platoon.previews import battle_of, unit_of
from overheat.table.platoon.shape import point


def sight(game: PlatoonGame, state: State, id: str, to: str) -> dict[str, object]:
    """Whether a unit sees another unit or a place, how far that is, and what is in the way."""
    battle = battle_of(game, state)
    unit = unit_of(state, id)
    if unit.place != "table":
        raise refuse("preview.table", "the unit is not on the table", unit=id)
    if to in state.units:
        return _sight_of_unit(battle, unit, unit_of(state, to))
    return _sight_of_place(battle, unit, _place(battle, to))


def _place(battle: Battle, text: str) -> Spot:
    """A place from `x,y` or `x,y,z` in hundredths of an inch."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(isfinite(part) and abs(part) <= 1e6 for part in numbers):
        raise refuse("preview.place", f"{text[:60]!r} is neither a unit nor a place such as 3600,2400", to=text[:60])
    return Spot(*(round(part) for part in numbers))


def _sight_of_place(battle: Battle, unit: Unit, place: Spot) -> dict[str, object]:
    eye = battle.standing_at(place)._replace(z=place.z) if place.z else battle.standing_at(place)
    eyes = battle.eyes(unit)
    near = min(edge_to_spot(body, place) for body in battle.bodies(unit))
    return {"from": unit.id, "to": point(place), "distance": near, "facing": None, **_lines(battle, eyes, (eye,))}


def _sight_of_unit(battle: Battle, unit: Unit, target: Unit) -> dict[str, object]:
    if target.place != "table":
        raise refuse("preview.table", "that unit is not on the table", unit=target.id)
    found = _lines(battle, battle.eyes(unit), battle.eyes(target))
    muzzle = min(battle.eyes(unit), key=lambda eye: min(distance(eye, at) for at in battle.eyes(target)))
    facing = None if battle.sheet(target).soft else losses.facing_from(battle, target, muzzle)
    told = {"from": unit.id, "to": target.id, "distance": battle.distance(unit, target), "facing": facing}
    return {**told, **found, "cover": battle.cover(muzzle, target), "why": list(_why(battle, muzzle, target))}


def _lines(battle: Battle, eyes: tuple[Spot, ...], goals: tuple[Spot, ...]) -> dict[str, object]:
    """Every line from eye to eye: how many are clear, and what stops the shortest of those that are not."""
    pairs = sorted(((a, b) for a in eyes for b in goals), key=lambda pair: distance(*pair))
    clear = [pair for pair in pairs if battle.clear(*pair)]
    best = clear[0] if clear else pairs[0]
    covering = battle.ground.covering(*best)
    return {
        "sight": bool(clear),
        "lines": [len(clear), len(pairs)],
        "line": [point(best[0]), point(best[1])],
        "blocked_by": [] if clear else _blockers(battle, *best),
        "cover": battle.ground.cover(*best),
        "why": [_covers(battle, feature, best[1]) for feature in covering],
    }


def _named(feature: Feature) -> str:
    return f"{feature.piece.kind} {feature.piece.name}".strip()


def _blockers(battle: Battle, a: Spot, b: Spot) -> list[str]:
    """What hides one place from another, by name; smoke where no terrain does."""
    return [_named(feature) for feature in battle.ground.hiding(a, b)] or ["smoke"]


def _covers(battle: Battle, feature: Feature, at: Spot) -> str:
    inside = feature in battle.ground.standing(at)
    return f"{'in' if inside else 'behind'} the {_named(feature)}: {feature.kind.cover} cover"


def _why(battle: Battle, muzzle: Spot, target: Unit) -> Iterator[str]:
    """Why a unit has the cover that it has."""
    if target.building is not None:
        yield f"inside the {_named(battle.ground.features[target.building])}: hard cover"
        return
    seen = [eye for eye in battle.eyes(target) if battle.clear(muzzle, eye)] or list(battle.eyes(target))
    words = [_covers(battle, feature, eye) for eye in seen for feature in battle.ground.covering(muzzle, eye)]
    for text in dict.fromkeys(words):
        many = words.count(text)
        yield text if many == len(seen) else f"{text} ({many} of {len(seen)} in sight)"
    if any(flat(marker, eye) < radius for marker, radius in battle.clouds() for eye in seen):
        yield "in smoke: soft cover"
    hard = battle.cover(muzzle, target) == "hard" and not any("hard" in text for text in words)
    if hard and battle.wrecks:
        yield "behind a wreck: hard cover"
