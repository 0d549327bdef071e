"""The face of a card: symbol, name and price above, figures below, then weapons, and the boxes to mark in play."""

from __future__ import annotations

from overheat.drawing.lettering import width, wrap
from overheat.drawing.surface import BLACK, DARK, GREY, PANEL, WHITE, Box, picture
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.cards.card import Arm, arms, extras, going, kind_of, morale_of, small_arms
from overheat.platoon.cards.keywords import reminders
from overheat.platoon.cards.pen import Pen
from overheat.platoon.cards.symbols import draw_symbol
from overheat.platoon.rosters.roster import Priced
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import armour, helicopters
from overheat.platoon.rules.standard.pins import routed

WIDE, HIGH = 252.0, 180.0
"""Three and a half by two and a half inches, in points."""
EDGE = 9.0
COLUMNS = ((0.0, "WEAPON"), (120.0, "RANGE, SHOTS"), (196.0, "PEN"), (217.0, "HE"))
"""Where the columns of the weapons begin, and what they are headed."""
SMALL = 5.4
"""How large reminders are written."""
ROW, TWO_LINES = 17.0, 12.5
"""How high a row of the weapons is where there is room, and how high at least for two lines."""


def draw_card(unit: Priced, rules: Ruleset) -> str:
    """The card of one unit as SVG."""
    pen = Pen(unit.sheet.name, Box(0, 0, WIDE, HIGH))
    draw_face(pen, unit, rules)
    return picture(pen, pen.box, ("3.5in", "2.5in"), ground=True)


def draw_face(pen: Pen, unit: Priced, rules: Ruleset) -> None:
    """Everything on a card."""
    sheet = unit.sheet
    with pen.group(unit=sheet.id):
        pen.rect(Box(3, 3, WIDE - 6, HIGH - 6), 1.2, WHITE, corner=8)
        draw_symbol(pen, Box(EDGE + 1, 18, 42, 28), sheet, rules)
        draw_name(pen, Box(EDGE + 50, 9, WIDE - 2 * EDGE - 50, 26), unit, rules)
        draw_figures(pen, Box(EDGE + 50, 37, WIDE - 2 * EDGE - 50, 18), sheet, rules)
        carried = [f"small arms: {small_arms(sheet, rules)}"] if sheet.system and sheet.men else []
        lines = wrap("; ".join((*carried, *extras(sheet, rules))), WIDE - 2 * EDGE, 6.2)[:4]
        below = 149 - 7.4 * len(lines)
        held = list(arms(sheet, rules))
        room = Box(EDGE, 59, WIDE - 2 * EDGE, below - 61)
        draw_weapons(pen, room, held)
        draw_reminders(
            pen, Box(room.x, room.y + 8 + ROW * len(held), room.width, room.height - 8 - ROW * len(held)), held, rules
        )
        for number, line in enumerate(lines):
            pen.write((EDGE, below + 6 + 7.4 * number), line, 6.2, room=WIDE - 2 * EDGE)
        draw_tracks(pen, Box(EDGE, 151, WIDE - 2 * EDGE, 20), sheet, rules)


def draw_name(pen: Pen, box: Box, unit: Priced, rules: Ruleset) -> None:
    """The name with the quality under it, the points, and the place for the order die."""
    die = Box(box.right - 26, box.y, 26, 26)
    with pen.group(part="order"):
        pen.rect(die, 1, WHITE, corner=4)
        pen.write((die.middle[0], die.middle[1] + 2), "ORDER", 5.4, bold=True, anchor="middle", fill=GREY)
    badge = Box(die.x - 38, box.y, 34, 26)
    with pen.group(points=str(unit.sheet.points)):
        pen.rect(badge, 0, BLACK, corner=4)
        pen.write((badge.middle[0], badge.y + 15), str(unit.sheet.points), 13, bold=True, anchor="middle", fill=WHITE)
        pen.write((badge.middle[0], badge.y + 22.5), "POINTS", 5.2, bold=True, anchor="middle", fill=WHITE)
    room = badge.x - box.x - 4
    pen.write((box.x, box.y + 11.5), unit.sheet.name, 12.5, bold=True, room=room)
    pen.write((box.x, box.y + 21), kind_of(unit.sheet, rules), 6.8, fill=DARK, room=room)


