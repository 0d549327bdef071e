"""Platoons of squads of Omega: how they are drawn up, how each squad fires, and what losses do to it.

A platoon of the library is drawn up in squads of four when it is fielded. Its squads are locations of its sheet, and
what they carry is mounted there, so that a squad fires as a machine fires one of its weapons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.construction.infantry import LIMITS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid, Moved
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.crms import CRM, crm_holders, crm_mounts, declared_load, is_missile
from overheat.classic.rules.omega.infantry import SQUAD, squads_of
from overheat.classic.rules.omega.squad_arms import ADDED, CHANGED
from overheat.classic.rules.omega.squad_kits import (
    ABANDONED,
    ANTI_MECH,
    EQUIPMENT,
    FIGURES,
    FORMATIONS,
    KITS,
    PLATOONS,
    SQUADS,
    TRAINED,
    kinds,
    kit_of,
    missing,
)
from overheat.classic.rules.standard.assaults import trained
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.infantry import field_guns, laden, may_drag, one_target
from overheat.classic.rules.standard.movement import jump_points
from overheat.classic.rules.standard.played import PLAYED as PARTS
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, secondary_target
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.fielding import EMPTY, HOLDERS, REFITS, Fielding, Holder, Loads, Refit
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.infantry_fire import TROOPERS, fielded
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted


@rule("omega.into_squads", cite=PLATOONS, implements=("OM-inf-platoons", "OM-inf-squads"), slot=REFITS)
def into_squads(fielding: Fielding) -> Refit | None:
    """A platoon is drawn up in squads of four: six on foot, five with jump packs; who rides fights on foot.

    Half of its squads, rounded down, carry what its support weapons are, and the others rifles: flamers, a laser, or
    for missiles of any kind a CRM launcher. Engineers who clear mines and spotters with TAG are the first squad, and a
    platoon that is trained against 'Mechs has only anti-'Mech squads.
    """
    sheet = fielding.sheet
    if sheet.kind != "infantry" or sheet.platoon is None or is_drawn_up(sheet):
        return None
    kind = "jump" if sheet.motive == "jump" else "foot"
    formation, size = fielding.rules[FORMATIONS][kind], fielding.rules[FIGURES]["soldiers"]
    types = squad_types(sheet, formation.squads)
    drawn = Counter(types)
    told = [
        f"{formation.squads} squads of {size}: {', '.join(f'{count} {name}' for name, count in drawn.items())}",
        f"{counted(formation.walk, 'walking point')}{f', {formation.jump} jumping' if formation.jump else ''}",
    ]
    if sheet.motive not in ("foot", "jump"):
        told.append(f"it fights on foot, without what it rides on ({sheet.motive})")
    if any(mount.location == "Field Guns" for mount in sheet.mounts):
        told.append("it leaves its field guns behind")
    return Refit(_drawn_up(fielding.rules, sheet, kind, types), tuple(told))


def is_drawn_up(sheet: Sheet) -> bool:
    """Whether a platoon has squads already."""
    return any(place.code.startswith(SQUAD) for place in sheet.locations)


def squad_types(sheet: Sheet, squads: int) -> tuple[str, ...]:
    """The kinds of squads that a platoon of the library is drawn up in."""
    platoon = sheet.platoon
    assert platoon is not None
    main, second = _type(platoon.primary), _type(platoon.secondary)
    types = [second if at < squads // 2 and platoon.secondary else main for at in range(squads)]
    for word, kind in (("tag", "TAG"), ("mine", "minesweeper")):
        if any(word in speciality.lower() for speciality in platoon.specialities):
            types[0] = kind
    climbs = platoon.anti_mek_skill is not None and platoon.anti_mek_skill < UNSKILLED
    return tuple(f"{TRAINED if climbs else ''}{kind}" for kind in types)


UNSKILLED = 8
"""The skill against 'Mechs that soldiers have without training."""


def _type(mount: Mount | None) -> str:
    flags = frozenset() if mount is None else mount.equipment.flags
    if "flamer" in flags:
        return "flamer"
    if "missile" in flags:
        return "CRM"
    return "laser" if {"laser", "support"} <= flags else "rifle"


