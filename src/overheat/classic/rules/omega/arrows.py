"""Arrows of Omega: cruise missiles that are fired directly, or launched and flown hex by hex for as long as it takes.

A missile in flight is a thing with a way that everybody sees. Who launched it steers it in its own turn of the weapon
phase, or of the reaction phase if it carries countermeasures; one that nobody steers flies straight on. It is lost when
it leaves the map, when it has no reach left, and when who steers it is lost.
"""

from __future__ import annotations

from msgspec.structs import replace

from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex, in_arc
from overheat.classic.facts.arcs import arcs
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import Motion, Shot, State, Unit
from overheat.classic.facts.vocabulary import THINGS
from overheat.classic.rules.omega.flight import FIGURES as COURSE
from overheat.classic.rules.omega.flight import headings
from overheat.classic.rules.omega.payloads import KINDS
from overheat.classic.rules.omega.racks import GUIDES, rack_of
from overheat.classic.rules.omega.reaction import SCREEN
from overheat.classic.rules.standard.cover import COVER
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.ranges import bracket_at, by_bracket, furthest, limits
from overheat.classic.rules.standard.to_hit import RANGES
from overheat.classic.rules.standard.to_hit import terrain as terrain_along_line
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import as_id

ARROWS = Book("Omega Rules")("New Arrow rules", 10)
DIRECT = Book("Omega Rules")("Direct Fire Arrows", 10)
INDIRECT = Book("Omega Rules")("Indirect Fire Arrows", 11)
FAMILY = "Arrow"
LASER = "LGM"

FIGURES: Table[str, int] = Table(
    "omega.arrow_figures",
    {"direct": 17, "base": 4, "unnamed": 8, "indirect": 1, "smoke": 2},
    cite=ARROWS,
    implements=("OM-arrow-direct", "OM-arrow-launch", "OM-arrow-attack-ar-ir"),
    where="overheat.classic.rules.omega.arrows.FIGURES",
)
"""How far an Arrow is fired directly; the base number at short range, and that of a missile without a named target;
what indirect fire adds, and smoke around the target."""

COUNTED: Table[str, str] = Table(
    "omega.arrow_terms",
    {
        "to_hit.target_movement": "how far the target moved",
        "to_hit.target_jumped": "that it jumped",
        "to_hit.target_skidding": "that it skidded",
        "to_hit.target_immobile": "that it cannot move",
        COVER: "partial cover",
        "to_hit.infrared": "the target's heat in the last turn",
        "to_hit.infrared_in_fire": "flames around it",
        "to_hit.active_radar": "the size of the target",
        "to_hit.ecm": "jammers",
        "to_hit.ircm": "infrared countermeasures",
        "to_hit.clouds": "flares and chaff on its way",
    },
    cite=INDIRECT,
    implements=("OM-arrow-attack-ar-ir",),
    where="overheat.classic.rules.omega.arrows.COUNTED",
)
"""What counts of an attack's number for an Arrow in flight, by the ids of the terms; nothing of its launcher does."""


def is_arrow(rules: Ruleset, weapon: Weapon) -> bool:
    """Whether a weapon launches Arrows."""
    rack = rack_of(rules, weapon)
    return rack is not None and rack.family == FAMILY


def kind_of(munition: str) -> str:
    """What an Arrow with some guidance or payload is as a thing: `arrow_ar`."""
    return f"arrow_{as_id(munition)}"


for _munition in (*GUIDES.rows, *KINDS.rows):
    THINGS.says(kind_of(_munition), f"Arrow {_munition}")


def munition_of(rules: Ruleset, thing: Thing) -> str:
    """What an Arrow in flight is guided by, or carries; nothing for any other thing."""
    return next((name for name in rules[GUIDES].rows if kind_of(name) == thing.kind), "")


def in_flight(state: State, unit: Unit) -> tuple[Thing, ...]:
    """The Arrows that a unit steers, in the order in which they were launched."""
    rules = state.relief.rules
    return tuple(thing for thing in state.things.values() if thing.by == unit.id and munition_of(rules, thing))


@rule("omega.arrow_terrain", cite=ARROWS, implements=("OM-arrow-terrain",))
def terrain(attack: WeaponAttack) -> Tally:
    """Nothing on the ground bothers an Arrow but partial cover of its target."""
    below = attack.rules.below(terrain)(attack)
    if not is_arrow(attack.rules, attack.weapon):
        return below
    return Tally(tuple(term for term in below if term.id == COVER))


@rule("omega.arrow_direct", cite=DIRECT, implements=("OM-arrow-direct",), slot=FORBIDS)
def direct(attack: WeaponAttack) -> Refusal | None:
    """An Arrow is fired directly at what is within 17 hexes, by its guidance alone; beyond that it is launched."""
    most = attack.rules[FIGURES]["direct"]
    if not is_arrow(attack.rules, attack.weapon) or attack.distance <= most:
        return None
    return Refusal("omega.arrow_direct", f"an Arrow is fired directly up to {most} hexes; it may be launched", DIRECT)


