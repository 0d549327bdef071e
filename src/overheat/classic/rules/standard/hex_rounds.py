"""Ammunition that is fired at hexes: missiles that lay or clear mines, smoke or gas, and shells that burst above it."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rules.standard.sight import HALF_POINTS, HANGS, SMOKE_HEIGHT
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, target_immobile
from overheat.classic.sight.model import Hanging, Obstacle
from overheat.classic.unit.equipment import Ammunition
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

THUNDER = TACTICAL_OPERATIONS("Thunder missiles", 372)
SMOKE = TACTICAL_OPERATIONS("Smoke missiles", 371)
AIRBURST = TACTICAL_OPERATIONS("Airburst mortar shells", 373)

SMOKY = named("missile_smoke", "smoke of missiles")
"""The effect on a hex of smoke that was shot there: light for 1, heavy for 2."""

KINDS: Table[str, str] = Table(
    "hex_rounds.kinds",
    {
        "munition_thunder": "mines",
        "munition_thunder_augmented": "mines around",
        "munition_thunder_active": "active mines",
        "munition_thunder_inferno": "inferno mines",
        "munition_thunder_vibrabomb": "vibrabombs",
        "munition_mine_clearance": "mine clearance",
        "munition_tear_gas": "tear gas",
        "munition_smoke_lrm": "smoke",
        "munition_smoke_srm": "smoke",
        "smoke": "smoke",
        "airburst": "airburst",
    },
    cite=THUNDER,
    of="ammunition for hexes",
    where="overheat.classic.rules.standard.hex_rounds.KINDS",
)
"""What ammunition does to a hex, by the id of the munition or the name of a mortar shell."""


def laid(rules: Ruleset, rounds: Ammunition | None) -> str:
    """What ammunition does to a hex; nothing for what is fired at units."""
    if rounds is None or rounds.munition == "standard":
        return ""
    rows = rules[KINDS].rows
    found = next((rows[kind] for kind in rounds.id.split(".")[1:] if kind in rows), "")
    return found or (rows.get(rounds.munition, "") if rounds.feeds == "mortar" else "")


@rule("hex_rounds.hexes", cite=THUNDER, slot=HEXES, only=lambda laying: laying.unit.plan.special_rounds)
def hexes(laying: Laying) -> tuple[Hex, ...]:
    """A weapon with such ammunition may be aimed at any hex."""
    unit, rules = laying.unit, laying.state.relief.rules
    held = (at for at in unit.plan.feeds.get(laying.mount, ()) if unit.condition.shots[at])
    if not any(laid(rules, unit.sheet.mounts[at].ammunition) for at in held):
        return ()
    return laying.state.relief.remember("all hexes", lambda relief: tuple(relief.board))


@rule("hex_rounds.not_at_units", cite=THUNDER, slot=FORBIDS, only=lambda attack: attack.munition != "standard")
def not_at_units(attack: WeaponAttack) -> Refusal | None:
    """Mines, what clears them, smoke, gas and airbursts are fired at hexes, not at units."""
    if attack.munition == "standard" or is_ground(attack.target.id) or not laid(attack.rules, attack.ammunition):
        return None
    return Refusal("hex_rounds.not_at_units", f"{attack.munition} ammunition is fired at a hex", THUNDER)


@rule("hex_rounds.density", cite=THUNDER, implements=("TO-373-thunder-lrm-scatter",))
def density(rules: Ruleset, attack: WeaponAttack, scattered: bool) -> int:
    """A volley lays a minefield as dense as it has missiles, five less where it missed, and never less than none.

    Augmented mines lie half as dense, in the hex and in all around it.
    """
    missiles = attack.weapon.cluster
    if "munition_thunder_augmented" in attack.special:
        missiles //= 2
    return max(0, missiles - (5 if scattered else 0))


LIGHT, HEAVY, LITTLE, ROUNDS_OF_SMOKE = 1, 2, 5, 3


@rule("hex_rounds.smoke", cite=SMOKE, implements=("TO-371-smoke-missiles-2",))
def smoke_of(rules: Ruleset, points: int) -> tuple[int, int]:
    """Five points of missiles or fewer make light smoke, more heavy smoke, for three rounds: grade and rounds."""
    return (LIGHT if points <= LITTLE else HEAVY), ROUNDS_OF_SMOKE


@rule("hex_rounds.hangs", cite=SMOKE, implements=("TO-371-smoke-missiles-2",), slot=HANGS)
def smoke_hangs(hanging: Hanging) -> tuple[Obstacle, ...]:
    """Smoke that was shot into a hex hangs two levels high, and thins out the view as other smoke does."""
    if hanging.effect != SMOKY:
        return ()
    top, grade = hanging.ground.level + SMOKE_HEIGHT, min(HEAVY, hanging.mark.value)
    kind = "light smoke" if grade == LIGHT else "heavy smoke"
    return (Obstacle(kind, top, False, grade * HALF_POINTS, "hex_rounds.hangs", SMOKE),)


@rule(
    "to_hit.airburst",
    cite=AIRBURST,
    implements=("TO-373-airburst-mortar-2",),
    slot=EVERY_SHOT,
    only=lambda attack: attack.munition == "airburst",
)
def airburst_aim(attack: WeaponAttack) -> Term | None:
    """That a target cannot move is no help to shells that burst in the air."""
    if attack.munition != "airburst" or laid(attack.rules, attack.ammunition) != "airburst":
        return None
    easier = attack.rules[target_immobile](attack)
    return None if easier is None else Term("to_hit.airburst", -int(easier.value), "bursts in the air", AIRBURST)


RULES = (KINDS, hexes, not_at_units, density, smoke_of, smoke_hangs, airburst_aim)