def _drawn_up(rules: Ruleset, sheet: Sheet, kind: str, types: tuple[str, ...]) -> Sheet:
    formation, size, platoon = rules[FORMATIONS][kind], rules[FIGURES]["soldiers"], sheet.platoon
    assert platoon is not None
    troopers = size * formation.squads
    places = (
        Location(code=TROOPERS, structure=troopers),
        *(Location(code=f"{SQUAD}{at}", structure=size) for at in range(1, formation.squads + 1)),
    )
    mounts = tuple(mount for at, name in enumerate(types, start=1) for mount in _carried(rules, f"{SQUAD}{at}", name))
    return msgspec.structs.replace(
        sheet,
        motive=kind,
        walk=formation.walk,
        jump=formation.jump,
        troopers=troopers,
        platoon=msgspec.structs.replace(platoon, squads=formation.squads, squad_size=size, beast=""),
        locations=places,
        mounts=mounts,
    )


def _carried(rules: Ruleset, squad: str, kind: str, loads: Loads = EMPTY) -> Iterator[Mount]:
    """What a squad of a kind carries, the missiles of its launcher among it."""
    for id in kit_of(rules, kind):
        item = catalogue_of(rules).entries[id]
        if isinstance(item, Weapon) and "crm" in item.flags:
            yield from crm_mounts(rules, item, squad, declared_load(rules, item.rack, squad, loads))
        else:
            yield Mount(equipment=item, location=squad, slots=0)


@rule("omega.squads_to_choose", cite=SQUADS, implements=("OM-inf-squads", "OM-inf-crm"), slot=HOLDERS)
def squads_to_choose(fielding: Fielding) -> tuple[Holder, ...]:
    """Every squad of a platoon may be of any kind, and the missiles of its launcher may be guided in any way."""
    if not is_drawn_up(fielding.sheet):
        return ()
    codes = [place.code for place in fielding.sheet.locations if place.code.startswith(SQUAD)]
    return tuple(holder for code in codes for holder in _choices(fielding, code))


def _choices(fielding: Fielding, code: str) -> Iterator[Holder]:
    rules, fits = fielding.rules, kinds(fielding.rules)
    holds = type_of_squad(rules, fielding.sheet, code)
    said = {name.casefold(): what for name, what in fielding.loads.items()}.get(code.casefold(), holds)
    kind = next((fit for fit in fits if fit.casefold() == said.casefold()), holds)

    def refilled(before: Sheet, wanted: str) -> Sheet:
        others = tuple(mount for mount in before.mounts if mount.location != code)
        return msgspec.structs.replace(
            before, mounts=_in_order((*others, *_carried(rules, code, wanted, fielding.loads)))
        )

    yield Holder(key=code, holds=holds, fits=fits, filled=refilled)
    if kind.endswith(CRM):
        rack = next(item.rack for item in _weapons(rules, kind) if "crm" in item.flags)
        yield from crm_holders(rules, rack, code, lambda before, _: refilled(before, kind))


def _weapons(rules: Ruleset, kind: str) -> Iterator[Weapon]:
    items = (catalogue_of(rules).entries[id] for id in kit_of(rules, kind))
    yield from (item for item in items if isinstance(item, Weapon))


def _in_order(mounts: tuple[Mount, ...]) -> tuple[Mount, ...]:
    return tuple(sorted(mounts, key=lambda mount: (len(mount.location), mount.location)))


def type_of_squad(rules: Ruleset, sheet: Sheet, code: str) -> str:
    """The kind that a squad is of, by what it carries."""
    carried = {mount.equipment.id for mount in sheet.mounts if mount.location == code and not is_missile(mount)}
    return next((kind for kind in reversed(kinds(rules)) if carried == {*kit_of(rules, kind)}), "")


@rule("omega.squads_fire", cite=SQUADS, implements=("OM-inf-squads",))
def as_squads(rules: Ruleset, sheet: Sheet) -> Sheet:
    """Squads fire by themselves, and nothing as one."""
    return sheet if is_drawn_up(sheet) else rules.below(as_squads)(rules, sheet)


@rule("omega.platoons_jump", cite=PLATOONS, implements=("OM-inf-platoons",))
def platoons_jump(state: State, unit: Unit) -> int:
    """A platoon with jump packs jumps as far as any other, whatever it carries."""
    return unit.sheet.jump if is_drawn_up(unit.sheet) else state.relief.rules.below(platoons_jump)(state, unit)


