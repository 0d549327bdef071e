"""Advanced charges: both units are hurt by what both weigh, and a charge that hits squarely hurts its target more.

How the ground between the two changed that was taken out of the book again, and is not played.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import MIDDLE, Desk
from overheat.classic.adjudicator.parties import Party, UnitName
from overheat.classic.attack.blows import number_of
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.blow_force import charge_damage
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term

CHARGING = TACTICAL_OPERATIONS("Charging", 91)
LEAST = 2
"""The least number that a charge is measured against."""


def _both_weigh(one: float, other: float, hexes: int) -> int:
    """What comes of two units that meet: their weights by their sum, a tenth for each hex, rounded down."""
    return int(one * other * hexes / (one + other) / 10)


@rule("advanced_charges.damage", cite=CHARGING)
def by_both_weights(rules: Ruleset, attacker: Unit, target: Unit, hexes: int) -> tuple[int, int]:
    """A charge does as much to the one as to the other: the product of both weights by their sum, a tenth a hex."""
    done = _both_weigh(attacker.sheet.tons, target.sheet.tons, hexes)
    return done, done


@rule("advanced_charges.margin", cite=CHARGING, implements=("TO-091-charging-1",))
def success(rules: Ruleset, needed: int, rolled: int) -> int:
    """By how much a charge succeeds, measured against 2 where it needs even less."""
    return rolled - max(LEAST, needed)


@rule("advanced_charges.squarely", cite=CHARGING, slot=DAMAGE_TERMS)
def squarely(impact: Impact) -> Term | None:
    """The target takes a point more for every point that the roll to hit beat its number by."""
    attack = impact.attack
    if not isinstance(attack, PhysicalAttack) or attack.kind != "charge" or attack.margin is None:
        return None
    needed = int(number_of(attack).total)
    value = impact.rules[success](impact.rules, needed, attack.margin + needed)
    return Term("advanced_charges.squarely", value, "hit squarely", CHARGING) if value > 0 else None


class ChargeAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two units, how far the one came, and what it needed and rolled."""

    attacker: UnitName
    target: UnitName
    hexes: Annotated[int, Meta(ge=0, description="The hexes that the attacker has moved.")]
    needed: Annotated[int, Meta(description="The number that the charge needs.")]
    rolled: Annotated[int, Meta(ge=2, le=12, description="What was rolled.")]


def _charged(desk: Desk, asked: ChargeAsked) -> Answer:
    """What a charge does to both that hits on a roll."""
    rules, relief = desk.rules, desk.relief("")
    attacker = desk.unit(relief, "attacker", Party(unit=asked.attacker, hex=MIDDLE))
    target = desk.unit(relief, "target", Party(unit=asked.target, hex=MIDDLE))
    done, taken = rules[charge_damage](rules, attacker, target, asked.hexes)
    margin = rules[success](rules, asked.needed, asked.rolled) if asked.rolled >= asked.needed else 0
    tally = Tally.of(
        [
            Term("physical.charge_damage", done, f"{asked.hexes} hexes", CHARGING),
            Term("advanced_charges.squarely", margin, "hit squarely", CHARGING) if margin else None,
        ]
    )
    if asked.rolled < asked.needed:
        tally, taken = Tally(), 0
    return Answer(terms=tally, figures={"damage": int(tally.total), "damage_to_self": taken, "margin": margin})


QUESTION = INQUIRIES.amended(
    "advanced_charges.question",
    {"charge": Inquiry(title="What a charge does to both", facts=ChargeAsked, answer=_charged, cite=CHARGING)},
    cite=CHARGING,
)

LAYER = Layer(
    "advanced_charges",
    title="Advanced charges",
    group="Close combat",
    cite=CHARGING,
    needs=("classic",),
    add=(success, squarely),
    change=(charge_damage.replaced_by(by_both_weights), QUESTION),
)
