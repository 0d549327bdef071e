"""Called shots, high or low, and direct blows: a way to declare a shot, a table for its place, a term of damage."""

from __future__ import annotations

from typing import Any

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.places import PLACES, Place, place_kick, place_punch
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import AttackRolled, DamageSummed
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Hit, Impact
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

CALLED = TACTICAL_OPERATIONS("Called Shots", 78)
DIRECT = TACTICAL_OPERATIONS("Direct Blow", 81)
SCENARIO = "duel"
TABLES = {"aim high": place_punch, "aim low": place_kick}


@rule("called.modes", cite=CALLED)
def calls(rules: Ruleset, weapon: Weapon, target: Unit) -> tuple[str, ...]:
    """A direct shot at a machine may be called high or low."""
    others = rules.below(calls)(rules, weapon, target)
    return (*others, *TABLES) if target.machine and "direct" in weapon.flags else others


@rule("called.to_hit", cite=CALLED, slot=EVERY_SHOT)
def harder(attack: WeaponAttack) -> Term | None:
    """A called shot is +3, and misses altogether where that is why it misses."""
    return Term("called.to_hit", 3, attack.mode, CALLED) if attack.mode in TABLES else None


@rule("called.places", cite=CALLED, slot=PLACES)
def lands(scene: Scene, hit: Hit) -> Place | None:
    """It lands where a punch would, or a kick."""
    mode = hit.by.mode if isinstance(hit.by, WeaponAttack) else ""
    return Place(TABLES[mode](scene, hit.unit, hit.side)) if mode in TABLES else None


@rule("called.direct_blow", cite=DIRECT, slot=DAMAGE_TERMS)
def direct_blow(impact: Impact) -> Term | None:
    """A shot does a point more for every three by which its roll beat the number."""
    attack = impact.attack
    beaten = attack.margin if isinstance(attack, WeaponAttack) else None
    return Term("called.direct_blow", beaten // 3, "direct blow", DIRECT) if beaten and beaten > 2 else None


def felt(session: Any) -> bool:
    """Shots were called, and blows were direct."""
    needed = {part.id for event in session.events if isinstance(event, AttackRolled) for part in event.needed}
    summed = {part.id for event in session.events if isinstance(event, DamageSummed) for part in event.damage}
    return "called.to_hit" in needed and "called.direct_blow" in summed


LAYER = Layer(
    "house_called_shots",
    CALLED,
    title="Called shots and direct blows",
    needs=("classic",),
    add=(harder, lands, direct_blow),
    change=(modes.wrapped_in(calls),),
)