@rule("omega.squad_may_fire", cite=SQUADS, implements=("OM-inf-laser", "OM-inf-crm", "OM-inf-tag"), slot=FORBIDS)
def squad_may_fire(attack: WeaponAttack) -> Refusal | None:
    """What four carry takes two to use, and must be there; a squad fires one thing a turn."""
    unit, squad = attack.attacker, attack.mount.location
    if not squad.startswith(SQUAD):
        return None
    if "served" in attack.weapon.flags:
        if missing(unit, squad) >= attack.rules[FIGURES]["lost without firing"]:
            return Refusal("omega.squad_may_fire", f"{squad} is too weak for its {attack.weapon.name}", SQUADS)
        if each(ABANDONED, squad) in unit.marks:
            return Refusal("omega.squad_may_fire", f"{squad} has left its {attack.weapon.name} behind", SQUADS)
    if any(shot.mount != attack.index and unit.sheet.mounts[shot.mount].location == squad for shot in unit.volley):
        return Refusal("omega.squad_may_fire", f"{squad} fires one of its weapons a turn", SQUADS)
    return None


@rule("omega.no_swarms", cite=ANTI_MECH, implements=("OM-inf-antimech",))
def by_squads_only(rules: Ruleset, unit: Unit, kind: str) -> bool:
    """A platoon attacks machines hand to hand with its anti-'Mech squads, and in no other way."""
    return unit.sheet.kind != "infantry" and rules.below(by_squads_only)(rules, unit, kind)


@rule("omega.squads_apart", cite=SQUADS, implements=("OM-inf-squads",), slot=EVERY_SHOT)
def no_secondary(attack: WeaponAttack) -> Term | None:
    """Squads fire at as many targets as they like, each as well as if it were the only one."""
    if attack.attacker.sheet.kind == "infantry":
        return None
    return attack.rules.below(no_secondary)(attack)


@rule("omega.leaves_behind", cite=SQUADS, implements=("OM-inf-laser", "OM-inf-crm", "OM-inf-tag"), slot=FOLLOWS)
def leaves_behind(scene: Scene, event: Event, before: State) -> None:
    """A squad that lacks a soldier moves on without what four of them carry."""
    if not isinstance(event, Moved) or before.units[event.unit].hex == event.hex:
        return
    unit = scene.unit(event.unit)
    for squad in squads_of(unit):
        served = any(mount.location == squad.code and "served" in mount.equipment.flags for mount in unit.sheet.mounts)
        weak = missing(unit, squad.code) >= scene.rules[FIGURES]["lost without moving"]
        if served and weak and squad.structure and each(ABANDONED, squad.code) not in unit.marks:
            scene.tell(MarkLaid(unit.id, each(ABANDONED, squad.code), Mark(about=squad.code)))


@rule("omega.never_dragged", cite=PLATOONS)
def never_dragged(state: State, unit: Unit) -> bool:
    """Squads carry what they have, or leave it."""
    return not squads_of(unit) and state.relief.rules.below(never_dragged)(state, unit)


SQUADS_OF_A_PLATOON = LIMITS.amended("omega.most_squads", {"squads": 6}, cite=PLATOONS)

PLAYED = PARTS.amended(
    "omega.squads_played",
    dict.fromkeys(
        (
            "squad",
            "served",
            "rifles",
            "squad_flamer",
            "crm",
            "side_arms",
            "soldiers_only",
            "anti_mech",
            "squad_artemis",
        ),
        "omega.squads_fire",
    )
    | dict.fromkeys(("minesweeper", "crm_stores", "elemental"), "omega.squads_fire"),
    cite=SQUADS,
)

LAYER = Layer(
    "omega_squads",
    title="Platoons of squads",
    group="Omega",
    cite=SQUADS,
    needs=("classic", "omega_infantry", "omega_missiles"),
    add=(FORMATIONS, FIGURES, KITS, into_squads, squads_to_choose, squad_may_fire, leaves_behind, *ADDED),
    change=(
        EQUIPMENT,
        SQUADS_OF_A_PLATOON,
        PLAYED,
        fielded.wrapped_in(as_squads),
        trained.wrapped_in(by_squads_only),
        secondary_target.wrapped_in(no_secondary),
        may_drag.wrapped_in(never_dragged),
        jump_points.wrapped_in(platoons_jump),
        *CHANGED,
    ),
    drop=(one_target, field_guns, laden),
)
