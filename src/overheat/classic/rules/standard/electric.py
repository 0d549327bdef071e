"""Electric weapons: tasers and the electromagnetic pulses of TSEMP cannons, which disturb or shut down what they hit.

What a hit does is rolled for: a high roll shuts the target down for some turns, and else, from some roll on, it aims
and moves worse for as long.
"""

from __future__ import annotations

import msgspec

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS, WORTH
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

TASERS = TACTICAL_OPERATIONS("Tasers", 345)
PULSES = INTERSTELLAR_OPERATIONS("Tight-stream electromagnetic pulse cannons", 92)

DISTURBED = named("disturbed", "electronics disturbed, +{value} to hit and to piloting rolls")
"""The mark of a unit whose electronics are disturbed: how much that adds."""
KNOCKED_OUT = named("knocked_out", "shut down by {about}")
"""The mark of a unit that an electric weapon has shut down, until when."""
PULSED = named("pulsed", "hit by {value} pulses this turn")
"""The mark of a unit that pulses have hit this round: how many."""
RECHARGING = named("recharging", "{about} recharges")
"""The mark of a pulse cannon that cannot fire yet, of each by its mount."""


class Shock(msgspec.Struct, frozen=True):
    """What an electric weapon may do to a kind of unit."""

    disturbs_on: int
    """The roll from which it disturbs."""
    stops_on: int
    """The roll from which it shuts down; a trooper of a squad is out."""
    turns: int
    added: int
    """What it adds to the numbers of who is disturbed."""

    def __str__(self) -> str:
        return f"disturbs on {self.disturbs_on}+ (+{self.added}), shuts down on {self.stops_on}+, {self.turns} turns"


SHOCKS: Table[tuple[str, str], Shock] = Table(
    "electric.shocks",
    {
        ("tsemp", "war machine"): Shock(7, 9, 1, 2),
        ("tsemp", "industrial machine"): Shock(6, 8, 1, 2),
        ("tsemp", "vehicle"): Shock(6, 8, 1, 2),
        ("tsemp", "support vehicle"): Shock(5, 7, 1, 2),
        ("tsemp", "battle armour"): Shock(6, 8, 1, 2),
        ("tsemp", "protomech"): Shock(6, 9, 1, 2),
        ("taser", "war machine"): Shock(2, 11, 3, 2),
        ("taser", "industrial machine"): Shock(2, 8, 4, 2),
        ("taser", "vehicle"): Shock(2, 8, 4, 2),
        ("taser", "support vehicle"): Shock(2, 8, 4, 2),
        ("taser", "protomech"): Shock(2, 8, 4, 2),
        ("taser", "battle armour"): Shock(2, 2, 0, 0),
        ("suit taser", "war machine"): Shock(2, 12, 3, 1),
        ("suit taser", "industrial machine"): Shock(2, 11, 3, 1),
        ("suit taser", "vehicle"): Shock(2, 11, 3, 1),
        ("suit taser", "support vehicle"): Shock(2, 11, 3, 1),
        ("suit taser", "protomech"): Shock(2, 11, 3, 1),
        ("suit taser", "battle armour"): Shock(13, 9, 0, 0),
    },
    cite=TASERS,
    of="electric weapon against a kind of unit",
    where="overheat.classic.rules.standard.electric.SHOCKS",
)
"""By the weapon and the kind of unit that it hits; soldiers on foot feel nothing."""


def kind_of_shock(attack: WeaponAttack) -> str:
    """Which electric weapon it is; nothing for all others."""
    flags = attack.weapon.flags
    if "tsemp" in flags:
        return "tsemp"
    if "taser" not in flags:
        return ""
    return "suit taser" if "battle_armour" in flags else "taser"


HEAVY, TOO_HEAVY, MOST_PULSES = 100, 200, 4


