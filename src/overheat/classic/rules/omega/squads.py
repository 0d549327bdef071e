"""Platoons of squads of Omega: what each kind of squad carries, how it fires, and what losses do to it.

A platoon of the library is drawn up in squads of four when it is fielded. Its squads are locations of its sheet, and
what they carry is mounted there, so that a squad fires as a machine fires one of its weapons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import ceil

import msgspec

from overheat.classic.attack.decisions import STRIKES, THROWS
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.construction.infantry import LIMITS
from overheat.classic.damage.machine import strike_slots
from overheat.classic.facts.attack import LEGS, WeaponAttack
from overheat.classic.facts.events import MarkLaid, Moved
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.infantry import SQUAD, arm_of, armoured, squads_of
from overheat.classic.rules.standard.assaults import trained
from overheat.classic.rules.standard.fire import FORBIDS, WORTH
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.infantry import SOLDIERS, field_guns, laden, may_drag, one_target
from overheat.classic.rules.standard.played import PLAYED as PARTS
from overheat.classic.rules.standard.scorching import Scorching, modes, scorches
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, gunnery, secondary_target
from overheat.classic.unit.equipment import Equipment, Gear, Weapon
from overheat.classic.unit.fielding import HOLDERS, REFITS, Fielding, Holder, Refit
from overheat.classic.unit.figures import ENTRIES, catalogue_of
from overheat.classic.unit.infantry_fire import TROOPERS, fielded
from overheat.classic.unit.sheet import Location, Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

OMEGA = Book("Omega Rules")
PLATOONS = OMEGA("Infantry", 15)
SQUADS = OMEGA("Infantry platoon squads", 15)
RIFLES = OMEGA("Rifle squads", 16)
LASERS = OMEGA("Laser squads", 16)
FLAMERS = OMEGA("Flamer squads", 16)
CRMS = OMEGA("CRM squads", 17)
TAGS = OMEGA("TAG squads", 17)
ANTI_MECH = OMEGA("Anti-'Mech squads", 18)

ABANDONED = named("abandoned", "{about} has left its equipment behind")
"""The mark of a squad that has gone on without what it could no longer carry; one for each squad."""
BURNING = named("burning", "burns: {value} heat a round")
"""The mark of a unit that flamers have set ablaze: the heat it takes in each round, and until when."""
UNTRAINED = named("untrained", "{about}: {value} soldiers not trained against 'Mechs")
"""The mark of an anti-'Mech squad that has taken in soldiers of other squads, and how many."""
TRAINED = "anti-mech "
"""What squads are called, before their other name, that are trained against 'Mechs."""


class Formation(msgspec.Struct, frozen=True):
    """How a platoon is drawn up, and how far it goes."""

    squads: int
    walk: int
    jump: int = 0


FORMATIONS: Table[str, Formation] = Table(
    "omega.platoons",
    {"foot": Formation(6, 1), "jump": Formation(5, 1, 3)},
    cite=PLATOONS,
    implements=("OM-inf-platoons",),
    where="overheat.classic.rules.omega.squads.FORMATIONS",
)

FIGURES: Table[str, int] = Table(
    "omega.squad_figures",
    {
        "soldiers": 4,
        "heat of a flamer": 6,
        "soldiers felled by a flamer": 8,
        "anti-mech": 5,
        "anti-mech for each missing": 2,
        "lost without moving": 1,
        "lost without firing": 3,
    },
    cite=SQUADS,
    implements=("OM-inf-platoons", "OM-inf-flamer", "OM-inf-antimech", "OM-inf-laser", "OM-inf-tag"),
    where="overheat.classic.rules.omega.squads.FIGURES",
)
"""Soldiers of a squad, what four flamers do, the number of an anti-'Mech attack and what each missing soldier adds, and
from how many losses on what four carry is not carried on, or not used."""

