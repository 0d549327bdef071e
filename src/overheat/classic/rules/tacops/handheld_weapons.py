"""Handheld weapons: chosen at set-up, carried in two hands, fired, dropped, and picked up again by their bearer.

One that is carried is part of its bearer's sheet, held where its chest points; one that lies on the ground is a thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from overheat.classic.attack.decisions import GROUND_HITS
from overheat.classic.attack.resolution import groups
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.handheld import may_carry
from overheat.classic.damage.falls import check_piloting
from overheat.classic.damage.hull.plates import INTERPOSES
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import (
    CriticalHit,
    EffectLaid,
    EffectLifted,
    Fell,
    HeatSettled,
    MarkLaid,
    MarkLifted,
    MountLost,
    ThingGone,
    ThingPlaced,
)
from overheat.classic.facts.lasting import Mark, Thing, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack, carries, gone, struck_with
from overheat.classic.rules.standard.piloting import DEEDS, cause
from overheat.classic.rules.standard.systems import hits_on, strengthened
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.things import THINGS_ACT, Hour
from overheat.classic.turn.verb import Verb, always
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.fielding import HOLDERS, Fielding, Holder
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

HANDHELD = TACTICAL_OPERATIONS("Handheld Weapons", 316)
IN_HAND, NOTHING, GUN = "handheld", "none", "handheld_weapon"
DROPPED = named("handheld_dropped", "its {about} lies on the ground")
"""The mark of who has dropped its handheld weapon, or lost it for good."""
CHIPPED = named("handheld_hit", "its handheld weapon has lost {value} points of armour")
"""The mark of a handheld weapon that has taken hits."""
LYING = named("handheld_lies", "a handheld weapon lies here")
"""The mark of a hex that a handheld weapon lies in."""
KEEPING = "keeping hold of a weapon"
STOPS = 6
"""The face of a die with which a hit on an arm strikes the handheld weapon."""


@dataclass(frozen=True, kw_only=True)
class HeldWeapon:
    """A handheld weapon: what it weighs, its armour, and what is in it, each with its shots."""

    tons: Fraction
    armour: int
    weapons: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"{float(self.tons):g} tons, {self.armour} armour: {', '.join(name for name, _ in self.weapons)}"


KINDS: Table[str, HeldWeapon] = Table(
    "handheld_weapons.kinds",
    {
        "machine gun weapon": HeldWeapon(
            tons=Fraction(5, 2), armour=8, weapons=(("Machine Gun", 100), ("Machine Gun", 100))
        ),
        "flamer weapon": HeldWeapon(tons=Fraction(9, 2), armour=8, weapons=(("Flamer", 0),)),
        "laser weapon": HeldWeapon(tons=Fraction(9, 2), armour=8, weapons=(("Medium Laser", 0),)),
        "autocannon weapon": HeldWeapon(tons=Fraction(8), armour=16, weapons=(("AC/2", 45),)),
    },
    cite=HANDHELD,
    of="handheld weapon",
    where="overheat.classic.rules.tacops.handheld_weapons.KINDS",
)
"""The handheld weapons that there are, of our own make."""

LIMITS: Table[str, Fraction] = Table(
    "handheld_weapons.limits",
    {"of its tons": Fraction(1, 10), "with hot myomer": Fraction(1, 5)},
    cite=HANDHELD,
    where="overheat.classic.rules.tacops.handheld_weapons.LIMITS",
)
"""The share of its weight that a machine carries."""


@rule("handheld_weapons.chosen", cite=HANDHELD, implements=("TO-316-handheld-use-a",), slot=HOLDERS)
def chosen(fielding: Fielding) -> tuple[Holder, ...]:
    """A machine with two hands carries one handheld weapon of up to a tenth of its weight, with myomer a fifth."""
    rules, sheet = fielding.rules, fielding.sheet
    if not rules[may_carry](rules, sheet) or sheet.kind == "protomech":
        return ()
    share = rules[LIMITS]["with hot myomer" if sheet.flagged("tsm") else "of its tons"]
    fits = [name for name, held in rules[KINDS].rows.items() if held.tons <= share * Fraction(sheet.tons)]

    def filled(sheet: Sheet, name: str) -> Sheet:
        return sheet if name == NOTHING else _given(rules, sheet, name)

    return (Holder(key="Handheld weapon", holds=NOTHING, fits=(NOTHING, *fits), filled=filled),)


def _given(rules: Ruleset, sheet: Sheet, name: str) -> Sheet:
    """The sheet with a handheld weapon: without heat, ammunition of the machine, or its targeting computer."""
    held = []
    for item, shots in rules[KINDS][name].weapons:
        found = catalogue_of(rules).find(item, sheet.tech)
        assert isinstance(found, Weapon)
        flags = frozenset(found.flags) - {"direct"}
        weapon = msgspec.structs.replace(found, heat=0, shots=shots, ammunition=None, flags=flags)
        held.append(Mount(equipment=weapon, location="CT", slots=0, mounting=f"{IN_HAND}:{name}"))
    return msgspec.structs.replace(sheet, mounts=(*sheet.mounts, *held))


def handheld(unit: Unit) -> str:
    """The kind of handheld weapon that a unit came with; nothing for who has none."""
    names = (mount.mounting.partition(":")[2] for mount in unit.sheet.mounts if mount.mounting.startswith(IN_HAND))
    return next(names, "")


def held(mount: Mount) -> bool:
    """Whether a mount is part of a handheld weapon."""
    return mount.mounting.startswith(IN_HAND)


def in_hand(unit: Unit) -> bool:
    """Whether a unit has its handheld weapon in its hands."""
    return bool(handheld(unit)) and DROPPED not in unit.marks


def hands_work(unit: Unit) -> bool:
    """Whether both hands of a machine work."""
    return not any(gone(unit, "hand actuator", arm) or unit.condition[arm].destroyed for arm in ARMS)


@rule("handheld_weapons.no_blow", cite=HANDHELD, implements=("TO-316-handheld-use-a",), slot=NO_BLOW)
def no_blow(attack: PhysicalAttack) -> Refusal | None:
    """Who carries a handheld weapon kicks, and strikes with nothing else."""
    if not in_hand(attack.attacker) or struck_with(attack) == "leg" or attack.kind in ("charge", "death from above"):
        return None
    return Refusal("handheld_weapons.no_blow", "its hands are full of a weapon", HANDHELD)


@rule(
    "handheld_weapons.no_fire",
    cite=HANDHELD,
    implements=("TO-316-handheld-use-a", "TO-316-handheld-use-b"),
    slot=FORBIDS,
)
def no_fire(attack: WeaponAttack) -> Refusal | None:
    """Who carries one fires nothing else from arms and torso but to the rear; all of it fires at one target."""
    unit, mount = attack.attacker, attack.mount
    if not handheld(unit):
        return None
    if not held(mount):
        blocked = in_hand(unit) and mount.location[-1:] in ("A", "T") and not mount.rear
        no = Refusal("handheld_weapons.no_fire", "a handheld weapon is in the way", HANDHELD)
        return no if blocked else None
    if not in_hand(unit) or not hands_work(unit):
        return Refusal("handheld_weapons.no_fire", "the weapon is not in two hands", HANDHELD)
    others = {shot.target for shot in unit.volley if held(unit.sheet.mounts[shot.mount])}
    if others - {attack.target.id}:
        return Refusal("handheld_weapons.no_fire", "a handheld weapon fires at one target", HANDHELD)
    return None


@rule("handheld_weapons.steadied", cite=HANDHELD, implements=("TO-316-handheld-use-b",), slot=EVERY_SHOT)
def steadied(attack: WeaponAttack) -> Term | None:
    """Enhanced actuators steady a handheld weapon where both arms have them, -1."""
    if not held(attack.mount) or not all(carries(attack.attacker, "aes", arm) for arm in ARMS):
        return None
    return Term("handheld_weapons.steadied", -1, "enhanced actuators of both arms", HANDHELD)


@rule("handheld_weapons.stops", cite=HANDHELD, implements=("TO-316-handheld-use-b",), slot=INTERPOSES)
def stops(scene: Scene, hit: Hit, location: str) -> Hit | None:
    """A hit on an arm strikes the weapon on a 6; what is more than its armour destroys it and goes on to the arm."""
    unit = scene.unit(hit.unit)
    if location not in ARMS or hit.damage <= 0 or not in_hand(unit):
        return hit
    if scene.roll("handheld_weapons.struck", 1, target=unit.id) != STOPS:
        return hit
    lost = unit.marks[CHIPPED].value if CHIPPED in unit.marks else 0
    left = scene.rules[KINDS][handheld(unit)].armour - lost
    if hit.damage <= left:
        scene.tell(MarkLaid(unit.id, CHIPPED, Mark(value=lost + hit.damage)))
        return msgspec.structs.replace(hit, damage=0)
    _lose(scene, unit)
    return msgspec.structs.replace(hit, damage=hit.damage - left)


def _lose(scene: Scene, unit: Unit) -> None:
    """A handheld weapon is destroyed."""
    for at, mount in enumerate(unit.sheet.mounts):
        if held(mount):
            scene.tell(MountLost(unit.id, at, mount.equipment.name))
    scene.tell(MarkLaid(unit.id, DROPPED, Mark(about=handheld(unit))))


@rule("handheld_weapons.slips", cite=HANDHELD, implements=("TO-316-handheld-use-c",), slot=FOLLOWS)
def slips(scene: Scene, event: Event, before: State) -> None:
    """A hit on a hand, myomer that has cooled, and a fall after which a roll fails make a machine drop its weapon."""
    if not isinstance(event, CriticalHit | HeatSettled | Fell) or not in_hand(scene.unit(event.unit)):
        return
    unit = scene.unit(event.unit)
    if isinstance(event, CriticalHit):
        drops = any(hits_on(unit, "hand actuator", arm) for arm in ARMS)
    elif isinstance(event, HeatSettled):
        drops = not strengthened(unit) and _tons(scene.rules, unit) > Fraction(unit.sheet.tons) / 10
    else:
        why = cause(scene.rules[DEEDS], KEEPING)
        damaged = sum(gone(unit, f"{part} arm actuator", arm) for arm in ARMS for part in ("upper", "lower"))
        why = Term(why.id, why.value + 2 * damaged, why.label, why.cite)
        drops = not check_piloting(scene, unit.id, why)
    if drops and _id(unit) not in scene.state.things:
        scene.tell(ThingPlaced(Thing(_id(unit), GUN, None, unit.side, by=unit.id, about=handheld(unit))))


def _tons(rules: Ruleset, unit: Unit) -> Fraction:
    return rules[KINDS][handheld(unit)].tons


def _id(unit: Unit) -> str:
    return f"{GUN}-{unit.id}"


@rule("handheld_weapons.falls", cite=HANDHELD, implements=("TO-316-handheld-use-c",), slot=THINGS_ACT)
def falls(scene: Scene, thing: Thing, hour: Hour) -> None:
    """What slips from its bearer's hands lies in its hex from the End Phase on."""
    if thing.kind == GUN and thing.hex is None and hour == Hour("end", True):
        _drop(scene, scene.unit(thing.by))


