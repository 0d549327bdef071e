"""Random maps: hills, lakes, woods, roads and a town, the same for one seed on every machine.

A map is made in the order a land is: hills rise and lakes gather, roads look for the easiest way across, a town grows
along them, and woods and rough ground take what is left; other worlds are then covered with sand, snow, ice, swamp, mud
or magma, or pitted with craters. All numbers are whole and all chance comes from one stream of dice.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import pairwise

import msgspec

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.kernel.dice import Dice, Seeded
from overheat.kernel.refusal import refuse

SHEET = 16 * 17
"""The hexes of one map sheet; counts of a landscape are for one such sheet."""
LARGEST = 200
"""The most columns or rows a generated map may have."""
COVERS = {
    "swamp": (Feature("swamp", 1),),
    "mud": (Feature("mud", 1),),
    "jungle": (Feature("jungle", 1), Feature("foliage_elev", 2)),
    "sand": (Feature("sand", 1),),
    "paved": (Feature("pavement", 1),),
}
"""What covers the ground of other worlds."""
FACTORS = {1: 15, 2: 40, 3: 90, 4: 120}
"""The construction factor of buildings by type: light, medium, heavy, hardened."""


class Landscape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a land is like. Hills, lakes, roads, buildings of the town, craters and pools of magma are numbers for one
    map sheet, woods and all that covers the ground are parts in a hundred; `top` is the level of the highest hills.
    What is not snow of a land with snow lies thin; `frozen` are the parts of its lakes that bear ice."""

    hills: int = 3
    top: int = 3
    lakes: int = 1
    woods: int = 20
    rough: int = 4
    roads: int = 1
    town: int = 0
    theme: str = "grass"
    sand: int = 0
    snow: int = 0
    frozen: int = 0
    swamp: int = 0
    mud: int = 0
    jungle: int = 0
    magma: int = 0
    craters: int = 0
    paved: int = 0


PRESETS = {
    "plains": Landscape(hills=3, top=2, lakes=1, woods=12, rough=4, roads=1),
    "hills": Landscape(hills=7, top=4, lakes=1, woods=18, rough=7, roads=1),
    "lakeland": Landscape(hills=3, top=2, lakes=5, woods=20, rough=2, roads=1),
    "forest": Landscape(hills=3, top=3, lakes=1, woods=45, rough=3, roads=1),
    "desert": Landscape(hills=5, top=4, lakes=0, woods=0, rough=14, roads=1, theme="desert"),
    "town": Landscape(hills=2, top=2, lakes=1, woods=10, rough=2, roads=2, town=26),
    "dunes": Landscape(hills=6, top=3, lakes=0, woods=0, rough=8, roads=0, theme="desert", sand=55),
    "glacier": Landscape(hills=5, top=4, lakes=3, woods=6, rough=6, roads=0, theme="snow", snow=45, frozen=100),
    "volcano": Landscape(hills=7, top=5, lakes=0, woods=0, rough=22, roads=0, theme="volcano", magma=3),
    "swamp": Landscape(hills=1, top=1, lakes=3, woods=14, rough=0, roads=0, swamp=22, mud=12, jungle=10),
    "city": Landscape(hills=1, top=1, lakes=0, woods=3, rough=2, roads=2, town=70, paved=40),
    "moon": Landscape(hills=4, top=3, lakes=0, woods=0, rough=16, roads=0, theme="lunar", craters=7),
}
"""Landscapes by name."""


def generate(seed: int, width: int = 16, height: int = 17, landscape: Landscape | str = "plains") -> Board:
    """A map of a landscape, given by name or made up: `generate(7, landscape=Landscape(lakes=3))`."""
    name = landscape if isinstance(landscape, str) else "map"
    if isinstance(landscape, str):
        if landscape not in PRESETS:
            raise refuse("generate.preset", f"no landscape {landscape[:40]!r}; there are {', '.join(PRESETS)}")
        landscape = PRESETS[landscape]
    check(landscape, width, height)
    land = _Land(Seeded(seed, stream="map"), width, height, landscape)
    shaped = (land.raise_hills, land.dig_craters, land.fill_lakes, land.lay_roads, land.settle)
    for step in (*shaped, land.build, land.plant, land.cover):
        step()
    return land.board(f"{name} {seed}")


