"""The table of a H.E.A.T battle as a page draws it: ground, bodies, arcs, markers, dice, and what is awaited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import in_words
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import State, Unit
from overheat.platoon.battle.tabletop import DRONE_WIDTH
from overheat.platoon.battle.vocabulary import MARKS, THINGS, weapon_words
from overheat.platoon.cards.card import arms, morale_of, moves
from overheat.platoon.cards.symbols import signs, size_of, symbol_picture
from overheat.platoon.fire.guns import mount_bears
from overheat.platoon.ground.geometry import SCALE, Body, Spot, corners
from overheat.platoon.ground.terrain import Feature, Kind
from overheat.platoon.move.men import together
from overheat.platoon.resolution.resolve import weapon_of
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import shooting
from overheat.platoon.rules.standard.devices import KINDS
from overheat.platoon.rules.standard.orders import ORDER_KINDS, OrderKind, called
from overheat.platoon.turn import turns
from overheat.platoon.turn.awaited import awaited
from overheat.platoon.turn.phrases import COVERS
from overheat.table.platoon import standing
from overheat.table.platoon.previews import left_of

WHOLE = 360
SIGHTS = {
    "blocks": "blocks sight below its top",
    "thick": "seen into and out of, but not through",
    "open": "does not hide",
}
GROUNDS = {
    "open": "open ground",
    "rough": "rough ground: no Run, no wheels",
    "obstacle": "an obstacle: no Run across it, no wheels",
    "impassable": "cannot be crossed",
    "road": "a road: vehicles that keep to it go twice as far",
}


def point(at: Spot) -> list[int]:
    """A place as numbers."""
    return [at.x, at.y, at.z]


def outline_of(body: Body) -> list[list[int]]:
    """The corners of a hull."""
    return [[round(x), round(y)] for x, y in corners(body)]


def body_of(body: Body) -> dict[str, object]:
    """A disc with its radius in inches, or a hull with its outline."""
    if body.length:
        return {"at": point(body.at), "radius": None, "outline": outline_of(body)}
    return {"at": point(body.at), "radius": body.width / 2 / SCALE, "outline": None}


def piece_of(feature: Feature) -> dict[str, object]:
    """A piece of terrain by its number, kind and name, and what its kind is called."""
    piece = feature.piece
    return {"index": feature.index, "kind": piece.kind, "called": in_words(piece.kind), "name": piece.name}


def shape(battle: Battle, state: State, eyes: Sequence[str]) -> dict[str, object]:
    """Everything there is to draw, as far as some players may know of it."""
    return {
        "turn": state.turn,
        "sure_turns": standing.sure_turns(battle.rules),
        "name": state.setup.name,
        "players": state.setup.players,
        "table": {"width": state.setup.table.width, "depth": state.setup.table.depth},
        "terrain": [_terrain(feature, state) for feature in battle.ground.features],
        "zones": list(_zones(state)),
        "objectives": list(_objectives(battle)),
        "smoke": [{"at": point(at), "radius": radius} for at, radius in battle.clouds()],
        "wrecks": [{"at": point(wreck.at), "outline": outline_of(wreck)} for wreck in state.wrecks],
        "missiles": [
            {"at": point(held.at), "operator": held.operator, "target": held.target, "weapon": held.weapon}
            for held in state.missiles
        ],
        "strikes": [
            {"at": point(held.at), "kind": held.kind, "observer": held.observer, "target": held.target}
            for held in state.called
        ],
        "devices": list(_devices(state, eyes)),
        "things": {thing.kind: THINGS.told(thing.kind) for thing in state.things.values()},
        "kinds": {id: row.name for id, row in battle.rules[KINDS].rows.items()},
        "bag": _by_player(state, state.bag),
        "used": _by_player(state, state.used),
        "lost": _by_player(state, state.lost),
        "orders": {id: _order(id, kind) for id, kind in battle.rules[ORDER_KINDS].rows.items()},
        "units": [_unit(battle, unit) for unit in state.units.values()],
        "awaited": awaited(state, battle.rules),
        "outcome": state.outcome,
    }


def symbols(state: State, rules: Ruleset) -> dict[str, str]:
    """The map symbol of every unit as a picture."""
    return {id: symbol_picture(sheet, rules) for id, sheet in state.sheets.items()}


def _order(id: str, kind: OrderKind) -> dict[str, object]:
    """An order as its die and its name show it."""
    name = called(id, kind)
    return {"name": name, "letter": kind.letter or name[:1], "tip": kind.tip, "low": kind.low}


def _by_player(state: State, numbers: tuple[int, int]) -> dict[str, int]:
    return dict(zip(state.setup.players, numbers, strict=True))


def _terrain(feature: Feature, state: State) -> dict[str, object]:
    kind = feature.kind
    breached = feature.index in state.breached
    return {
        **piece_of(feature),
        "points": [[round(x * SCALE), round(y * SCALE)] for x, y in feature.piece.points],
        "height": feature.top / SCALE,
        "colour": kind.colour,
        "cover": kind.cover,
        "sight": kind.sight,
        "ground": kind.ground,
        "shelter": kind.shelter,
        "raises": kind.raises,
        "breached": breached,
        "text": ground_words(kind, breached=breached),
    }


def ground_words(kind: Kind, *, breached: bool = False) -> str:
    """What a kind of terrain does to those who hide behind it, look over it and cross it."""
    words = [COVERS[kind.cover], SIGHTS[kind.sight], "breached" if breached else GROUNDS[kind.ground]]
    if kind.shelter:
        words.append("a unit can be inside")
    if kind.raises:
        words.append("units stand on top")
    return "; ".join(words)


def _zones(state: State) -> Iterator[dict[str, object]]:
    for side, zone in enumerate(state.setup.zones):
        edges = ((zone.west, zone.south), (zone.east, zone.south), (zone.east, zone.north), (zone.west, zone.north))
        yield {
            "player": state.setup.players[side],
            "side": side,
            "points": [[round(x * SCALE), round(y * SCALE)] for x, y in edges],
            "edge": zone.edge,
        }


def _objectives(battle: Battle) -> Iterator[dict[str, object]]:
    for each in battle.setup.objectives:
        holder = turns.holder(battle, each)
        yield {
            "name": each.name,
            "at": [round(each.x * SCALE), round(each.y * SCALE), 0],
            "radius": each.radius,
            "worth": each.worth,
            "holder": None if holder is None else battle.setup.players[holder],
        }


def _devices(state: State, eyes: Sequence[str]) -> Iterator[dict[str, object]]:
    """Markers on the table; what they are is known to the side that laid them."""
    for index, device in enumerate(state.devices):
        player = state.setup.players[device.side]
        kind = device.kind if player in eyes else "marker"
        yield {"index": index, "at": point(device.at), "player": player, "kind": kind, "carrier": device.carrier}


def _unit(battle: Battle, unit: Unit) -> dict[str, object]:
    sheet = battle.sheet(unit)
    here = unit.place == "table"
    return {
        "id": unit.id,
        "name": sheet.name,
        "player": battle.setup.players[unit.side],
        "side": unit.side,
        "kind": sheet.kind,
        "unit": sheet.unit,
        "quality": sheet.quality,
        "slot": sheet.slot,
        "points": sheet.points,
        "place": unit.place,
        "flank": unit.flank,
        "at": point(unit.at),
        "heading": unit.heading,
        "altitude": unit.at.z / SCALE,
        "bodies": [body_of(body) for body in battle.bodies(unit)] if here else [],
        "men": len(unit.men),
        "men_at_start": len(sheet.men),
        "drone": _drone(battle, unit) if here else None,
        "order": unit.order,
        "kept": unit.kept,
        "may_keep": standing.may_keep(battle, unit),
        "pins": unit.pins,
        "moved": unit.moved,
        "building": unit.building,
        "carrier": unit.carrier,
        "aboard": [other.id for other in battle.aboard(unit)],
        "marks": list(_marks(battle, unit)),
        "laws": unit.laws,
        "charges": unit.charges,
        "smoke": unit.smoke,
        "seats": sheet.seats,
        "damage_value": sheet.damage_value,
        "morale": morale_of(sheet, battle.rules),
        "test": standing.order_test(battle, unit),
        "heights": standing.heights(battle, unit),
        "moves": moves(sheet, battle.rules),
        "officer": sheet.officer,
        "weapons": list(_weapons(unit, sheet, battle.rules)),
        "arcs": list(_arcs(unit, sheet, battle.rules)) if here else [],
        "symbol": {"signs": signs(sheet, battle.rules), "size": size_of(sheet)},
        "zeroed": {"target": unit.zero.target, "need": unit.zero.need} if unit.zero else None,
    }


def _drone(battle: Battle, unit: Unit) -> dict[str, object] | None:
    drone = unit.drone
    if drone is None:
        return None
    return {
        "at": point(drone.at),
        "altitude": drone.at.z / SCALE,
        "radius": DRONE_WIDTH / 2 / SCALE,
        "airborne": drone.airborne,
        "empty": drone.empty,
        "loaded": drone.loaded,
        "jammed": drone.silent_until >= battle.turn,
        "turns_in_the_air": drone.rounds,
        "payload": battle.sheet(unit).payload,
    }


def _marks(battle: Battle, unit: Unit) -> Iterator[str]:
    """What has become of a unit, in words."""
    if not together(battle, unit):
        yield "torn apart: its men close up when it moves next"
    if unit.immobilised:
        yield "immobilised"
    if unit.half_speed:
        yield "half speed"
    if unit.jammed is not None:
        yield "turret jammed"
    if unit.doors:
        yield f"doors open: {', '.join(sorted(unit.doors))}"
    yield from (MARKS.told(name, value=mark.value) for name, mark in unit.marks.items())


def _weapons(unit: Unit, sheet: Sheet, rules: Ruleset) -> Iterator[dict[str, object]]:
    """What those who are left carry."""
    for arm in arms(left_of(sheet, unit), rules):
        yield {
            "id": arm.weapon.id,
            "name": arm.title,
            "many": arm.many,
            "place": arm.place,
            "ranges": arm.ranges,
            "indirect": arm.weapon.indirect is not None,
            "reach": standing.farthest(arm.weapon),
            "pen": arm.pen,
            "blast": arm.blast,
            "keywords": sorted(arm.weapon.keywords),
        }
    for index, mount in enumerate(sheet.mounts):
        if str(index) in unit.spent:
            yield {
                "id": mount.weapon,
                "name": f"{weapon_words(rules, mount.weapon)} is spent",
                "place": mount.place,
                "spent": True,
            }


def _arcs(unit: Unit, sheet: Sheet, rules: Ruleset) -> Iterator[dict[str, object]]:
    """Where each mount, or a fixed weapon, bears: from a heading clockwise to another."""
    for index, mount in enumerate(sheet.mounts):
        jammed = mount.place == "turret" and unit.jammed is not None
        arc = _arc(rules, sheet, mount.place, (unit.jammed or 0) - unit.heading if jammed else None)
        if arc is not None:
            place = "hull" if jammed else mount.place
            yield {"arm": str(index), "weapon": mount.weapon, "place": place, **_turned(arc, unit.heading)}
    if sheet.system and "Fixed" in weapon_of(rules, sheet.system).keywords:
        within = [turn for turn in range(-180, 180) if rules[shooting.fixed_bears](rules, turn % 360)]
        ends = {"from": (unit.heading + min(within)) % 360, "to": (unit.heading + max(within)) % 360}
        yield {"arm": "system", "weapon": sheet.system, "place": "fixed", **ends}


def _turned(arc: tuple[int, int], heading: int) -> dict[str, int]:
    """The stretch of headings that a mount covers."""
    first, last = arc
    if last - first == WHOLE:
        return {"from": 0, "to": WHOLE}
    return {"from": (heading + first) % WHOLE, "to": (heading + last) % WHOLE}


@lru_cache(maxsize=256)
def _arc(rules: Ruleset, sheet: Sheet, place: str, jammed: int | None) -> tuple[int, int] | None:
    """Where a mount bears, from one bearing clockwise to another, by asking the rule for each of them; None where a
    jammed turret points to where nothing bears."""
    ahead = Unit(id="", side=0, jammed=jammed)
    bears = [mount_bears(rules, sheet, ahead, place, turn) for turn in range(WHOLE)]
    if all(bears):
        return 0, WHOLE
    if not any(bears):
        return None
    first = next(turn for turn in range(WHOLE) if bears[turn] and not bears[turn - 1])
    last = next(turn for turn in range(first, first + WHOLE) if not bears[(turn + 1) % WHOLE])
    return first, last