def draw_figures(pen: Pen, box: Box, sheet: Sheet, rules: Ruleset) -> None:
    """Morale, damage value, how it moves, and how many men it has."""
    pen.rect(box, 0.6, PANEL, corner=3)
    pace = going(sheet, rules)
    figures = [("MORALE", str(morale_of(sheet, rules))), ("DAMAGE", f"{sheet.damage_value}+")]
    figures.append((pace.manner.upper() or "MOVES", pace.far))
    shares = [32.0, 34.0, 0.0]
    if sheet.men:
        figures.append(("MEN", str(len(sheet.men))))
        shares.append(24.0)
    shares[2] = box.width - sum(shares)
    x = box.x
    for (label, value), share in zip(figures, shares, strict=True):
        pen.write((x + share / 2, box.y + 6.4), label, 5, bold=True, anchor="middle", fill=DARK, room=share - 3)
        pen.write((x + share / 2, box.bottom - 2.2), value, 9.5, bold=True, anchor="middle", room=share - 4)
        x += share
        if x < box.right - 1:
            pen.line((x, box.y + 2), (x, box.bottom - 2), 0.4, GREY)


def draw_weapons(pen: Pen, box: Box, held: list[Arm]) -> None:
    """A row for each weapon, as the charts have it."""
    for across, heading in COLUMNS:
        pen.write((box.x + across, box.y + 5.5), heading, 5, bold=True, fill=DARK)
    high = min(ROW, (box.height - 8) / max(1, len(held)))
    for number, arm in enumerate(held):
        y = box.y + 8 + high * number
        pen.line((box.x, y), (box.right, y), 0.4, GREY)
        with pen.group(weapon=arm.weapon.id):
            draw_weapon(pen, Box(box.x, y, box.width, high), arm)
    if not held:
        pen.write((box.x, box.y + 15), "unarmed", 7, fill=DARK)


def draw_reminders(pen: Pen, box: Box, held: list[Arm], rules: Ruleset) -> None:
    """What the keywords of the weapons mean, as many whole sentences as there is room for."""
    words = frozenset(word for arm in held for word in arm.keywords)
    y = box.y + 5
    with pen.group(part="reminders"):
        for reminder in reminders(rules, words):
            lines = wrap(reminder, box.width, SMALL)
            if y + (SMALL + 0.6) * (len(lines) - 1) > box.bottom:
                continue
            for line in lines:
                pen.write((box.x, y), line, SMALL, fill=DARK, room=box.width)
                y += SMALL + 0.6


def draw_weapon(pen: Pen, box: Box, arm: Arm) -> None:
    """Name, bands with shots, penetration and blast; keywords below, or behind the name where there are many rows."""
    words = arm.words
    below = box.height >= TWO_LINES
    size = 7.4 if below else min(7.0, box.height * 0.74)
    base = box.y + (size + 0.6 if below else box.height / 2 + size * 0.36)
    title = arm.title if below or not words else f"{arm.title}: {words}"
    cells = (title, arm.ranges, arm.pen, arm.blast)
    ends = [across for across, _ in COLUMNS[1:]] + [box.width]
    for number, (cell, (start, _), end) in enumerate(zip(cells, COLUMNS, ends, strict=True)):
        pen.write((box.x + start, base), cell, size, bold=number in (0, 2), room=end - start - 3)
    if below and words:
        pen.write((box.x + 4, base + min(6.6, box.bottom - base - 1)), words, 5.4, fill=DARK, room=box.width - 8)


