"""The damage of small craft, DropShips and whatever is larger: by firing arc and class of weapons.

Where a weapon is mounted tells the arcs it counts for; from the flanks of round hulls half of it counts for each of two
arcs. All weapons heat the craft together, and each class of weapons in each arc loses its own share of damage to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from overheat.alphastrike.abilities.equipment import aimed_abilities
from overheat.alphastrike.abilities.point_defence import against_missiles
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability, Arc, Damage, DamageRow
from overheat.alphastrike.damage.abilities import artillery_code, printed_cells
from overheat.alphastrike.damage.facts import SINKS
from overheat.alphastrike.damage.final import FINAL, ability_damage, capital_damage, final_damage
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.damage.guns import ONE, Amounts, Gun, counted, guns
from overheat.alphastrike.damage.share import FULL
from overheat.alphastrike.figure import Figure, Step, round_up
from overheat.alphastrike.heat import DISSIPATION, HEAT, MODIFIED, OUTPUT, Heated, converted_heat
from overheat.alphastrike.heat_case import Bracket, HeatCase, HeatSource
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.sheet import Mount
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term

ARCS = ALPHA_STRIKE("Convert damage: firing arcs")
RANGES = ("short", "medium", "long", "extreme")
NAMES = ("front", "left", "right", "rear")
UNIT_TYPES = {
    "SC": "SmallCraft",
    "DS": "DropShip",
    "DA": "DropShip",
    "JS": "JumpShip",
    "WS": "WarShip",
    "SS": "SpaceStation",
}
"""The types of craft that fire by arcs, as the heat step names them."""
CLASSES = {"CAP": "capital", "MSL": "capital_missiles", "SCAP": "sub_capital"}
"""Classes of weapons that are told apart from the others, and where a card tells them."""
STANDARD = "STD"
UNTOLD = frozenset({"TOR"})

Shares = Mapping[str, int]
"""Halves of a weapon that count for each arc."""
FRONT, LEFT, RIGHT, REAR = ({name: 2} for name in NAMES)
SHIPS: dict[str, Shares] = {
    "NOS": FRONT,
    "FLS": FRONT,
    "FRS": FRONT,
    "LBS": LEFT,
    "ALS": LEFT,
    "RBS": RIGHT,
    "ARS": RIGHT,
    "AFT": REAR,
}
"""The locations of a WarShip."""
STATIONS: dict[str, Shares] = {
    "NOS": FRONT,
    "FLS": {"front": 1, "left": 1},
    "FRS": {"front": 1, "right": 1},
    "ALS": {"left": 1, "rear": 1},
    "ARS": {"right": 1, "rear": 1},
    "AFT": REAR,
}
"""The locations of a JumpShip or space station."""
WINGED: dict[str, Shares] = {"NOS": FRONT, "LS": LEFT, "RS": RIGHT, "AFT": REAR}
ROUND: dict[str, Shares] = {
    "NOS": FRONT,
    "LS": {"front": 1, "left": 1},
    "RS": {"front": 1, "right": 1},
    "AFT": REAR,
}
"""The locations of small craft and DropShips, of either shape."""
ROUND_AFT: dict[str, Shares] = {"LS": {"left": 1, "rear": 1}, "RS": {"right": 1, "rear": 1}}
"""The rearward weapons on the flanks of round ones."""


class Battery(NamedTuple):
    """Weapons of one kind that count alike for an arc."""

    gun: Gun
    amounts: Amounts
    number: int
    halves: int

    @property
    def share(self) -> Fraction:
        """How many of them count."""
        return Fraction(self.number * self.halves, 2)

    def damage(self, at: int) -> Fraction:
        return Fraction(self.amounts[at], ONE) * self.share

    def term(self, at: int) -> Term:
        half = " x 1/2" if self.halves == 1 else ""
        label = f"{self.number} x {self.gun.terms[at].label}{half}"
        return Term("damage.weapon", self.damage(at), label, ARCS)


class Total(NamedTuple):
    """A class of weapons in an arc at one range."""

    batteries: tuple[Battery, ...]
    at: int

    @property
    def subtotal(self) -> Fraction:
        return sum((battery.damage(self.at) for battery in self.batteries), start=Fraction(0))


@rule("as.firing_arcs", cite=ARCS)
def firing_arcs(subject: Subject, location: str, *, rearward: bool) -> Shares:
    """The arcs that a weapon counts for, by the kind of craft and where it is mounted."""
    kind, round_hull = subject.type, subject.sheet.motive == "spheroid"
    if kind == "WS":
        places = SHIPS
    elif kind in ("JS", "SS"):
        places = STATIONS
    elif rearward and location in ROUND_AFT:
        return ROUND_AFT[location] if round_hull else REAR
    else:
        places = ROUND if round_hull else WINGED
    if location not in places:
        name = subject.sheet.name
        raise refuse("alphastrike.arc", f"{name}: no firing arc for a weapon in {location!r}", ARCS, location=location)
    return places[location]


def arc_firepower(subject: Subject) -> Firepower:
    """The damage of a large craft: nothing for the whole of it, and for each arc that of each class of weapons."""
    armed = guns(subject)
    places = {name: tuple(_batteries(subject, armed, name)) for name in NAMES}
    totals = {
        f"{name}.{code}.{RANGES[at]}": Total(chosen, at)
        for name, batteries in places.items()
        for code in (STANDARD, *CLASSES, "FLK")
        if (chosen := tuple(battery for battery in batteries if _counts(subject.rules, battery, code)))
        for at in range(len(RANGES))
    }
    heated = subject.rules[converted_heat](
        subject.rules, _heat_case(subject, armed, {name: total.subtotal for name, total in totals.items()})
    )
    arcs = tuple(_arc(subject, name, batteries, heated) for name, batteries in places.items() if batteries)
    return Firepower(
        row=DamageRow(), arcs=arcs, tell=lambda: (*_heat_figures(heated), *_figures(subject.rules, totals, heated))
    )


def _batteries(subject: Subject, armed: Sequence[Gun], arc: str) -> Iterator[Battery]:
    """The weapons of an arc, alike ones together. Ammunition is never scarce on a large craft."""
    alike: Counter[tuple[str, str, int]] = Counter()
    first: dict[tuple[str, str, int], Gun] = {}
    for gun in armed:
        halves = subject.rules[firing_arcs](subject, gun.mount.location, rearward=gun.mount.rear).get(arc, 0)
        if halves:
            key = (gun.weapon.id, gun.aid, halves)
            alike[key] += 1
            first.setdefault(key, gun)
    for key, count in alike.items():
        gun = first[key]
        held = counted(subject.rules, gun.weapon, gun.aid, (FULL, *gun.share[1:]))
        yield Battery(msgspec.structs.replace(gun, terms=held.terms), held.amounts, count, key[2])


@rule("as.weapon_class", cite=ARCS)
def weapon_class(rules: Ruleset, family: str) -> str:
    """Capital weapons, capital missiles and sub-capital weapons are told by themselves, all others together."""
    return family if family in CLASSES else STANDARD


def _counts(rules: Ruleset, battery: Battery, code: str) -> bool:
    """Whether weapons count for a class, or for an ability of it; and do anything at all."""
    family = battery.gun.strike.family
    if family in UNTOLD or not any(battery.amounts):
        return False
    return family == code if code == "FLK" else rules[weapon_class](rules, family) == code


def _heat_case(subject: Subject, armed: Sequence[Gun], subtotals: dict[str, Fraction]) -> HeatCase:
    """The heat of a craft that fires all around."""
    sinks = subject.sheet.heat_sinks
    shields = [gun.weapon for gun in armed if "anti_missile" in gun.weapon.flags]
    lasers = [weapon.tech for weapon in shields if "laser" in weapon.flags]
    return HeatCase(
        unit_type=UNIT_TYPES[subject.type],
        weapons=tuple(_source(gun) for gun in armed if "anti_missile" not in gun.weapon.flags),
        ams=len(shields) - len(lasers),
        laser_ams_clan=lasers.count("Clan"),
        laser_ams_is=len(lasers) - lasers.count("Clan"),
        heat_sinks={SINKS[sinks.kind]: sinks.count} if sinks is not None else {},
        class_subtotals=subtotals,
    )


def _source(gun: Gun) -> HeatSource:
    flags = gun.weapon.flags
    return HeatSource(
        gun.weapon.name, gun.strike.heat, 1, gun.amounts[2] > 0, "front", "rocket" in flags, "one_shot" in flags
    )


def _arc(subject: Subject, name: str, batteries: tuple[Battery, ...], heated: Heated) -> Arc:
    brackets = heated.brackets
    abilities = (
        *_abilities(subject.rules, name, batteries, heated),
        *aimed_abilities(_mounts(batteries), subject.type),
    )
    return Arc(
        name=next(known for known in ("front", "left", "right", "rear") if known == name),
        standard=_row(subject.rules, brackets, f"{name}.{STANDARD}"),
        capital=_row(subject.rules, brackets, f"{name}.CAP"),
        capital_missiles=_row(subject.rules, brackets, f"{name}.MSL"),
        sub_capital=_row(subject.rules, brackets, f"{name}.SCAP"),
        abilities=tuple(sorted(abilities, key=lambda ability: ability.printed)),
    )


def _mounts(batteries: Iterable[Battery]) -> list[Mount]:
    return [battery.gun.mount for battery in batteries for _ in range(battery.number)]


def _row(rules: Ruleset, brackets: Mapping[str, Bracket], name: str) -> DamageRow:
    """The printed damage of a class of weapons in an arc."""
    if f"{name}.short" not in brackets:
        return DamageRow()
    return DamageRow(*(_printed(rules, name, brackets[f"{name}.{distance}"]) for distance in RANGES))


def _printed(rules: Ruleset, name: str, bracket: Bracket) -> Damage:
    capital = name.endswith((".CAP", ".MSL"))
    return rules[capital_damage](rules, (bracket.tenth,)) if capital else rules[final_damage](rules, bracket.tenth)


def _abilities(rules: Ruleset, name: str, batteries: tuple[Battery, ...], heated: Heated) -> Iterator[Ability]:
    """Flak, point defence and artillery of an arc."""
    brackets = heated.brackets
    if f"{name}.FLK.short" in brackets:
        cells = tuple(rules[ability_damage](rules, brackets[f"{name}.FLK.{distance}"].tenth) for distance in RANGES)
        yield Ability("FLK", "FLK" + printed_cells(cells, 4), "weapons with flak", cells)
    value = _point_defence(rules, batteries, heated)
    if value:
        yield Ability("PNT", f"PNT{value}", "point defence")
    pieces: Counter[str] = Counter()
    for battery in batteries:
        if not battery.gun.weapon.flags.isdisjoint(("artillery", "artillery_cannon")):
            pieces[rules[artillery_code](rules, battery.gun.weapon)] += battery.number
    for code, count in pieces.items():
        yield Ability(code, f"{code}-{count}", "artillery")


def _point_defence(rules: Ruleset, batteries: Sequence[Battery], heated: Heated) -> int:
    """What shoots down missiles in an arc, after heat and rounded up."""
    worth = sum(
        (battery.share * rules[against_missiles](rules, battery.gun.weapon) for battery in batteries), start=Fraction(0)
    )
    return round_up(heated.bracket(rules, worth, "S").tenth)


def _heat_figures(heated: Heated) -> Iterator[Figure]:
    made = (
        Term("heat.weapons", heated.weapon_heat, "weapons", OUTPUT),
        Term("heat.equipment", heated.equipment_heat, "equipment", OUTPUT),
    )
    yield Figure("heat.output", "Heat output", Tally(tuple(term for term in made if term.value)))
    yield Figure.of("heat.dissipation", "Heat dissipation", heated.dissipation, DISSIPATION)


def _figures(rules: Ruleset, totals: Mapping[str, Total], heated: Heated) -> Iterator[Figure]:
    """The damage of each class of weapons in each arc, where there is any."""
    for name, total in totals.items():
        bracket = heated.brackets[name]
        if not bracket.subtotal:
            continue
        arc, code, distance = name.split(".")
        steps = []
        if bracket.raw != bracket.subtotal:
            borne = rules[HEAT]["borne without loss"]
            label = f"x {heated.dissipation} / ({heated.output} - {borne}), for heat"
            steps.append(Step(label, bracket.raw, MODIFIED))
        steps.append(Step("up to the next tenth", bracket.tenth, FINAL))
        if code != "FLK":
            steps.append(Step("rounded up", _printed(rules, f"{arc}.{code}", bracket).value, FINAL))
        tally = Tally(tuple(battery.term(total.at) for battery in total.batteries if battery.amounts[total.at]))
        yield Figure(f"damage.{name}", f"{code} damage to the {arc} at {distance} range", tally, tuple(steps))


RULES = (firing_arcs, weapon_class)
