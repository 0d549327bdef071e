"""The adjudicator: a situation in, an explained number out, for people with miniatures on a real table.

A situation names two units, where they stand, how they moved, and a weapon. What it leaves out is ordinary: a pilot of
gunnery 4 who stood still, a machine that is fresh and cool. A unit in water stands on the bottom unless it floats, and
a unit in the hex of a building or a bridge stands on top of it, unless `elevation` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from overheat.classic.attack.situation import WeaponAttack
from overheat.classic.attack.to_hit import to_hit
from overheat.classic.board.board import Board
from overheat.classic.board.library import find as find_board
from overheat.classic.equipment import catalogue, key
from overheat.classic.rules.standard.deployment import elevation_at
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rulesets import ruleset
from overheat.classic.sheet import Sheet
from overheat.classic.sight.relief import Relief
from overheat.classic.state import Mode, Motion, Unit, Weather
from overheat.classic.unitfile.library import find as find_unit
from overheat.kernel.halves import wrong_with
from overheat.kernel.odds import dice
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally

HIGHEST_SKILL = 13
FACINGS = 6


class Party(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit of a situation, and where it is."""

    unit: str
    hex: str
    facing: int = 0
    torso: int | None = None
    moved: Mode = "stationary"
    hexes_moved: int = 0
    heat: int = 0
    prone: bool = False
    gunnery: int = 4
    piloting: int = 5
    elevation: int | None = None
    immobile: bool = False
    skidded: bool = False
    spotting: bool = False
    stealth: bool = False
    illuminated: bool = False
    loads: dict[str, str] = {}
    """What its bins, tubes and racks hold, where that is not what its file says."""


class WeaponChoice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A weapon of the attacker, by name and where it is mounted."""

    name: str
    location: str | None = None
    rear: bool = False
    ammo: str | None = None


class Situation(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the adjudicator is asked."""

    attacker: Party
    target: Party
    weapon: WeaponChoice
    board: str
    rules: tuple[str, ...] = ("classic",)
    spotter: Party | None = None
    spotter_attacks: bool = False
    secondary: str = ""
    weather: Weather = Weather()


class Ruling(msgspec.Struct, frozen=True):
    """What the adjudicator answers: the number and its terms, or the refusal."""

    tally: Tally | None
    refusal: Refusal | None

    @property
    def target_number(self) -> int | None:
        return None if self.tally is None else int(self.tally.total)

    @property
    def probability(self) -> tuple[int, int] | None:
        """The chance of rolling the number on two dice, out of 36."""
        if self.tally is None:
            return None
        return _chance(int(self.tally.total)), 36

    def as_json(self) -> dict[str, object]:
        """As other programs read it."""
        return {
            "target_number": self.target_number,
            "probability": self.probability,
            "terms": [term.as_json() for term in self.tally or ()],
            "refusal": self.refusal.as_json() if self.refusal else None,
        }


@lru_cache
def _chance(number: int) -> int:
    return int(36 * dice(2, 6).at_least(number))


def parse_situation(data: bytes | str) -> Situation:
    """A situation from its JSON; what is wrong with it is told by its place."""
    try:
        return msgspec.json.decode(data, type=Situation)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise refuse("situation.json", f"not a situation: {wrong_with(data, error)}") from None


def with_rules(situation: Situation, names: Sequence[str]) -> Situation:
    """A situation under further layers of rules."""
    more = (name for name in names if name not in situation.rules)
    return msgspec.structs.replace(situation, rules=(*situation.rules, *more))


def adjudicate(situation: Situation, folder: Path | None = None) -> Ruling:
    """The number that the attack needs, or why it may not be made. Paths are looked for in the folder too."""
    relief = _relief(_found(situation.board, folder), tuple(situation.rules))
    attacker = _unit("attacker", situation.attacker, relief, folder)
    target = _unit("target", situation.target, relief, folder)
    spotter = _unit("spotter", situation.spotter, relief, folder) if situation.spotter else None
    check_modes(relief.rules, attacker, target, *([spotter] if spotter else []))
    mount = _mount(attacker.sheet, situation.weapon)
    if situation.secondary not in ("", "forward", "other"):
        raise refuse("situation.secondary", "secondary: a second target is forward or other", field="secondary")
    attack = WeaponAttack(
        relief,
        attacker,
        target,
        mount,
        feed=feed_of(attacker, mount, situation.weapon.ammo),
        spotter=spotter,
        spotter_attacks=situation.spotter_attacks,
        secondary="forward" if situation.secondary == "forward" else "other" if situation.secondary else "",
        weather=situation.weather,
    )
    answer = to_hit(attack)
    return Ruling(None, answer) if isinstance(answer, Refusal) else Ruling(answer, None)