def _drop(scene: Scene, unit: Unit) -> None:
    lost = unit.marks[CHIPPED].value if CHIPPED in unit.marks else 0
    left, now = scene.rules[KINDS][handheld(unit)].armour - lost, scene.state.round
    thing = Thing(_id(unit), GUN, unit.hex, value=left, by=unit.id, about=handheld(unit), flown=now)
    scene.tell(ThingPlaced(thing))
    scene.tell(EffectLaid(unit.hex, LYING))
    scene.tell(MarkLaid(unit.id, DROPPED, Mark(about=handheld(unit))))


@rule("handheld_weapons.lies", cite=HANDHELD, implements=("TO-316-handheld-use-c",), slot=HEXES)
def lies(laying: Laying) -> tuple[Hex, ...]:
    """Whoever likes shoots at a handheld weapon that lies on the ground."""
    things = laying.state.things.values()
    return tuple(thing.hex for thing in things if thing.kind == GUN and thing.hex is not None)


@rule("handheld_weapons.small", cite=HANDHELD, implements=("TO-316-handheld-use-c",), slot=EVERY_SHOT)
def small(attack: WeaponAttack) -> Term | None:
    """It is a small target, +1, and a still one."""
    there = is_ground(attack.target.id) and LYING in attack.effects.get(attack.target.hex, {})
    return Term("handheld_weapons.small", 1, "a weapon on the ground", HANDHELD) if there else None


