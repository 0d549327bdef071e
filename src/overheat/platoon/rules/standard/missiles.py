"""Guided missiles in flight, rounds to choose from, rockets that are thrown away."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.platoon.books import HEAT
from overheat.platoon.facts import Facing, Quality
from overheat.platoon.ground.geometry import off_axis, within
from overheat.platoon.units.weapons import Weapon

GUIDED = HEAT("ATGM rule")


@rule("missiles.team_refused", cite=HEAT("ATGM"), implements=("HEAT-atgm-team",))
def team_refused(rules: Ruleset, arms: tuple[str, ...]) -> Refusal | None:
    """A missile team is an operator and two loaders, each with a submachine gun or a personal defence weapon."""
    if len(arms) != 3 or not set(arms) <= {"smg", "pdw"}:
        return Refusal(
            "missiles.team",
            f"a missile team is three men with SMG or PDW, not {', '.join(arms) or 'nobody'}",
            HEAT("ATGM"),
        )
    return None


@rule("missiles.cost", cite=HEAT("ATGM"), implements=("HEAT-atgm-cost",))
def team_cost(rules: Ruleset, quality: Quality) -> int:
    """A missile team costs 60, 85 or 110 points."""
    return {"inexperienced": 60, "regular": 85, "veteran": 110}[quality]


@rule("missiles.target_refused", cite=GUIDED, implements=("HEAT-atgm-target", "HEAT-heli-is-vehicle"))
def target_refused(rules: Ruleset, vehicle: bool, sees: bool, in_flight: bool, length: float) -> Refusal | None:
    """A missile goes for any vehicle in sight, however far, once the one before has struck or is lost."""
    if in_flight:
        return Refusal("missiles.in_flight", "the last missile is still in the air", GUIDED)
    if not vehicle:
        return Refusal("missiles.target", "guided missiles are for vehicles", GUIDED)
    if not sees:
        return Refusal("missiles.sight", "the target is out of sight", GUIDED)
    return None


@rule("missiles.speed", cite=GUIDED, implements=("HEAT-atgm-flight",))
def speed(rules: Ruleset) -> float:
    """A missile flies 32 inches in a turn."""
    return 32


@rule("missiles.strikes", cite=GUIDED, implements=("HEAT-atgm-flight",))
def strikes(rules: Ruleset, gap: float, step: float) -> bool:
    """It strikes when what is left to fly is no more than one step."""
    return rules[within](rules, gap, step)


@rule("missiles.flies_on", cite=GUIDED, implements=("HEAT-atgm-timing",))
def steps(rules: Ruleset, launched: int, turn: int) -> int:
    """The launch flies the first step at once, and every later turn begins with another."""
    return 1 + turn - launched


@rule("missiles.lost_sight", cite=GUIDED, implements=("HEAT-atgm-lost-los",))
def lost_from_sight(rules: Ruleset, sees_at_turn_end: bool) -> bool:
    """A missile is lost if its target is out of sight when the turn ends."""
    return not sees_at_turn_end


@rule("missiles.lost_guidance", cite=GUIDED, implements=("HEAT-atgm-lost-down", "HEAT-atgm-lost-move"))
def guidance_lost(rules: Ruleset, weapon: Weapon, down: bool, moved: bool) -> bool:
    """A missile is lost when its operator goes down or moves."""
    return down or moved


@rule("missiles.facing", cite=GUIDED, implements=("HEAT-atgm-impact",))
def struck_facing(rules: Ruleset, weapon: Weapon, bearing: float) -> Facing:
    """The last stretch of the flight decides which side is struck."""
    return "front" if off_axis(bearing) < 45 else "side" if off_axis(bearing) <= 135 else "rear"


@rule("missiles.rounds", cite=HEAT("Tandem HEAT charges"), implements=("HEAT-tandem-both", "HEAT-tandem-announce"))
def rounds(rules: Ruleset, weapon: str, tandem: bool) -> tuple[str, ...]:
    """A launcher with tandem rounds has both kinds, and names the one before it fires."""
    return ("rpg", "tandem") if weapon == "rpg" and tandem else (weapon,)


@rule("missiles.law_row", cite=HEAT("LAW"), implements=("HEAT-law-profile",))
def law_row(rules: Ruleset) -> str:
    """The light anti-tank weapon has no row of its own and fires like the rocket launcher."""
    return "rpg"


@rule("missiles.law_refused", cite=HEAT("LAW"), implements=("HEAT-law-target",))
def law_refused(rules: Ruleset, vehicle: bool) -> Refusal | None:
    """A light anti-tank weapon is for vehicles."""
    return None if vehicle else Refusal("missiles.law", "a LAW is fired at vehicles", HEAT("LAW"))


@rule("missiles.law_left", cite=HEAT("LAW"), implements=("HEAT-law-single-use", "HEAT-law-squad"))
def laws_left(rules: Ruleset, held: int) -> int:
    """Fired once, it is gone."""
    return held - 1


@rule("missiles.fires_once", cite=HEAT("Weapons"), implements=("HEAT-up-heli-missiles",))
def fires_once(rules: Ruleset, weapon: Weapon) -> bool:
    """A mounted weapon for a single use is gone when it has fired."""
    return "Single use" in weapon.keywords


@rule(
    "missiles.own_target",
    cite=HEAT("LAW"),
    implements=("HEAT-base-one-shot-at", "HEAT-base-vehicle-multi-fire", "HEAT-base-shooting-sequence"),
)
def own_target(rules: Ruleset, soft: bool, single_use: bool) -> bool:
    """Men shoot at one target, but what fires once may have its own, and so may every weapon of a vehicle."""
    return single_use or not soft


@rule("missiles.dodged", cite=HEAT("Helicopters"))
def may_dodge(rules: Ruleset, weapon: Weapon, length: float) -> Literal["no", "die", "yes"]:
    """Nothing helps an aircraft against a shot; else it may release countermeasures, for certain or on a die."""
    return "no"


FIRES_AT: Slot[[Ruleset, Weapon, bool, bool], Refusal | None] = Slot("missiles.fires_at", None)
"""What a weapon may not be fired at: asked with whether the target flies, and whether the firer has moved."""


@rule("missiles.backblast", cite=HEAT("Weapons"), implements=("HEAT-up-backblast",))
def backblast(rules: Ruleset, bearing: float, length: float) -> bool:
    """Who stands within 3 inches behind the tube, in an eighth of the circle, may be hurt."""
    return rules[within](rules, length, 3) and rules[within](rules, off_axis(bearing, 180), 22.5)


RULES = (
    team_refused,
    team_cost,
    target_refused,
    speed,
    strikes,
    steps,
    lost_from_sight,
    guidance_lost,
    struck_facing,
    rounds,
    law_row,
    law_refused,
    laws_left,
    fires_once,
    own_target,
    may_dodge,
    backblast,
)
