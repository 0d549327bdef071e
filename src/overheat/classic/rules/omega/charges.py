"""Charges and deaths from above of Omega: by skill against skill alone, with guns firing, and through fire."""

from __future__ import annotations

import msgspec

from overheat.classic.attack.blows import from_above_groups, lands_on_legs
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.events import MarkLaid, PhaseBegan
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.falls import times_over
from overheat.classic.rules.standard.blow_numbers import skill, terrain
from overheat.classic.rules.standard.fire import charging
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.physical import EVERY_BLOW, PhysicalAttack, charge_of
from overheat.classic.rules.standard.piloting import SPARES
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

CHARGES = Book("Omega Rules")("Charges and death from above", 25)
CHARGING_BLOWS = ("charge", "death from above")
UNDER_FIRE = named("under_fire", "took {value} points on its charge")
"""The mark of a unit that charges: what it has taken in the weapon phase."""

BASE: Table[str, int] = Table(
    "omega.charges",
    {"base": 3},
    cite=CHARGES,
    implements=("OM-charges",),
    where="overheat.classic.rules.omega.charges.BASE",
)
"""What every charge starts from; how its unit moved makes it 4, 5 or 6."""


@rule("omega.charge_base", cite=CHARGES, implements=("OM-charges",))
def base(attack: PhysicalAttack) -> Term:
    """A charge starts from 3, whatever the pilot's skill, which counts against the other's."""
    if attack.kind not in CHARGING_BLOWS:
        return attack.rules.below(base)(attack)
    return Term("physical.skill", attack.rules[BASE]["base"], "charge", CHARGES)


@rule("omega.charge_terrain", cite=CHARGES, implements=("OM-charges",))
def no_terrain(attack: PhysicalAttack) -> Tally:
    """No ground shields from a charge or a death from above."""
    return Tally() if attack.kind in CHARGING_BLOWS else attack.rules.below(no_terrain)(attack)


@rule("omega.under_fire", cite=CHARGES, implements=("OM-charges",), slot=EVERY_BLOW)
def under_fire(attack: PhysicalAttack) -> Term | None:
    """What a unit has taken on its charge makes it no piloting roll, but the charge as much harder."""
    mark = attack.attacker.marks.get(UNDER_FIRE)
    if mark is None or attack.kind not in CHARGING_BLOWS:
        return None
    times = times_over(attack.rules, attack.attacker, mark.value)
    return Term("omega.under_fire", times, f"{mark.value} damage on the way", CHARGES) if times else None


@rule("omega.charges_on", cite=CHARGES, implements=("OM-charges",), slot=SPARES)
def charges_on(state: State, unit: Unit) -> bool:
    """Who charges does not roll for the damage of the weapon phase."""
    return state.phase == "weapons" and charge_of(unit) is not None


@rule("omega.remembers_fire", cite=CHARGES, slot=FOLLOWS)
def remembers_fire(scene: Scene, event: Event, before: State) -> None:
    """What who charges has taken in the weapon phase is remembered until it strikes."""
    if not isinstance(event, PhaseBegan) or before.phase != "weapons":
        return
    for unit in before.units.values():
        if unit.active and unit.taken and charge_of(unit) is not None:
            scene.tell(MarkLaid(unit.id, UNDER_FIRE, Mark(unit.taken, this_round=True)))


@rule("omega.from_above_groups", cite=CHARGES, implements=("OM-charges",))
def two_groups(rules: Ruleset, damage: int) -> tuple[int, ...]:
    """A death from above strikes in two groups of half; the odd point goes with the first."""
    return tuple(group for group in (damage - damage // 2, damage // 2) if group)


@rule("omega.lands_on_legs", cite=CHARGES, implements=("OM-charges",))
def evenly_on_legs(scene: Scene, hit: Hit) -> None:
    """What it does to the attacker is shared out evenly among its legs; odd points go to legs by a die."""
    legs = [place.code for place in scene.unit(hit.unit).condition.locations if place.code in LEGS]
    shares = dict.fromkeys(legs, hit.damage // len(legs))
    spare = list(legs)
    for _ in range(hit.damage % len(legs)):
        leg = spare.pop(scene.roll("location.leg", 1, len(spare), target=hit.unit) - 1)
        shares[leg] += 1
    for leg, share in shares.items():
        if share and scene.unit(hit.unit).active:
            hit_machine(scene, msgspec.structs.replace(hit, damage=share), leg)


LAYER = Layer(
    "omega_charges",
    title="Charges and death from above",
    group="Omega",
    cite=CHARGES,
    needs=("classic", "omega_falls"),
    add=(BASE, under_fire, charges_on, remembers_fire),
    change=(
        skill.wrapped_in(base),
        terrain.wrapped_in(no_terrain),
        from_above_groups.replaced_by(two_groups),
        lands_on_legs.replaced_by(evenly_on_legs),
    ),
    drop=(charging,),
)
