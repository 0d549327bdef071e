"""The face of a card: its numbers where players look for them, on a playing card laid on its side."""

from __future__ import annotations

from math import floor

from overheat.alphastrike.card import Card, Damage
from overheat.alphastrike.cards.criticals import CRITICALS, FLYER, Critical
from overheat.alphastrike.movement import FLYING_MODES, printed_moves
from overheat.drawing.lettering import ELLIPSIS, width, wrap
from overheat.drawing.surface import BLACK, DARK, GREY, PANEL, WHITE, Box, Drawing, picture

WIDE, HIGH = 252.0, 180.0
"""Three and a half by two and a half inches, in points."""
SHADE = "#b9bcc0"
"""The ground of a pip of structure."""
HEATED = frozenset(("BM", "IM", "AF", "SC", "DS", "DA", "JS", "WS", "SS", "MS"))
"""Types that track heat."""
BANDS = (("S", "+0"), ("M", "+2"), ("L", "+4"), ("E", "+6"))
"""Range bands, and what each adds to the number to hit."""
NO_ROLE = ("", "None", "NONE", "UNDETERMINED", "Undetermined")
"""What files write for a unit without a role."""
LEFT = 152.0
"""How wide the panels beside the critical hits are."""
PIP, NEAR, BETWEEN = 11.0, 8.2, 3.0
"""From pip to pip where there is room, how near they may come to stand in a row, and from armour to structure."""


class CardFace(Drawing):
    """The picture of one card."""

    def __init__(self, title: str) -> None:
        super().__init__(title, Box(0, 0, WIDE, HIGH))

    def finish(self) -> str:
        """The whole picture."""
        return picture(self, self.box, ("3.5in", "2.5in"))

    def ground(self, box: Box, **marks: str) -> Box:
        """A panel, and the room inside it."""
        with self.group(**marks):
            self.rect(box, 0.6, PANEL, corner=4)
        return box.inset(3.5)

    def pair(self, x: float, y: float, label: str, value: str, room: float) -> None:
        """A label and its value on a line."""
        self.text(x, y, label, 7, bold=True, fill=DARK)
        start = width(label, 7, True) + 3
        self.text(x + start, y, value, 9.5, bold=True, room=room - start, least=5)


def draw_card(card: Card) -> str:
    """The picture of a card as SVG."""
    face = CardFace(card.name)
    draw_face(face, card)
    return face.finish()


def draw_face(face: CardFace, card: Card) -> None:
    """Everything on a card."""
    face.rect(face.box, 0, WHITE)
    face.rect(face.box.inset(3), 1.2, WHITE, corner=9)
    inside = Box(10, 9, WIDE - 20, HIGH - 18)
    name, numbers, special = inside.rows(24, 0, _special_height(card), gap=3)
    draw_name(face, name, card)
    criticals = FLYER if card.type == "SV" and airborne(card) else CRITICALS[card.type]
    left = numbers if not criticals else Box(numbers.x, numbers.y, LEFT, numbers.height)
    heights = (27, 27, 15, 0) if card.type in HEATED else (29, 29, 0)
    facts, damage, *between, armour = left.rows(*heights, gap=3)
    draw_facts(face, facts, card)
    draw_damage(face, damage, card)
    for box in between:
        draw_heat(face, box, card)
    draw_armour(face, armour, card)
    if criticals:
        draw_criticals(face, Box(left.right + 3, numbers.y, numbers.right - left.right - 3, numbers.height), criticals)
    draw_specials(face, special, card)


def draw_name(face: CardFace, box: Box, card: Card) -> None:
    """The name, the model below it in small, and the points at the right."""
    badge = Box(box.right - 52, box.y - 1, 52, 22)
    with face.group(points=str(card.points)):
        face.rect(badge, 0, BLACK, corner=5)
        face.text(badge.x + 6, badge.y + 15.5, "PV", 8, bold=True, fill=WHITE)
        face.text(badge.right - 6, badge.y + 16.5, str(card.points), 16, bold=True, anchor="end", fill=WHITE, room=29)
    room = badge.x - box.x - 5
    chassis, model = (card.chassis, card.model) if card.chassis else (card.name, "")
    if model:
        face.text(box.x, box.y + 12, chassis, 14.5, bold=True, room=room, least=6)
        face.text(box.x, box.y + 21, model, 8, fill=DARK, room=room - 36, least=5)
    else:
        face.text(box.x, box.y + 12, chassis, 14.5, bold=True, room=room, least=6)
    face.text(badge.x - 5, box.y + 21, _weight(card), 6.6, anchor="end", fill=DARK)


