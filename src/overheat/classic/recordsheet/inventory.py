"""The inventory: weapons with their figures, ammunition with its shots, and what else a player needs to know of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from overheat.classic.recordsheet.attack_values import Values, attack_values
from overheat.classic.recordsheet.names import plain_name, shorter
from overheat.classic.recordsheet.page import Page
from overheat.classic.unit.equipment import Ammunition, Armour, Structure, Weapon
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.drawing.lettering import joined, wrap
from overheat.drawing.surface import DARK, GREY, PALE, Anchor, Box
from overheat.kernel.rules.rule import Ruleset

LETTERS: dict[str, tuple[str, str]] = {
    "energy": ("E", "energy"),
    "ballistic": ("B", "ballistic"),
    "missile": ("M", "missile"),
    "pulse": ("P", "pulse, –2 to hit"),
    "cluster": ("C", "roll for clusters"),
    "ultra": ("R", "may fire faster"),
    "rotary": ("R", "may fire faster"),
    "lbx": ("C", "roll for clusters"),
    "burst": ("A", "anti-personnel"),
    "heat": ("H", "heats its target"),
    "area_effect": ("Z", "hits an area"),
    "streak": ("S", "all hit or none is fired"),
    "indirect": ("I", "may fire indirectly"),
    "explosive": ("X", "explodes when hit"),
    "one_shot": ("O", "one shot"),
}
"""What the letters behind a weapon's damage mean, by the flags that bring them."""

GROUND = frozenset({"cluster", "lbx", "indirect", "ultra", "rotary"})
"""What attack values count in already, or what is done on the ground alone."""

HIDDEN = frozenset({"heat_sink", "jump_jet", "improved_jump_jet", "case", "case_ii"})
"""Equipment that the sheet tells elsewhere."""
ELSEWHERE = (Weapon, Ammunition, Armour, Structure)
"""Kinds of equipment that stand in a table or a heading."""
HEADS = ("Min", "Short", "Med", "Long")
FLYING_HEADS = ("Short", "Med", "Long", "Ext")
FLYING_NOTE = "Attack values: short range to 6, medium to 12, long to 20, extreme to 25 hexes"


class Line(NamedTuple):
    """A line of the inventory."""

    quantity: int
    name: str
    place: str
    heat: str = ""
    damage: str = ""
    ranges: tuple[str, str, str, str] = ("", "", "", "")


def number(value: float) -> str:
    return f"{value:g}"


def damage(weapon: Weapon) -> str:
    """The damage of a weapon: by range where it varies, for each missile where there are many."""
    if "anti_missile" in weapon.flags:
        return "–"
    if isinstance(weapon.damage, tuple):
        return "/".join(map(number, weapon.damage))
    if weapon.cluster > 1:
        return f"{number(weapon.damage)}/each"
    return number(weapon.damage) if weapon.damage else "–"


def letters(weapon: Weapon, *, flying: bool = False) -> dict[str, str]:
    """The letters of a weapon with their meanings; in the air nothing rolls for clusters or fires indirectly."""
    flags = weapon.flags | ({"cluster"} if weapon.cluster > 1 and "streak" not in weapon.flags else frozenset())
    return dict(LETTERS[flag] for flag in LETTERS if flag in flags and not (flying and flag in GROUND))


def ranges(weapon: Weapon) -> tuple[str, str, str, str]:
    """Minimum, short, medium and long range; a dash where there is none. Artillery counts whole maps."""
    if "mapsheets" in weapon.flags:
        return "–", "–", "–", f"{weapon.range[3]} maps"
    least, *brackets = weapon.range[:4]
    shown = [str(least or "–")]
    before = 0
    for reach in brackets:
        shown.append("–" if reach <= before else str(reach) if reach == before + 1 else f"{before + 1}–{reach}")
        before = max(before, reach)
    return shown[0], shown[1], shown[2], shown[3]


