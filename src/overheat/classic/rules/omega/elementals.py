"""Battle armour of Omega: points of five elementals, each with a suit and arms of its own, who fire by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.omega.crms import crm_holders, crm_mounts, declared_load
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, secondary_target
from overheat.classic.unit.equipment import Equipment, Gear, Weapon
from overheat.classic.unit.fielding import EMPTY, HOLDERS, REFITS, Fielding, Holder, Loads, Refit
from overheat.classic.unit.figures import ENTRIES, catalogue_of
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

OMEGA = Book("Omega Rules")
POINTS = OMEGA("Infantry", 15)
ELEMENTALS = OMEGA("Clan battlearmor", 19)
TROOPER = "Trooper "
"""What the locations of a point are called."""

FIGURES: Table[str, int] = Table(
    "omega.elementals",
    {"elementals": 5, "walk": 2, "jump": 3, "armour": 11, "targets": 2, "secondary target": 1},
    cite=ELEMENTALS,
    implements=("OM-inf-battlearmor-point", "OM-ba-elemental", "OM-ba-damage"),
    where="overheat.classic.rules.omega.elementals.FIGURES",
)
"""Elementals of a point, how far it goes, the armour of each, the targets of one, and what the second of them adds."""

ARMS: tuple[Equipment, ...] = (
    Weapon(
        id="elemental_crm_2",
        name="CRM-2 Pack",
        cite=str(ELEMENTALS),
        tech="Clan",
        damage=8,
        range=(0, 3, 6, 9, 9),
        rack=2,
        flags=frozenset({"elemental", "battle_armour", "missile", "crm"}),
    ),
    Weapon(
        id="elemental_crm_1",
        name="CRM",
        cite=str(ELEMENTALS),
        tech="Clan",
        damage=8,
        range=(0, 3, 6, 9, 9),
        rack=1,
        flags=frozenset({"elemental", "battle_armour", "missile", "crm"}),
    ),
    Weapon(
        id="elemental_tag",
        name="Elemental TAG",
        cite=str(ELEMENTALS),
        tech="Clan",
        range=(0, 5, 10, 15, 15),
        flags=frozenset({"elemental", "battle_armour", "tag"}),
    ),
    Gear(
        id="elemental_artemis",
        name="Elemental Artemis",
        cite=str(ELEMENTALS),
        tech="Clan",
        flags=frozenset({"elemental", "battle_armour", "squad_artemis", "artemis_iv"}),
    ),
    Weapon(
        id="elemental_laser",
        name="Elemental ER Small Laser",
        cite=str(ELEMENTALS),
        tech="Clan",
        damage=5,
        range=(0, 2, 4, 6, 6),
        flags=frozenset({"elemental", "battle_armour", "laser", "energy", "direct"}),
    ),
    Weapon(
        id="elemental_flamer",
        name="Elemental Flamer",
        cite=str(ELEMENTALS),
        tech="Clan",
        range=(0, 1, 2, 3, 3),
        flags=frozenset({"elemental", "battle_armour", "squad_flamer", "energy"}),
    ),
    Weapon(
        id="elemental_gun",
        name="Anti-Personnel Gun",
        cite=str(ELEMENTALS),
        tech="Clan",
        damage=2,
        range=(0, 2, 4, 6, 6),
        flags=frozenset({"elemental", "battle_armour", "soldiers_only", "side_arms", "ballistic"}),
    ),
)
"""What elementals carry."""

EQUIPMENT = ENTRIES.amended(
    "omega.elemental_equipment",
    {item.id: item for item in ARMS},
    cite=ELEMENTALS,
    implements=("OM-ba-elemental",),
    where="overheat.classic.rules.omega.elementals.EQUIPMENT",
)

PACKS: Table[str, tuple[str, ...]] = Table(
    "omega.elemental_packs",
    {
        "CRM-2": ("elemental_crm_2",),
        "TAG": ("elemental_tag", "elemental_crm_1"),
        "Artemis": ("elemental_artemis", "elemental_crm_1"),
    },
    cite=ELEMENTALS,
    implements=("OM-ba-elemental",),
    where="overheat.classic.rules.omega.elementals.PACKS",
)
"""The missile packs, of which an elemental has one."""

GUNS: Table[str, tuple[str, ...]] = Table(
    "omega.elemental_guns",
    {"laser": ("elemental_laser",), "flamer": ("elemental_flamer",)},
    cite=ELEMENTALS,
    implements=("OM-ba-elemental",),
    where="overheat.classic.rules.omega.elementals.GUNS",
)
"""The weapons against armour, of which an elemental has one; a gun against soldiers all of them have."""


@rule("omega.into_point", cite=POINTS, implements=("OM-inf-battlearmor-point", "OM-ba-elemental"), slot=REFITS)
def into_point(fielding: Fielding) -> Refit | None:
    """Any suits are fielded as a point of five elementals, with a flamer where they have one, else a laser.

    Suits with TAG carry it and a single missile, all others a pack of two.
    """
    sheet = fielding.sheet
    if sheet.kind != "battle armour" or is_a_point(sheet):
        return None
    rules = fielding.rules
    figures = rules[FIGURES]
    pack = "TAG" if any("tag" in mount.equipment.flags for mount in sheet.mounts) else "CRM-2"
    gun = "flamer" if any("flamer" in mount.equipment.flags for mount in sheet.mounts) else "laser"
    count, armour = figures["elementals"], figures["armour"]
    told = (
        f"a point of {count} elementals with {armour} points of armour each, {pack} and {gun}",
        f"{figures['walk']} walking points, {figures['jump']} jumping",
    )
    kind = next((place.armour_kind for place in sheet.locations if place.armour_kind is not None), None)
    places = (
        Location(code="Squad"),
        *(
            Location(code=f"{TROOPER}{at}", armour=armour - 1, structure=1, armour_kind=kind)
            for at in range(1, count + 1)
        ),
    )
    kept = tuple(mount for mount in sheet.mounts if "attack" in mount.equipment.flags)
    carried = (mount for at in range(1, count + 1) for mount in _carried(rules, f"{TROOPER}{at}", pack, gun))
    made = msgspec.structs.replace(
        sheet,
        troopers=count,
        motive="jump",
        walk=figures["walk"],
        jump=figures["jump"],
        locations=places,
        mounts=(*carried, *kept),
    )
    return Refit(made, told)


def is_a_point(sheet: Sheet) -> bool:
    """Whether suits are a point of elementals already."""
    return any("elemental" in mount.equipment.flags for mount in sheet.mounts)


def _carried(rules: Ruleset, trooper: str, pack: str, gun: str, loads: Loads = EMPTY) -> Iterator[Mount]:
    for id in (*rules[PACKS][pack], *rules[GUNS][gun], "elemental_gun"):
        item = catalogue_of(rules).entries[id]
        if isinstance(item, Weapon) and "crm" in item.flags:
            yield from crm_mounts(rules, item, trooper, declared_load(rules, item.rack, trooper, loads))
        else:
            yield Mount(equipment=item, location=trooper, slots=0)


@rule("omega.elementals_to_choose", cite=ELEMENTALS, implements=("OM-ba-elemental",), slot=HOLDERS)
def elementals_to_choose(fielding: Fielding) -> tuple[Holder, ...]:
    """Every elemental of a point may carry another pack and another gun, and missiles that are guided otherwise."""
    sheet = fielding.sheet
    if sheet.kind != "battle armour" or not is_a_point(sheet):
        return ()
    codes = [place.code for place in sheet.locations if place.code.startswith(TROOPER)]
    return tuple(holder for code in codes for holder in _choices(fielding, code))


def _choices(fielding: Fielding, code: str) -> Iterator[Holder]:
    rules = fielding.rules
    fits = tuple(f"{pack} and {gun}" for pack in rules[PACKS].rows for gun in rules[GUNS].rows)
    holds = _armed_with(rules, fielding.sheet, code)
    said = {name.casefold(): what for name, what in fielding.loads.items()}.get(code.casefold(), holds)
    armed = next((fit for fit in fits if fit.casefold() == said.casefold()), holds)

    def rearmed(before: Sheet, what: str) -> Sheet:
        pack, _, gun = what.partition(" and ")
        own = tuple(_carried(rules, code, pack, gun, fielding.loads))
        first = next(at for at, mount in enumerate(before.mounts) if mount.location == code)
        others = [mount for mount in before.mounts if mount.location != code]
        return msgspec.structs.replace(before, mounts=(*others[:first], *own, *others[first:]))

    yield Holder(key=code, holds=holds, fits=fits, filled=rearmed)
    listed = catalogue_of(rules).entries
    packed = (listed[id] for id in rules[PACKS][armed.partition(" and ")[0]])
    rack = next(item.rack for item in packed if isinstance(item, Weapon) and "crm" in item.flags)
    yield from crm_holders(rules, rack, code, lambda before, _: rearmed(before, armed))


def _armed_with(rules: Ruleset, sheet: Sheet, code: str) -> str:
    carried = {mount.equipment.id for mount in sheet.mounts if mount.location == code}
    pack = next(name for name, ids in rules[PACKS].rows.items() if carried.issuperset(ids))
    gun = next(name for name, ids in rules[GUNS].rows.items() if carried.issuperset(ids))
    return f"{pack} and {gun}"


def targets_of(unit: Unit, trooper: str) -> tuple[str, ...]:
    """Whom a trooper fires at, in the order that it was declared."""
    shots = (shot for shot in unit.volley if unit.sheet.mounts[shot.mount].location == trooper)
    return tuple(dict.fromkeys(shot.target for shot in shots))


@rule("omega.two_targets", cite=ELEMENTALS, implements=("OM-ba-elemental",), slot=FORBIDS)
def two_targets(attack: WeaponAttack) -> Refusal | None:
    """An elemental fires at two targets at most."""
    if not attack.mount.location.startswith(TROOPER):
        return None
    others = {*targets_of(attack.attacker, attack.mount.location), attack.target.id}
    if len(others) <= attack.rules[FIGURES]["targets"]:
        return None
    return Refusal("omega.two_targets", "an elemental fires at two targets at most", ELEMENTALS)


@rule("omega.second_target", cite=ELEMENTALS, implements=("OM-ba-elemental",), slot=EVERY_SHOT)
def second_target(attack: WeaponAttack) -> Term | None:
    """What an elemental fires at besides its first target is harder to hit, +1, wherever it stands."""
    if attack.attacker.sheet.kind != "battle armour":
        return attack.rules.below(second_target)(attack)
    others = targets_of(attack.attacker, attack.mount.location)
    if not others or others[0] == attack.target.id:
        return None
    value = attack.rules[FIGURES]["secondary target"]
    return Term("to_hit.secondary_target", value, "secondary target", ELEMENTALS)


LAYER = Layer(
    "omega_elementals",
    title="Points of elementals",
    group="Omega",
    cite=ELEMENTALS,
    needs=("classic", "omega_squads"),
    add=(
        FIGURES,
        PACKS,
        GUNS,
        into_point,
        elementals_to_choose,
        two_targets,
    ),
    change=(EQUIPMENT, secondary_target.wrapped_in(second_target)),
)
