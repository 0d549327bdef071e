"""What games kept in logs of formats 1 and 2 had under water: every weapon at its full range, and no breaches."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.damage.flooding import through_the_water
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.cover import COVER, in_cover
from overheat.classic.rules.standard.fire import FORBIDS, out_of_water, under_water, useless_under_water
from overheat.classic.rules.standard.ranges import Reach
from overheat.classic.rules.standard.sight import submerged, wet
from overheat.classic.rules.standard.under_water import Hull, breached_on, wet_reach
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

UNDER_WATER = QUICK_REFERENCE("Under Water", "26 / 102")


@rule("former.wet_reach", cite=UNDER_WATER)
def full_reach(rules: Ruleset, weapon: Weapon, reach: Reach) -> Reach:
    """Weapons carry as far under water as above it."""
    return reach


@rule("former.under_water", cite=UNDER_WATER, slot=FORBIDS)
def between_wet_and_dry(attack: WeaponAttack) -> Refusal | None:
    """A submerged weapon and a dry target cannot reach each other, nor a dry weapon and a submerged target."""
    board, rules = attack.relief.board, attack.rules
    target_under = rules[submerged](rules, board, attack.target.viewpoint)
    weapon_under = rules[submerged](rules, board, attack.attacker.viewpoint) or (
        attack.mount.location in LEGS and rules[wet](rules, board, attack.attacker.viewpoint)
    )
    if weapon_under and not (target_under or rules[wet](rules, board, attack.target.viewpoint)):
        reason = f"the {attack.weapon.name} is under water and the target is not"
        return Refusal("fire.under_water", reason, UNDER_WATER)
    if target_under and not weapon_under:
        return Refusal("fire.under_water", "a submerged target is hit by submerged weapons only", UNDER_WATER)
    return None


@rule("former.torpedoes", cite=UNDER_WATER, slot=FORBIDS)
def between_wet_ends(attack: WeaponAttack) -> Refusal | None:
    """Torpedoes run through water only: where they start, where they strike, and all the way between."""
    if "torpedo" not in attack.weapon.flags:
        return None
    board, rules = attack.relief.board, attack.rules
    way = [hex for step in attack.attacker.hex.line(attack.target.hex) for hex in step]
    ends = all(rules[wet](rules, board, end.viewpoint) for end in (attack.attacker, attack.target))
    if ends and all("water" in board[hex] for hex in way):
        return None
    return Refusal("fire.torpedoes", f"the {attack.weapon.name} runs through water only", UNDER_WATER)


@rule("former.cover", cite=UNDER_WATER)
def covered_from_all(attack: WeaponAttack) -> bool:
    """Partial cover keeps off shots through the water as well."""
    return COVER in attack.line.modifiers or COVER in attack.line.target_hex


@rule("former.breaches", cite=UNDER_WATER)
def tight(hull: Hull) -> int | None:
    """No hull lets water in."""
    return None


LAYER = Layer(
    "former_waters",
    title="Fights in water as in earlier versions: all weapons at full range, and hulls that stay tight",
    group="Earlier versions",
    cite=UNDER_WATER,
    needs=("classic",),
    change=(
        wet_reach.replaced_by(full_reach),
        under_water.replaced_by(between_wet_and_dry),
        out_of_water.replaced_by(between_wet_ends),
        in_cover.replaced_by(covered_from_all),
        breached_on.replaced_by(tight),
    ),
    drop=(useless_under_water, through_the_water),
)
