"""Cards of units: everything that a player needs to know of one, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from overheat.kernel.rules import Ruleset
from overheat.platoon.arms import Band, Weapon
from overheat.platoon.resolve import weapon_of
from overheat.platoon.roster import Platoon, Priced
from overheat.platoon.rules.standard import helicopters, orders
from overheat.platoon.rules.standard.movement import PACES
from overheat.platoon.sheet import Sheet


def card(unit: Priced, rules: Ruleset) -> list[str]:
    """A unit in a few lines: its price, its men, how it moves, what it fires."""
    sheet = unit.sheet
    morale = rules[orders.QUALITY][sheet.quality].morale
    lines = [f"{sheet.name} [{sheet.id}], {sheet.quality}, {int(unit.cost.total)} points"]
    lines.append(f"  morale {morale}, damage value {sheet.damage_value}+, {_moves(sheet, rules)}")
    if sheet.men:
        arms = Counter(figure.arms for figure in sheet.men)
        lines.append(f"  {len(sheet.men)} men: {', '.join(f'{many} {weapon}' for weapon, many in arms.items())}")
    lines += (f"  {line}" for line in weapon_lines(sheet, rules))
    lines += (f"  {extra}" for extra in _extras(sheet, rules))
    return lines


def _moves(sheet: Sheet, rules: Ruleset) -> str:
    if sheet.airframe:
        wings = rules[helicopters.MOVES][sheet.airframe]
        along = f'{wings.horizontal_advance.inches:g}"/{wings.horizontal_run.inches:g}"'
        return f'flies {along}, climbs {wings.vertical_advance.inches:g}"/{wings.vertical_run.inches:g}"'
    pace = rules[PACES][sheet.mobility]
    return f'moves {pace.advance:g}"/{pace.run:g}" ({sheet.mobility.replace("_", " ")})'


def weapon_lines(sheet: Sheet, rules: Ruleset) -> Iterator[str]:
    """Every weapon of a unit with its row of the chart."""
    named = [(figure.arms, "") for figure in sheet.men if sheet.system is None]
    named += [(sheet.system, "")] if sheet.system else []
    named += [(mount.weapon, f" ({mount.place})") for mount in sheet.mounts]
    named += [("law", "")] if sheet.laws else []
    named += [("ugl", "")] if sheet.grenade_launchers else []
    for (name, place), many in Counter(named).items():
        weapon = weapon_of(rules, name)
        times = f"{many} x " if many > 1 else ""
        yield f"{times}{weapon.name}{place}: {row(weapon)}"


def row(weapon: Weapon) -> str:
    """A row of the charts in a line."""
    parts = [_band(band) for band in weapon.bands]
    if weapon.indirect:
        parts.append(f"indirect {_band(weapon.indirect)}")
    pen = "" if weapon.pen is None else ", PEN HE" if weapon.pen == "HE" else f", PEN +{weapon.pen}"
    blast = f', HE {weapon.he}"' if weapon.he else ""
    words = f"; {', '.join(sorted(weapon.keywords))}" if weapon.keywords else ""
    return f"{', '.join(parts) or 'placed'}{pen}{blast}{words}"


def _band(band: Band) -> str:
    reach = "any range" if band.to is None else f'{band.start:g}-{band.to:g}"'
    return f"{reach} {band.shots}"


def _extras(sheet: Sheet, rules: Ruleset) -> Iterator[str]:
    if sheet.officer:
        rank = rules[orders.OFFICERS][sheet.officer]
        yield f'officer: +{rank.bonus} morale within {rank.radius:g}", snaps {rank.snaps} to action'
    if sheet.seats:
        yield f"carries {sheet.seats} men"
    if sheet.squad:
        yield f"fighting vehicle of {sheet.squad}"
    if sheet.payload:
        yield f"drone: {sheet.payload.replace('_', ' ')}"
    if sheet.flags:
        yield ", ".join(sorted(flag.replace("_", " ") for flag in sheet.flags))


def platoon_card(platoon: Platoon, rules: Ruleset) -> str:
    """All cards of a platoon."""
    blocks = [f"{platoon.name}: {platoon.points} of {platoon.limit} points, {len(platoon.units)} order dice"]
    blocks += ("\n".join(card(unit, rules)) for unit in platoon.units)
    return "\n\n".join(blocks) + "\n"
