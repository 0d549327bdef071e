"""Artillery that units carry: how far its shells fly, what they need to hit a hex, and what they do there.

Whatever has a range in map sheets is fired at hexes: indirectly before anybody moves, at what lies out of sight or
beyond a map sheet, and the shell lands rounds later; or directly among the other weapons, at a hex in plain sight.
Artillery cannons are weapons like others, whose hits and misses burst.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import WeaponAttack, line_between
from overheat.classic.facts.lasting import Thing, each, named
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import ground_name, target_of
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.guidance import feeding
from overheat.classic.rules.standard.heat import BUILDS, Toil, shot_heat
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

ARTILLERY = TACTICAL_OPERATIONS("Artillery", 179)
TO_HIT = TACTICAL_OPERATIONS("Artillery modifiers", 180)
FLIGHT = TACTICAL_OPERATIONS("Artillery flight times", 181)
HITS = TACTICAL_OPERATIONS("Artillery, determining hits", 182)
DIRECT = TACTICAL_OPERATIONS("Artillery, direct fire", 185)
CANNONS = TACTICAL_OPERATIONS("Artillery cannons", 285)
HOMING = TACTICAL_OPERATIONS("Homing missiles", 354)

IN_SHEETS = "mapsheets"
"""The flag of weapons whose range counts map sheets."""
SHEET = 17
"""Hexes across a map sheet."""
NEAREST = 6
"""Hexes from which artillery is fired directly."""
SHELLED = named("shelled", "has fired its artillery")
"""The marks of artillery that was fired this round, one for each weapon."""
ADJUSTED, FOUND = named("fire_adjusted", "fire adjusted by {owner}"), named("ranged_in", "ranged in by {owner}")
"""What stands on a hex for a gun that has fired at it, and for one that has hit it."""
GUIDED_TO = 8
"""Hexes from where it was aimed at within which a homing missile finds its target."""


class Shelling(msgspec.Struct, frozen=True):
    """A shell for a hex: whose, from which weapon, with what."""

    state: State
    unit: Unit
    mount: int
    hex: Hex
    feed: int | None = None
    direct: bool = False
    """Whether the gunner sees where it goes."""

    @property
    def rules(self) -> Ruleset:
        return self.state.relief.rules

    @property
    def weapon(self) -> Weapon:
        weapon = self.unit.sheet.mounts[self.mount].weapon
        assert weapon is not None
        return weapon

    @property
    def round_of(self) -> Ammunition | None:
        """What is fired."""
        return None if self.feed is None else self.unit.sheet.mounts[self.feed].ammunition


FLIGHTS: Table[int, int] = Table(
    "shelling.flights",
    {1: 0, 8: 1, 15: 2, 21: 3, 26: 4},
    cite=FLIGHT,
    where="overheat.classic.rules.standard.artillery.FLIGHTS",
)
"""The rounds that a shell is in the air, by the map sheets that it flies over at most."""
LONGEST_FLIGHT = 5

FALLS_OFF: Table[str, int] = Table(
    "shelling.falls_off",
    {"shells": 10, "cruise_missile": 25},
    cite=HITS,
    where="overheat.classic.rules.standard.artillery.FALLS_OFF",
)
"""What a blast loses with every hex from where it bursts: any shell, and a cruise missile."""

ORDNANCE: Table[str, int] = Table(
    "shelling.ordnance",
    {"munition_arrow_cluster": -5},
    cite=TACTICAL_OPERATIONS("Artillery ordnance", 355),
    where="overheat.classic.rules.standard.artillery.ORDNANCE",
)
"""What special ordnance of a tube does more or less than the standard kind, by its id in the catalogue."""

FIGURES: Table[str, int] = Table(
    "shelling.figures",
    {"indirect": 7, "direct": 4, "adjusted": -1, "homing": 4, "homing_around": 5},
    cite=TO_HIT,
    where="overheat.classic.rules.standard.artillery.FIGURES",
)
"""What indirect and direct fire add and each shot before takes off; what a homing missile needs, and does around it."""


def is_artillery(weapon: Weapon | None) -> bool:
    """Whether a weapon's range counts map sheets."""
    return weapon is not None and IN_SHEETS in weapon.flags


def is_homing(round_of: Ammunition | None) -> bool:
    """Whether a shell looks for its target itself."""
    return round_of is not None and "munition_homing" in round_of.id.split(".")