def draw_tracks(pen: Pen, box: Box, sheet: Sheet, rules: Ruleset) -> None:
    """A box for every pin up to the one that routs it; a disc for every man, or a vehicle's damage table."""
    pen.line((box.x, box.y - 1.5), (box.right, box.y - 1.5), 0.4, GREY)
    most = _pins(morale_of(sheet, rules), rules)
    pen.write((box.x, box.y + 5.4), "PINS", 5.4, bold=True, fill=DARK)
    step = 11.2
    with pen.group(track="pins"):
        for number in range(1, most + 1):
            cell = Box(box.x + step * (number - 1), box.y + 7.4, 9.6, 9.6)
            last = number == most
            pen.rect(cell, 0.7, BLACK if last else WHITE, corner=1.5)
            word, colour = ("OUT", WHITE) if last else (str(number), GREY)
            pen.write((cell.middle[0], cell.bottom - 3), word, 4.4 if last else 5.6, anchor="middle", fill=colour)
    beside = Box(box.x + step * most + 6, box.y, box.right - box.x - step * most - 6, box.height)
    if sheet.men:
        _draw_men(pen, beside, sheet)
    elif not sheet.soft:
        _draw_damage(pen, beside, sheet, rules)


def _draw_men(pen: Pen, box: Box, sheet: Sheet) -> None:
    """A disc for every man; the first one's post is written in it."""
    letters = {"leader": "L", "nco": "N", "operator": "O"}
    words = {"nco": "NCO"}
    step = min(10.4, box.width / len(sheet.men))
    radius = min(4.4, step * 0.46)
    pen.write((box.x, box.y + 5.4), "MEN", 5.4, bold=True, fill=DARK)
    told = ", ".join(f"{letters[man.post]} {words.get(man.post, man.post)}" for man in sheet.men if man.post in letters)
    start = box.x + width("MEN", 5.4, bold=True) + 3
    pen.write((start, box.y + 5.4), told, 5, fill=DARK, room=max(1.0, box.right - start))
    with pen.group(track="men"):
        for number, man in enumerate(sheet.men):
            middle = (box.x + step * (number + 0.5), box.y + 12.2)
            pen.circle(middle, radius, 0.7)
            if man.post in letters:
                pen.write((middle[0], middle[1] + 2), letters[man.post], 5.4, bold=True, anchor="middle", fill=DARK)


def _draw_damage(pen: Pen, box: Box, sheet: Sheet, rules: Ruleset) -> None:
    """A box for each row of the damage table, with the rolls that lead to it."""
    table = damage_rows(sheet, rules)
    pen.write((box.x, box.y + 5.4), "DAMAGE TABLE", 5.4, bold=True, fill=DARK)
    wide = box.width / -(-len(table) // 2)
    with pen.group(track="damage"):
        for number, (rolls, effect) in enumerate(table):
            column, row = divmod(number, 2)
            cell = Box(box.x + wide * column, box.y + 7.4 + 5.4 * row, 4.2, 4.2)
            pen.rect(cell, 0.6, WHITE)
            pen.write((cell.right + 2, cell.bottom - 0.3), f"{rolls} {effect}", 5.4, room=wide - 8)


def damage_rows(sheet: Sheet, rules: Ruleset) -> list[tuple[str, str]]:
    """The damage table of a vehicle or a helicopter: rolls of the die, and what they do."""
    rolls: dict[str, list[int]] = {}
    for face in range(1, 7):
        effect = rules[helicopters.chart](rules, face) if sheet.airframe else rules[armour.effect](rules, face)
        rolls.setdefault(effect, []).append(face)
    return [(_span(faces), effect.replace("_", " ")) for effect, faces in rolls.items()]


def _span(faces: list[int]) -> str:
    """Rolls in a row: `1`, `2-3`, or `4+`."""
    if faces[-1] == 6:
        return f"{faces[0]}+"
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _pins(morale: int, rules: Ruleset) -> int:
    """How many pins rout a unit of a morale."""
    pins = 1
    while not rules[routed](rules, pins, morale):
        pins += 1
    return pins
