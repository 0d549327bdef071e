"""A board as an SVG picture.

The picture is built in layers from the ground up: fill, hexsides where levels differ, what lies on the ground, ways,
buildings, what stands above, and labels. Symbols are defined once and placed by reference, which keeps the text small.
Anything may be drawn on top: `centre` says where a hex is, and `overlay` is put in as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from xml.sax.saxutils import escape

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.symbols import BUILDINGS, LETTERED, OVER, ROADS, SYMBOLS, UNDER, disc, ground_colour, symbol
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import refuse

ROOT = sqrt(3)
BADGE = "#b3123c"
"""The colour of a badge that has none of its own."""
ROUGH_ROAD = 5
"""The grade of what was a road."""
SHEER = 3
"""From this many levels on, a step between two hexes is drawn as a cliff."""

_CORNERS = ((-0.5, -ROOT / 2), (0.5, -ROOT / 2), (1.0, 0.0), (0.5, ROOT / 2), (-0.5, ROOT / 2), (-1.0, 0.0))
"""The corners of a hex of size 1; side `n` runs from corner `n` to the next."""


def centre(hex: Hex, size: float = 36) -> tuple[float, float]:
    """Where the middle of a hex is in the picture; `size` is from the middle of a hex to its corner."""
    down = hex.row - 1 + (0.5 if hex.column % 2 == 0 else 0.0)
    return size * (1 + 1.5 * (hex.column - 1)), size * ROOT * (0.5 + down)


def draw(
    board: Board,
    *,
    size: float = 36,
    numbers: bool = True,
    levels: bool = True,
    titles: bool = True,
    marks: Mapping[Hex, str] | None = None,
    colours: Mapping[Hex, str] | None = None,
    overlay: str = "",
) -> str:
    """The picture of a board: hex numbers and levels as asked, a description of each hex to hover over, a badge with
    a few letters on marked hexes, each in its colour, and whatever SVG the overlay holds."""
    if not 1 <= size <= 1000:
        raise refuse("drawing.size", f"a hex of size {size} cannot be drawn; the size must be 1 to 1000")
    picture = _Picture(board, size)
    picture.ground(titles)
    picture.hexsides()
    picture.symbols(UNDER)
    picture.ways()
    picture.buildings()
    picture.symbols(OVER)
    picture.labels(numbers, levels)
    for hex, text in (marks or {}).items():
        picture.badge(hex, text, (colours or {}).get(hex, BADGE))
    return picture.finish(overlay)


def describe(hex: Hex, ground: Ground) -> str:
    """A hex in words: `0304: level 2, light woods`."""
    names = [f"level {ground.level}"]
    for feature in ground.features:
        kind = kinds().get(feature.kind)
        names.append(f"{feature.kind} {feature.level} (unknown)" if kind is None else kind.name(feature.level))
    return f"{hex}: {', '.join(names)}"


class _Picture:
    """The elements of one picture, and the symbols they refer to."""

    def __init__(self, board: Board, size: float) -> None:
        self.board = board
        self.size = size
        self.used: dict[str, str] = {}
        self.elements: list[str] = []
        self.where = {hex: centre(hex, size) for hex in board}

    def finish(self, overlay: str) -> str:
        board, size = self.board, self.size
        width = size * (1.5 * board.width + 0.5)
        height = size * ROOT * (board.height + (0.5 if board.width > 1 else 0))
        edge = 2
        box = f"{-edge} {-edge} {width + 2 * edge:.1f} {height + 2 * edge:.1f}"
        scale = f"scale({size / 100:.4g})"
        symbols = "\n".join(f'<g id="{name}" transform="{scale}">{shape}</g>' for name, shape in self.used.items())
        title = f"<title>{text(board.name)}</title>\n" if board.name else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width + 2 * edge:.0f}"'
            f' height="{height + 2 * edge:.0f}" font-family="DejaVu Sans, Verdana, sans-serif" text-anchor="middle">\n'
            f"{title}<defs>\n{symbols}\n</defs>\n" + "\n".join(self.elements) + f"\n{overlay}</svg>\n"
        )

    def use(self, name: str, hex: Hex, style: str = "", inside: str = "", shape: str | None = None) -> str:
        """A symbol at a hex."""
        self.used.setdefault(name, SYMBOLS[name] if shape is None else shape)
        x, y = self.where[hex]
        space = " " if style else ""
        head = f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}"{space}{style}'
        return f"{head}>{inside}</use>" if inside else f"{head}/>"

    def group(self, style: str, elements: Iterable[str]) -> None:
        body = "\n".join(elements)
        if body:
            self.elements.append(f"<g {style}>\n{body}\n</g>")

    def ground(self, titles: bool) -> None:
        """Every hex, filled."""
        self.group(
            'stroke="#000" stroke-opacity=".28" stroke-width="1"',
            (
                self.use(
                    "hex",
                    hex,
                    f'fill="{ground_colour(ground)}"',
                    f"<title>{text(describe(hex, ground))}</title>" if titles else "",
                )
                for hex, ground in zip(self.board, self.board.grounds, strict=True)
            ),
        )

    def hexsides(self) -> None:
        """Shade on the lower side of every step, and a line along it that grows with its height."""
        lines: dict[int, list[str]] = {}
        shades: list[str] = []
        for hex in self.board:
            for side, other in enumerate(hex.neighbours()):
                step = self.step(hex, side, other)
                if step > 0:
                    lines.setdefault(min(step, SHEER), []).append(self.side_path(hex, side))
                    shades.append(self.shade(other, (side + 3) % 6, min(step, SHEER)))
        self.group('fill="#2b1d0e"', shades)
        for step, paths in sorted(lines.items()):
            colour, width = ("#2a1a0c", 4.5) if step >= SHEER else ("#6d5233", 1.0 + step * 0.8)
            self.elements.append(
                f'<path fill="none" stroke="{colour}" stroke-width="{width * self.size / 36:.1f}"'
                f' stroke-linecap="round" d="{"".join(paths)}"/>'
            )

    def step(self, hex: Hex, side: int, other: Hex) -> int:
        """How many levels a hex stands above its neighbour; the top of a sheer cliff counts as a high one."""
        if other not in self.board:
            return 0
        cliff = self.board[hex].get("cliff_top")
        sheer = cliff is not None and (cliff.exits or 0) >> side & 1
        return max(self.board[hex].level - self.board[other].level, SHEER if sheer else 0)

    def shade(self, hex: Hex, side: int, step: int) -> str:
        """The shade of a higher neighbour, stronger where light from the north is in its back."""
        dark = 0.13 + 0.06 * step if side in (5, 0, 1) else 0.08 + 0.04 * step
        band = 1 if step < SHEER else 2
        return self.use(f"shade{side}{band}", hex, f'fill-opacity="{dark:.2f}"', shape=shade_shape(side, band))

    def side_path(self, hex: Hex, side: int) -> str:
        x, y = self.where[hex]
        (from_x, from_y), (to_x, to_y) = _CORNERS[side], _CORNERS[(side + 1) % 6]
        size = self.size
        return f"M{x + size * from_x:.1f} {y + size * from_y:.1f}L{x + size * to_x:.1f} {y + size * to_y:.1f}"

    def symbols(self, layer: Iterable[str]) -> None:
        """The features of a layer that have a symbol."""
        order = list(layer)
        found: dict[str, list[str]] = {kind: [] for kind in order}
        for hex, ground in zip(self.board, self.board.grounds, strict=True):
            for feature in ground.features:
                variant = hex.column * 5 + hex.row * 7
                name = symbol(feature.kind, feature.level, variant) if feature.kind in found else None
                if name is not None:
                    found[feature.kind].append(self.use(name, hex))
        for kind in order:
            self.elements += found[kind]

    def ways(self) -> None:
        """Roads, rails and bridges along their exits: first all edges, then all surfaces, so that hexes join."""
        edges, surfaces, ties, bridges = [], [], [], []
        for hex, ground in zip(self.board, self.board.grounds, strict=True):
            for feature in ground.features:
                if feature.kind not in ("road", "rail", "bridge"):
                    continue
                name, shape = self.exits_shape(hex, feature)
                if feature.kind == "road":
                    edges.append(self.use(name, hex, shape=shape))
                    colour = ROADS[feature.level if 0 <= feature.level < len(ROADS) else 0]
                    broken = ' stroke-dasharray="13 9"' if feature.level == ROUGH_ROAD else ""
                    surfaces.append(self.use(name, hex, f'stroke="{colour}"{broken}', shape=shape))
                elif feature.kind == "rail":
                    ties.append(self.use(name, hex, shape=shape))
                else:
                    bridges += self.bridge(hex, name, shape)
        joint = 'fill="none" stroke-linejoin="round"'
        self.group(f'{joint} stroke="#6b645a" stroke-width="28"', edges)
        self.group(f'{joint} stroke-width="20"', surfaces)
        self.group(f'{joint} stroke="#4a4038" stroke-width="24" stroke-dasharray="5 9"', ties)
        self.group(f'{joint} stroke="#1f1a16" stroke-width="5"', ties)
        self.group(joint, bridges)

    def bridge(self, hex: Hex, name: str, shape: str) -> list[str]:
        strokes = (("#3d2c1c", 46), ("#c79a62", 36), ("#6e4f2c", 4))
        return [
            self.use(name, hex, f'stroke="{colour}" stroke-width="{width}"', shape=shape) for colour, width in strokes
        ]

    def exits_shape(self, hex: Hex, feature: Feature) -> tuple[str, str]:
        """The path from the middle of a hex over its exits. Without exits in the file it leads to the neighbours that
        carry a way as well."""
        exits = feature.exits
        if exits is None:
            exits = sum(
                1 << side
                for side, other in enumerate(hex.neighbours())
                if other in self.board and any(kind in self.board[other] for kind in (feature.kind, "bridge"))
            )
        sides = [side for side in range(6) if exits >> side & 1]
        return f"way{exits & 63}", f'<path d="{way_path(sides)}"/>'

    def buildings(self) -> None:
        """Footprints, joined over their exits, and fuel tanks: first all outlines, then all roofs."""
        outlines, roofs = [], []
        for hex, ground in zip(self.board, self.board.grounds, strict=True):
            if building := ground.get("building"):
                fill = BUILDINGS[building.level if 0 <= building.level < len(BUILDINGS) else 0]
                name, shape = f"wing{(building.exits or 0) & 63}", wing_shape(building.exits or 0)
                outlines.append(self.use(name, hex, shape=shape))
                outlines.append(self.use("building", hex))
                roofs.append(self.use(name, hex, f'fill="{fill}" stroke="{fill}"', shape=shape))
                roofs.append(self.use("building", hex, f'fill="{fill}" stroke="{fill}"'))
            if "fuel_tank" in ground:
                roofs.append(self.use("fuel_tank", hex))
        self.group('fill="#2e2620" stroke="#2e2620" stroke-width="11"', outlines)
        self.group('stroke-width="1"', roofs)

    def labels(self, numbers: bool, levels: bool) -> None:
        """Hex numbers above, levels and depths below, and what a building or bridge bears in the middle."""
        size = self.size
        small, middle = size * 0.24, size * 0.27
        halo = 'stroke="#fff" stroke-opacity=".75" paint-order="stroke" stroke-linejoin="round"'
        dark = [hex for hex in self.board if "space" in self.board[hex]]
        if numbers:
            plain = [self.label(hex, -0.63, str(hex)) for hex in self.board if hex not in dark]
            self.group(f'font-size="{small:.1f}" fill="#333" {halo} stroke-width="{size * 0.05:.1f}"', plain)
            self.group(f'font-size="{small:.1f}" fill="#ccd"', [self.label(hex, -0.63, str(hex)) for hex in dark])
        built = [line for hex in self.board for line in self.built_labels(hex)]
        self.group(
            f'font-size="{middle:.1f}" font-weight="bold" fill="#1c1712" {halo} stroke-width="{size * 0.07:.1f}"', built
        )
        if levels:
            below = [line for hex in self.board for line in self.level_labels(hex)]
            self.group(f'font-size="{small:.1f}" fill="#2a1d10" {halo} stroke-width="{size * 0.05:.1f}"', below)
        self.lettered()

    def lettered(self) -> None:
        """Discs for what has no picture of its own: a letter where it is known, a question mark where it is not."""
        for hex, ground in zip(self.board, self.board.grounds, strict=True):
            for feature in ground.features:
                if feature.kind not in kinds():
                    self.elements.append(self.use("unknown", hex, shape=disc("?", "#a02040")))
                elif letter := LETTERED.get(feature.kind):
                    self.elements.append(self.use(f"letter{letter}", hex, shape=disc(letter, "#33414f")))

    def label(self, hex: Hex, down: float, words: str) -> str:
        x, y = self.where[hex]
        return f'<text x="{x:.1f}" y="{y + self.size * down:.1f}">{text(words)}</text>'

    def level_labels(self, hex: Hex) -> list[str]:
        ground = self.board[hex]
        words = [f"level {ground.level}"] if ground.level else []
        if "water" in ground:
            words.append(f"depth {ground.amount('water')}")
        lines = reversed(words)
        return [self.label(hex, 0.76 - 0.24 * number, line) for number, line in enumerate(lines)]

    def built_labels(self, hex: Hex) -> list[str]:
        """Type, height and construction factor of what stands in a hex."""
        ground = self.board[hex]
        lines: list[str] = []
        if "building" in ground:
            letters = {1: "L", 2: "M", 3: "H", 4: "X", 5: "W"}
            lines.append(f"{letters.get(ground.amount('building'), 'B')} {ground.amount('bldg_elev', 1)}")
            lines += [f"CF {ground.amount('bldg_cf')}"] if "bldg_cf" in ground else []
        elif "bridge" in ground:
            lines.append(f"B {ground.amount('bridge_elev')}")
            lines += [f"CF {ground.amount('bridge_cf')}"] if "bridge_cf" in ground else []
        elif "fuel_tank" in ground:
            lines.append(f"F {ground.amount('fuel_tank_elev', 1)}")
        start = 0.1 - 0.15 * (len(lines) - 1)
        return [self.label(hex, start + 0.3 * number, line) for number, line in enumerate(lines)]

    def badge(self, hex: Hex, words: str, colour: str) -> None:
        """A few letters on a disc, the smaller the more there are."""
        if hex not in self.board:
            return
        x, y = self.where[hex]
        radius = self.size * 0.42
        letters = self.size * min(0.36, 1.2 / max(1, len(words)))
        self.elements.append(
            f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#fff" stroke="{colour}"'
            f' stroke-width="{self.size * 0.09:.1f}"/><text x="{x:.1f}" y="{y + self.size * 0.13:.1f}"'
            f' font-size="{letters:.1f}" font-weight="bold" fill="{colour}">{text(words)}</text></g>'
        )


def text(words: str) -> str:
    """Words as XML can hold them."""
    return escape("".join(sign for sign in words if sign.isprintable()))


def side_middle(side: int) -> tuple[float, float]:
    """The middle of a hexside, in the units of symbols."""
    (from_x, from_y), (to_x, to_y) = _CORNERS[side % 6], _CORNERS[(side + 1) % 6]
    return 50 * (from_x + to_x), 50 * (from_y + to_y)


def way_path(sides: list[int]) -> str:
    """A way over some hexsides: two are joined by a bend, others meet in the middle, none is a short piece."""
    ends = [f"{x:.1f} {y:.1f}" for x, y in map(side_middle, sides)]
    if not ends:
        return "M-28 0H28"
    if len(ends) == 2:
        return f"M{ends[0]}Q0 0 {ends[1]}"
    return "".join(f"M0 0L{end}" for end in ends)


def wing_shape(exits: int) -> str:
    """The parts of a building that reach its neighbours; between two exits side by side the corner is filled."""
    pieces = []
    for side in range(6):
        if exits >> side & 1:
            x, y = side_middle(side)
            along_x, along_y = y * 0.37, -x * 0.37
            pieces.append(
                f"M{along_x:.1f} {along_y:.1f}L{x + along_x:.1f} {y + along_y:.1f}"
                f"L{x - along_x:.1f} {y - along_y:.1f}L{-along_x:.1f} {-along_y:.1f}z"
            )
        if exits >> side & 1 and exits >> (side + 1) % 6 & 1:
            (x, y), (next_x, next_y) = side_middle(side), side_middle(side + 1)
            corner_x, corner_y = _CORNERS[(side + 1) % 6]
            corner = f"{100 * corner_x:.1f} {100 * corner_y:.1f}"
            pieces.append(f"M0 0L{x:.1f} {y:.1f}L{corner}L{next_x:.1f} {next_y:.1f}z")
    return f'<path d="{"".join(pieces)}"/>'


def shade_shape(side: int, band: int) -> str:
    """A strip along the inside of a hexside; band 2 is the broad one."""
    keep = 1 - 0.11 * band
    corners = (_CORNERS[side], _CORNERS[(side + 1) % 6])
    points = [*corners, *((x * keep, y * keep) for x, y in reversed(corners))]
    return '<path d="M' + " ".join(f"{100 * x:.1f} {100 * y:.1f}" for x, y in points) + 'z"/>'