@rule("electric.roll", cite=PULSES)
def added_to_shock(attack: WeaponAttack, unit: Unit) -> Tally:
    """Pulses do less to what is heavy, -2, and burns fuel, -1, or coal, -2, and more for each that hit before, +1.

    Not more than 4 for those; tasers have nothing added.
    """
    if "tsemp" not in attack.weapon.flags:
        return Tally()
    engine = frozenset() if unit.sheet.engine is None else unit.sheet.engine.kind.flags
    held = unit.marks.get(PULSED)
    earlier = 0 if held is None else min(MOST_PULSES, held.value)
    values = (
        ("weight", "weight of the target", -2 if unit.sheet.tons >= HEAVY else 0),
        ("engine", "engine of the target", -1 if "combustion" in engine else -2 if "steam" in engine else 0),
        ("earlier", "earlier pulses this turn", earlier),
    )
    return Tally.of(Term(f"electric.{id}", value, label, PULSES) if value else None for id, label, value in values)


@rule("electric.feels", cite=PULSES)
def feels(rules: Ruleset, attack: WeaponAttack, unit: Unit) -> Shock | None:
    """What an electric weapon may do to a unit; None for soldiers on foot and what is too heavy."""
    limit = TOO_HEAVY if "tsemp" in attack.weapon.flags else HEAVY + 1
    if unit.sheet.tons >= limit:
        return None
    return rules[SHOCKS].get((kind_of_shock(attack), unit.sheet.kind))


@rule("to_hit.disturbed", cite=TASERS, slot=EVERY_SHOT, only=lambda attack: DISTURBED in attack.attacker.marks)
def disturbed_aim(attack: WeaponAttack) -> Term | None:
    """A unit whose electronics are disturbed shoots worse."""
    held = attack.attacker.marks.get(DISTURBED) if attack.attacker.marks else None
    return Term("to_hit.disturbed", held.value, "electronics disturbed", TASERS) if held is not None else None


@rule("piloting.disturbed", cite=TASERS, slot=STEADINESS)
def disturbed_steps(check: Check) -> Term | None:
    """And keeps its feet worse."""
    held = check.unit.marks.get(DISTURBED) if check.unit.marks else None
    return Term("piloting.disturbed", held.value, "electronics disturbed", TASERS) if held is not None else None


@rule("electric.recharging", cite=PULSES, slot=FORBIDS, only=lambda attack: bool(attack.attacker.marks))
def recharges(attack: WeaponAttack) -> Refusal | None:
    """A pulse cannon recharges in the turn after a shot, unless it is a repeating one."""
    unit = attack.attacker
    if not unit.marks or each(RECHARGING, attack.index) not in unit.marks:
        return None
    return Refusal("electric.recharging", f"the {attack.weapon.name} recharges", PULSES)


@rule("electric.stays_down", cite=TASERS)
def stays_down(rules: Ruleset, unit: Unit) -> bool:
    """What an electric weapon has shut down stays down as long as it said."""
    return bool(unit.marks) and KNOCKED_OUT in unit.marks


WORTH_OF_A_SHOCK = 10


@rule("electric.worth", cite=PULSES, slot=WORTH)
def worth_of_shock(attack: WeaponAttack) -> int:
    """Bots take it for worth ten points to disturb or shut down who feels it and is not down already."""
    if not kind_of_shock(attack) or attack.target.condition.shut_down:
        return 0
    return 0 if attack.rules[feels](attack.rules, attack, attack.target) is None else WORTH_OF_A_SHOCK


FEEDBACK: Table[str, int] = Table(
    "electric.feedback",
    {"holds on": 7, "added": 1, "turns": 3, "cannon": 2},
    cite=TASERS,
    where="overheat.classic.rules.standard.electric.FEEDBACK",
)
"""What a suit must roll to bear its own taser, what that adds to its shots and for how long; what a cannon adds."""

RULES = (
    SHOCKS,
    FEEDBACK,
    added_to_shock,
    feels,
    disturbed_aim,
    disturbed_steps,
    recharges,
    stays_down,
    worth_of_shock,
)