@rule("omega.arrow_base", cite=INDIRECT, implements=("OM-arrow-launch",))
def base_number(rules: Ruleset, weapon: Weapon, distance: int | None, *, switched: bool) -> int | None:
    """The number written down at launch: by the range to a named target, and 8 without one or for another target."""
    figures = rules[FIGURES]
    if distance is None or switched:
        return figures["unnamed"]
    bracket = bracket_at(limits(rules, weapon.range), distance)
    return None if bracket is None else figures["base"] + by_bracket(rules[RANGES].rows, bracket)


@rule("omega.same_turn", cite=INDIRECT, implements=("OM-arrow-launch",))
def attacks_at_once(rules: Ruleset, path: int) -> bool:
    """An Arrow whose whole way is 17 hexes or less attacks in the turn in which it is launched."""
    return path <= rules[COURSE]["most hexes"]


def launcher(rules: Ruleset, unit: Unit) -> int | None:
    """The mount that a unit's Arrows come from."""
    weapons = ((at, unit.sheet.mounts[at].weapon) for at in unit.plan.weapons)
    return next((at for at, weapon in weapons if weapon is not None and is_arrow(rules, weapon)), None)


def tube_of(unit: Unit, mount: int, munition: str) -> int | None:
    """The tubes of a launcher that hold, or held, Arrows of a kind."""
    fed = unit.plan.feeds.get(mount, ())
    rounds = ((at, unit.sheet.mounts[at].ammunition) for at in fed)
    return next((at for at, held in rounds if held is not None and held.munition == munition), None)


def first_headings(unit: Unit, mount: int) -> tuple[int, ...]:
    """The directions that a launcher sends a missile in: those of its arc."""
    ways = arcs(unit, unit.sheet.mounts[mount])
    return tuple(
        heading
        for heading in range(6)
        if any(in_arc(unit.hex, facing, unit.hex.neighbour(heading), arc) for facing, arc in ways)
    )


def coming_from(thing: Thing) -> Hex:
    """The hex that an Arrow comes from: the one before the last of its way."""
    return thing.path[-2] if len(thing.path) > 1 else thing.path[-1]


def attack_from(state: State, thing: Thing, target: str, spotter: str = "") -> WeaponAttack | None:
    """The attack of an Arrow on a unit as rules about hits see it: out of the hex that it comes from."""
    rules, steered = state.relief.rules, state.units.get(thing.by)
    mount = None if steered is None else launcher(rules, steered)
    if steered is None or mount is None:
        return None
    way = headings(thing.path)
    facing = way[-1] if way else steered.facing
    missile = replace(steered, hex=coming_from(thing), facing=facing, torso=facing, motion=Motion(), volley=())
    feed = tube_of(steered, mount, munition_of(rules, thing))
    return attack_of(state, missile, Shot(mount, target, feed, spotter=spotter or None))


@rule("omega.arrow_number", cite=INDIRECT, implements=("OM-arrow-attack-ar-ir",))
def strike_number(base: int, attack: WeaponAttack) -> Tally:
    """An Arrow in flight needs its base number, what its guidance and the target's movement and cover make of it, 2 for
    smoke around the target, and 1 for indirect fire; the skill of who launched it counts for nothing.
    """
    rules = attack.rules
    figures, counted = rules[FIGURES], rules[COUNTED].rows
    smoked = SCREEN in attack.effects.get(attack.target.hex, {})
    terms = (term for term in target_number(attack) if term.id in counted)
    return Tally(
        (
            Term("omega.arrow.base", base, "written down at launch", INDIRECT),
            *terms,
            *((Term("omega.arrow.smoke", figures["smoke"], "target in smoke", INDIRECT),) if smoked else ()),
            Term("omega.arrow.indirect", figures["indirect"], "indirect fire", INDIRECT),
        )
    )


def fly(scene: Scene, thing: Thing, leg: tuple[Hex, ...]) -> Thing | None:
    """An Arrow flies on through some hexes; None where it has come to the end of its reach."""
    moved = replace(thing, hex=leg[-1], path=(*thing.path, *leg), flown=thing.flown + len(leg))
    steered = scene.state.units[thing.by]
    mount = launcher(scene.rules, steered)
    weapon = None if mount is None else steered.sheet.mounts[mount].weapon
    if weapon is None or len(moved.path) - 1 > furthest(scene.rules, weapon.range):
        scene.tell(ThingGone(thing))
        return None
    scene.tell(ThingPlaced(moved))
    return moved


RULES = (FIGURES, COUNTED, direct, base_number, attacks_at_once, strike_number)
CHANGES = (terrain_along_line.wrapped_in(terrain),)
