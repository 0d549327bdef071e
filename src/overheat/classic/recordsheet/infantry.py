"""The sheet of conventional infantry: its men in a row, and what those that are left still do."""

from __future__ import annotations

from overheat.classic.recordsheet.crew import Crew, draw_skills
from overheat.classic.recordsheet.heading import HEIGHT, Worth, draw_heading, draw_numbers, motive_word
from overheat.classic.recordsheet.inventory import draw_inventory
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.reminders import draw_table, tables, to_hit_table
from overheat.classic.rules.standard.infantry import RANGE_MODIFIERS, soldiers_damage
from overheat.classic.unit.infantry import kits
from overheat.classic.unit.infantry_fire import damage_each, reach_weapon
from overheat.classic.unit.sheet import Platoon, Sheet
from overheat.drawing.lettering import wrap
from overheat.drawing.surface import DARK, PALE, Box
from overheat.kernel.rules.rule import Ruleset

PER_ROW = 10


def draw_infantry(page: Page, sheet: Sheet, crew: Crew, worth: Worth) -> None:
    """A platoon, a squad or a mob on foot or on wheels."""
    platoon = sheet.platoon
    assert platoon is not None
    rows = -(-sheet.troopers // PER_ROW)
    men = min(320.0, 20 + 38.0 * rows)
    top, above, middle, guns, rest = page.box.rows(HEIGHT, 78, men, 120 if sheet.weapons else 1, 0)
    draw_heading(page, top, sheet, worth)
    moving, people, kit = above.columns(120, 180, 0)
    numbers = [("Ground", str(sheet.walk)), ("Jump", str(sheet.jump or "–"))]
    draw_numbers(page, moving, f"Movement: {motive_word(sheet)}", numbers)
    _skills(page, people, crew, platoon)
    _kit(page, kit, sheet, platoon)
    _men(page, middle, sheet, platoon)
    if sheet.weapons:
        draw_inventory(page, guns, sheet, {}, heat=False)
    reach, tables_box = rest.rows(54, 0)
    _reach(page, reach, platoon)
    low = Box(tables_box.x, tables_box.y, tables_box.width, min(tables_box.height, 176))
    left, right = low.columns(0, 0)
    draw_table(page, left, to_hit_table(sheet))
    hits, climbing = right.rows(0, 48)
    draw_table(page, hits, tables()["infantry_hits"])
    draw_table(page, climbing, tables()["platoon_climbing"])


def damage_of(rules: Ruleset, platoon: Platoon, men: int) -> int:
    """What so many men do together, rounded to the nearest point."""
    return rules[soldiers_damage](rules, damage_each(platoon), men)


def reach_of(rules: Ruleset, platoon: Platoon) -> tuple[int, ...]:
    """What each distance adds to the roll to hit, from the own hex on."""
    weapon = reach_weapon(platoon)
    short = weapon.range[1] if weapon else 0
    modifiers = rules[RANGE_MODIFIERS]
    return modifiers[min(short, len(modifiers.rows) - 1)]


def _skills(page: Page, box: Box, crew: Crew, platoon: Platoon) -> None:
    inside = page.panel(box, "Soldiers")
    if crew.piloting is None:
        crew = crew._replace(piloting=platoon.anti_mek_skill)
    draw_skills(page, Box(inside.x, inside.y, inside.width, 24), crew, "Anti-’Mech")
    told = f"{platoon.squads} squads of {platoon.squad_size}"
    page.text(inside.x, inside.bottom - 6, told, 8, bold=True, room=inside.width)


def kit_words(sheet: Sheet, platoon: Platoon) -> list[str]:
    """Weapons, protection and training, a line each."""
    lines = []
    for mount, each in ((platoon.primary, ""), (platoon.secondary, f", {platoon.secondary_per_squad} in a squad")):
        if mount is not None:
            lines.append(f"{mount.equipment.name}{each}")
    lines += [kit.equipment.name for kit in kits(sheet, platoon)]
    if platoon.armour_divisor is not None:
        lines.append(f"Damage divisor {platoon.armour_divisor:g}")
    lines += [word for words in (platoon.protection, platoon.specialities, platoon.augmentations) for word in words]
    return [*lines, f"Mounted on {platoon.beast}"] if platoon.beast else lines


def _kit(page: Page, box: Box, sheet: Sheet, platoon: Platoon) -> None:
    inside = page.panel(box, "Weapons, armour, training")
    lines = [line for words in kit_words(sheet, platoon) for line in wrap(words, inside.width, 7)]
    high = min(10.0, inside.height / max(1, len(lines)))
    for at, line in enumerate(lines):
        page.text(inside.x, inside.y + at * high + high * 0.78, line, min(7.2, high), room=inside.width)


def _men(page: Page, box: Box, sheet: Sheet, platoon: Platoon) -> None:
    """A cell for each man: cross out from the highest number down; the last one left tells the damage."""
    inside = page.panel(box, "Soldiers left, and the damage they do together")
    rows = -(-sheet.troopers // PER_ROW)
    share, high = inside.width / PER_ROW, inside.height / max(1, rows)
    with page.group(location="Troopers", what="men"):
        for man in range(sheet.troopers, 0, -1):
            down, along = divmod(sheet.troopers - man, PER_ROW)
            cell = Box(inside.x + along * share + 1, inside.y + down * high + 1, share - 2, high - 2)
            page.rect(cell, 0.6, corner=2)
            page.circle((cell.x + 10, cell.y + cell.height / 2), min(7.5, cell.height * 0.4), 0.8)
            page.text(cell.x + 10, cell.y + cell.height / 2 + 2.6, str(man), 7, anchor="middle", fill=DARK)
            words = str(damage_of(page.rules, platoon, man))
            page.text(cell.right - 9, cell.y + cell.height / 2 + 4, words, 11, bold=True, anchor="end")


def _reach(page: Page, box: Box, platoon: Platoon) -> None:
    """What each distance adds to the roll to hit."""
    weapon = reach_weapon(platoon)
    inside = page.panel(box, f"Range of {weapon.name if weapon else 'their weapons'}: to hit")
    steps = reach_of(page.rules, platoon)
    share = min(40.0, (inside.width - 50) / len(steps))
    page.text(inside.x, inside.y + 11, "Distance", 7, bold=True)
    page.text(inside.x, inside.y + 27, "To hit", 7, bold=True)
    for distance, by in enumerate(steps):
        cell = Box(inside.x + 46 + distance * share, inside.y, share, 33)
        page.rect(Box(cell.x, cell.y, share, 15), 0.5, PALE)
        page.rect(Box(cell.x, cell.y + 15, share, 18), 0.5)
        page.text(cell.x + share / 2, cell.y + 10.5, str(distance), 7.5, anchor="middle")
        page.text(cell.x + share / 2, cell.y + 28, f"{by:+d}".replace("-", "–"), 9, bold=True, anchor="middle")