@rule("handheld_weapons.hit", cite=HANDHELD, implements=("TO-316-handheld-use-c",), slot=GROUND_HITS)
def hit_on_the_ground(scene: Scene, attack: WeaponAttack) -> bool:
    """A hit of more than its armour destroys it."""
    here = (thing for thing in scene.state.things.values() if thing.kind == GUN and thing.hex == attack.target.hex)
    thing = next(here, None)
    if thing is None:
        return False
    damage = sum(groups(scene, attack))
    if damage > thing.value:
        _gone_from(scene, thing)
    elif damage:
        scene.tell(ThingPlaced(msgspec.structs.replace(thing, value=thing.value - damage)))
    return True


def _gone_from(scene: Scene, thing: Thing) -> None:
    """A weapon lies on the ground no longer."""
    scene.tell(ThingGone(thing))
    others = (other for other in scene.state.things.values() if other.kind == GUN and other.hex == thing.hex)
    if thing.hex is not None and next(others, None) is None:
        scene.tell(EffectLifted(thing.hex, LYING))


class DropWeapon(msgspec.Struct, frozen=True, tag=True):
    """Drop the handheld weapon."""


class TakeUp(msgspec.Struct, frozen=True, tag=True):
    """Pick up the handheld weapon that lies in the hex."""


