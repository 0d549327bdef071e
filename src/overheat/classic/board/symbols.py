"""What terrain looks like: colours of the ground, and symbols for a hex whose corners lie 100 units from its centre.

Kinds are told apart by shape and by lightness, not by hue alone, so that a map reads in print and for people who see
few colours.
"""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.board.board import Ground

Colour = tuple[int, int, int]

THEMES: dict[str, Colour] = {
    "": (213, 221, 178),
    "grass": (213, 221, 178),
    "desert": (236, 219, 176),
    "lunar": (200, 200, 198),
    "snow": (238, 242, 245),
    "mars": (224, 172, 136),
    "volcano": (150, 138, 134),
    "tropical": (205, 222, 170),
    "space": (22, 26, 44),
}
"""The clear ground of each theme; a theme not listed looks like the first."""

HIGH: Colour = (134, 96, 52)
LOW: Colour = (70, 84, 92)
WATER: tuple[Colour, ...] = ((190, 223, 235), (150, 202, 228), (98, 164, 210), (64, 128, 184), (44, 96, 152))
"""Water by depth; deeper than the list looks like its end."""

COVERS: dict[str, tuple[Colour, int]] = {
    "sand": ((240, 214, 150), 60),
    "mud": ((140, 108, 78), 50),
    "swamp": ((126, 140, 104), 60),
    "snow": ((250, 252, 255), 65),
    "ice": ((222, 240, 250), 75),
    "black_ice": ((90, 104, 122), 50),
    "tundra": ((178, 178, 150), 60),
    "magma": ((92, 52, 46), 85),
    "pavement": ((188, 188, 190), 75),
    "hazardous_liquid": ((186, 196, 60), 75),
    "planted_fields": ((222, 208, 112), 55),
    "field": ((222, 208, 112), 55),
    "heavy_industrial": ((160, 152, 158), 65),
    "industrial": ((176, 170, 172), 65),
    "space": ((22, 26, 44), 100),
    "sky": ((176, 206, 236), 90),
}
"""What lies on the ground and colours it, by how many parts in a hundred."""

BUILDINGS = ("#b9b2a6", "#e2bf8f", "#c98f5e", "#94674f", "#5f5a68", "#3f3f46")
"""Buildings by type, lightest first; the first is for a type that has no name."""
ROADS = ("#dcd6cb", "#e9e4da", "#cfc9c0", "#b98f5c", "#c9c3b4", "#a89f8c")
"""Roads by kind: unnamed, paved, alley, dirt, gravel, and what was one."""


