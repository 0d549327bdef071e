"""Units as a question describes them: where they stand, how they moved, what they have lost so far.

What is left out is ordinary: a crew of gunnery 4 and piloting 5 that stood still, a unit that is fresh and cool. A unit
in water stands on the bottom unless it floats, and a unit in the hex of a building or a bridge stands on top of it,
unless `elevation` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.inside.fitted import fitted, marked
from overheat.classic.adjudicator.losses import worn
from overheat.classic.board.board import Board
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Mode, Motion, Unit
from overheat.classic.rules.standard.deployment import elevation_at
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.postures import POSTURES
from overheat.classic.rules.standard.switches import ILLUMINATED, SEARCHLIGHT, STEALTH_ON
from overheat.classic.rules.standard.to_hit import SPOTTING
from overheat.classic.unit.condition import Stance
from overheat.classic.unit.equipment import Ammunition, Tech, catalogue, key
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset

TECHS: tuple[Tech, ...] = ("IS", "Clan", "All")
HIGHEST_SKILL = 13
ORDINARY_PILOTING = 5
FACINGS = 6
UnitName = Annotated[str, Meta(description="A unit file, or the name of a unit of the library.")]
BoardName = Annotated[str, Meta(description="A board file, or the name of a bundled board.")]
Moved = Annotated[Mode, Meta(description="How it moved: stationary, walk, run, jump, or what the rules have besides.")]
Elevation = Annotated[
    int | None, Meta(description="How far its feet are above the surface; where it would stand if left out.")
]
Loaded = Annotated[dict[str, str], Meta(description="What bins, tubes and racks hold, where its file says otherwise.")]
SHORT_NAMES = {"POINT": "SQUAD", "TPRS": "TROOPERS", "FGUN": "FIELD GUNS"}
"""What soldiers and suits are called elsewhere, and what their sheets have in its place."""
Marks = Annotated[
    dict[str, int], Meta(description="What holds of it for a while, by the names that rules give, each with its value.")
]
Lost = Annotated[
    tuple[str, ...], Meta(description="What it has lost so far: LL hip, RA lost, CT gyro, CT armour 5, driver, ...")
]


Posture = Annotated[str, Meta(description="A posture that the rules have, such as hull down.")]
EngineKind = Annotated[str, Meta(description="The kind of its engine; that of its file if empty.")]
Carried = Annotated[
    tuple[str, ...], Meta(description="What it carries besides: Coolant Pod in LT, armoured Gauss Rifle in RT, ...")
]


class Party(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit of a situation, and where it is."""

    unit: UnitName
    hex: str
    facing: Annotated[int, Meta(description="0 is north, then clockwise.")] = 0
    torso: Annotated[int | None, Meta(description="Where torso or turret points; ahead if left out.")] = None
    moved: Moved = "stationary"
    hexes_moved: int = 0
    heat: int = 0
    prone: bool = False
    gunnery: int = 4
    piloting: Annotated[int | None, Meta(description="Its skill; 5, or what a platoon's file states, if left out.")] = (
        None
    )
    elevation: Elevation = None
    immobile: bool = False
    skidded: bool = False
    spotting: bool = False
    stealth: bool = False
    illuminated: bool = False
    searchlight: Annotated[bool, Meta(description="Whether its searchlight is on.")] = False
    loads: Loaded = {}
    damage: Lost = ()
    marks: Marks = {}
    engine: EngineKind = ""
    carries: Carried = ()
    posture: Posture = ""


class WeaponChoice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A weapon of the attacker, by name and where it is mounted."""

    name: str
    location: str | None = None
    rear: bool = False
    ammo: str | None = None
    mode: Annotated[str, Meta(description="A way to use it, where the rules have several.")] = ""
    rate: Annotated[int | None, Meta(description="How many shots it fires at once; one if left out.")] = None
    aimed: Annotated[str, Meta(description="The location that is aimed at, if one is.")] = ""


def check_modes(rules: Ruleset, *units: Unit) -> None:
    """Refuse a way to move that the rules in force do not know."""
    for unit in units:
        if unit.motion.mode not in rules[MODES]:
            known = ", ".join(rules[MODES].rows)
            raise refuse(
                "situation.moved", f"{unit.id}: moved {unit.motion.mode[:60]!r} is none of {known}", field="moved"
            )


def _check(role: str, party: Party) -> None:
    """Refuse figures that no unit has."""
    for field, value, most in (
        ("facing", party.facing, FACINGS - 1),
        ("torso", party.facing if party.torso is None else party.torso, FACINGS - 1),
        ("gunnery", party.gunnery, HIGHEST_SKILL),
        ("piloting", _piloting(party), HIGHEST_SKILL),
        ("heat", party.heat, 1000),
        ("hexes_moved", party.hexes_moved, 1000),
    ):
        if not 0 <= value <= most:
            raise refuse("situation.value", f"{role}: {field} {value} is not 0 to {most}", field=field, value=value)


def _piloting(party: Party) -> int:
    return ORDINARY_PILOTING if party.piloting is None else party.piloting


def _skilled(sheet: Sheet, party: Party) -> Sheet:
    """The sheet with what a question says of the skill of soldiers against 'Mechs in place of what it states."""
    platoon = sheet.platoon
    if party.piloting is None or platoon is None or platoon.anti_mek_skill is None:
        return sheet
    skilled = msgspec.structs.replace(platoon, anti_mek_skill=party.piloting)
    return msgspec.structs.replace(sheet, platoon=skilled)