def _here(state: State, unit: Unit) -> Thing | None:
    thing = state.things.get(_id(unit))
    return thing if thing is not None and thing.hex == unit.hex else None


def _cannot_take(state: State, unit: Unit, command: TakeUp) -> Refusal | None:
    thing = _here(state, unit)
    if thing is None or unit.condition.prone or not hands_work(unit):
        return Refusal("handheld_weapons.take", "there is no weapon to pick up, or no hands for it", HANDHELD)
    if thing.flown >= state.round:
        return Refusal("handheld_weapons.take", "what was dropped is picked up in a later turn", HANDHELD)
    return None


def _take(scene: Scene, unit: Unit, command: TakeUp) -> None:
    thing = _here(scene.state, unit)
    assert thing is not None
    _gone_from(scene, thing)
    scene.tell(MarkLifted(unit.id, DROPPED, unit.marks[DROPPED]))
    lost = scene.rules[KINDS][handheld(unit)].armour - thing.value
    if lost:
        scene.tell(MarkLaid(unit.id, CHIPPED, Mark(value=lost)))


def _cannot_drop(state: State, unit: Unit, command: DropWeapon) -> Refusal | None:
    return None if in_hand(unit) else Refusal("handheld_weapons.drop", "there is nothing in its hands", HANDHELD)


def _offers_drop(state: State, unit: Unit) -> Iterator[DropWeapon]:
    if in_hand(unit):
        yield DropWeapon()


def _offers_take(state: State, unit: Unit) -> Iterator[TakeUp]:
    if handheld(unit) and DROPPED in unit.marks:
        yield TakeUp()


VERB = VERBS.amended(
    "handheld_weapons.verbs",
    {
        "handheld_weapons.drop": Verb(
            command=DropWeapon,
            phases=("end",),
            offers=_offers_drop,
            refuses=_cannot_drop,
            does=lambda scene, unit, command: _drop(scene, unit),
            words=always("drop the handheld weapon"),
            preview=lambda state, unit, command: "arms and torso are free to fire again",
            worth=lambda state, unit, command: 0.0,
        ),
        "handheld_weapons.take_up": Verb(
            command=TakeUp,
            phases=("end",),
            offers=_offers_take,
            refuses=_cannot_take,
            does=_take,
            words=always("pick up the handheld weapon"),
            preview=lambda state, unit, command: "it can be fired from the next turn on",
            worth=lambda state, unit, command: 1.0,
        ),
    },
    cite=HANDHELD,
)

LAYER = Layer(
    "handheld_weapons",
    title="Handheld weapons",
    group="Close combat",
    cite=HANDHELD,
    needs=("classic",),
    add=(chosen, no_blow, no_fire, steadied, stops, slips, falls, lies, small, hit_on_the_ground, KINDS, LIMITS),
    change=(VERB, DEEDS.amended("handheld_weapons.deeds", {KEEPING: 0}, cite=HANDHELD)),
)
