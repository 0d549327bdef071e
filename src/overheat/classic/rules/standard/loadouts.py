"""What bins and one-shot launchers may be loaded with before a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.unit.equipment import Ammunition, Catalogue, Munition, Weapon, loaded
from overheat.classic.unit.fielding import HOLDERS, Fielding, Holder
from overheat.classic.unit.figures import ENTRIES, catalogue_of
from overheat.classic.unit.plan import Plan, feeds
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.classic.unit.slot_line import understand
from overheat.kernel.rules.rule import Ruleset, Table, rule

MUNITIONS = TOTAL_WARFARE("Ammunition", 104)
SIZES = ("lrm", "srm")

PLAYED: Table[str, str] = Table(
    "loads.munitions",
    {
        "munition_artemis_iv": "clusters.guidance",
        "munition_artemis_v": "clusters.guidance",
        "munition_narc": "clusters.guidance",
        "munition_semi_guided": "to_hit.semi_guided",
        "munition_inferno": "salvos.scorches",
        "munition_flak": "to_hit.munition",
        "munition_armor_piercing": "munitions.armour_piercing",
        "munition_precision": "munitions.precision",
        "munition_flechette": "munitions.fragments",
        "munition_fragmentation": "munitions.fragments",
        "munition_tracer": "munitions.luminous",
        "munition_incendiary_ac": "munitions.luminous",
        "munition_incendiary_lrm": "munitions.incendiary",
        "munition_caseless": "misfires.caseless",
        "munition_dead_fire": "munitions.scatter",
        "munition_acid": "munitions.acid",
        "munition_follow_the_leader": "munitions.as_one",
        "munition_listen_kill": "munitions.listen_kill",
        "munition_heat_seeking_lrm": "munitions.heat_seeking",
        "munition_heat_seeking_srm": "munitions.heat_seeking",
        "munition_anti_radiation": "munitions.anti_radiation",
        "munition_tandem_charge": "munitions.tandem_charge",
        "munition_thunder": "hex_rounds.density",
        "munition_thunder_augmented": "hex_rounds.density",
        "munition_thunder_active": "minefields.active",
        "munition_thunder_inferno": "minefields.inferno",
        "munition_thunder_vibrabomb": "minefields.vibrabombs",
        "munition_mine_clearance": "hex_rounds.clearance",
        "munition_tear_gas": "tear_gas.fills",
        "munition_torpedo_multi_purpose": "water.multi_purpose",
        "munition_swarm": "swarms.goes_on",
        "munition_swarm_i": "swarms.goes_on",
        "munition_smoke_lrm": "hex_rounds.smoke",
        "munition_smoke_srm": "hex_rounds.smoke",
        "munition_homing": "shelling.guided",
        "munition_arrow_cluster": "shelling.damage",
        "fluid_coolant": "coolant.takes",
    },
    cite=MUNITIONS,
    where="overheat.classic.rules.standard.loadouts.PLAYED",
)
"""The special ammunition that may be declared, by its id in the catalogue, and the rule that plays it.