WRITTEN = str(SQUADS)
ARMS: tuple[Equipment, ...] = (
    Weapon(
        id="squad_rifles",
        name="Squad Rifles",
        cite=str(RIFLES),
        damage=1,
        range=(0, 2, 4, 6, 6),
        flags=frozenset({"squad", "rifles", "soldiers_only", "ballistic"}),
    ),
    Weapon(
        id="squad_laser",
        name="Squad Laser",
        cite=str(LASERS),
        damage=5,
        range=(0, 3, 6, 9, 9),
        flags=frozenset({"squad", "served", "laser", "energy", "direct"}),
    ),
    Weapon(
        id="squad_flamers",
        name="Squad Flamers",
        cite=str(FLAMERS),
        range=(0, 1, 2, 3, 3),
        flags=frozenset({"squad", "squad_flamer", "energy"}),
    ),
    Weapon(
        id="squad_crm_4",
        name="CRM-4",
        cite=str(CRMS),
        damage=8,
        range=(0, 2, 4, 6, 6),
        shots=4,
        flags=frozenset({"squad", "served", "missile", "crm"}),
    ),
    Weapon(
        id="squad_tag",
        name="Squad TAG",
        cite=str(TAGS),
        range=(0, 5, 10, 15, 15),
        flags=frozenset({"squad", "served", "tag"}),
    ),
    Gear(
        id="squad_artemis",
        name="Squad Artemis",
        cite=WRITTEN,
        flags=frozenset({"squad", "served", "squad_artemis", "artemis_iv"}),
    ),
    Gear(id="squad_mine_detectors", name="Mine Detectors", cite=WRITTEN, flags=frozenset({"squad", "minesweeper"})),
    Weapon(
        id="squad_side_arms",
        name="Side Arms",
        cite=str(LASERS),
        damage=2,
        range=(0, 0, 1, 2, 2),
        flags=frozenset({"squad", "side_arms", "soldiers_only", "ballistic"}),
    ),
    Weapon(
        id="squad_charges",
        name="Anti-'Mech Charges",
        cite=str(ANTI_MECH),
        range=(0, 0, 0, 0, 0),
        flags=frozenset({"squad", "anti_mech"}),
    ),
)
"""What squads carry."""

EQUIPMENT = ENTRIES.amended(
    "omega.squad_equipment",
    {item.id: item for item in ARMS},
    cite=SQUADS,
    implements=("OM-inf-rifle", "OM-inf-laser", "OM-inf-sidearms", "OM-inf-flamer", "OM-inf-crm", "OM-inf-tag"),
    where="overheat.classic.rules.omega.squads.EQUIPMENT",
)

KITS: Table[str, tuple[str, ...]] = Table(
    "omega.squads",
    {
        "rifle": ("squad_rifles",),
        "laser": ("squad_laser", "squad_side_arms"),
        "flamer": ("squad_flamers",),
        "minesweeper": ("squad_mine_detectors", "squad_side_arms"),
        "CRM": ("squad_crm_4", "squad_side_arms"),
        "TAG": ("squad_tag", "squad_side_arms"),
        "Artemis": ("squad_artemis", "squad_side_arms"),
    },
    cite=SQUADS,
    implements=("OM-inf-squads", "OM-inf-sidearms"),
    where="overheat.classic.rules.omega.squads.KITS",
)
"""What each kind of squad carries; an anti-'Mech squad carries as much as any one other kind, and charges besides."""


def kinds(rules: Ruleset) -> tuple[str, ...]:
    """Every kind of squad."""
    plain = (*rules[KITS].rows,)
    return (*plain, *(f"{TRAINED}{kind}" for kind in plain))


def kit_of(rules: Ruleset, kind: str) -> tuple[str, ...]:
    """What a kind of squad carries."""
    plain = kind.removeprefix(TRAINED)
    return (*rules[KITS][plain], *(("squad_charges",) if kind != plain else ()))


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


def _carried(rules: Ruleset, squad: str, kind: str) -> Iterator[Mount]:
    listed = catalogue_of(rules).entries
    yield from (Mount(equipment=listed[id], location=squad, slots=0) for id in kit_of(rules, kind))


@rule("omega.squads_to_choose", cite=SQUADS, implements=("OM-inf-squads",), slot=HOLDERS)
def squads_to_choose(fielding: Fielding) -> tuple[Holder, ...]:
    """Every squad of a platoon may be of any kind."""
    sheet = fielding.sheet
    if not is_drawn_up(sheet):
        return ()
    fits = kinds(fielding.rules)
    codes = [place.code for place in sheet.locations if place.code.startswith(SQUAD)]

    def refilled(code: str, before: Sheet, kind: str) -> Sheet:
        others = tuple(mount for mount in before.mounts if mount.location != code)
        carried = tuple(_carried(fielding.rules, code, kind))
        return msgspec.structs.replace(before, mounts=_in_order((*others, *carried)))

    return tuple(
        Holder(
            key=code,
            holds=type_of_squad(fielding.rules, sheet, code),
            fits=fits,
            filled=partial(refilled, code),
        )
        for code in codes
    )


def _in_order(mounts: tuple[Mount, ...]) -> tuple[Mount, ...]:
    return tuple(sorted(mounts, key=lambda mount: (len(mount.location), mount.location)))


def type_of_squad(rules: Ruleset, sheet: Sheet, code: str) -> str:
    """The kind that a squad is of, by what it carries."""
    carried = {mount.equipment.id for mount in sheet.mounts if mount.location == code}
    return next((kind for kind in reversed(kinds(rules)) if carried == {*kit_of(rules, kind)}), "")


