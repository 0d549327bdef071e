"""Missiles of Omega: each is launched, rolled for and hits by itself, out of racks that are not reloaded in battle.

Units of the library are refitted when they are fielded: the bins of their racks go, and the tubes hold a usual load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CriticalHit, ShotsSpent
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.missile_questions import QUESTIONS
from overheat.classic.rules.omega.racks import (
    AIDED,
    BAY,
    GONE,
    GUIDES,
    HELD,
    MISSILE_ENTRIES,
    MISSILES,
    RACK,
    RACKS_CLAN,
    RACKS_IS,
    TUBE,
    TUBES,
    Rack,
    half,
    missile_id,
    rack_of,
)
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.loadouts import lettered
from overheat.classic.rules.standard.orders import may_dump
from overheat.classic.rules.standard.played import PLAYED as PARTS
from overheat.classic.rules.standard.salvos import times_a_round, wasted_on_miss
from overheat.classic.unit.equipment import Ammunition
from overheat.classic.unit.fielding import HOLDERS, REFITS, Fielding, Holder, Loads, Refit
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.plan import Place, feeds
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

Load = tuple[str, ...]
"""What each tube of a rack holds, by its guidance."""


@rule("omega.tubes_loaded", cite=MISSILES, implements=("OM-missile-capacity",), slot=REFITS)
def tubes_loaded(fielding: Fielding) -> Refit | None:
    """A rack holds as many missiles as its size says, of the usual kinds in turn, and nothing is reloaded in battle."""
    rules, sheet = fielding.rules, _unbinned(fielding.rules, fielding.sheet)
    racks = [(at, rack) for at, mount in enumerate(sheet.mounts) if (rack := _unloaded(rules, mount)) is not None]
    told: list[str] = []
    names = dict(zip(range(len(sheet.mounts)), rack_names(sheet), strict=False))
    for at, rack in racks:
        load = usual_load(rules, sheet, at, rack)
        sheet = loaded(rules, sheet, at, rack, load)
        told.append(f"{names[at]}: {in_short(load)}, not reloaded")
    return Refit(sheet, tuple(told)) if racks else None


def _unbinned(rules: Ruleset, sheet: Sheet) -> Sheet:
    """A sheet with empty bays where it had bins for its racks."""
    racks = [mount.weapon for mount in sheet.mounts if mount.weapon and _unloaded(rules, mount) is not None]
    bay = catalogue_of(rules).entries[BAY]
    for at, mount in enumerate(sheet.mounts):
        rounds = mount.ammunition
        if rounds is None or not any(feeds(rounds, rack) for rack in racks):
            continue
        tons = 1.0 if mount.shots is None else min(1.0, mount.shots / max(1, rounds.shots))
        emptied = msgspec.structs.replace(mount, equipment=bay, shots=None, size=tons)
        places = lettered(sheet, at, bay.name)
        sheet = msgspec.structs.replace(
            sheet,
            mounts=(*sheet.mounts[:at], emptied, *sheet.mounts[at + 1 :]),
            locations=tuple(places.get(place.code, place) for place in sheet.locations),
        )
    return sheet


def _unloaded(rules: Ruleset, mount: Mount) -> Rack | None:
    """What a rack is that has no tubes yet."""
    weapon = mount.weapon
    if weapon is None or (weapon.ammunition or "").startswith(RACK):
        return None
    return rack_of(rules, weapon)


def rack_names(sheet: Sheet) -> Iterator[str]:
    """What a set-up calls each mount: its location and its name, with a number from the second of a kind on."""
    met: Counter[str] = Counter()
    for mount in sheet.mounts:
        name = f"{mount.location} {mount.equipment.name}{' rear' if mount.rear else ''}"
        met[name] += 1
        yield name if met[name] == 1 else f"{name} {met[name]}"


def usual_load(rules: Ruleset, sheet: Sheet, at: int, rack: Rack) -> Load:
    """What the tubes of a rack hold where nobody says otherwise: the kinds that it fires, in turn."""
    carried: frozenset[str] = frozenset().union(*(mount.equipment.flags for mount in sheet.mounts))
    streak = "streak" in sheet.mounts[at].equipment.flags
    kinds = rules[TUBES]["streak" if streak else rack.family]
    if not streak:
        more = (guide for flag, guide in rules[AIDED].rows.items() if flag in carried)
        kinds = (*(guide for guide in more if rack.family in rules[GUIDES][guide].families), *kinds)
    return tuple(kinds[tube % len(kinds)] for tube in range(rack.missiles))


def in_short(load: Load) -> str:
    """What tubes hold: `8 AR and 7 IR`."""
    *most, last = (f"{many} {guide}" for guide, many in Counter(load).items())
    return f"{', '.join(most)} and {last}" if most else last


def loaded(rules: Ruleset, sheet: Sheet, at: int, rack: Rack, load: Load) -> Sheet:
    """A sheet with some missiles in the tubes of a rack: a mount for each kind, in no critical slot of its own."""
    held = sheet.mounts[at]
    assert held.weapon is not None
    fed = f"{RACK} {at}"
    mounts = [mount for mount in sheet.mounts if mount.ammunition is None or mount.ammunition.feeds != fed]
    mounts[at] = msgspec.structs.replace(held, equipment=msgspec.structs.replace(held.weapon, ammunition=fed))
    for guide, many in Counter(load).items():
        entry = catalogue_of(rules).entries[missile_id(guide, rack.family)]
        assert isinstance(entry, Ammunition)
        equipment = msgspec.structs.replace(entry, feeds=fed)
        mounts.append(Mount(equipment=equipment, location=held.location, slots=0, shots=many))
    return msgspec.structs.replace(sheet, mounts=tuple(mounts))


@rule("omega.tubes", cite=MISSILES, implements=("OM-guidance-types",), slot=HOLDERS)
def tubes(fielding: Fielding) -> tuple[Holder, ...]:
    """Every tube of a rack is loaded with any missile of its family; a word for the whole rack is for all its tubes.

    Streak missiles need a rack with a streak unit, which may hold any others as well.
    """
    found: list[Holder] = []
    for at, name in enumerate(rack_names(fielding.sheet)):
        mount = fielding.sheet.mounts[at]
        rack = rack_of(fielding.rules, mount.equipment)
        if (
            rack is not None
            and rack.family != "CRM"
            and mount.weapon is not None
            and str(mount.weapon.ammunition).startswith(RACK)
        ):
            found += _holders(fielding, at, rack, name)
    return tuple(found)


def _holders(fielding: Fielding, at: int, rack: Rack, name: str) -> Iterator[Holder]:
    rules, mount = fielding.rules, fielding.sheet.mounts[at]
    usual = usual_load(rules, fielding.sheet, at, rack)
    fits = tuple(_fits(rules, rack, "streak" in mount.equipment.flags))
    wanted = declared(name, usual, fielding.loads, fits)

    def filled(sheet: Sheet, what: str) -> Sheet:
        return loaded(rules, sheet, at, rack, wanted)

    yield Holder(key=name, holds="mixed", fits=("mixed", *fits), filled=filled)
    for tube, holds in enumerate(usual, 1):
        yield Holder(key=f"{name} tube {tube}", holds=holds, fits=fits, filled=filled)


def _fits(rules: Ruleset, rack: Rack, streak: bool) -> Iterator[str]:
    """What a tube of a rack may hold."""
    for guide, row in rules[GUIDES].rows.items():
        if rack.family in row.families and (streak or guide != "Streak"):
            yield guide


def declared(name: str, usual: Load, loads: Loads, fits: Iterable[str]) -> Load:
    """What a set-up has in each tube: what it says of the tube, else of the rack, else what is usual."""
    by_name = {key.casefold(): what for key, what in loads.items()}
    proper = {fit.casefold(): fit for fit in fits}
    whole = proper.get(by_name.get(name.casefold(), "").casefold())
    return tuple(
        proper.get(by_name.get(f"{name} tube {tube}".casefold(), "").casefold(), whole or holds)
        for tube, holds in enumerate(usual, 1)
    )


@rule("omega.launches", cite=MISSILES, implements=("OM-missile-rate", "OM-missile-separate-rolls"))
def launches(rules: Ruleset, unit: Unit, mount: int) -> int:
    """A rack launches a few missiles a turn, each an attack of its own."""
    rack = rack_of(rules, unit.sheet.mounts[mount].equipment)
    return rules.below(launches)(rules, unit, mount) if rack is None else rack.launches


@rule("omega.held_missiles", cite=MISSILES, implements=("OM-guidance-streak",))
def wasted(attack: WeaponAttack) -> bool:
    """A streak missile that would miss stays in its tube; every other missile is gone once it is launched."""
    if rack_of(attack.rules, attack.weapon) is None:
        return attack.rules.below(wasted)(attack)
    return attack.munition != "Streak"


@rule(GONE, cite=MISSILES, implements=("OM-no-narc-swarm",), slot=FORBIDS)
def no_beacons(attack: WeaponAttack) -> Refusal | None:
    """There are no Narc beacons, no swarm missiles, and no streak launchers but those of short-range missiles."""
    if "narc" in attack.weapon.flags:
        return Refusal(GONE, "there are no Narc beacons", MISSILES)
    if "swarm" in attack.munition.lower():
        return Refusal(GONE, "there are no swarm missiles", MISSILES)
    if {"streak", "lrm"} <= attack.weapon.flags:
        return Refusal(GONE, "only SRMs and CRMs are streak missiles", MISSILES)
    return None


def ammunition_slots(unit: Unit, mount: int) -> tuple[Place, ...]:
    """The critical slots of a rack that count as ammunition: the first half of them, rounded up."""
    places = unit.plan.mount_slots.get(mount, [])
    return tuple(places[: half(len(places))])


def tubes_of(unit: Unit, mount: int) -> tuple[int, ...]:
    """The mounts of the missiles in a rack."""
    return tuple(at for at in unit.plan.feeds.get(mount, ()) if TUBE in unit.sheet.mounts[at].equipment.flags)


@rule("omega.rack_explosion", cite=MISSILES, implements=("OM-missile-ammo-crits",))
def rack_explosion(hit: MountHit) -> int:
    """A hit on a slot of a rack that is ammunition sets off every missile that is left in it."""
    weapon = hit.unit.sheet.mounts[hit.mount].weapon
    if weapon is None or rack_of(hit.rules, weapon) is None:
        return hit.rules.below(rack_explosion)(hit)
    struck = (index in hit.unit.condition[code].critical_hits for code, index in ammunition_slots(hit.unit, hit.mount))
    return _power(hit.unit, hit.mount) if any(struck) else 0


def _power(unit: Unit, mount: int) -> int:
    weapon = unit.sheet.mounts[mount].weapon
    assert weapon is not None
    each = weapon.damage if isinstance(weapon.damage, int | float) else max(weapon.damage)
    return int(each) * sum(unit.condition.shots[at] for at in tubes_of(unit, mount))


@rule("omega.stay_in_their_tubes", cite=MISSILES)
def stay_in_their_tubes(rules: Ruleset, unit: Unit, mount: int) -> Refusal | None:
    """Missiles in tubes are no bin that could be dumped."""
    if 0 <= mount < len(unit.sheet.mounts) and TUBE in unit.sheet.mounts[mount].equipment.flags:
        return Refusal("omega.stay_in_their_tubes", "missiles stay in their tubes", MISSILES)
    return rules.below(stay_in_their_tubes)(rules, unit, mount)


@rule("omega.rack_emptied", cite=MISSILES, slot=FOLLOWS)
def rack_emptied(scene: Scene, event: Event, before: State) -> None:
    """What has exploded in a rack is not there any more."""
    if not isinstance(event, CriticalHit):
        return
    unit = scene.unit(event.unit)
    held = unit.plan.slots.get(event.location, ())
    for mount in held[event.slot].mounts if event.slot < len(held) else ():
        if (event.location, event.slot) in ammunition_slots(unit, mount):
            for at in tubes_of(unit, mount):
                if scene.unit(unit.id).condition.shots[at]:
                    scene.tell(ShotsSpent(unit.id, at, 0))


PLAYED = PARTS.amended("omega.played_missiles", {TUBE: "omega.tubes"}, cite=MISSILES)

LAYER = Layer(
    "omega_missiles",
    title="Missiles one by one, out of racks that are not reloaded",
    group="Omega",
    cite=MISSILES,
    needs=("classic",),
    excludes=("hot_loading",),
    add=(HELD, GUIDES, TUBES, AIDED, tubes_loaded, tubes, no_beacons, rack_emptied),
    change=(
        RACKS_IS,
        RACKS_CLAN,
        MISSILE_ENTRIES,
        PLAYED,
        QUESTIONS,
        times_a_round.wrapped_in(launches),
        wasted_on_miss.wrapped_in(wasted),
        weapon_explosion.wrapped_in(rack_explosion),
        may_dump.wrapped_in(stay_in_their_tubes),
    ),
)