def check(landscape: Landscape, width: int, height: int) -> None:
    """Refuse what cannot be made."""
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise refuse("generate.size", f"a map of {width}x{height} hexes; each side must be 1 to {LARGEST}")
    limits = {"hills": 100, "top": 12, "lakes": 50, "woods": 100, "rough": 100, "roads": 10, "town": SHEET}
    limits |= dict.fromkeys(("sand", "snow", "frozen", "swamp", "mud", "jungle", "paved"), 100)
    limits |= {"magma": 50, "craters": 50}
    for field, limit in limits.items():
        value = getattr(landscape, field)
        if not 0 <= value <= limit:
            raise refuse("generate.landscape", f"{field} must be 0 to {limit}, not {value}", field=field)


class _Land:
    """A map in the making."""

    def __init__(self, dice: Dice, width: int, height: int, landscape: Landscape) -> None:
        self.dice = dice
        self.width, self.height = width, height
        self.landscape = landscape
        self.hexes = [Hex(column, row) for row in range(1, height + 1) for column in range(1, width + 1)]
        self.level = dict.fromkeys(self.hexes, 0)
        self.around = {hex: tuple(near for near in hex.neighbours() if near in self.level) for hex in self.hexes}
        self.lakes: list[set[Hex]] = []
        self.water: set[Hex] = set()
        self.exits: dict[Hex, int] = {}
        self.buildings: dict[Hex, tuple[int, int]] = {}
        self.woods: dict[Hex, int] = {}
        self.rough: set[Hex] = set()
        self.covers: dict[Hex, list[Feature]] = {}
        self.town: Hex | None = None

    def die(self, purpose: str, sides: int) -> int:
        """One die; a die of one side need not be thrown."""
        return self.dice.roll(purpose, 1, sides).total if sides > 1 else 1

    def pick(self, purpose: str, hexes: list[Hex]) -> Hex:
        return hexes[self.die(purpose, len(hexes)) - 1]

    def scaled(self, count: int) -> int:
        """A number for one sheet, as many as this map needs."""
        return max(1, count * len(self.hexes) // SHEET) if count else 0

    def grow(self, purpose: str, start: Hex, size: int, fits: Callable[[Hex], bool]) -> list[Hex]:
        """A clump that grows from a hex at random over those that fit; of two hexes drawn, the one with more of the
        clump around it joins, which keeps the clump round."""
        clump, edge = {start: None}, {near: None for near in self.around[start] if fits(near)}
        while edge and len(clump) < size:
            drawn = [self.pick(purpose, list(edge)) for _ in range(2)]
            hex = max(drawn, key=lambda hex: sum(near in clump for near in self.around[hex]))
            del edge[hex]
            clump[hex] = None
            edge |= {near: None for near in self.around[hex] if near not in clump and fits(near)}
        return list(clump)

    def raise_hills(self) -> None:
        """Ridges a few hexes long, from which the land falls away by a level every hex or two."""
        for _ in range(self.scaled(self.landscape.hills) if self.landscape.top else 0):
            top = 1 + self.die("hill height", self.landscape.top) * 3 // 4 if self.landscape.top > 1 else 1
            ridge = [self.pick("hill", self.hexes)]
            heading = self.die("ridge heading", 6) - 1
            for _ in range(self.die("ridge length", 5)):
                step = ridge[-1].neighbour(heading + self.die("ridge bend", 3) - 2)
                if step in self.level:
                    ridge.append(step)
            slope = 2 if self.die("slope", 3) == 1 else 1
            for hex, away in self.within(ridge, top * slope).items():
                ragged = 1 if self.die("ragged edge", 4) == 1 else 0
                self.level[hex] = max(self.level[hex], top - (away + ragged) // slope)
        for hex in self.hexes:
            lowest = min((self.level[near] for near in self.around[hex]), default=self.level[hex])
            self.level[hex] = max(self.level[hex], lowest)

    def dig_craters(self) -> None:
        """Bowls a level deep, each with a rim."""
        for _ in range(self.scaled(self.landscape.craters)):
            middle = self.pick("crater", self.hexes)
            wide = self.die("crater width", 3)
            for hex, away in self.within([middle], wide + 1).items():
                self.level[hex] += 1 if away == wide + 1 and self.level[hex] <= 0 else -1 if away <= wide else 0

    def within(self, start: list[Hex], reach: int) -> dict[Hex, int]:
        """The hexes no farther away than the reach, and how far each is."""
        found = dict.fromkeys(start, 0)
        queue = list(found)
        for hex in queue:
            for near in self.around[hex]:
                if near not in found and found[hex] < reach:
                    found[near] = found[hex] + 1
                    queue.append(near)
        return found

    def fill_lakes(self) -> None:
        """Clumps of low ground under water."""
        for _ in range(self.scaled(self.landscape.lakes)):
            low = [hex for hex in self.hexes if self.level[hex] <= 1 and hex not in self.water]
            if not low:
                return
            start = self.pick("lake", low)
            size = min(5 + self.die("lake size", 10), len(self.hexes) // 6 + 1)
            lake = set(self.grow("lake shore", start, size, lambda hex: self.level[hex] <= 1))
            for hex in self.hexes:
                if hex not in lake and len(self.around[hex]) > 3 and all(near in lake for near in self.around[hex]):
                    lake.add(hex)
            joined = [other for other in self.lakes if any(near in other for hex in lake for near in self.around[hex])]
            self.lakes = [other for other in self.lakes if other not in joined]
            self.lakes.append(lake.union(*joined))
            self.water |= lake

    def lay_roads(self) -> None:
        """Roads from side to side along the easiest way; the first ones lead through the town."""
        if self.landscape.town:
            self.town = self.town_site()
        west_east = self.die("road heading", 2) == 1
        for _ in range(self.landscape.roads):
            start, end = self.road_ends(west_east)
            stops = [start, end] if self.town is None else [start, self.town, end]
            way = [start]
            for near, far in pairwise(stops):
                way += self.easiest_way(near, far)[1:]
            self.pave(way)
            self.lead_off(way[0], 4 if west_east else 0, 5 if west_east else 0)
            self.lead_off(way[-1], 1 if west_east else 3, 2 if west_east else 3)
            west_east = not west_east
        if self.town is not None:
            self.lay_streets(self.town)

    def town_site(self) -> Hex:
        """Dry ground near the middle of the map."""
        middle = Hex((self.width + 1) // 2, (self.height + 1) // 2)
        dry = [hex for hex in self.hexes if hex not in self.water] or self.hexes
        wet = {hex: sum(near in self.water for near in self.around[hex]) for hex in dry}
        return min(dry, key=lambda hex: (hex.distance(middle) + 2 * self.level[hex] + 2 * wet[hex], hex))

    def road_ends(self, west_east: bool) -> tuple[Hex, Hex]:
        """Two hexes on opposite sides, not in the corners, dry if possible."""
        length = self.height if west_east else self.width
        along = range(1 + length // 5, length - length // 5 + 1)
        sides = [
            [Hex(1, at) if west_east else Hex(at, 1) for at in along],
            [Hex(self.width, at) if west_east else Hex(at, self.height) for at in along],
        ]
        start, end = (self.pick("road end", [hex for hex in side if hex not in self.water] or side) for side in sides)
        return start, end

    def easiest_way(self, start: Hex, end: Hex) -> list[Hex]:
        """The cheapest path: steps up and down cost, water costs most, a road that is there already costs little."""
        queue = [(0, start)]
        cost, before = {start: 0}, {start: start}
        while queue:
            spent, hex = heapq.heappop(queue)
            if hex == end:
                break
            if spent > cost[hex]:
                continue
            for near in self.around[hex]:
                climb = abs(self.level[near] - self.level[hex])
                total = spent + (2 if near in self.exits else 4) + 5 * climb * climb + (14 if near in self.water else 0)
                if total < cost.get(near, total + 1):
                    cost[near], before[near] = total, hex
                    heapq.heappush(queue, (total, near))
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]

    def pave(self, way: list[Hex]) -> None:
        """A road along a path, each hex open to the next."""
        self.exits.setdefault(way[0], 0)
        for hex, following in pairwise(way):
            self.exits[hex] |= 1 << hex.direction(following)
            self.exits[following] = self.exits.get(following, 0) | 1 << following.direction(hex)

    def lead_off(self, hex: Hex, side: int, other: int) -> None:
        """Open the end of a road over the edge of the map, straight on if it can."""
        taken = [direction for direction in range(6) if self.exits[hex] >> direction & 1]
        straight = [(direction + 3) % 6 for direction in taken]
        choice = next((way for way in (side, other) if way in straight), side)
        if hex.neighbour(choice) not in self.level:
            self.exits[hex] |= 1 << choice

    def lay_streets(self, town: Hex) -> None:
        """Streets that leave the middle of the town and branch once."""
        reach = 2 + self.scaled(self.landscape.town) // 14
        for direction in range(self.die("street", 3) - 1, 6, 3):
            street = self.straight(town, direction, reach)
            self.pave(street)
            if len(street) > 2:
                self.pave(self.straight(street[2], direction + self.die("branch", 2) * 4 - 6, reach - 1))
        for hex in self.hexes:
            if hex.distance(town) <= reach and hex not in self.water:
                self.level[hex] = self.level[town]

    def straight(self, start: Hex, direction: int, length: int) -> list[Hex]:
        """A straight street that stops before water and the edge of the map."""
        street = [start]
        for _ in range(length):
            following = street[-1].neighbour(direction)
            if following not in self.level or following in self.water:
                break
            street.append(following)
        return street

    def settle(self) -> None:
        """Lower the land until lakes are flat and not above their shores, roads climb by at most one level, and no
        slope is steeper than two."""
        changed = True
        while changed:
            changed = False
            for lake in self.lakes:
                surface = min(self.level[near] for hex in sorted(lake) for near in (hex, *self.around[hex]))
                changed |= any(self.level[hex] != surface for hex in lake)
                self.level.update(dict.fromkeys(sorted(lake), surface))
            for hex in self.hexes:
                limit = min((self.level[near] + self.steepest(hex, near) for near in self.around[hex]), default=99)
                if self.level[hex] > limit:
                    self.level[hex] = limit
                    changed = True

    def steepest(self, hex: Hex, near: Hex) -> int:
        exits = self.exits.get(hex, 0)
        return 1 if exits and exits >> hex.direction(near) & 1 else 2

    def build(self) -> None:
        """Houses along the streets, the larger ones nearer to the middle."""
        if self.town is None:
            return
        town = self.town
        sites = [
            hex
            for hex in sorted(self.hexes, key=lambda hex: (hex.distance(town), hex))
            if hex not in self.exits and hex not in self.water and any(near in self.exits for near in self.around[hex])
        ]
        for hex in sites:
            if len(self.buildings) >= self.scaled(self.landscape.town):
                return
            if self.die("empty lot", 5) > 1:
                kind = (1, 1, 2, 2, 3, 4)[self.die("building type", 6) - 1]
                storeys = min(4, self.die("storeys", 3) + (1 if hex.distance(town) <= 2 else 0))
                self.buildings[hex] = kind, storeys

    def plant(self) -> None:
        """Woods in clumps, denser inside, and rough ground between them."""
        free = [
            hex for hex in self.hexes if hex not in self.water and hex not in self.exits and hex not in self.buildings
        ]
        wooded = self.clumps("woods", free, self.landscape.woods, 11)
        for hex in free:
            if hex in wooded:
                inside = sum(near in wooded for near in self.around[hex]) >= 4
                self.woods[hex] = 2 if self.die("heavy woods", 6) <= (4 if inside else 1) else 1
        self.rough = self.clumps("rough", [hex for hex in free if hex not in wooded], self.landscape.rough, 4)

    def clumps(self, purpose: str, free: list[Hex], percent: int, largest: int) -> set[Hex]:
        """Clumps over the free hexes until they cover their part of the map."""
        goal = min(len(self.hexes) * percent // 100, len(free))
        found: set[Hex] = set()
        while len(found) < goal:
            left = [hex for hex in free if hex not in found]
            open_ground = set(left)
            size = min(1 + self.die(f"{purpose} size", largest), goal - len(found))
            found.update(self.grow(purpose, self.pick(purpose, left), size, open_ground.__contains__))
        return found

    def cover(self) -> None:
        """What other worlds are covered with, each kind on what the ones before it have left."""
        land, bare = self.landscape, [hex for hex in self.hexes if hex not in self.exits and hex not in self.buildings]
        dry = [hex for hex in bare if hex not in self.water]
        for hex in self.water_to_freeze():
            self.covers.setdefault(hex, []).append(Feature("ice", 1))
        if land.snow:
            deep = self.clumps("snow", dry, land.snow, 14)
            for hex in dry:
                self.covers.setdefault(hex, []).append(Feature("snow", 2 if hex in deep else 1))
        for _ in range(self.scaled(land.magma)):
            self.pour_magma(dry)
        for kind in ("swamp", "mud", "jungle", "sand", "paved"):
            free = [hex for hex in dry if hex not in self.covers and hex not in self.woods and hex not in self.rough]
            for hex in sorted(self.clumps(kind, free, getattr(land, kind), 9)):
                self.covers[hex] = [*COVERS[kind]]

    def water_to_freeze(self) -> list[Hex]:
        """The waters that bear ice."""
        share = self.landscape.frozen
        return [hex for hex in sorted(self.water) if share and self.die("freezing", 100) <= share]

    def pour_magma(self, dry: list[Hex]) -> None:
        """A pool of magma, liquid inside, with a crust around it."""
        free = [hex for hex in dry if hex not in self.covers]
        if not free:
            return
        open_ground = set(free)
        pool = self.grow("magma", self.pick("magma", free), 3 + self.die("magma size", 6), open_ground.__contains__)
        for hex in pool:
            inside = all(near in pool for near in self.around[hex])
            self.rough.discard(hex)
            self.covers[hex] = [Feature("magma", 2 if inside else 1)]

    def board(self, name: str) -> Board:
        grounds = tuple(Ground(self.level[hex], tuple(self.features(hex)), self.landscape.theme) for hex in self.hexes)
        return Board(self.width, self.height, grounds, name)

    def features(self, hex: Hex) -> Iterable[Feature]:
        """What stands in a hex, as board files have it."""
        if hex in self.water:
            yield Feature("water", 2 if all(near in self.water for near in self.around[hex]) else 1)
            if hex in self.exits:
                yield from (Feature("bridge", 2, self.exits[hex]), Feature("bridge_cf", 40), Feature("bridge_elev", 1))
        elif hex in self.exits:
            yield Feature("road", 1, self.exits[hex])
        elif hex in self.buildings:
            kind, storeys = self.buildings[hex]
            yield from (Feature("building", kind, 0), Feature("bldg_cf", FACTORS[kind]), Feature("bldg_elev", storeys))
        elif hex in self.woods:
            yield from (Feature("woods", self.woods[hex]), Feature("foliage_elev", 2))
        elif hex in self.rough:
            yield Feature("rough", 1)
        yield from self.covers.get(hex, ())
