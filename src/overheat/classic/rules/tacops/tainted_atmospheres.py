"""Tainted and toxic atmospheres: air that eats, poisons or burns."""

from __future__ import annotations

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.kinds.infantry import soldiers_fallen
from overheat.classic.damage.terrain import ignite
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Moved
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Weather
from overheat.classic.facts.vocabulary import HARMS
from overheat.classic.rules.standard.fires import can_burn, has_air, ignites_on
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import casualties, in_the_open, on_wheels, through_armour
from overheat.classic.rules.standard.weather import CONDITIONS, SORTS, UNFIT, Sort, holding
from overheat.classic.rules.tacops.atmospheric_pressure import sealed
from overheat.classic.rules.tacops.planetary_conditions import rows
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

TAINT = TACTICAL_OPERATIONS("Tainted and Toxic Atmospheres", 56)
EASIEST = 2
JETS = "jump_jets"
HARMS.says(JETS, "jump jets")
PURPOSES.says("taint.jets", "the jets of {who} set {hex} alight, {needed} needed")

FIGURES: Table[str, int] = Table(
    "tainted_atmospheres.figures",
    {"jets": 9},
    cite=TAINT,
    where="overheat.classic.rules.tacops.tainted_atmospheres.FIGURES",
)
"""What jump jets need to set a hex alight, before what the air takes off."""


@rule("taint.unfit", cite=TAINT, slot=UNFIT)
def needs_a_suit(rules: Ruleset, weather: Weather, sheet: Sheet) -> Refusal | None:
    """Soldiers who breathe the air do not take the field in it, nor in toxic air what is not sealed against it."""
    for name, row in holding(rules, weather):
        soldiers = sheet.kind == "infantry" and "breathing" in row.unfit
        if (soldiers or "unsealed vehicle" in row.unfit) and not sealed(sheet):
            return Refusal("taint.unfit", f"{sheet.name} is not sealed against {name} air", TAINT)
    return None


@rule("taint.kindles", cite=TAINT)
def kindles(attack: WeaponAttack) -> int | None:
    """In flammable air fires start more easily: 2 less to roll, in toxic air 4."""
    needed: int | None = attack.rules.below(kindles)(attack)
    easier = sum(row.kindles for _, row in holding(attack.rules, attack.weather))
    return needed if needed is None or not easier else max(EASIEST, needed - easier)


@rule("taint.jets", cite=TAINT, slot=FOLLOWS)
def jets_kindle(scene: Scene, event: Event, before: State) -> None:
    """In flammable air the jets of a machine may set alight what burns where it takes off and where it comes down."""
    if not isinstance(event, Moved) or event.how != "jump" or not before.units[event.unit].machine:
        return
    easier = sum(row.kindles for _, row in holding(scene.rules, scene.state.weather))
    if not easier or not scene.rules[has_air](scene.state):
        return
    needed = max(EASIEST, scene.rules[FIGURES]["jets"] - easier)
    for hex in dict.fromkeys((before.units[event.unit].hex, event.hex)):
        ground = scene.state.relief.board[hex]
        burns = "fire" not in ground and scene.rules[can_burn](scene.rules, ground)
        if burns and scene.roll("taint.jets", who=event.unit, needed=needed, hex=str(hex)) >= needed:
            ignite(scene, hex, JETS)


@rule("taint.soldiers", cite=TAINT, implements=("TO-056-flammable-toxic",))
def as_from_soldiers(scene: Scene, hit: Hit) -> Tally:
    """In toxic flammable air a weapon does to soldiers all its damage, as one of soldiers would; blasts do as ever."""
    weapon = hit.weapon
    burns = weapon is not None and "infantry" not in weapon.flags and isinstance(hit.by, WeaponAttack)
    if not burns or not any(row.shelters for _, row in holding(scene.rules, scene.state.weather)):
        usual: Tally = scene.rules.below(as_from_soldiers)(scene, hit)
        return usual
    unit, rules = scene.unit(hit.unit), scene.rules
    first = Term("taint.soldiers", hit.damage, "in air that burns", TAINT)
    ridden = rules[on_wheels](rules, unit, int(hit.damage), False, True)
    open_ground = rules[in_the_open](rules, scene.state.relief.board[unit.hex], unit)
    exposed = ridden * 2 if open_ground else ridden
    worn = rules[through_armour](rules, unit, exposed)
    steps = (
        ("infantry.riding_vehicles", "mechanised infantry", ridden),
        ("infantry.in_the_open", "in the open", exposed),
        ("infantry.armour", "what the soldiers wear", worn),
    )
    return casualties(unit, first, steps, ())


ROWS = CONDITIONS.amended(
    "tainted_atmospheres.kinds",
    rows("taint"),
    cite=TAINT,
    where="overheat.classic.rules.tacops.tainted_atmospheres.ROWS",
)

LAYER = Layer(
    "tainted_atmospheres",
    title="Tainted and toxic atmospheres",
    group="Planets",
    cite=TAINT,
    needs=("classic", "planetary_conditions", "atmospheric_pressure"),
    add=(needs_a_suit, jets_kindle, FIGURES),
    change=(
        ROWS,
        SORTS.amended("tainted_atmospheres.sort", {"taint": Sort(title="Taint", called="taint")}, cite=TAINT),
        ignites_on.wrapped_in(kindles),
        soldiers_fallen.wrapped_in(as_from_soldiers),
    ),
)