def place(mount: Mount, names: Mapping[str, str]) -> str:
    """Where something is mounted."""
    where = "/".join(names.get(code, code) for code in (mount.location, *mount.also_in))
    marks = ("rear" if mount.rear else "", "turret" if mount.turret else "", mount.mounting or mount.limb)
    return joined((where, *marks), " ")


def weapon_lines(sheet: Sheet, names: Mapping[str, str]) -> list[Line]:
    """The weapons, alike ones in one place together."""
    counted = Counter((weapon, place(mount, names)) for mount in sheet.weapons if (weapon := mount.weapon))
    return [
        Line(
            count,
            plain_name(weapon),
            where,
            str(weapon.heat),
            joined((damage(weapon), "".join(letters(weapon))), " "),
            ranges(weapon),
        )
        for (weapon, where), count in counted.items()
    ]


def flying_lines(rules: Ruleset, sheet: Sheet, names: Mapping[str, str]) -> list[Line]:
    """The weapons of what flies, with what they do at each range; alike ones in one place together."""
    counted: Counter[tuple[Weapon, str, Values]] = Counter()
    for at, found in attack_values(rules, sheet).items():
        mount = sheet.mounts[at]
        if mount.weapon is not None:
            counted[mount.weapon, place(mount, names), found] += 1
    return [
        Line(
            count,
            plain_name(weapon),
            where,
            str(weapon.heat),
            "".join(letters(weapon, flying=True)) or "–",
            _shown(found),
        )
        for (weapon, where, found), count in counted.items()
    ]


def _shown(found: Values) -> tuple[str, str, str, str]:
    short, medium, far, extreme = (str(value or "–") for value in found)
    return short, medium, far, extreme


def ammunition_lines(sheet: Sheet, names: Mapping[str, str]) -> list[tuple[str, str, int]]:
    """Every bin of ammunition: its name, its place, and its shots."""
    return [
        (plain_name(mount.ammunition), place(mount, names), shots(mount))
        for mount in sheet.mounts
        if mount.ammunition is not None
    ]


def shots(mount: Mount) -> int:
    """The shots of a bin: as the file says, or a ton for each ton of its size."""
    assert mount.ammunition is not None
    if mount.shots is not None:
        return mount.shots
    return int(mount.ammunition.shots * (mount.size or 1))


def gear_words(sheet: Sheet, names: Mapping[str, str]) -> str:
    """Other equipment in a sentence: each kind with its places."""
    places: dict[str, list[str]] = {}
    for mount in sheet.mounts:
        if not isinstance(mount.equipment, ELSEWHERE) and HIDDEN.isdisjoint(mount.equipment.flags):
            places.setdefault(plain_name(mount.equipment), []).append(place(mount, names))
    told = {name: ", ".join(dict.fromkeys(filter(None, where))) for name, where in places.items()}
    return "; ".join(f"{name} ({where})" if where else name for name, where in told.items())


def legend(sheet: Sheet, *, flying: bool = False) -> str:
    """The meanings of the letters on the sheet."""
    used: dict[str, str] = {}
    for mount in sheet.weapons:
        if mount.weapon is not None:
            used |= letters(mount.weapon, flying=flying)
    return joined(f"{letter} {meaning}" for letter, meaning in sorted(used.items()))


class Column(NamedTuple):
    """A column of the table: its heading, where it is drawn, and how its words stand."""

    heading: str
    x: float
    anchor: Anchor
    room: float


def table_columns(box: Box, heat: bool, flying: bool) -> list[Column]:
    """The columns of the weapons table, from the right edge leftwards as wide as they need."""
    right = box.right
    wide: list[tuple[str, float]] = [(head, 26) for head in reversed(FLYING_HEADS if flying else HEADS)]
    wide += [("Kind" if flying else "Damage", 46)] + ([("Heat", 20)] if heat else []) + [("Place", 44)]
    found = []
    for heading, room in wide:
        found.append(Column(heading, right - room / 2, "middle", room - 2))
        right -= room
    found.append(Column("Weapon", box.x + 12, "start", right - box.x - 14))
    found.append(Column("#", box.x + 5, "middle", 9))
    return found[::-1]


