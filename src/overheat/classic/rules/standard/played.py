"""Which parts of a unit play makes use of, and which it passes over.

A part is told by its traits: the flags of its entry, and for what has no entry a word with its kind, `cockpit: command
console`. A trait that is neither in `PLAYED` nor in `QUIET` is not played, so that what nobody has thought of is told
as not played and never passed over. A layer that plays a part says so by a row of its own:
`PLAYED.amended("mine.played", {"masc": "mine.masc"}, cite=...)`. Physical weapons and gadgets are played by their own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.gadgets import GADGETS
from overheat.classic.rules.standard.loadouts import PLAYED as MUNITIONS
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS
from overheat.classic.unit.equipment import Armour, Engine, Equipment, Structure
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Table, rule

PARTS = TOTAL_WARFARE("Equipment", 129)


def _written(list_: str) -> dict[str, str]:
    """One of the lists of the data: traits with what is made of them, or why nothing is."""
    text = files("overheat.classic").joinpath("data/tables/played_parts.toml").read_text(encoding="utf-8")
    return {trait: why for why, traits in tomllib.loads(text)[list_].items() for trait in traits}


PLAYED: Table[str, str] = Table("play.parts", _written("played"), cite=PARTS)
"""The traits that rules of play read, and what for."""
QUIET: Table[str, str] = Table("play.quiet_parts", _written("quiet"), cite=PARTS)
"""The traits that change nothing on the field, or nothing that their figures do not say, and why."""

BESIDES = frozenset({"explosive", "physical", "club", "fusion", "combustion", "fuel_cell"})
"""Played traits that are no use of a part, so that one with nothing else that is played is not played in part."""
ENGINE_FIGURES = frozenset({"large", "primitive"})
"""Flags of engines that are figures alone."""
OFF_THE_MAP = "mapsheets"
"""The flag of weapons whose ranges are counted in maps."""
MORE_THAN_A_WEAPON = frozenset({"shield"})
"""Physical weapons that are for something else besides: a shield strikes, and would take hits."""
SPECIAL_MOTIVES = frozenset({"lam", "quadvee", "tripod"})
"""Ways to move of machines that change shape or have three legs."""
SUPERHEAVY = 100
"""Tons above which a machine has rules of its own."""
PLAIN_MUNITIONS = frozenset({"standard", "cluster", "LRM", "SRM", "HE", "ER"})
"""What ammunition is called that is of no special kind, or of one that its weapon may choose by itself."""


class Part(msgspec.Struct, frozen=True, order=True):
    """A part that play passes over: what it is called, and which of its traits nothing plays."""

    name: str
    traits: tuple[str, ...]
    partly: bool = False
    """Whether it does some of what it is for: a weapon that fires as its figures say, a suite with one of its uses."""

    def __str__(self) -> str:
        return f"{self.name} (in part)" if self.partly else self.name


@rule("play.unplayed", cite=PARTS)
def unplayed(rules: Ruleset, sheet: Sheet) -> tuple[Part, ...]:
    """The parts of a unit that have a trait which nothing plays, each once, in the order of their names."""
    played, known = _played(rules), _known(rules)
    missing: dict[str, set[str]] = {}
    partly: dict[str, bool] = {}
    for name, traits, fired in _parts(rules, sheet):
        if left := traits - known:
            missing.setdefault(name, set()).update(left)
            partly[name] = not played.isdisjoint(traits - BESIDES) if fired is None else fired
    return tuple(sorted(Part(name, tuple(sorted(traits)), partly[name]) for name, traits in missing.items()))


def _played(rules: Ruleset) -> frozenset[str]:
    """The traits that some rule reads."""
    return frozenset(rules[PLAYED].rows.keys() | _struck_with(rules))


def _known(rules: Ruleset) -> frozenset[str]:
    """The traits that some rule reads, and those that change nothing."""
    partly = MORE_THAN_A_WEAPON - rules[PLAYED].rows.keys()
    return (_played(rules) - partly) | rules[QUIET].rows.keys()


def part_of(rules: Ruleset, item: Equipment) -> Part | None:
    """An item of the catalogue as a part that play passes over; None where all of it is played."""
    mount = Mount(equipment=item, location="")
    traits = structure_traits(item) if isinstance(item, Structure) else mount_traits(rules, mount)
    traits -= ENGINE_FIGURES if isinstance(item, Engine) else frozenset()
    left = traits - _known(rules)
    whole = isinstance(item, Armour | Structure | Engine)
    done = not whole and (not _played(rules).isdisjoint(traits - BESIDES) if mount.gear else fires(mount))
    return Part(item.name, tuple(sorted(left)), done) if left else None


def _struck_with(rules: Ruleset) -> frozenset[str]:
    """The flags of physical weapons and of parts that are switched: their own rows say that they are played."""
    weapons = (flag for weapon in rules[PHYSICAL_WEAPONS].rows.values() for flag in weapon.flags)
    gadgets = (flag for gadget in rules[GADGETS].rows.values() for flag in gadget.flags)
    return frozenset((*weapons, *gadgets))


def _parts(rules: Ruleset, sheet: Sheet) -> Iterator[tuple[str, frozenset[str], bool | None]]:
    """Everything that a unit is made of, by name, with its traits; of weapons also whether they are fired at all."""
    for mount in (*sheet.mounts, *_borne(sheet)):
        yield mount.equipment.name, mount_traits(rules, mount), None if mount.gear else fires(mount)
    kinds = {place.armour_kind.id: place.armour_kind for place in sheet.locations if place.armour_kind}
    for kind in kinds.values():
        yield plated(kind), kind.flags, False
    if sheet.structure:
        yield f"{sheet.structure.name.removesuffix(' Structure')} structure", structure_traits(sheet.structure), False
    if sheet.engine:
        yield sheet.engine.kind.name, sheet.engine.kind.flags - ENGINE_FIGURES, False
    for name, traits in _systems(sheet):
        yield name, traits, False


def fires(mount: Mount) -> bool:
    """Whether it is a weapon that can be fired at somebody on the field, as its figures say."""
    weapon = mount.weapon
    return weapon is not None and bool(weapon.damage) and OFF_THE_MAP not in weapon.flags


def mount_traits(rules: Ruleset, mount: Mount) -> frozenset[str]:
    """The traits of something mounted: its flags, and what is special about the ammunition it is."""
    flags, load = mount.equipment.flags, mount.ammunition
    if load is None or load.munition in PLAIN_MUNITIONS:
        return flags
    return flags | {kind for kind in load.id.split(".")[1:] if kind not in rules[MUNITIONS].rows}


def structure_traits(structure: Structure) -> frozenset[str]:
    """The traits of an internal structure, which is told by its own id."""
    return frozenset({structure.id})


def plated(kind: Armour) -> str:
    """What a kind of armour is called."""
    return kind.name if "armor" in kind.name.lower() else f"{kind.name} armour"


def _borne(sheet: Sheet) -> Iterator[Mount]:
    """The weapons and the kit of soldiers, which their sheet does not list among what is mounted."""
    platoon = sheet.platoon
    if platoon is not None and not any("platoon" in mount.equipment.flags for mount in sheet.mounts):
        yield from (item for item in (platoon.primary, platoon.secondary, platoon.armour_kit) if item is not None)


def _systems(sheet: Sheet) -> Iterator[tuple[str, frozenset[str]]]:
    """What has no entry of its own: gyro and cockpit, changing shape, being as heavy as few are; training, implants."""
    if sheet.platoon is not None:
        for word, learnt in (("training", sheet.platoon.specialities), ("implant", sheet.platoon.augmentations)):
            yield from ((each, frozenset({f"{word}:{each.lower().replace(' ', '_')}"})) for each in learnt)
    if sheet.kind not in ("war machine", "industrial machine"):
        return
    for word, value in (("gyro", sheet.gyro), ("cockpit", sheet.cockpit)):
        kind = value.lower().removesuffix(f" {word}").replace(" ", "_") or "standard"
        yield value or word, frozenset({f"{word}:{kind}"})
    if sheet.motive in SPECIAL_MOTIVES:
        yield f"moving as a {sheet.motive}", frozenset({f"motive:{sheet.motive}"})
    if sheet.tons > SUPERHEAVY:
        yield "superheavy frame", frozenset({"superheavy"})


RULES = (PLAYED, QUIET, unplayed)
