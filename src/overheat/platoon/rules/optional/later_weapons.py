"""Weapons that only later versions have: grenade launchers, air defence, hardpoints, better missiles."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Facing, Shot
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard import missiles, shooting
from overheat.platoon.rules.standard.shooting import IGNORED, TO_HIT, TOGETHER
from overheat.platoon.units.weapons import Weapon

CITE = UPSTREAM("Weapons")


@rule("weapons.all_available", cite=CITE, implements=("HEAT-up-ruleset",))
def available(rules: Ruleset, weapon: Weapon) -> bool:
    """Every row of every version is to be had."""
    return True


@rule("missiles.at_aircraft", cite=UPSTREAM("MANPADS"), implements=("HEAT-up-manpads",), slot=missiles.FIRES_AT)
def at_aircraft(rules: Ruleset, weapon: Weapon, flies: bool, moved: bool) -> Refusal | None:
    """Air defence missiles are fired at what flies, by a team that has not moved."""
    if "MANPADS" not in weapon.keywords or (flies and not moved):
        return None
    return Refusal("missiles.aircraft", "air defence fires at what flies, and not after a move", UPSTREAM("MANPADS"))


@rule(
    "missiles.fire_and_forget",
    cite=UPSTREAM("ATGM"),
    implements=("HEAT-up-atgm-fire-and-forget", "HEAT-up-atgm-special-rules"),
)
def guidance_lost(rules: Ruleset, weapon: Weapon, down: bool, moved: bool) -> bool:
    """A missile that finds its own way needs its operator no more."""
    return "Fire and forget" not in weapon.keywords and rules.below(guidance_lost)(rules, weapon, down, moved)


@rule(
    "missiles.top_attack",
    cite=UPSTREAM("ATGM"),
    implements=("HEAT-up-atgm-top-attack", "HEAT-up-atgm-special-rules"),
)
def struck_facing(rules: Ruleset, weapon: Weapon, bearing: float) -> Facing:
    """Some missiles strike from above."""
    return "top" if "Top attack" in weapon.keywords else rules.below(struck_facing)(rules, weapon, bearing)


@rule("missiles.countermeasures_by_range", cite=UPSTREAM("MANPADS"), implements=("HEAT-up-manpads-reaction",))
def may_dodge(rules: Ruleset, weapon: Weapon, length: float) -> Literal["no", "die", "yes"]:
    """Within 30 inches an air defence missile is too near to dodge, within 60 a die decides, beyond there is time."""
    if "MANPADS" not in weapon.keywords or rules[within](rules, length, 30):
        return "no"
    return "die" if rules[within](rules, length, 60) else "yes"


@rule("to_hit.countermeasures", cite=UPSTREAM("MANPADS"), implements=("HEAT-up-countermeasures",), slot=TO_HIT)
def countermeasures(rules: Ruleset, shot: Shot) -> Term | None:
    """Countermeasures make that one attack harder."""
    return Term("countermeasures", -2, "countermeasures", UPSTREAM("MANPADS")) if shot.countermeasures else None


@rule("to_hit.jammer", cite=UPSTREAM("EW rifle"), implements=("HEAT-up-ew-rifle",), slot=IGNORED)
def jammer(rules: Ruleset, shot: Shot, term: Term) -> bool:
    """An EW rifle hits drones like anything else."""
    return "EW" in shot.weapon.keywords and term.id in ("drone", "drone_ran")


@rule("shooting.hardpoints", cite=UPSTREAM("Helicopters"), implements=("HEAT-up-heli-hardpoints",), slot=TOGETHER)
def one_hardpoint_set(rules: Ruleset, weapons: tuple[Weapon, ...]) -> Refusal | None:
    """A helicopter fires one set of hardpoints in a turn, besides its gun."""
    sets = {weapon.id for weapon in weapons if "Hardpoint" in weapon.keywords}
    if len(sets) > 1:
        return Refusal("shooting.hardpoints", "one set of hardpoints fires in a turn", UPSTREAM("Helicopters"))
    return None


LAYER = Layer(
    "later_weapons",
    title="Weapons of later versions",
    cite=CITE,
    needs=("platoon",),
    add=(at_aircraft, countermeasures, jammer, one_hardpoint_set),
    change=(
        shooting.available.replaced_by(available),
        missiles.guidance_lost.wrapped_in(guidance_lost),
        missiles.struck_facing.wrapped_in(struck_facing),
        missiles.may_dodge.replaced_by(may_dodge),
    ),
)