def draw_weapons(
    page: Page, box: Box, lines: Sequence[Line], *, heat: bool = True, flying: bool = False, high: float = 9
) -> float:
    """The table of weapons; what comes back is where it ends."""
    columns = table_columns(box, heat, flying)
    for column in columns:
        page.text(column.x, box.y + 6, column.heading, 6, bold=True, anchor=column.anchor)
    page.line((box.x, box.y + 8), (box.right, box.y + 8), 0.6)
    y = box.y + 8
    for at, line in enumerate(lines):
        if at % 2:
            page.rect(Box(box.x, y, box.width, high), 0, PALE)
        cells = [str(line.quantity), line.name, line.place, *([line.heat] if heat else []), line.damage, *line.ranges]
        for column, cell in zip(columns, cells, strict=True):
            words = shorter(cell, column.room, 6)
            page.text(column.x, y + high * 0.76, words, min(7.2, high * 0.92), anchor=column.anchor, room=column.room)
        y += high
    return y


TICKS = 25
"""Bins with more shots than this are counted with a pencil."""


def draw_ammunition(page: Page, box: Box, bins: Iterable[tuple[str, str, int]], high: float = 8.5) -> float:
    """Every bin with a box for each shot, or with room to keep count; what comes back is where it ends."""
    y = box.y
    for at, (name, where, count) in enumerate(bins):
        page.text(
            box.x,
            y + high * 0.76,
            shorter(f"{name} ({where})" if where else name, 112, 6),
            min(6.8, high * 0.94),
            room=112,
        )
        with page.group(bin=str(at)):
            page.text(box.x + 130, y + high * 0.76, str(count), 6.8, bold=True, anchor="end")
            for shot in range(count if count <= TICKS else 0):
                left = box.x + 136 + shot * 6.6 + shot // 5 * 2.6
                page.rect(Box(left, y + high * 0.5 - 2.5, 5, 5), 0.5)
        if count > TICKS:
            page.line((box.x + 136, y + high * 0.8), (box.right - 4, y + high * 0.8), 0.4, GREY)
        y += high
    return y


def draw_inventory(
    page: Page, box: Box, sheet: Sheet, names: Mapping[str, str], *, heat: bool = True, flying: bool = False
) -> None:
    """The whole inventory in a panel."""
    inside = page.panel(box, "Weapons and equipment")
    lines = flying_lines(page.rules, sheet, names) if flying else weapon_lines(sheet, names)
    bins = ammunition_lines(sheet, names)
    notes = notes_of(sheet, names, flying=flying)
    wrapped = [line for note in notes for line in wrap(note, inside.width, 6.2)]
    rows = len(lines) + len(bins)
    free = inside.height - 10 - (4 if bins else 0) - 7.2 * min(len(wrapped), 9) - 2
    high = max(6.2, min(9.6, free / max(1, rows)))
    y = draw_weapons(page, inside, lines, heat=heat, flying=flying, high=high)
    if bins:
        y = draw_ammunition(page, Box(inside.x, y + 3, inside.width, 0), bins, high)
    room = int((inside.bottom - y) / 7.2)
    low = inside.bottom - 7.2 * min(len(wrapped), room)
    for line in wrapped[:room]:
        low += 7.2
        page.text(inside.x, low - 2, line, 6.2, fill=DARK, room=inside.width + 1)


def notes_of(sheet: Sheet, names: Mapping[str, str], *, flying: bool = False) -> list[str]:
    """What stands below the table: other equipment, quirks, and the meaning of letters."""
    gear, quirks = gear_words(sheet, names), ", ".join(word.replace("_", " ") for word in sheet.quirks)
    return [
        note
        for note in (
            f"Equipment: {gear}." if gear else "",
            f"Quirks: {quirks}." if quirks else "",
            legend(sheet, flying=flying),
            FLYING_NOTE if flying and sheet.weapons else "",
        )
        if note
    ]
