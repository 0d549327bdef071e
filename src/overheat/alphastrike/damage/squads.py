"""The damage of those on foot: squads in battle armour, and platoons of conventional infantry.

A squad does what one suit does, times how many of it hit on average. A platoon does what a soldier does on average,
times how many hit; where it has field guns, the guns count and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability, Damage, DamageRow
from overheat.alphastrike.damage.abilities import ABILITIES, artillery_code, heat_value, printed_cells
from overheat.alphastrike.damage.final import FINAL, MINIMAL, ability_damage, final_damage, minimal
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.damage.share import few_shots, single_shot
from overheat.alphastrike.figure import HALF, Figure, Step, exact
from overheat.alphastrike.heat import unheated
from overheat.alphastrike.subject import Subject
from overheat.alphastrike.weapons import Strike, figures, strike
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.infantry import held
from overheat.classic.unit.sheet import Mount, Platoon, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number, Tally, Term

TROOPS = ALPHA_STRIKE("Convert damage: troop factors")
SQUADS = ALPHA_STRIKE("Convert damage: battle armor")
PLATOONS = ALPHA_STRIKE("Convert damage: conventional infantry")

RANGES = ("short", "medium", "long")
MOST_TROOPERS = 30
AVERAGE_ROLL = 7
IN_HAND = Fraction(1, 20)
"""What a weapon against infantry in its mount, or an armoured glove, adds at short range."""
CLAW = Fraction(1, 10)
"""What each vibro-claw adds for a squad."""
MOST_OF_RIFLES = exact("0.6")
"""What a soldier's own weapon does at most."""
REACH = (0, 4, 16)
"""Hexes that a platoon must reach for each range bracket."""
CARRIERS = 2
"""Support weapons of a squad from which on their range is the platoon's."""
MOST_HEAT = 2
SUPPORT = "squad support weapon mount"
PERSONAL = "anti-personnel mount"
BURNING = frozenset({"flamer", "inferno", "plasma"})


class Part(NamedTuple):
    """A weapon of a suit, and the share of its damage that counts."""

    weapon: Weapon
    strike: Strike
    share: Number
    squad: bool
    """Whether there is one for the whole squad."""


@rule("as.troop_factor", cite=TROOPS)
def troop_factor(rules: Ruleset, troopers: int) -> int:
    """Of a squad or platoon as many hit as of a cluster of its size on an average roll; of thirty or more, eighteen."""
    return figures().clusters.hits(min(troopers, MOST_TROOPERS), AVERAGE_ROLL) if troopers > 1 else 0


@rule("as.squad_factor", cite=SQUADS)
def squad_factor(rules: Ruleset, troopers: int) -> Number:
    """Battle armour counts half a trooper more than hit on average."""
    return rules[troop_factor](rules, troopers) + HALF


def squad_firepower(subject: Subject) -> Firepower:
    """The damage of a squad in battle armour, and its special abilities that carry damage."""
    sheet = subject.sheet
    factor = subject.rules[squad_factor](subject.rules, sheet.troopers)
    parts = list(_parts(subject.rules, sheet))
    brackets = [_bracket(subject.rules, sheet, parts, at, factor) for at in range(len(RANGES))]
    cells = [subject.rules[squad_damage](subject.rules, figure.value) for figure in brackets]
    told = list(_squad_abilities(subject.rules, sheet, parts, factor))
    return Firepower(
        row=DamageRow(*cells),
        abilities=tuple(ability for ability, _ in told),
        heat_modified=(*(figure.value for figure in brackets), 0),
        tell=lambda: (*map(_ended, brackets, cells), *(figure for _, figure in told)),
    )


@rule("as.squad_damage", cite=FINAL)
def squad_damage(rules: Ruleset, subtotal: Number) -> Damage:
    """Battle armour does minimal damage below half a point, however little is missing; the rest is rounded up.

    As its cards are printed, nothing is rounded up to a tenth before, here and for the abilities of a squad.
    """
    return MINIMAL if rules[minimal](rules, subtotal) else rules[final_damage](rules, subtotal)


def _parts(rules: Ruleset, sheet: Sheet) -> Iterator[Part]:
    """The weapons of a suit; what each trooper carries for himself counts once."""
    for mount in sheet.mounts:
        weapon = mount.equipment
        if isinstance(weapon, Weapon) and not _personal(mount) and mount.location in ("Squad", "Trooper 1"):
            share = Fraction(_few(rules, sheet, weapon) * rules[single_shot](rules, weapon.flags), 100 * 100)
            yield Part(weapon, strike(rules, weapon), share, mount.mounting == SUPPORT)


def _personal(mount: Mount) -> bool:
    """Whether a weapon is one for infantry, held in a suit's hand or its mount."""
    return mount.mounting == PERSONAL or "infantry" in mount.equipment.flags


