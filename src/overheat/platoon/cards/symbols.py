"""Map symbols of units: a frame, what stands in it, what it rolls on, and how large the unit is.

They follow the common military signs of friendly land units: a rectangle with a cross for infantry, an oval for
armour, both for mechanised infantry, and so on. The signs are drawn here from straight strokes, boxes and discs.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Literal

from overheat.drawing.surface import BLACK, Box, Drawing, clean
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.resolution.resolve import weapon_of
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rosters.sheet import Sheet

Size = Literal["team", "squad"]
FRIEND = "#cfe4f3"
"""The ground of a frame."""
STROKE = 1.1
SQUAD = 4
"""From how many men on infantry is a squad."""
KEYWORD_SIGNS = (
    ("MANPADS", "air_defence"),
    ("ATGM", "anti_tank"),
    ("Shaped charge", "anti_tank"),
    ("Howitzer", "artillery"),
    ("Indirect Fire", "mortar"),
    ("Sniper", "sniper"),
    ("Flamethrower", "flamethrower"),
)
"""What a team is for by the first of these keywords that its weapon has."""


def signs(sheet: Sheet, rules: Ruleset) -> tuple[str, ...]:
    """What stands in the frame of a unit, in the order it is drawn."""
    if sheet.kind == "helicopter":
        return ("helicopter",)
    if sheet.kind == "drone":
        return ("drone",)
    if sheet.kind == "vehicle":
        return _vehicle_signs(sheet, rules)
    if sheet.system:
        return _team_signs(sheet, rules)
    if sheet.flags & {"medic"}:
        return ("medical",)
    if sheet.flags & {"engineer", "sapper"}:
        return ("engineer",)
    if sheet.flags & {"spotter", "artillery_observer", "air_observer"}:
        return ("reconnaissance",)
    return ("infantry", "headquarters") if sheet.officer else ("infantry",)


def _team_signs(sheet: Sheet, rules: Ruleset) -> tuple[str, ...]:
    """A team by the weapon that it works."""
    keywords = weapon_of(rules, sheet.system).keywords if sheet.system else frozenset[str]()
    plain = "gun" if sheet.kind == "gun" else "machine_gun"
    return (next((sign for keyword, sign in KEYWORD_SIGNS if keyword in keywords), plain),)


def _vehicle_signs(sheet: Sheet, rules: Ruleset) -> tuple[str, ...]:
    """A vehicle by its armour, its seats and what it was built for."""
    command = ("headquarters",) if "command" in sheet.flags else ()
    if unit_kind(sheet.unit, rules).armour == "soft_skin":
        return ("infantry", "motorised") if sheet.mounts else ("transport",)
    if "recce" in sheet.flags:
        return ("armour", "reconnaissance")
    if "flamethrower_vehicle" in sheet.flags:
        return ("armour", "flamethrower")
    if sheet.seats:
        gunned = any(mount.weapon.startswith("ac_") for mount in sheet.mounts)
        return ("infantry", "armour", "fighting_vehicle") if gunned else ("infantry", "armour")
    return ("armour", *command)


def size_of(sheet: Sheet) -> Size:
    """A squad, or something smaller: a team, a crew, a machine."""
    return "squad" if sheet.kind == "infantry" and len(sheet.men) >= SQUAD else "team"


def draw_symbol(pen: Drawing, box: Box, sheet: Sheet, rules: Ruleset) -> None:
    """The whole symbol: the frame fills the box, the size mark stands above it and the wheels below."""
    named = signs(sheet, rules)
    with pen.group(symbol=" ".join(named), size=size_of(sheet)):
        pen.rect(box, STROKE, FRIEND)
        for name in named:
            SIGNS[name](pen, box)
        _size_mark(pen, box, size_of(sheet))
        if sheet.kind == "vehicle":
            _running_gear(pen, box, sheet.mobility)


def symbol_picture(sheet: Sheet, rules: Ruleset) -> str:
    """The symbol of a unit alone, as a picture without a ground."""
    pen = Drawing(sheet.name, Box(0, 0, 42, 43))
    draw_symbol(pen, Box(3, 9, 36, 24), sheet, rules)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 43" role="img">'
        f"<title>{clean(pen.title)}</title>{''.join(pen.elements)}</svg>"
    )


def _size_mark(pen: Drawing, box: Box, size: Size) -> None:
    x, y = box.x + box.width / 2, box.y - 4.2
    if size == "squad":
        pen.circle((x, y), 1.7, 0.5, BLACK)
    else:
        pen.circle((x, y), 2.3, 0.8, "none")
        pen.line((x - 2.6, y + 2.8), (x + 2.6, y - 2.8), 0.8)


def _running_gear(pen: Drawing, box: Box, mobility: str) -> None:
    """Wheels under the frame; tracks are a flat oval."""
    wheels = {"wheeled": (0.15, 0.85), "multi_axle": (0.12, 0.5, 0.88), "half_track": (0.12,)}.get(mobility, ())
    for across in wheels:
        pen.circle((box.x + across * box.width, box.bottom + 2.7), 2.1, 0.8)
    if mobility == "half_track":
        pen.rect(Box(box.x + 0.4 * box.width, box.bottom + 0.7, 0.58 * box.width, 4), 0.8, "#fff", corner=2)
    elif mobility == "tracked":
        pen.rect(Box(box.x + 0.1 * box.width, box.bottom + 0.7, 0.8 * box.width, 4), 0.8, "#fff", corner=2)


def infantry(pen: Drawing, box: Box) -> None:
    """A cross from corner to corner."""
    pen.line(box.at(0, 0), box.at(1, 1), STROKE)
    pen.line(box.at(0, 1), box.at(1, 0), STROKE)


def armour(pen: Drawing, box: Box) -> None:
    """A lying oval."""
    high = box.height * 0.48
    pen.rect(Box(*box.at(0.17, 0.26), box.width * 0.66, high), STROKE, corner=high / 2)


def fighting_vehicle(pen: Drawing, box: Box) -> None:
    """A stroke down the left side: infantry with a gun to its carrier."""
    pen.line(box.at(0.1, 0), box.at(0.1, 1), STROKE)


def motorised(pen: Drawing, box: Box) -> None:
    """A stroke down the middle: infantry on wheels."""
    pen.line(box.at(0.5, 0), box.at(0.5, 1), STROKE)


def transport(pen: Drawing, box: Box) -> None:
    """A wheel with its spokes."""
    (x, y), radius = box.middle, box.height * 0.3
    pen.circle((x, y), radius, STROKE, "none")
    for part in range(4):
        across, down = radius * cos(part * pi / 4), radius * sin(part * pi / 4)
        pen.line((x - across, y - down), (x + across, y + down), 0.7)


def helicopter(pen: Drawing, box: Box) -> None:
    """A bow-tie: blades that turn."""
    left, right = (box.at(0.15, 0.3), box.at(0.15, 0.7)), (box.at(0.85, 0.7), box.at(0.85, 0.3))
    pen.polygon((*left, box.middle), STROKE, BLACK)
    pen.polygon((*right, box.middle), STROKE, BLACK)


def drone(pen: Drawing, box: Box) -> None:
    """Spread wings without anybody between them."""
    points = ((0.12, 0.3), (0.5, 0.52), (0.88, 0.3), (0.88, 0.4), (0.5, 0.72), (0.12, 0.4))
    pen.polygon([box.at(*point) for point in points], 0.7, BLACK)


def mortar(pen: Drawing, box: Box) -> None:
    """An arrow upwards from a circle."""
    x = box.middle[0]
    base = box.at(0.5, 0.74)
    radius = box.height * 0.11
    pen.circle(base, radius, STROKE, "none")
    pen.line((x, base[1] - radius), box.at(0.5, 0.14), STROKE)
    _head(pen, box)


def machine_gun(pen: Drawing, box: Box) -> None:
    """An arrow upwards from a short bar."""
    pen.line(box.at(0.5, 0.84), box.at(0.5, 0.14), STROKE)
    pen.line(box.at(0.4, 0.84), box.at(0.6, 0.84), STROKE)
    _head(pen, box)


def _head(pen: Drawing, box: Box) -> None:
    """The head of an arrow upwards."""
    x, y = box.at(0.5, 0.13)
    step = box.height * 0.17
    pen.polygon(((x - step, y + step), (x, y), (x + step, y + step)), STROKE, closed=False)


def gun(pen: Drawing, box: Box) -> None:
    """Two barrels side by side on a bar."""
    pen.line(box.at(0.44, 0.8), box.at(0.44, 0.18), STROKE)
    pen.line(box.at(0.56, 0.8), box.at(0.56, 0.18), STROKE)
    pen.line(box.at(0.36, 0.8), box.at(0.64, 0.8), STROKE)


def artillery(pen: Drawing, box: Box) -> None:
    """A cannon ball."""
    pen.circle(box.middle, box.height * 0.17, STROKE, BLACK)


def anti_tank(pen: Drawing, box: Box) -> None:
    """A wedge from the lower corners to the middle of the upper side."""
    pen.polygon((box.at(0, 1), box.at(0.5, 0), box.at(1, 1)), STROKE, closed=False)


def air_defence(pen: Drawing, box: Box) -> None:
    """A dome over the lower side, and a missile under it."""
    arc = [(0.5 - 0.5 * cos(part * pi / 12), 1 - 0.45 * sin(part * pi / 12)) for part in range(13)]
    pen.polygon([box.at(*point) for point in arc], STROKE, closed=False)
    pen.line(box.at(0.5, 0.55), box.at(0.5, 0.14), STROKE)
    _head(pen, box)


def reconnaissance(pen: Drawing, box: Box) -> None:
    """A slash from the lower left to the upper right corner."""
    pen.line(box.at(0, 1), box.at(1, 0), STROKE)


def engineer(pen: Drawing, box: Box) -> None:
    """A bridge seen from its side."""
    pen.polygon(
        [box.at(*point) for point in ((0.2, 0.72), (0.2, 0.32), (0.8, 0.32), (0.8, 0.72))], STROKE, closed=False
    )
    pen.line(box.at(0.5, 0.32), box.at(0.5, 0.72), STROKE)


def medical(pen: Drawing, box: Box) -> None:
    """A cross that stands upright."""
    pen.line(box.at(0.5, 0), box.at(0.5, 1), STROKE)
    pen.line(box.at(0, 0.5), box.at(1, 0.5), STROKE)


def sniper(pen: Drawing, box: Box) -> None:
    """Infantry with a bar between the upper strokes of its cross and a line down from it."""
    infantry(pen, box)
    pen.line(box.at(0.36, 0.12), box.at(0.64, 0.12), STROKE)
    pen.line(box.at(0.5, 0.12), box.at(0.5, 0.4), STROKE)


def flamethrower(pen: Drawing, box: Box) -> None:
    """A flame."""
    points = ((0.5, 0.2), (0.58, 0.45), (0.63, 0.4), (0.64, 0.62), (0.56, 0.8), (0.44, 0.8), (0.36, 0.62), (0.42, 0.5))
    pen.polygon([box.at(*point) for point in points], 0.7, BLACK)


def headquarters(pen: Drawing, box: Box) -> None:
    """A staff down from the lower left corner."""
    pen.line(box.at(0, 1), (box.x, box.bottom + 9), STROKE)


SIGNS: dict[str, Callable[[Drawing, Box], None]] = {
    sign.__name__: sign
    for sign in (
        infantry,
        armour,
        fighting_vehicle,
        motorised,
        transport,
        helicopter,
        drone,
        mortar,
        machine_gun,
        gun,
        artillery,
        anti_tank,
        air_defence,
        reconnaissance,
        engineer,
        medical,
        sniper,
        flamethrower,
        headquarters,
    )
}
"""Who draws which sign."""