def airborne(card: Card) -> bool:
    """Whether it moves by thrust; such units shoot to extreme range."""
    return bool(card.moves) and card.moves[0].mode in FLYING_MODES


def _weight(card: Card) -> str:
    """How heavy it is; suits and soldiers are told by the kilogram."""
    if not card.tons:
        return ""
    return f"{card.tons:,g} t" if card.tons >= 1 else f"{card.tons * 1000:.0f} kg"


def draw_facts(face: CardFace, box: Box, card: Card) -> None:
    """Type, size, target movement modifier and movement; role and skill."""
    inside = face.ground(box, part="facts")
    upper, lower = inside.y + 7.4, inside.bottom - 1
    moves = printed_moves(card.moves)
    face.pair(inside.x, upper, "TP", card.type, 30)
    face.pair(inside.x + 31, upper, "SZ", str(card.size), 21)
    if airborne(card):
        face.pair(inside.x + 57, upper, "THR", moves, inside.width - 57)
    else:
        face.pair(inside.x + 54, upper, "TMM", str(card.tmm), 30)
        face.pair(inside.x + 83, upper, "MV", moves, inside.width - 83)
    face.pair(inside.x, lower, "ROLE", card.role if card.role not in NO_ROLE else "–", inside.width - 42)
    face.pair(inside.right - 36, lower, "SKILL", str(card.skill), 36)


def draw_damage(face: CardFace, box: Box, card: Card) -> None:
    """Damage at each range, with what the range adds to hit."""
    inside = face.ground(box, part="damage")
    cells: list[Damage] = [card.damage.short, card.damage.medium, card.damage.long]
    if airborne(card) or card.damage.extreme:
        cells.append(card.damage.extreme)
    face.text(inside.x, inside.y + 7, "DAMAGE", 5.6, bold=True, fill=DARK)
    start = inside.x + 28
    share = (inside.right - start) / len(cells)
    for at, (cell, (band, modifier)) in enumerate(zip(cells, BANDS, strict=False)):
        middle = start + share * (at + 0.5)
        face.text(middle, inside.y + 5.6, f"{band} ({modifier})", 6.6, bold=True, anchor="middle", fill=DARK)
        with face.group(damage=band):
            face.text(middle, inside.bottom - 0.2, str(cell), 14, bold=True, anchor="middle")
        if at:
            edge = start + share * at
            face.line((edge, inside.y), (edge, inside.bottom), 0.4, GREY)


def draw_heat(face: CardFace, box: Box, card: Card) -> None:
    """The overheat value and the heat scale."""
    inside = face.ground(box, part="heat")
    face.pair(inside.x, inside.bottom - 0.5, "OV", str(card.overheat), 30)
    face.text(inside.x + 34, inside.bottom - 1.2, "HEAT SCALE", 6.2, bold=True, fill=DARK)
    share = 16.5
    start = inside.right - 4 * share
    for at, step in enumerate("123S"):
        cell = Box(start + share * at, box.y + 2, share, box.height - 4)
        face.rect(cell, 0.6, (WHITE, "#e3e3e0", "#c6c6c4", BLACK)[at])
        fill = WHITE if step == "S" else BLACK
        face.text(cell.x + share / 2, cell.bottom - 2.6, step, 8.5, bold=True, anchor="middle", fill=fill)


def draw_armour(face: CardFace, box: Box, card: Card) -> None:
    """A pip for each point of armour and of structure; fighters have a threshold beside them."""
    inside = face.ground(box, part="armour")
    if card.threshold is not None:
        middle = inside.right - 8
        face.line((inside.right - 18, inside.y), (inside.right - 18, inside.bottom), 0.4, GREY)
        face.text(middle, inside.y + 7, "TH", 7, bold=True, anchor="middle", fill=DARK)
        with face.group(threshold=str(card.threshold)):
            face.text(middle, inside.y + 19, str(card.threshold), 11, bold=True, anchor="middle")
        inside = Box(inside.x, inside.y, inside.width - 21, inside.height)
    room = Box(inside.x + 19, inside.y, inside.width - 19, inside.height)
    pitch = _pitch(room, card.armour, card.structure)
    rows = _rows(room, pitch, card.armour), _rows(room, pitch, card.structure)
    gap = min(8.0, room.height - pitch * sum(rows))
    top = room.y + (room.height - pitch * sum(rows) - gap) / 2
    for letter, points, fill, high in (("A", card.armour, WHITE, rows[0]), ("S", card.structure, SHADE, rows[1])):
        face.text(inside.x, top + pitch * high / 2 + 3, letter, 8.5, bold=True, fill=DARK)
        face.text(inside.x + 7, top + pitch * high / 2 + 3, str(points), 6.5, fill=DARK)
        with face.group(pips={"A": "armour", "S": "structure"}[letter]):
            draw_pips(face, Box(room.x, top, room.width, pitch * high), points, pitch, fill)
        top += pitch * high + gap