@rule("omega.squads_fire", cite=SQUADS, implements=("OM-inf-squads",))
def as_squads(rules: Ruleset, sheet: Sheet) -> Sheet:
    """Squads fire by themselves, and nothing as one."""
    return sheet if is_drawn_up(sheet) else rules.below(as_squads)(rules, sheet)


def missing(unit: Unit, squad: str) -> int:
    """How many soldiers a squad has lost; none where it is no squad."""
    place = next((place for place in squads_of(unit) if place.code == squad), None)
    return 0 if place is None else unit.sheet[squad].structure - int(place.structure)


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


@rule("omega.soldiers_only", cite=RIFLES, implements=("OM-inf-rifle", "OM-inf-sidearms"), slot=FORBIDS)
def soldiers_only(attack: WeaponAttack) -> Refusal | None:
    """Rifles and side arms do nothing to whoever is armoured."""
    if "soldiers_only" not in attack.weapon.flags or not armoured(attack.target):
        return None
    return Refusal("omega.soldiers_only", f"{attack.weapon.name} do nothing to armour", RIFLES)


@rule("omega.crm_target", cite=CRMS, implements=("OM-inf-crm",), slot=FORBIDS)
def crm_target(attack: WeaponAttack) -> Refusal | None:
    """CRMs are not fired at soldiers."""
    if "crm" not in attack.weapon.flags or attack.target.sheet.kind not in SOLDIERS:
        return None
    return Refusal("omega.crm_target", "CRMs are not fired at soldiers", CRMS)


@rule("omega.at_its_feet", cite=ANTI_MECH, implements=("OM-inf-antimech",), slot=FORBIDS)
def at_its_feet(attack: WeaponAttack) -> Refusal | None:
    """Charges are for the legs of a machine in the same hex."""
    if "anti_mech" not in attack.weapon.flags:
        return None
    if attack.target.machine and attack.distance == 0:
        return None
    return Refusal("omega.at_its_feet", "the charges are for a 'Mech in the same hex", ANTI_MECH)


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


def untrained(unit: Unit, squad: str) -> int:
    """Soldiers of a squad who were not trained with it against 'Mechs."""
    mark = unit.marks.get(each(UNTRAINED, squad))
    return 0 if mark is None else mark.value


@rule("omega.anti_mech", cite=ANTI_MECH, implements=("OM-inf-antimech",))
def against_legs(attack: WeaponAttack) -> Term:
    """An attack on the legs of a machine starts from 5."""
    if "anti_mech" not in attack.weapon.flags:
        return attack.rules.below(against_legs)(attack)
    return Term("to_hit.gunnery", attack.rules[FIGURES]["anti-mech"], "anti-'Mech attack", ANTI_MECH)


@rule("omega.anti_mech_losses", cite=ANTI_MECH, implements=("OM-inf-antimech", "OM-inf-transfer"), slot=EVERY_SHOT)
def too_few_trained(attack: WeaponAttack) -> Term | None:
    """Every soldier who is missing adds 2, and so does every one who was never trained for it."""
    if "anti_mech" not in attack.weapon.flags:
        return None
    squad, size = attack.mount.location, attack.rules[FIGURES]["soldiers"]
    lacking = min(size, missing(attack.attacker, squad) + untrained(attack.attacker, squad))
    value = lacking * attack.rules[FIGURES]["anti-mech for each missing"]
    return Term("omega.anti_mech_losses", value, f"{lacking} trained soldiers missing", ANTI_MECH) if value else None


LEG = "strike "