@rule("shelling.flight", cite=FLIGHT)
def flight(rules: Ruleset, distance: int) -> int:
    """A shell lands in the round it is fired within a map sheet, and later for every few sheets more."""
    sheets = max(1, -(-distance // SHEET))
    return next((rounds for most, rounds in rules[FLIGHTS].rows.items() if sheets <= most), LONGEST_FLIGHT)


@rule("shelling.damage", cite=HITS)
def blast_of(rules: Ruleset, weapon: Weapon, round_of: Ammunition | None) -> tuple[int, ...]:
    """What a shell does where it bursts and in every hex further off, until nothing is left.

    Cluster shells of tubes do 5 less; missiles lose nothing by it.
    """
    special = () if round_of is None else round_of.id.split(".")[1:]
    if "missile" in weapon.flags:
        special = ()
    whole = weapon.damage if isinstance(weapon.damage, int | float) else 0
    left = int(whole) + sum(rules[ORDNANCE].get(id, 0) for id in special)
    falls = rules[FALLS_OFF]["cruise_missile" if "cruise_missile" in weapon.flags else "shells"]
    return tuple(range(left, 0, -falls))


TERMS: Slot[[Shelling], Term | None] = Slot("shelling.to_hit", nothing=None)
"""What a shell needs to hit its hex, term by term."""


@rule("shelling.gunnery", cite=TO_HIT, slot=TERMS)
def gunnery(shelling: Shelling) -> Term:
    """A shell is as true as its gunner is good."""
    return Term("shelling.gunnery", shelling.unit.gunnery, "gunnery skill", TO_HIT)


@rule("shelling.indirect", cite=TO_HIT, slot=TERMS)
def indirectly(shelling: Shelling) -> Term | None:
    """Who fires at what he does not see fires at +7."""
    if shelling.direct:
        return None
    return Term("shelling.indirect", shelling.rules[FIGURES]["indirect"], "indirect fire", TO_HIT)


@rule("shelling.direct", cite=DIRECT, slot=TERMS)
def directly(shelling: Shelling) -> Term | None:
    """Who fires at a hex in plain sight fires at +4."""
    if not shelling.direct:
        return None
    return Term("shelling.direct", shelling.rules[FIGURES]["direct"], "direct fire", DIRECT)


@rule("shelling.adjusted", cite=TO_HIT, slot=TERMS)
def adjusted(shelling: Shelling) -> Term | None:
    """Every shot before at the same hex that somebody saw come down makes it easier, -1."""
    before = shelling.state.effect(shelling.hex, each(ADJUSTED, shelling.unit.id))
    if before is None or shelling.direct:
        return None
    return Term("shelling.adjusted", before.value * shelling.rules[FIGURES]["adjusted"], "fire adjusted", TO_HIT)


OF_THE_TARGET = frozenset({"to_hit.range", "to_hit.minimum_range", "to_hit.target_immobile", "to_hit.target_sheltered"})
"""Terms of other shots that a shell aimed at a hex does not count."""


@rule("shelling.as_other_shots", cite=DIRECT, implements=("TO-185-artillery-direct-fire",))
def as_other_shots(shelling: Shelling) -> tuple[Term, ...]:
    """Direct fire counts all that other shots count: how the gunner moved, his damage and heat, woods on the way.

    The woods of the hex itself do not matter, nor does its distance.
    """
    if not shelling.direct:
        return ()
    attack = attack_at(shelling)
    found = [every.function(attack) for every in shelling.rules.among(EVERY_ATTACK, attack)]
    found += [shot.function(attack) for shot in shelling.rules[EVERY_SHOT]]
    terms = tuple(term for term in found if term is not None and term.id not in OF_THE_TARGET)
    return (*terms, *attack.line.modifiers.terms)


def attack_at(shelling: Shelling) -> WeaponAttack:
    """A shell as a shot at its hex."""
    state, target = shelling.state, target_of(shelling.state, ground_name(shelling.hex))
    assert target is not None
    return WeaponAttack(
        state.relief,
        shelling.unit,
        target,
        shelling.mount,
        feed=shelling.feed,
        weather=state.weather,
        others=state.units.values(),
        effects=state.effects,
    )


def number(shelling: Shelling) -> Tally | None:
    """What a shell must roll; None where it needs no roll."""
    if shelling.rules[finds](shelling):
        return None
    terms = Tally.of(term.function(shelling) for term in shelling.rules[TERMS])
    return Tally((*terms.terms, *shelling.rules[as_other_shots](shelling)))


@rule("shelling.finds", cite=HITS)
def finds(shelling: Shelling) -> bool:
    """A hex that a gun has hit it hits again without a roll; a homing missile looks for its target itself."""
    if is_homing(shelling.round_of) and not shelling.direct:
        return True
    return shelling.state.effect(shelling.hex, each(FOUND, shelling.unit.id)) is not None


@rule("shelling.sees", cite=HITS)
def sees(shelling: Shelling, spotter: Unit) -> bool:
    """Fire is adjusted by any friend who is awake and sees the hex that was meant."""
    return not spotter.helpless and in_sight(shelling.state, spotter, shelling.hex)


def in_sight(state: State, unit: Unit, hex: Hex) -> bool:
    """Whether a unit sees a hex."""
    target = target_of(state, ground_name(hex))
    assert target is not None
    return line_between(state.relief, unit.viewpoint, target.viewpoint).visible


@rule("shelling.may_fire", cite=ARTILLERY)
def may_fire(shelling: Shelling) -> Refusal | None:
    """Artillery is fired once a round, indirectly at what is beyond a map sheet or out of sight and within its range.

    Directly it is fired at what is in sight and in its arc, from 6 hexes to a map sheet away.
    """
    return _spent(shelling) or (_no_direct(shelling) if shelling.direct else _no_indirect(shelling))


def _spent(shelling: Shelling) -> Refusal | None:
    unit, name = shelling.unit, shelling.weapon.name
    if unit.helpless or unit.condition.vehicle.crew_stunned or not works(unit, shelling.mount):
        return Refusal("shelling.may_fire", f"the {name} cannot be fired", ARTILLERY)
    if each(SHELLED, shelling.mount) in unit.marks:
        return Refusal("shelling.may_fire", f"the {name} has fired this turn", ARTILLERY)
    if unit.plan.feeds.get(shelling.mount) is not None and shelling.feed not in feeding(unit, shelling.mount):
        return Refusal("shelling.may_fire", f"the {name} has no such ammunition left", ARTILLERY)
    return None


def _no_indirect(shelling: Shelling) -> Refusal | None:
    distance, most = shelling.unit.hex.distance(shelling.hex), SHEET * shelling.weapon.range[3]
    if distance > most:
        return Refusal(
            "shelling.range", f"{distance} hexes is beyond its {shelling.weapon.range[3]} map sheets", FLIGHT
        )
    if distance <= SHEET and in_sight(shelling.state, shelling.unit, shelling.hex):
        return Refusal("shelling.in_sight", f"{shelling.hex} is near and in sight: it is for direct fire", ARTILLERY)
    return None


def _no_direct(shelling: Shelling) -> Refusal | None:
    unit, distance = shelling.unit, shelling.unit.hex.distance(shelling.hex)
    if not NEAREST <= distance <= SHEET:
        return Refusal("shelling.range", f"direct fire is for {NEAREST} to {SHEET} hexes, not {distance}", DIRECT)
    if not bears_on(unit, unit.sheet.mounts[shelling.mount], shelling.hex):
        return Refusal("shelling.arc", f"{shelling.hex} is outside the arc of the {shelling.weapon.name}", DIRECT)
    if not in_sight(shelling.state, unit, shelling.hex):
        return Refusal("shelling.sight", f"{shelling.hex} is out of sight", DIRECT)
    return None


@rule("fire.artillery", cite=ARTILLERY, slot=FORBIDS, steady=(), only=lambda attack: IN_SHEETS in attack.weapon.flags)
def not_at_units(attack: WeaponAttack) -> Refusal | None:
    """Artillery is fired at hexes, by rules of its own, and at no unit."""
    if IN_SHEETS not in attack.weapon.flags:
        return None
    return Refusal("fire.artillery", f"the {attack.weapon.name} is fired at hexes", ARTILLERY)


@rule("heat.artillery", cite=ARTILLERY, slot=BUILDS)
def artillery_heat(toil: Toil) -> Term | None:
    """Artillery that was fired makes its heat like other weapons."""
    if not toil.unit.marks:
        return None
    marks = (name for name in toil.unit.marks if name.startswith(f"{SHELLED}:"))
    shots = [Shot(int(name.rpartition(":")[2]), "") for name in marks]
    points = sum((shot_heat(toil.rules, toil.unit, shot, toil.state) for shot in shots), start=0)
    return Term("heat.artillery", points, "artillery", ARTILLERY) if points else None


@rule("cannons.bursts", cite=CANNONS)
def bursts(attack: WeaponAttack) -> tuple[int, ...]:
    """A shell of an artillery cannon bursts in the hex that it strikes: what it does there and around it."""
    if "artillery_cannon" not in attack.weapon.flags:
        return ()
    return attack.rules[blast_of](attack.rules, attack.weapon, attack.ammunition)


class Fired(NamedTuple):
    """A shell in flight, as it was fired."""

    unit: Unit
    mount: int
    feed: int | None


def fired(state: State, shell: Thing) -> Fired:
    """Who fired a shell, and how."""
    return Fired(state.units[shell.by], shell.mount, None if shell.value < 0 else shell.value)


RULES = (
    flight,
    blast_of,
    gunnery,
    indirectly,
    directly,
    adjusted,
    as_other_shots,
    finds,
    sees,
    may_fire,
    not_at_units,
    artillery_heat,
    bursts,
    FLIGHTS,
    FALLS_OFF,
    ORDNANCE,
    FIGURES,
)