A layer whose rules play another kind brings a row for it. Ammunition that a unit's file names is kept in any case.
"""


@rule(
    "loads.bins",
    cite=MUNITIONS,
    implements=("TO-285-artillery-cannons-4", "TO-285-artillery-cannons-5"),
    slot=HOLDERS,
)
def bins(fielding: Fielding) -> tuple[Holder, ...]:
    """A bin holds any kind of the ammunition that it was built for."""
    rules, listed = fielding.rules, catalogue_of(fielding.rules)
    found = [(at, mount, mount.ammunition) for at, mount in enumerate(fielding.sheet.mounts)]
    return tuple(
        _holder(name, at, rounds, dict(_kinds(rules, _alike(listed, rounds))))
        for (at, _, rounds), name in zip(found, _names(mount for _, mount, _ in found), strict=True)
        if rounds is not None
    )


@rule("loads.one_shots", cite=MUNITIONS, slot=HOLDERS)
def one_shots(fielding: Fielding) -> tuple[Holder, ...]:
    """A launcher that carries its own shot is issued with any kind of ammunition of its family."""
    rules, listed = fielding.rules, catalogue_of(fielding.rules)
    mounts = fielding.sheet.mounts
    return tuple(
        _holder(name, at, mount.loaded, dict(_kinds(rules, _fitting(listed, weapon))))
        for at, (mount, name) in enumerate(zip(mounts, _names(mounts), strict=True))
        if (weapon := mount.weapon) is not None and weapon.shots and weapon.ammunition
    )


RULES = (bins, one_shots, PLAYED)


def _names(mounts: Iterable[Mount]) -> Iterator[str]:
    """What a set-up calls each mount: its location and its name, with a number from the second of a kind on."""
    met: Counter[str] = Counter()
    for mount in mounts:
        base = mount.equipment.name.partition(" (")[0] if mount.ammunition is not None else mount.equipment.name
        name = f"{mount.location} {base}{' rear' if mount.rear else ''}"
        met[name] += 1
        yield name if met[name] == 1 else f"{name} {met[name]}"


def _alike(listed: Catalogue, rounds: Ammunition) -> Iterator[Ammunition]:
    """The ammunition that is made like some other but for its kind: for the same weapons, of the same make."""
    for entry in listed.entries.values():
        if isinstance(entry, Ammunition) and _make(entry) == _make(rounds):
            yield entry


def _make(rounds: Ammunition) -> tuple[object, ...]:
    return rounds.feeds, rounds.rack, rounds.tech, rounds.tons, rounds.slots, rounds.flags


def _fitting(listed: Catalogue, weapon: Weapon) -> Iterator[Ammunition]:
    """The ammunition that a weapon takes."""
    for entry in listed.entries.values():
        alike = ("battle_armour" in entry.flags) == ("battle_armour" in weapon.flags)
        if isinstance(entry, Ammunition) and alike and entry.tech in (weapon.tech, "All") and feeds(entry, weapon):
            yield entry


def _kinds(rules: Ruleset, plain: Iterable[Ammunition]) -> Iterator[tuple[str, Ammunition]]:
    """Each kind of some ammunition by its name: as it is, then with every munition that it can be turned into."""
    entries, listed = tuple(plain), catalogue_of(rules).entries
    yield from ((rounds.munition, rounds) for rounds in entries)
    munitions = [listed[id] for id in (*rules[PLAYED].rows, *rules[ENTRIES].rows) if id in listed]
    for rounds in entries:
        for munition in munitions:
            if isinstance(munition, Munition) and _turns(munition, rounds):
                made = loaded(rounds, munition)
                yield made.munition, made


def _turns(munition: Munition, rounds: Ammunition) -> bool:
    """Whether ammunition can be turned into a munition; what a launcher of several sizes holds keeps its size."""
    size = rounds.munition.lower()
    fits = rounds.feeds in munition.families and munition.tech in (rounds.tech, "All")
    return fits and (size not in SIZES or size in munition.families)


def _holder(name: str, at: int, rounds: Ammunition | None, kinds: dict[str, Ammunition]) -> Holder:
    holds = "standard" if rounds is None else rounds.munition
    fits = tuple(dict.fromkeys((holds, *kinds)))

    def filled(sheet: Sheet, what: str) -> Sheet:
        return sheet if what == holds else _filled(sheet, at, kinds[what])

    return Holder(key=name, holds=holds, fits=fits, filled=filled)


def _filled(sheet: Sheet, at: int, rounds: Ammunition) -> Sheet:
    """A sheet with some ammunition in a mount: in place of what a bin holds, or in a launcher's own tube."""
    mount = sheet.mounts[at]
    held = mount.ammunition
    if held is None:
        after = msgspec.structs.replace(mount, loaded=rounds)
    else:
        shots = None if mount.shots is None else max(1, mount.shots * rounds.shots // held.shots)
        after = msgspec.structs.replace(mount, equipment=rounds, shots=shots)
    mounts = (*sheet.mounts[:at], after, *sheet.mounts[at + 1 :])
    places = {} if held is None else lettered(sheet, at, rounds.name)
    locations = tuple(places.get(place.code, place) for place in sheet.locations)
    return msgspec.structs.replace(sheet, mounts=mounts, locations=locations)


def lettered(sheet: Sheet, at: int, name: str) -> dict[str, Location]:
    """The locations whose slots a mount fills, with another name written there."""
    found: dict[str, Location] = {}
    item = sheet.mounts[at].equipment
    for code, index in Plan(sheet).mount_slots.get(at, ()):
        place = found.get(code, sheet[code])
        lines = list(place.slots)
        lines[index] = "|".join(
            part.replace(understand(part, sheet.tech).name, name) if _names_it(part, sheet, item.id) else part
            for part in lines[index].split("|")
        )
        found[code] = msgspec.structs.replace(place, slots=tuple(lines))
    return found


def _names_it(line: str, sheet: Sheet, id: str) -> bool:
    found = understand(line, sheet.tech).equipment
    return found is None or found.id == id