@rule("omega.squad_modes", cite=ANTI_MECH, implements=("OM-inf-antimech",))
def legs_to_strike(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """Who attacks a machine hand to hand picks the leg."""
    if "anti_mech" not in weapon.flags:
        return rules.below(legs_to_strike)(rules, weapon, target)
    standing = (place.code for place in target.condition.locations if place.code in LEGS and not place.destroyed)
    return ("", *(f"{LEG}{code}" for code in standing))


@rule("omega.strikes_leg", cite=ANTI_MECH, implements=("OM-inf-antimech",), slot=STRIKES)
def strikes_leg(scene: Scene, attack: WeaponAttack) -> None:
    """The leg takes a critical hit; where none was picked, the first that stands."""
    if "anti_mech" not in attack.weapon.flags:
        return
    unit = scene.unit(attack.target.id)
    standing = [place.code for place in unit.condition.locations if place.code in LEGS and not place.destroyed]
    chosen = attack.mode.removeprefix(LEG)
    code = chosen if chosen in standing else next(iter(standing), "")
    if code and unit.active:
        strike_slots(scene, unit.id, code, 1)


@rule("omega.squad_throws", cite=SQUADS, implements=("OM-inf-rifle", "OM-inf-sidearms", "OM-inf-flamer"), slot=THROWS)
def squad_throws(scene: Scene, attack: WeaponAttack) -> tuple[int, ...] | None:
    """What a squad does that hits: rifles a die, less one for each soldier lost; side arms half a die; flamers burn."""
    kind, who, target = arm_of(attack.weapon), attack.attacker.id, attack.target.id
    lost = missing(attack.attacker, attack.mount.location)
    if kind == "rifle":
        return (max(1, scene.roll("omega.rifles", 1, who=who, target=target) - lost),)
    if kind == "side arms":
        return (ceil(scene.roll("omega.side_arms", 1, who=who, target=target) / 2),)
    if "squad_flamer" not in attack.weapon.flags:
        return () if "anti_mech" in attack.weapon.flags else None
    if not armoured(scene.unit(target)):
        return (felled_by_flames(attack.rules, lost),)
    set_ablaze(scene, target, flame_heat(attack.rules, lost))
    return ()


def flame_heat(rules: Ruleset, lost: int) -> int:
    """The heat of a squad's flamers, a quarter for each soldier, rounded up."""
    size = rules[FIGURES]["soldiers"]
    return ceil(rules[FIGURES]["heat of a flamer"] * (size - lost) / size)


def felled_by_flames(rules: Ruleset, lost: int) -> int:
    """How many soldiers a squad's flamers fell: a quarter for each of its own."""
    size = rules[FIGURES]["soldiers"]
    return rules[FIGURES]["soldiers felled by a flamer"] * (size - lost) // size


def set_ablaze(scene: Scene, id: str, heat: int) -> None:
    """A unit burns for a round more for every hit, with the heat of the strongest."""
    held, now = scene.unit(id).marks.get(BURNING), scene.state.round
    until = now if held is None or held.until < now else held.until + 1
    value = heat if held is None else max(heat, held.value)
    scene.tell(MarkLaid(id, BURNING, Mark(value, until=until)))


@rule("omega.burns", cite=FLAMERS, implements=("OM-inf-flamer",), slot=BUILDS)
def burns(toil: Toil) -> Term | None:
    """Flames heat a unit up every round as long as they last."""
    mark = toil.unit.marks.get(BURNING)
    return None if mark is None else Term("omega.burns", mark.value, "flamers", FLAMERS)


@rule("omega.squad_scorches", cite=FLAMERS)
def foreseen_heat(attack: WeaponAttack) -> Scorching:
    """What a squad's flamers put into armour, for those who weigh it beforehand."""
    if "squad_flamer" not in attack.weapon.flags or not armoured(attack.target):
        return attack.rules.below(foreseen_heat)(attack)
    return Scorching(points=flame_heat(attack.rules, missing(attack.attacker, attack.mount.location)))


@rule("omega.squad_ignites", cite=FLAMERS, implements=("OM-inf-flamer",))
def sets_woods_alight(attack: WeaponAttack) -> int | None:
    """A squad's flamers set woods on fire whenever they hit them."""
    return 2 if "squad_flamer" in attack.weapon.flags else attack.rules.below(sets_woods_alight)(attack)


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
def never_dragged(rules: Ruleset, unit: Unit) -> bool:
    """Squads carry what they have, or leave it."""
    return not squads_of(unit) and rules.below(never_dragged)(rules, unit)


@rule("omega.worth_of_charges", cite=ANTI_MECH, slot=WORTH)
def worth_of_charges(attack: WeaponAttack) -> int:
    """A critical hit in a leg is worth some points of damage."""
    return 6 if "anti_mech" in attack.weapon.flags else 0


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
    needs=("classic", "omega_infantry"),
    add=(
        FORMATIONS,
        FIGURES,
        KITS,
        into_squads,
        squads_to_choose,
        squad_may_fire,
        soldiers_only,
        crm_target,
        at_its_feet,
        too_few_trained,
        strikes_leg,
        squad_throws,
        burns,
        leaves_behind,
        worth_of_charges,
    ),
    change=(
        EQUIPMENT,
        SQUADS_OF_A_PLATOON,
        PLAYED,
        fielded.wrapped_in(as_squads),
        trained.wrapped_in(by_squads_only),
        secondary_target.wrapped_in(no_secondary),
        gunnery.wrapped_in(against_legs),
        modes.wrapped_in(legs_to_strike),
        scorches.wrapped_in(foreseen_heat),
        ignites_on.wrapped_in(sets_woods_alight),
        may_drag.wrapped_in(never_dragged),
    ),
    drop=(one_target, field_guns, laden),
)
