"""What jets of coolant do: the heat that they take from a unit, and the rolls that put fires out."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.adjudicator.inside.fitted import fitted
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.coolant import COOLANT_JETS, COOLED, coolant_puts_out, coolant_takes
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import counted


class CoolantAsked(OneUnit, kw_only=True):
    """A unit that coolant is fired at, with what, and how many jets of it hit in a round."""

    weapon: Annotated[str, Meta(description="What fires it: Vehicle Flamer, Heavy Flamer, Fluid Gun, ...")] = (
        "Vehicle Flamer"
    )
    jets: Annotated[int, Meta(description="How many hit it in this round.", ge=1, le=12)] = 1


def answer(desk: Desk, asked: CoolantAsked) -> Answer:
    """The heat that all jets of a round take together, one after the other, and what fires need to go out."""
    state, unit = staged(desk, asked)
    terms, target = [], unit
    for number in range(1, asked.jets + 1):
        taken = desk.rules[coolant_takes](_jet(desk, state, target, asked.weapon), target)
        terms.append(Term("coolant.takes", taken, f"jet {number}", COOLANT_JETS))
        mark = Mark(int(Tally(tuple(terms)).total))
        target = msgspec.structs.replace(target, marks={**target.marks, COOLED: mark})
    taken_off = Tally(tuple(terms))
    figures = {
        "heat_taken": int(taken_off.total),
        "fire_out_on": desk.rules[coolant_puts_out](desk.rules, False),
        "inferno_out_on": desk.rules[coolant_puts_out](desk.rules, True),
    }
    label = f"what {counted(asked.jets, 'jet')} of coolant take"
    return Answer(figures=figures, terms={label: taken_off})


def _jet(desk: Desk, state: State, target: Unit, weapon: str) -> WeaponAttack:
    """A jet of coolant from a unit of the same kind that has what fires it."""
    code = target.sheet.locations[0].code
    carries = (f"{weapon} in {code}", f"{weapon} Ammo with coolant in {code}")
    sheet = fitted(desk.rules, target.sheet, carries=carries)
    by = Unit.fresh(desk.rules, "attacker", "attacker", sheet, target.hex)
    gun = len(target.sheet.mounts)
    return WeaponAttack(state.relief, by, target, gun, feed=gun + 1)


INQUIRIES = {
    "coolant": Inquiry(title="What jets of coolant do", facts=CoolantAsked, answer=answer, cite=COOLANT_JETS),
}