def _few(rules: Ruleset, sheet: Sheet, weapon: Weapon) -> int:
    """The hundredths that ammunition leaves of a launcher; only missiles are counted out."""
    if weapon.shots or weapon.ammunition is None or "missile" not in weapon.flags:
        return 100
    loads = [mount for mount in sheet.mounts if _feeds(mount, weapon)]
    launchers = sum(mount.equipment is weapon for mount in sheet.mounts)
    return rules[few_shots](rules, sum(mount.shots or 0 for mount in loads), launchers, 1)


def _feeds(mount: Mount, weapon: Weapon) -> bool:
    load = mount.equipment
    return isinstance(load, Ammunition) and load.feeds == weapon.ammunition and load.rack == weapon.rack


def _bracket(rules: Ruleset, sheet: Sheet, parts: Sequence[Part], at: int, factor: Number) -> Figure:
    """The damage of a squad at one range: that of a suit, times the squad, and what the squad has beside."""
    suit = [_term(part, at) for part in parts if not part.squad and part.strike.damage[at]]
    if at == 0:
        suit += _in_hand(rules, sheet)
    label = f"Damage at {RANGES[at]} range"
    figure = Figure(f"damage.{RANGES[at]}", label, Tally(tuple(suit)))
    if suit:
        figure = figure.then(f"x {float(factor):g}, squad of {sheet.troopers}", figure.value * factor, SQUADS)
    for part in parts:
        if part.squad and part.strike.damage[at]:
            term = _term(part, at)
            figure = figure.then(f"+ {term.label}, one for the squad", figure.value + term.value, SQUADS)
    claws = sum("vibro" in mount.equipment.flags for mount in sheet.mounts) if at == 0 else 0
    return figure.then(f"+ {claws} vibro-claws", figure.value + claws * CLAW, SQUADS) if claws else figure


def _term(part: Part, at: int) -> Term:
    return _weapon_term(part.weapon.name, part.strike.damage[at], part.share)


@lru_cache(maxsize=4096)
def _weapon_term(name: str, damage: Number, share: Number) -> Term:
    note = "" if share == 1 else f" x {float(share):g}"
    return Term("damage.weapon", damage * share, f"{name}{note}", SQUADS)


@rule("as.in_hand", cite=SQUADS)
def in_hand(rules: Ruleset, weapons: int, gloves: int) -> int:
    """Weapons against infantry in their mounts count each; without any, armoured gloves count as one."""
    return weapons or min(gloves, 1)


def _in_hand(rules: Ruleset, sheet: Sheet) -> list[Term]:
    weapons = [mount for mount in sheet.mounts if mount.weapon is not None and _personal(mount)]
    gloves = sum(mount.equipment.id == "ba_armoured_glove" for mount in sheet.mounts)
    held = rules[in_hand](rules, len(weapons), gloves)
    name = "anti-personnel weapon" if weapons else "armoured gloves"
    return [Term("damage.in_hand", held * IN_HAND, f"{held} x {name}" if held > 1 else name, SQUADS)] if held else []


def _ended(figure: Figure, cell: Damage) -> Figure:
    """A figure of damage with what is printed for it."""
    return figure.then("minimal damage" if cell.minimal else "up to the next whole number", cell.value, FINAL)


def _squad_abilities(
    rules: Ruleset, sheet: Sheet, parts: Sequence[Part], factor: Number
) -> Iterator[tuple[Ability, Figure]]:
    """Flak, indirect fire, heat and artillery of a squad."""
    alike = [part for part in parts if not part.squad]
    flak = [part for part in alike if part.strike.family == "FLK"]
    if flak:
        cells = tuple(rules[ability_damage](rules, _together(flak, at) * factor) for at in range(len(RANGES)))
        yield _told("FLK", printed_cells(cells, 3), flak, cells, _together(flak, 0) * factor)
    arcing = [part for part in alike if part.strike.indirect and part.strike.long]
    if arcing:
        cell = rules[ability_damage](rules, _together(arcing, 2) * factor)
        yield _told("IF", str(cell), arcing, (cell,), _together(arcing, 2) * factor)
    hot = [part for part in alike if any(part.strike.heat_damage)]
    if hot:
        hits = rules[troop_factor](rules, sheet.troopers)
        heats = [hits * sum(part.strike.heat_damage[at] for part in hot) for at in range(len(RANGES))]
        cells = tuple(Damage(rules[heat_value](rules, heat)) for heat in heats)
        if any(cells):
            yield _told("HT", printed_cells(cells, 3), hot, cells, heats[0])
    for part in alike:
        if "artillery" in part.weapon.flags:
            yield _told(rules[artillery_code](rules, part.weapon), "-1", [part], (), 1)


def _together(parts: Iterable[Part], at: int) -> Number:
    return sum((part.strike.damage[at] * part.share for part in parts), start=0)


def _told(
    code: str, printed: str, parts: Sequence[Part], cells: tuple[Damage, ...], value: Number
) -> tuple[Ability, Figure]:
    because = ", ".join(dict.fromkeys(part.weapon.name for part in parts))
    figure = Figure.of(
        f"damage.{code}" if cells else f"ability.{code}", f"{code} of the squad", value, ABILITIES, because
    )
    return Ability(code, f"{code}{printed}", because, cells), figure


