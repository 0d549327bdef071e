"""A unit in words and as JSON: what it is, how it moves, what it carries."""

from __future__ import annotations

from collections import Counter
from math import ceil

from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.sheet import Mount, Powerplant, Sheet

ACTION = "attack"
"""The flag of what files list among the equipment of a squad and is something it does: swarming, leg attacks."""


def describe(sheet: Sheet) -> str:
    """A unit for people, a screenful at most."""
    parts = [_title(sheet), _movement(sheet), *_systems(sheet), "", *_protection(sheet), "", *_inventory(sheet)]
    return "\n".join(parts)


def _title(sheet: Sheet) -> str:
    tech = f"{'mixed, ' if sheet.mixed else ''}{sheet.tech}"
    weight = f"{sheet.tons:g} tons" if sheet.tons else ""
    year = str(sheet.year) if sheet.year else ""
    told = [sheet.name, sheet.motive, sheet.kind, weight, tech, sheet.role, year]
    return "  ".join(word for word in told if word)


def _movement(sheet: Sheet) -> str:
    """How far it goes: thrust and fuel of what flies by them, and points under water that are no jump."""
    fast, swim = ceil(sheet.walk * 1.5), swim_points(sheet)
    below = f"  swim {swim}" if swim else ""
    if sheet.structural_integrity:
        fuel = f"  fuel {sheet.fuel:g}" if sheet.fuel else ""
        return f"thrust {sheet.walk}  at most {fast}  structural integrity {sheet.structural_integrity}{fuel}"
    if sheet.kind in ("war machine", "industrial machine"):
        return f"walk {sheet.walk}  run {fast}  jump {sheet.jump}{below}"
    jump = 0 if sheet.motive == "umu" else sheet.jump
    if sheet.kind in ("infantry", "battle armour"):
        return f"move {sheet.walk}  jump {jump}{below}"
    return f"cruise {sheet.walk}  flank {fast}" + (f"  jump {jump}" if jump else "") + below


def swim_points(sheet: Sheet) -> int:
    """Points under water: one for each unit that gives them; files of underwater suits write them as a jump."""
    return sheet.jump if sheet.suit is not None and sheet.motive == "umu" else len(sheet.flagged("umu"))


def _systems(sheet: Sheet) -> list[str]:
    told = []
    if sheet.engine:
        make = "Clan " if sheet.engine.clan else ""
        told.append(f"{sheet.engine.rating} {make}{sheet.engine.kind.name}")
    if sheet.structure:
        told.append(f"{sheet.structure.name.removesuffix(' Structure')} structure")
    if sheet.heat_sinks:
        told.append(f"{sheet.heat_sinks.count} {sheet.heat_sinks.kind} heat sinks")
    return ["  ".join(told)] if told else []


def _protection(sheet: Sheet) -> list[str]:
    """Armour and structure by location; what has structural integrity has no structure in any of them."""
    places = [place for place in sheet.locations if place.armour or place.structure]
    wide = max((len(place.code) for place in places), default=3)
    whole = sheet.structural_integrity > 0
    lines = [f"{'':{wide}}{'armour':>8}" + ("" if whole else f"{'rear':>6}{'structure':>11}")]
    for place in places:
        rear = str(place.rear_armour) if place.rear_armour else ""
        inside = "" if whole else f"{rear:>6}{place.structure:>11}"
        lines.append(f"{place.code:{wide}}{place.armour:>8}{inside}")
    total = sum(place.armour + place.rear_armour for place in places)
    return [*lines, f"{'all':{wide}}{total:>8}"]


def _inventory(sheet: Sheet) -> list[str]:
    """What is mounted, alike things in one line; what a squad can do is nothing that it carries."""
    carried = [mount for mount in sheet.mounts if ACTION not in mount.equipment.flags]
    counted = Counter((mount.equipment.name, _place(mount), _figures(mount)) for mount in carried)
    wide = max((len(name) for name, _, _ in counted), default=0)
    return [
        f"{count:>2} {name:<{wide}}  {place:<10} {figures}".rstrip()
        for (name, place, figures), count in counted.items()
    ]


def _place(mount: Mount) -> str:
    where = "/".join((mount.location, *mount.also_in))
    return f"{where} rear" if mount.rear else where


def _figures(mount: Mount) -> str:
    item = mount.equipment
    if isinstance(item, Weapon):
        damage = (
            f"{item.damage:g}"
            if isinstance(item.damage, int | float)
            else "/".join(f"{each:g}" for each in item.damage)
        )
        each = f"{damage} x {item.cluster}" if item.cluster > 1 else damage
        reach = "/".join(map(str, item.range[1:4]))
        least = f", minimum {item.range[0]}" if item.range[0] else ""
        return f"heat {item.heat}, damage {each}, range {reach}{least}"
    if isinstance(item, Ammunition):
        return f"{mount.shots or item.shots} shots"
    return ""


def as_json(sheet: Sheet) -> dict[str, object]:
    """A unit for programs: its figures, with equipment by id and name."""
    engine = sheet.engine
    return {
        "name": sheet.name,
        "chassis": sheet.chassis,
        "model": sheet.model,
        "kind": sheet.kind,
        "motive": sheet.motive,
        "tons": sheet.tons,
        "tech": sheet.tech,
        "mixed": sheet.mixed,
        "year": sheet.year,
        "role": sheet.role,
        "omni": sheet.omni,
        "walk": sheet.walk,
        "jump": 0 if sheet.suit is not None and sheet.motive == "umu" else sheet.jump,
        "swim": swim_points(sheet),
        "structural_integrity": sheet.structural_integrity or None,
        "fuel": sheet.fuel,
        "engine": _engine_json(engine) if engine else None,
        "heat_sinks": sheet.heat_sinks,
        "locations": [
            {
                "code": place.code,
                "armour": place.armour,
                "rear_armour": place.rear_armour,
                "structure": place.structure,
                "slots": place.slots,
            }
            for place in sheet.locations
        ],
        "mounts": [_mount_json(mount) for mount in sheet.mounts if ACTION not in mount.equipment.flags],
        "troopers": sheet.troopers,
        "quirks": sheet.quirks,
    }


def _engine_json(engine: Powerplant) -> dict[str, object]:
    return {"kind": engine.kind.id, "name": engine.kind.name, "rating": engine.rating, "clan": engine.clan}


def _mount_json(mount: Mount) -> dict[str, object]:
    return {
        "equipment": mount.equipment.id,
        "name": mount.equipment.name,
        "known": mount.known,
        "location": mount.location,
        "also_in": mount.also_in,
        "slots": mount.slots,
        "rear": mount.rear,
        "turret": mount.turret,
        "shots": mount.shots,
    }