def mix(colour: Colour, other: Colour, percent: int) -> Colour:
    """A colour blended with so many parts in a hundred of another."""
    red, green, blue = ((one * (100 - percent) + two * percent) // 100 for one, two in zip(colour, other, strict=True))
    return red, green, blue


def ground_colour(ground: Ground) -> str:
    """The fill of a hex: water by depth, else the theme, browner with height, greyer below, with what covers it."""
    colour = THEMES.get(ground.theme, THEMES[""])
    high = min(max(ground.level, 0), 9) * 8
    low = min(max(-ground.level, 0), 8) * 7
    colour = mix(mix(colour, HIGH, high), LOW, low)
    if "water" in ground:
        colour = WATER[min(max(ground.amount("water"), 0), len(WATER) - 1)]
    for kind, (cover, percent) in COVERS.items():
        if kind in ground:
            colour = mix(colour, cover, percent)
    if ground.amount("magma") > 1:
        colour = (236, 116, 44)
    return "#{:02x}{:02x}{:02x}".format(*colour)


VARIANTS = 3
"""How many arrangements a symbol of scattered things has, so that neighbouring hexes do not look printed."""

_TURNS = ((100, 0), (-50, 87), (-50, -87))
"""Cosine and sine of the turn of each variant, in hundredths."""


def _turned(places: str, variant: int) -> str:
    """Places turned about the middle of the hex."""
    cosine, sine = _TURNS[variant]
    points = (tuple(map(int, place.split(","))) for place in places.split())
    return " ".join(f"{(x * cosine - y * sine) // 100},{(x * sine + y * cosine) // 100}" for x, y in points)


def _trees(places: str, radius: int, fill: str, edge: str) -> str:
    """Tree crowns at the places, each with a lit side."""
    crowns = []
    for place in places.split():
        x, y = (int(part) for part in place.split(","))
        crowns.append(f'<circle cx="{x}" cy="{y}" r="{radius}"/>')
    lit = "".join(
        f'<circle cx="{int(place.split(",")[0]) - radius // 4}" cy="{int(place.split(",")[1]) - radius // 4}"'
        f' r="{radius // 2}"/>'
        for place in places.split()
    )
    return (
        f'<g fill="{fill}" stroke="{edge}" stroke-width="4">{"".join(crowns)}</g>'
        f'<g fill="#fff" fill-opacity=".25">{lit}</g>'
    )


def _palms(places: str, radius: int, fill: str, edge: str) -> str:
    """Six-pointed crowns for jungle."""
    near = radius * 45 // 100
    half, high = radius // 2, radius * 87 // 100
    side, up = near * 87 // 100, near // 2
    star = (
        f"m0 {-radius}l{up} {radius - side}l{high - up} {side - half}l{near - high} {half}l{high - near} {half}"
        f"l{up - high} {side - half}l{-up} {radius - side}l{-up} {side - radius}l{up - high} {half - side}"
        f"l{high - near} {-half}l{near - high} {-half}l{high - up} {half - side}z"
    )
    paths = "".join(f'<path transform="translate({place})" d="{star}"/>' for place in places.split())
    return f'<g fill="{fill}" stroke="{edge}" stroke-width="4" stroke-linejoin="round">{paths}</g>'


def _scatter(places: str, shape: str, style: str) -> str:
    """One outline repeated at the places."""
    return f'<path {style} d="{"".join(f"M{place}{shape}" for place in places.split())}"/>'


def _variants(name: str, places: str, draw: Callable[[str], str]) -> dict[str, str]:
    """A symbol in all its arrangements, numbered."""
    return {f"{name}-{variant}": draw(_turned(places, variant)) for variant in range(VARIANTS)}


_FEW = "-34,-12 30,-26 6,30"
_MANY = "-46,-22 -6,-38 38,-28 -26,14 18,0 54,14 -54,26 0,44 38,46"
_CROWD = "-40,-46 0,-52 40,-46 -60,-8 -22,-16 20,-16 60,-8 -44,26 0,18 44,26 -22,54 22,54"
_STONES = "-52,-30 -8,-48 40,-34 -30,8 20,-2 54,18 -50,36 2,42 36,50"
_DOTS = "-55,-25 -25,-45 10,-30 45,-40 60,0 25,10 -10,0 -45,10 -60,25 -30,40 5,35 40,40 15,60 -15,62"
_RUNS = "-52,-34 8,-38 -20,-8 36,-4 -56,22 0,28 34,44 -30,52"

_STONE = 'fill="#a4937b" stroke="#6b5a45" stroke-width="3"'
_BOULDER = 'fill="#8b7a66" stroke="#4a3d30" stroke-width="4"'
_CLOUD = "M-52 20a26 26 0 0 1 8-50a36 36 0 0 1 66-12a30 30 0 0 1 36 44a24 24 0 0 1-16 26h-86q-8 0-8-8z"

SYMBOLS: dict[str, str] = {
    "hex": '<path d="M100 0 50 86.6H-50L-100 0-50-86.6H50z"/>',
    **_variants("woods1", _FEW, lambda places: _trees(places, 25, "#7fae62", "#3c6b38")),
    **_variants("woods2", _MANY, lambda places: _trees(places, 24, "#3f7f45", "#1f4a2a")),
    **_variants("woods3", _CROWD, lambda places: _trees(places, 24, "#24573a", "#0f3020")),
    **_variants("jungle1", _FEW, lambda places: _palms(places, 32, "#6fb08c", "#25624a")),
    **_variants("jungle2", _MANY, lambda places: _palms(places, 30, "#2f8a6a", "#12483a")),
    **_variants("jungle3", _CROWD, lambda places: _palms(places, 30, "#1b6350", "#07332b")),
    **_variants("rough1", _STONES, lambda places: _scatter(places, "l10-16 12 6 4 14-14 6z", _STONE)),
    **_variants("rough2", _DOTS, lambda places: _scatter(places, "l10-24 16 6 6 20-20 8z", _BOULDER)),
    "rubble": _scatter(_STONES, "l14-10 10 14-14 10z", 'fill="#9a9a9a" stroke="#4f4f4f" stroke-width="3"'),
    "sand": _scatter(_DOTS, "h.1", 'stroke="#b08d4a" stroke-width="7" stroke-linecap="round"'),
    "mud": _scatter(_RUNS, "q8-8 16 0t16 0", 'fill="none" stroke="#5f4630" stroke-width="5"'),
    "swamp": _scatter(_RUNS, "h34m-22-4v-16m10 16l6-14m-22 14l-6-14", 'fill="none" stroke="#3f5a3c" stroke-width="4"'),
    "tundra": _scatter(_RUNS, "l6 10 6-10", 'fill="none" stroke="#77745a" stroke-width="4"'),
    "snow1": _scatter(
        "-40,-20 30,-36 0,16 46,30 -36,44", "m-9 0h18m-14-8 10 16m0-16-10 16", 'stroke="#9db4c6" stroke-width="3"'
    ),
    "snow2": _scatter(_DOTS, "m-10 0h20m-15-9 10 18m0-18-10 18", 'stroke="#86a3ba" stroke-width="4"'),
    "ice": (
        '<path fill="none" stroke="#7fa9c4" stroke-width="4"'
        ' d="M-60-20-20-30 0 0 50-10M0 0-14 40-50 52M-14 40 30 56M-20-30-10-60"/>'
    ),
    "magma1": (
        '<path fill="none" stroke="#f28c38" stroke-width="6"'
        ' d="M-70-10-30-24-6 4 40-14 70 6M-6 4-20 46M40-14 50-50M-30-24-34-60M-20 46 20 60"/>'
    ),
    "magma2": _scatter(_RUNS, "q10-12 20 0t20 0", 'fill="none" stroke="#fff0a8" stroke-width="6"'),
    "planted_fields": (
        '<path stroke="#a08a2c" stroke-width="5" d="M-66-42H66M-80-21H80M-86 0H86M-80 21H80M-66 42H66"/>'
    ),
    "heavy_industrial": (
        '<path fill="#77707c" stroke="#3e3844" stroke-width="4"'
        ' d="M-60 40V0l24-18V0l24-18V0l24-18V0H22v-46h14V0h8v-46h14V40z"/>'
    ),
    "rapids": _scatter(_RUNS, "q8-12 16 0t16 0", 'fill="none" stroke="#fff" stroke-width="6"'),
    "hazardous_liquid": _scatter(_STONES, "a8 8 0 1 1 .1 0", 'fill="none" stroke="#6d7410" stroke-width="5"'),
    "geyser": (
        '<path fill="#e9f4fa" stroke="#4a7890" stroke-width="5"'
        ' d="M-34 40Q-14 20-12-10Q-40-14-34-36Q-8-58 0-36Q8-58 34-36Q40-14 12-10Q14 20 34 40z"/>'
    ),
    "geyser1": (
        '<path fill="#c9b79a" stroke="#6f5b3c" stroke-width="5" d="M-40 34Q-20 0-12-4H12Q20 0 40 34z"/>'
        '<ellipse cy="-4" rx="13" ry="6" fill="#4f4030"/>'
    ),
    "geyser3": (
        '<path fill="#5a3a34" stroke="#2c1a18" stroke-width="5" d="M-46 40Q-22-4-14-10H14Q22-4 46 40z"/>'
        '<path fill="#f28c38" stroke="#b3401a" stroke-width="4" d="M-13-10Q-22-40 0-56Q22-40 13-10z"/>'
    ),
    "swamp2": (
        '<path fill="none" stroke="#4a4326" stroke-width="6" stroke-linecap="round"'
        ' d="M0 0q10-12 18 2q4 18-18 22q-34 0-34-28q4-36 44-36q48 4 46 46q-6 42-56 44"/>'
    ),
    "rubble6": _scatter(_DOTS, "l18-14 14 18-18 14z", 'fill="#7d7d7d" stroke="#2f2f2f" stroke-width="4"'),
    "rapids2": _scatter(_DOTS, "q9-16 18 0t18 0", 'fill="none" stroke="#fff" stroke-width="8"'),
    "black_ice": (
        '<path fill="none" stroke="#1e2c3a" stroke-width="5"'
        ' d="M-60-20-20-30 0 0 50-10M0 0-14 40-50 52M-14 40 30 56M-20-30-10-60"/>'
    ),
    "fortified": (
        '<path fill="none" stroke="#6b5526" stroke-width="9" stroke-dasharray="18 7"'
        ' d="M64 0 32 55H-32L-64 0-32-55H32z"/>'
    ),
    "impassable": '<path stroke="#7a2230" stroke-opacity=".7" stroke-width="9" d="M-44-44 44 44M44-44-44 44"/>',
    "smoke1": (
        '<path fill="#f4f4f4" fill-opacity=".75" stroke="#7d7d80"'
        ' stroke-width="5" stroke-dasharray="10 6"'
        f' d="{_CLOUD}"/>'
    ),
    "smoke2": f'<path fill="#77777c" fill-opacity=".8" stroke="#38383c" stroke-width="6" d="{_CLOUD}"/>',
    "fire": (
        '<path fill="#e4572e" stroke="#8a1f10" stroke-width="4"'
        ' d="M0-62Q10-34 32-18Q52 10 30 40Q16 56 0 56Q-16 56-30 40Q-50 12-24-10Q-18 4-8 4Q-18-28 0-62z"/>'
        '<path fill="#ffd23f"'
        ' d="M2-10Q20 14 16 34Q10 50 0 50Q-12 50-16 34Q-16 18 2-10z"/>'
    ),
    "fuel_tank": (
        '<circle r="46" fill="#d8d8d2" stroke="#44443f" stroke-width="6"/>'
        '<circle r="30" fill="none" stroke="#44443f" stroke-width="4"/>'
    ),
    "building": '<path d="M64 0 32 55.4H-32L-64 0-32-55.4H32z"/>',
}
"""Every symbol by its name."""

GRADED = {"woods": 3, "jungle": 3, "rough": 2, "snow": 2, "magma": 2}
"""Kinds whose symbol depends on the level, and the highest that has one of its own."""

QUICKSAND = 2
"""The grade of a swamp from which on it is quicksand."""

ALIKE = {
    "field": "planted_fields",
    "industrial": "heavy_industrial",
    "screen": "smoke1",
    "blsnow": "snow1",
}
"""Kinds that are shown as another one is."""

LETTERED = {
    "elevator": "E",
    "metal_content": "M",
    "metal_deposit": "M",
    "arms": "A",
    "legs": "L",
    "deployment_zone": "D",
    "ultra_sublevel": "U",
}
"""Kinds that are shown by a letter at the side of the hex."""

UNDER = [
    "sand",
    "mud",
    "swamp",
    "tundra",
    "snow",
    "ice",
    "black_ice",
    "magma",
    "hazardous_liquid",
    "planted_fields",
    "field",
    "rough",
    "rubble",
    "rapids",
    "heavy_industrial",
    "industrial",
    "geyser",
    "impassable",
]
"""What lies under roads and buildings, in the order drawn."""
OVER = ["fortified", "woods", "jungle", "fire", "smoke", "screen", "blsnow"]
"""What stands above them."""


def symbol(kind: str, level: int, variant: int = 0) -> str | None:
    """The name of the symbol that shows a feature, if it has one."""
    if kind == "smoke":
        return "smoke2" if level in (2, 4) else "smoke1"
    if kind in GRADED:
        graded = f"{kind}{min(max(level, 1), GRADED[kind])}"
        return graded if graded in SYMBOLS else f"{graded}-{variant % VARIANTS}"
    if f"{kind}{level}" in SYMBOLS:
        return f"{kind}{level}"
    if kind == "swamp" and level > QUICKSAND:
        return f"swamp{QUICKSAND}"
    name = ALIKE.get(kind, kind)
    return name if name in SYMBOLS else None


def disc(letter: str, colour: str) -> str:
    """A letter on a small disc at the right side of a hex."""
    return (
        f'<circle cx="62" cy="-14" r="15" fill="#fff" stroke="{colour}" stroke-width="4"/>'
        f'<text x="62" y="-6" font-size="24" font-weight="bold" fill="{colour}">{letter}</text>'
    )