def unit_on(rules: Ruleset, board: Board, role: str, party: Party, sheet: Sheet) -> Unit:
    """A unit as a situation describes it."""
    _check(role, party)
    try:
        hex = board.parse_hex(party.hex)
    except RefusedError as error:
        raise refuse("situation.hex", f"{role}: {error.refusal.reason}", hex=party.hex) from None
    lasting = (
        (SPOTTING, party.spotting),
        (STEALTH_ON, party.stealth),
        (ILLUMINATED, party.illuminated),
        (SEARCHLIGHT, party.searchlight),
    )
    unit = Unit.fresh(
        rules,
        role,
        role,
        fitted(rules, _skilled(sheet, party), party.engine, party.carries),
        hex,
        party.facing,
        party.loads,
        gunnery=party.gunnery,
        piloting=_piloting(party),
        motion=Motion(party.moved, party.hexes_moved, party.hexes_moved, skidded=party.skidded, done=True),
        elevation=elevation_at(board, hex, sheet) if party.elevation is None else party.elevation,
        marks={name: Mark() for name, holds in lasting if holds},
    )
    unit = marked(unit, party.marks)
    changes: dict[str, Any] = {"heat": party.heat, "prone": party.prone, "shut_down": party.immobile}
    if party.posture:
        changes["stance"] = _stance(rules, role, party.posture)
    condition = msgspec.structs.replace(worn(unit, party.damage, role).condition, **changes)
    torso = party.facing if party.torso is None else party.torso
    return msgspec.structs.replace(unit, condition=condition, torso=torso)


def _stance(rules: Ruleset, role: str, named: str) -> Stance:
    """What a posture that a situation names makes of a unit."""
    known = {posture.function(rules).title: posture for posture in rules[POSTURES]}
    if named not in known:
        listed = ", ".join(known) or "standing alone"
        raise refuse("situation.posture", f"{role}: posture {named[:60]!r} is none of {listed}", field="posture")
    return known[named].function(rules).stance(known[named].id)


def mount_meant(sheet: Sheet, weapon: WeaponChoice) -> int:
    """The mount that a situation means: the first that it can mean."""
    found = next(mounts_meant(sheet, weapon), None)
    if found is None:
        raise no_such_weapon(sheet, weapon)
    return found


def mounts_meant(sheet: Sheet, weapon: WeaponChoice) -> Iterator[int]:
    """The mounts that a choice can mean: by name, and by location where it says one."""
    entry = catalogue().find(weapon.name, sheet.tech)
    wanted, place = key(weapon.name), (weapon.location or "").upper()
    for at, mount in enumerate(sheet.mounts):
        if mount.weapon is None or mount.rear != weapon.rear:
            continue
        if place and SHORT_NAMES.get(place, place) not in (mount.location.upper(), *mount.also_in):
            continue
        names = {key(name) for name in (mount.equipment.name, *mount.equipment.aliases)}
        if (entry is not None and mount.equipment.id == entry.id) or wanted in names:
            yield at


def no_such_weapon(sheet: Sheet, weapon: WeaponChoice) -> RefusedError:
    """A unit does not carry what a choice names."""
    where = f" in {weapon.location}" if weapon.location else ""
    rear = " facing rear" if weapon.rear else ""
    return refuse("situation.weapon", f"{sheet.name} has no {weapon.name!r}{where}{rear}", weapon=weapon.name)


def feed_of(attacker: Unit, mount: int, ammo: str | None) -> int | None:
    """The bin that feeds a weapon: one of the named ammunition, else the first; one that is not empty, if there is."""
    bins = sorted(attacker.plan.feeds.get(mount, ()), key=lambda at: attacker.condition.shots[at] < 1)
    if ammo is None or not bins:
        return bins[0] if bins else None
    entries = [entry for tech in TECHS if (entry := catalogue().find(ammo, tech)) is not None]
    ids, names = {entry.id for entry in entries}, {key(ammo), *(key(entry.name) for entry in entries)}
    carried = {at: attacker.sheet.mounts[at].equipment for at in bins}
    meant = [at for at in bins if carried[at].id in ids] + [at for at in bins if key(carried[at].name) in names]
    meant += [at for at, rounds in carried.items() if isinstance(rounds, Ammunition) and key(rounds.munition) in names]
    if meant:
        return meant[0]
    raise refuse("situation.ammunition", f"{attacker.sheet.name} carries no {ammo!r} for that weapon", ammo=ammo)