def platoon_firepower(subject: Subject) -> Firepower:
    """The damage of a platoon without field guns, and what it heats its targets with."""
    sheet, platoon = subject.sheet, subject.sheet.platoon
    if platoon is None:
        raise refuse("alphastrike.platoon", f"{sheet.name} is no platoon of infantry", PLATOONS)
    _know_weapons(sheet, platoon)
    tally = Tally(tuple(_soldiers(subject.rules, platoon)))
    hits = subject.rules[troop_factor](subject.rules, sheet.troopers)
    damage = tally.total * hits / Fraction(10 * max(1, platoon.squad_size))
    tenth, cell = (
        subject.rules[unheated](subject.rules, damage).tenth,
        subject.rules[final_damage](subject.rules, subject.rules[unheated](subject.rules, damage).tenth),
    )
    reached = [at for at, hexes in enumerate(REACH) if subject.rules[platoon_range](subject.rules, platoon) >= hexes]
    cells = [cell if at in reached else Damage() for at in range(len(RANGES))]
    steps = (
        Step(f"/ {platoon.squad_size} soldiers x {hits} that hit of {sheet.troopers} / 10", damage, PLATOONS),
        Step("up to the next tenth", tenth, FINAL),
        Step("minimal damage" if cell.minimal else "up to the next whole number", cell.value, FINAL),
    )
    told = list(_burning(subject.rules, platoon, cells))
    return Firepower(
        row=DamageRow(*cells),
        abilities=tuple(ability for ability, _ in told),
        heat_modified=(*(tenth if at in reached else 0 for at in range(len(RANGES))), 0),
        tell=lambda: (
            *(Figure(f"damage.{RANGES[at]}", f"Damage at {RANGES[at]} range", tally, steps) for at in reached),
            *(figure for _, figure in told),
        ),
    )


def _know_weapons(sheet: Sheet, platoon: Platoon) -> None:
    """Refuse a platoon with a weapon that the catalogue does not know."""
    for mount in (platoon.primary, platoon.secondary):
        if mount is not None and mount.weapon is None:
            name = mount.equipment.name
            reason = f"{sheet.name}: what {name!r} does is not known"
            raise refuse("alphastrike.weapon", reason, PLATOONS, weapon=name)


def _held(platoon: Platoon) -> list[tuple[Weapon, int, bool]]:
    """Each weapon of a squad, how many carry it, and whether it is the soldiers' own."""
    return [
        (mount.equipment, soldiers, mount is platoon.primary)
        for mount, soldiers in held(platoon, platoon.squad_size)
        if isinstance(mount.equipment, Weapon)
    ]


def _soldiers(rules: Ruleset, platoon: Platoon) -> Iterator[Term]:
    """What the soldiers of a squad do, weapon by weapon."""
    for weapon, soldiers, own in _held(platoon):
        each = rules[soldier_damage](rules, weapon, own=own)
        yield Term("damage.soldiers", soldiers * each, f"{soldiers} x {weapon.name} x {float(each):g}", PLATOONS)


@rule("as.soldier_damage", cite=PLATOONS)
def soldier_damage(rules: Ruleset, weapon: Weapon, *, own: bool) -> Number:
    """A soldier does the damage of his weapon, with his own arms 0.6 at most."""
    damage = exact(weapon.damage if isinstance(weapon.damage, float | int) else weapon.damage[0])
    return min(damage, MOST_OF_RIFLES) if own else damage


@rule("as.platoon_range", cite=PLATOONS)
def platoon_range(rules: Ruleset, platoon: Platoon) -> int:
    """A platoon reaches as far as its support weapons do, where each squad has two or more; else as its own arms."""
    reach = 0
    for weapon, soldiers, own in _held(platoon):
        if own or soldiers >= CARRIERS:
            reach = max(weapon.range[1:4])
    return reach


@rule("as.platoon_heat", cite=PLATOONS)
def platoon_heat(rules: Ruleset, cell: Damage) -> Damage:
    """Soldiers who fight with fire heat a target by the damage they do, by two at most, and not by minimal damage."""
    return Damage(min(MOST_HEAT, cell.value))


def _burning(rules: Ruleset, platoon: Platoon, cells: Sequence[Damage]) -> Iterator[tuple[Ability, Figure]]:
    burning = [weapon for weapon, soldiers, _ in _held(platoon) if soldiers and weapon.flags & BURNING]
    heats = tuple(rules[platoon_heat](rules, cell) for cell in cells)
    if burning and any(heats):
        because = ", ".join(weapon.name for weapon in burning)
        figure = Figure.of("damage.HT", "HT of the platoon", heats[0].value, PLATOONS, because)
        yield Ability("HT", "HT" + printed_cells(heats, 3), because, heats), figure


RULES = (troop_factor, squad_factor, squad_damage, in_hand, soldier_damage, platoon_range, platoon_heat)
