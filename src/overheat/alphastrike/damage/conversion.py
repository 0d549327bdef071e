"""The damage side of a card: machines, vehicles and fighters, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from overheat.alphastrike.abilities.equipment import aimed_abilities
from overheat.alphastrike.card import Ability, Damage, DamageRow
from overheat.alphastrike.damage.abilities import Told, battery, damage_ability, turret_ability
from overheat.alphastrike.damage.arcs import UNIT_TYPES, arc_firepower
from overheat.alphastrike.damage.facts import heat_case
from overheat.alphastrike.damage.final import FINAL, final_damage
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.damage.guns import ONE, Gun, guns, in_turret
from overheat.alphastrike.damage.squads import platoon_firepower, squad_firepower
from overheat.alphastrike.figure import Figure, Step
from overheat.alphastrike.heat import (
    HEAT,
    LONG,
    MODIFIED,
    OUTPUT,
    Heated,
    converted_heat,
    dissipation_terms,
    equipment_terms,
    heat_checked_at_long,
)
from overheat.alphastrike.heat_case import HeatCase
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.infantry import field_guns
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term, ratio

BANDS = ("S", "M", "L", "E")
RANGES = {"S": "short", "M": "medium", "L": "long", "E": "extreme"}


@rule("as.card.firepower", cite=FINAL)
def firepower(subject: Subject, jump_inches: int = 0) -> Firepower:
    """The damage of a unit, its overheat value, and the special abilities that carry damage."""
    if subject.type == "BA":
        return squad_firepower(subject)
    if subject.type == "CI" and not field_guns(subject.sheet):
        return platoon_firepower(subject)
    if subject.type in UNIT_TYPES:
        return arc_firepower(subject)
    return _weapon_by_weapon(subject, jump_inches)


def _weapon_by_weapon(subject: Subject, jump_inches: int) -> Firepower:
    """The damage of a unit that is the damage of its weapons."""
    flying = subject.flying
    armed = guns(subject)
    front = [gun for gun in armed if not gun.rear]
    rear = [gun for gun in armed if gun.rear]
    fighting = [gun for gun in front if gun.strike.family != "TOR"]
    bands = BANDS if flying else BANDS[:3]
    case = heat_case(subject, armed, jump_inches, _sums(fighting, bands))
    heated = subject.rules[converted_heat].function(subject.rules, case)
    told = list(battery(subject.rules, front, heated, flying=flying))
    told += _rear(subject, rear, jump_inches, flying=flying)
    told += _turret(subject, armed, heated, flying=flying)
    overheats = (Ability("OVL", "OVL", "heat of the weapons that reach long range"),) if heated.overheat_long else ()
    cells = [subject.rules[final_damage].function(subject.rules, heated.brackets[band].tenth) for band in bands]

    def tell() -> Iterator[Figure]:
        yield from _damage_figures(subject.rules, fighting, heated, dict(zip(bands, cells, strict=True)))
        yield from _heat_figures(subject.rules, case, heated)
        for one in told:
            yield from one.tell()

    return Firepower(
        row=DamageRow(*cells),
        overheat=heated.overheat,
        overheat_long=heated.overheat_long,
        abilities=(*[one.ability for one in told], *overheats),
        heat_modified=(*[heated.brackets[band].tenth for band in bands], *(0,) * (4 - len(bands))),
        tell=tell,
    )


def _rear(subject: Subject, rear: list[Gun], jump_inches: int, *, flying: bool) -> list[Told]:
    """What fires to the rear; of the weapons only its own heat counts."""
    if not rear:
        return []
    heated = subject.rules[converted_heat].function(
        subject.rules, heat_case(subject, rear, jump_inches, _sums(rear, BANDS))
    )
    told = damage_ability(subject.rules, "REAR", [(gun, gun.amounts) for gun in rear], heated, flying=flying)
    return [] if told is None else [told]


def _turret(subject: Subject, armed: list[Gun], heated: Heated, *, flying: bool) -> list[Told]:
    """What turns with a turret."""
    if flying:
        return []
    turning = [gun for gun in armed if subject.rules[in_turret].function(subject, gun.mount)]
    if not turning:
        return []
    more = aimed_abilities([gun.mount for gun in turning], subject.type)
    told = turret_ability(subject.rules, turning, heated, more)
    return [] if told is None else [told]


def _sums(guns: list[Gun], bands: Sequence[str]) -> dict[str, Fraction]:
    return {band: ratio(sum([gun.amounts[at] for gun in guns]), ONE) for at, band in enumerate(bands)}


def _damage_figures(
    rules: Ruleset, fighting: list[Gun], heated: Heated, cells: Mapping[str, Damage]
) -> Iterator[Figure]:
    """The damage at each range: a term for each weapon, then heat and rounding to what is printed."""
    for at, (band, cell) in enumerate(cells.items()):
        bracket = heated.brackets[band]
        tally = Tally(tuple([gun.terms[at] for gun in fighting if gun.amounts[at]]))
        steps = []
        if bracket.raw is not bracket.subtotal and bracket.raw != bracket.subtotal:
            borne = rules[HEAT]["borne without loss"]
            label = f"x {heated.dissipation} / ({heated.output} - {borne}), for heat"
            steps.append(Step(label, bracket.raw, MODIFIED))
        steps.append(Step("up to the next tenth", bracket.tenth, FINAL))
        steps.append(Step("minimal damage" if cell.minimal else "up to the next whole number", cell.value, FINAL))
        yield Figure(f"damage.{RANGES[band]}", f"Damage at {RANGES[band]} range", tally, tuple(steps))


def _heat_figures(rules: Ruleset, case: HeatCase, heated: Heated) -> Iterator[Figure]:
    """Heat output, dissipation and what follows from them, of a unit that tracks heat."""
    if not heated.tracks_heat:
        return
    made = [Term("heat.weapon", weapon.heat, weapon.name, OUTPUT) for weapon in heated.firing if weapon.heat]
    if heated.movement_heat:
        made.append(Term("heat.movement", heated.movement_heat, "movement", OUTPUT))
    made += equipment_terms(rules, case)
    yield Figure("heat.output", "Heat output", Tally(tuple(made)))
    yield Figure("heat.dissipation", "Heat dissipation", Tally(tuple(dissipation_terms(rules, case))))
    if heated.adjusted:
        basis = heated.brackets["M"] if heated.brackets["M"].subtotal else heated.brackets["S"]
        yield Figure.of("overheat", "Overheat value", basis.drop, MODIFIED, "damage lost to heat").then(
            f"at most {rules[HEAT]['most overheat']}", heated.overheat, MODIFIED
        )
        long = Figure.of("heat.output_long", "Heat output at long range", heated.output_long, LONG)
        checked = rules[heat_checked_at_long].function(rules, case, heated.output_long)
        yield long if checked == heated.output_long else long.then("without anti-missile systems", checked, LONG)


RULES = (firepower,)
