"""Called shots: a shot goes high, low, or to one side of its target, or misses altogether."""

from __future__ import annotations

from typing import get_args

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.places import PLACES, Place, place_kick, place_punch
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.cover import in_cover
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import Side, side_of_shot
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

CALLED = TACTICAL_OPERATIONS("Called Shots", 78)
TABLES = {"called high": place_punch, "called low": place_kick}
"""Where a shot lands that is called high or low: where a punch would, or a kick."""
ROUND: tuple[Side, ...] = ("front", "right", "rear", "left")
"""The sides of a target in the order that they lie to the left of whoever looks at them."""
TURNS = {"called left": 1, "called right": -1}

FIGURES: Table[str, int] = Table(
    "called_shots.figures", {"to hit": 3}, cite=CALLED, where="overheat.classic.rules.tacops.called_shots.FIGURES"
)
"""What a called shot adds to its number."""


@rule("called_shots.modes", cite=CALLED)
def calls(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """A shot at a machine may be called high, low, left or right, one at a vehicle left or right."""
    others = rules.below(calls)(rules, weapon, target)
    if target.machine:
        return (*others, *TABLES, *TURNS)
    return (*others, *TURNS) if target.vehicle else others


@rule("to_hit.called_shot", cite=CALLED, implements=("TO-078-called-shots",), slot=EVERY_SHOT)
def harder(attack: WeaponAttack) -> Term | None:
    """A called shot is +3, and misses altogether where that makes it miss."""
    called = attack.fired(*TABLES, *TURNS)
    return Term("to_hit.called_shot", attack.rules[FIGURES]["to hit"], called, CALLED) if called else None


@rule("fire.called_shot", cite=CALLED, slot=FORBIDS)
def cannot_be_called(attack: WeaponAttack) -> Refusal | None:
    """Shots are called at machines, and to the sides of vehicles; not low at what stands behind cover, not blindly."""
    if not attack.fired(*TABLES, *TURNS):
        return None
    if attack.aimed:
        return Refusal("fire.called_shot", "a shot is either aimed or called", CALLED)
    if attack.mode not in attack.rules[modes](attack.rules, attack.weapon, attack.target):
        return Refusal("fire.called_shot", f"no shot at {attack.target.sheet.name} is {attack.mode}", CALLED)
    if attack.indirect:
        return Refusal("fire.called_shot", "indirect fire is not called", CALLED)
    if attack.mode == "called low" and attack.rules[in_cover](attack):
        return Refusal("fire.called_shot", "the legs of the target are behind cover", CALLED)
    return None


@rule("locations.called_high_or_low", cite=CALLED, slot=PLACES)
def lands(scene: Scene, hit: Hit) -> Place | None:
    """A shot that is called high lands where a punch would, one that is called low where a kick would."""
    called = hit.by.fired(*TABLES) if isinstance(hit.by, WeaponAttack) else ""
    return Place(TABLES[called](scene, hit.unit, hit.side)) if called else None


@rule("locations.called_side", cite=CALLED)
def side_called(attack: WeaponAttack) -> Side:
    """A shot that is called to one side strikes the side of its target that lies there as its attacker sees it."""
    usual: Side = attack.rules.below(side_called)(attack)
    turn = TURNS.get(attack.fired(*TURNS), 0)
    return ROUND[(ROUND.index(usual) + turn) % len(get_args(Side))]


LAYER = Layer(
    "called_shots",
    title="Called shots",
    group="Gunnery",
    cite=CALLED,
    needs=("classic",),
    add=(harder, cannot_be_called, lands, FIGURES),
    change=(modes.wrapped_in(calls), side_of_shot.wrapped_in(side_called)),
)
