"""Close quarters: who may charge, who strikes first, and who is left."""

from __future__ import annotations

from typing import Literal

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import BASE, HOUSE
from overheat.platoon.facts import Result
from overheat.platoon.ground.geometry import within

CLOSE = BASE("Close quarters")


@rule("close_quarters.refused", cite=CLOSE, implements=("HEAT-base-cq-declare",))
def refused(rules: Ruleset, path: float, slowed: bool, sees: bool) -> Refusal | None:
    """A charge needs sight of its target and a path of a Run, or half of it over rough ground or an obstacle."""
    reach = 6 if slowed else 12
    if not sees:
        return Refusal("close_quarters.sight", "the target is out of sight", CLOSE)
    if not rules[within](rules, path, reach):
        return Refusal(
            "close_quarters.far",
            f"the target is {path:.1f} inches away, and {reach} are allowed",
            CLOSE,
            {"reach": reach},
        )
    return None


@rule("close_quarters.fires_first", cite=CLOSE, implements=("HEAT-base-cq-reaction",))
def fires_first(rules: Ruleset, start: float, acted: bool) -> bool:
    """A target that has not acted fires at a charge that comes from more than 6 inches away."""
    return not acted and not rules[within](rules, start, 6)


@rule("close_quarters.defender_pins", cite=CLOSE, implements=("HEAT-base-cq-pins",))
def defender_pins(rules: Ruleset, pins: int) -> int:
    """Men who fight for their lives forget their pins."""
    return 0


@rule("close_quarters.fells", cite=CLOSE, implements=("HEAT-base-cq-roll",))
def fells(rules: Ruleset, face: int, damage_value: int) -> bool:
    """Everybody rolls a die and fells a man when it reaches the enemy's damage value."""
    return face >= damage_value


@rule("close_quarters.strikes_back_together", cite=CLOSE, implements=("HEAT-base-cq-order",))
def together(rules: Ruleset, defended: bool, round_number: int) -> bool:
    """Attackers strike first, unless cover or an obstacle protects the defenders; later rounds are fought together."""
    return defended or round_number > 1


@rule("close_quarters.tough", cite=CLOSE, implements=("HEAT-base-cq-tough",))
def bonus_dice(rules: Ruleset, felled_by_tough: int) -> int:
    """A tough fighter who fells a man rolls once more."""
    return felled_by_tough


@rule("close_quarters.loser", cite=CLOSE, implements=("HEAT-base-cq-result",))
def loser(rules: Ruleset, attacker_losses: int, defender_losses: int) -> Literal["attacker", "defender"] | None:
    """Who lost more men in a round is destroyed; as many on both sides means another round."""
    if attacker_losses == defender_losses:
        return None
    return "attacker" if attacker_losses > defender_losses else "defender"


@rule("close_quarters.regroups", cite=CLOSE, implements=("HEAT-base-cq-regroup",))
def regroups(rules: Ruleset, face: int) -> int:
    """The winner may move up to a die of inches."""
    return face


@rule("close_quarters.may_regroup", cite=HOUSE("Regrouping"))
def may_regroup(rules: Ruleset, vehicle: bool, gun: bool, in_building: bool) -> bool:
    """Men who have won regroup, attackers and defenders alike; vehicles, guns and those in a building stay."""
    return not (vehicle or gun or in_building)


@rule("close_quarters.tank_fear", cite=CLOSE, implements=("HEAT-base-cq-tank",))
def fears(rules: Ruleset, damage_value: int, tank_hunters: bool) -> bool:
    """Men test their nerve before they go for armour."""
    return damage_value >= 7


@rule("close_quarters.tank_result", cite=CLOSE, implements=("HEAT-base-cq-tank",))
def tank_result(rules: Ruleset, found: Result, tank_hunters: bool, open_topped: bool) -> Result:
    """Without explosives made for it what they do glances off; an open-topped vehicle is lost to any damage."""
    if found == "none" or tank_hunters:
        return found
    return "massive" if open_topped else "glancing"


RULES = (
    refused,
    fires_first,
    defender_pins,
    fells,
    together,
    bonus_dice,
    loser,
    regroups,
    may_regroup,
    fears,
    tank_result,
)