def _columns(room: Box, pitch: float) -> int:
    return floor(room.width / pitch + 1e-6)


def _rows(room: Box, pitch: float, points: int) -> int:
    """How many rows of pips so many points take; none take one that is empty."""
    return max(1, -(-points // _columns(room, pitch)))


def _pitch(room: Box, *points: int) -> float:
    """How far it is from pip to pip: as far as all rows find room, but near enough to need few of them."""

    def rows(pitch: float) -> int:
        return sum(_rows(room, pitch, count) for count in points)

    steps = [PIP - 0.1 * step for step in range(90)]
    fitting = [pitch for pitch in steps if rows(pitch) * pitch <= room.height - BETWEEN] or steps[-1:]
    wide = [pitch for pitch in fitting if pitch >= NEAR] or fitting[:1]
    return min(wide, key=lambda pitch: (rows(pitch), -pitch))


def draw_pips(face: CardFace, box: Box, points: int, pitch: float, fill: str) -> None:
    """So many pips in rows from the left."""
    columns = _columns(box, pitch)
    for number in range(points):
        row, column = divmod(number, columns)
        face.circle((box.x + pitch * (column + 0.5), box.y + pitch * (row + 0.5)), pitch * 0.42, 0.7, fill)


def draw_criticals(face: CardFace, box: Box, criticals: tuple[Critical, ...]) -> None:
    """The boxes for critical hits."""
    inside = face.ground(box, part="criticals")
    face.text(inside.x + inside.width / 2, inside.y + 5.5, "CRITICAL HITS", 6.8, bold=True, anchor="middle", fill=DARK)
    top = inside.y + 10
    high = (inside.bottom - top) / len(criticals)
    for at, critical in enumerate(criticals):
        y = top + high * at
        face.line((inside.x, y), (inside.right, y), 0.4, GREY)
        draw_critical(face, Box(inside.x, y, inside.width, high), critical)


def draw_critical(face: CardFace, box: Box, critical: Critical) -> None:
    """A name, and below it its boxes with what they do."""
    middle = box.y + box.height / 2
    face.text(box.x, middle - 2, critical.name.upper(), 5.8, bold=True)
    x, y = box.x, middle + 5
    with face.group(hits=critical.name):
        for hits in critical.hits:
            for _ in range(hits.boxes):
                face.circle((x + 3.2, y), 2.9, 0.7)
                x += 6.8
            face.text(x + 1.5, y + 2, hits.effect, 5.4, room=box.right - x - 1.5, least=4)
            x += width(hits.effect, 5.4) + 4.5


def _lines(card: Card, room: float, size: float) -> list[str]:
    return wrap(", ".join(ability.printed for ability in card.abilities) or "none", room, size)


SPECIAL_SIZES = (7.6, 7.0, 6.4, 5.8, 5.2, 4.6)
SPECIAL_ROOM = WIDE - 28


def _special_size(card: Card) -> tuple[float, list[str]]:
    """The greatest letters at which the special abilities take few lines."""
    for size, most in zip(SPECIAL_SIZES, (2, 3, 3, 4, 4, 5), strict=True):
        lines = _lines(card, SPECIAL_ROOM, size)
        if len(lines) + 1 <= most + 1 and not any(width(line, size) > SPECIAL_ROOM for line in lines):
            return size, lines
    lines = _lines(card, SPECIAL_ROOM, SPECIAL_SIZES[-1])
    return SPECIAL_SIZES[-1], [*lines[:5], ELLIPSIS] if len(lines) > 5 else lines


def _special_height(card: Card) -> float:
    size, lines = _special_size(card)
    return 11 + len(lines) * (size + 1.3)


def draw_specials(face: CardFace, box: Box, card: Card) -> None:
    """The special unit abilities."""
    inside = face.ground(box, part="special")
    size, lines = _special_size(card)
    face.text(inside.x, inside.y + 4, "SPECIAL", 5.6, bold=True, fill=DARK)
    for at, line in enumerate(lines):
        face.text(inside.x, inside.y + 4 + (size + 1.3) * (at + 1), line, size, room=inside.width, least=3.5)