def check_modes(rules: Ruleset, *units: Unit) -> None:
    """Refuse a way to move that the rules in force do not know."""
    for unit in units:
        if unit.motion.mode not in rules[MODES]:
            known = ", ".join(rules[MODES].rows)
            raise refuse(
                "situation.moved", f"{unit.id}: moved {unit.motion.mode[:60]!r} is none of {known}", field="moved"
            )


def _found(path: str, folder: Path | None) -> str:
    """A path as given, or within the folder where that is the one that is there."""
    if folder is not None and not Path(path).exists() and (folder / path).exists():
        return str(folder / path)
    return path


@lru_cache(maxsize=16)
def _relief(board: str, layers: tuple[str, ...]) -> Relief:
    return Relief(find_board(board).board, ruleset(layers))


@lru_cache(maxsize=4096)
def _sheet(unit: str) -> Sheet:
    return find_unit(unit).sheet


def _unit(role: str, party: Party, relief: Relief, folder: Path | None) -> Unit:
    return unit_on(relief.rules, relief.board, role, party, _sheet(_found(party.unit, folder)))


def _check(role: str, party: Party) -> None:
    """Refuse figures that no unit has."""
    for field, value, most in (
        ("facing", party.facing, FACINGS - 1),
        ("torso", party.facing if party.torso is None else party.torso, FACINGS - 1),
        ("gunnery", party.gunnery, HIGHEST_SKILL),
        ("piloting", party.piloting, HIGHEST_SKILL),
        ("heat", party.heat, 1000),
        ("hexes_moved", party.hexes_moved, 1000),
    ):
        if not 0 <= value <= most:
            raise refuse("situation.value", f"{role}: {field} {value} is not 0 to {most}", field=field, value=value)


def unit_on(rules: Ruleset, board: Board, role: str, party: Party, sheet: Sheet) -> Unit:
    """A unit as a situation describes it."""
    _check(role, party)
    try:
        hex = board.parse_hex(party.hex)
    except RefusedError as error:
        raise refuse("situation.hex", f"{role}: {error.refusal.reason}", hex=party.hex) from None
    unit = Unit.fresh(
        rules,
        role,
        role,
        sheet,
        hex,
        party.facing,
        party.loads,
        gunnery=party.gunnery,
        piloting=party.piloting,
        motion=Motion(party.moved, party.hexes_moved, party.hexes_moved, skidded=party.skidded, done=True),
        elevation=elevation_at(board, hex, sheet) if party.elevation is None else party.elevation,
        spotting=party.spotting,
        stealth=party.stealth,
        illuminated=party.illuminated,
    )
    changes: dict[str, Any] = {"heat": party.heat, "prone": party.prone, "shut_down": party.immobile}
    condition = msgspec.structs.replace(unit.condition, **changes)
    torso = party.facing if party.torso is None else party.torso
    return msgspec.structs.replace(unit, condition=condition, torso=torso)


def _mount(sheet: Sheet, weapon: WeaponChoice) -> int:
    """The mount that a situation means: the first that it can mean."""
    found = next(mounts_meant(sheet, weapon), None)
    if found is None:
        raise no_such_weapon(sheet, weapon)
    return found


def mounts_meant(sheet: Sheet, weapon: WeaponChoice) -> Iterator[int]:
    """The mounts that a choice can mean: by name, and by location where it says one."""
    entry = catalogue().find(weapon.name, sheet.tech)
    wanted = key(weapon.name)
    for at, mount in enumerate(sheet.mounts):
        if mount.weapon is None or mount.rear != weapon.rear:
            continue
        if weapon.location is not None and weapon.location.upper() not in (mount.location.upper(), *mount.also_in):
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
    entry = catalogue().find(ammo, attacker.sheet.tech)
    for at in bins:
        carried = attacker.sheet.mounts[at].equipment
        if (entry is not None and carried.id == entry.id) or key(carried.name) == key(ammo):
            return at
    raise refuse("situation.ammunition", f"{attacker.sheet.name} carries no {ammo!r} for that weapon", ammo=ammo)
