"""What the rules say of a unit of H.E.A.T as it stands: its order test, keeping its order, how high it flies."""

from __future__ import annotations

from functools import lru_cache

from overheat.kernel.answers import ratio
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import drones, helicopters, orders, turn
from overheat.platoon.turn.choices import DRONE_HEIGHT
from overheat.platoon.units.weapons import Weapon

SKY = 100
"""Inches up to which a rule is asked whether it allows them."""
LONGEST_BATTLE = 50
"""Turns up to which it is asked whether the battle goes on."""


def order_test(battle: Battle, unit: Unit) -> dict[str, object] | None:
    """The test of a plain Advance as things are, officers near by included; None off the table."""
    if unit.place not in ("table", "aboard"):
        return None
    test = battle.facts(unit, "advance")
    tally = resolve.order_target(battle.rules, test)
    return {
        "needed": battle.rules[orders.needs_test](battle.rules, test),
        "target": int(tally.total),
        "terms": [term.as_json() for term in tally],
        "chance": ratio(odds.order_test(battle.rules, test)),
    }


def may_keep(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may keep its order over the end of the turn."""
    return unit.alive and unit.order is not None and battle.rules[turn.may_keep](battle.rules, unit.order)


def heights(battle: Battle, unit: Unit) -> dict[str, float] | None:
    """How high a helicopter or a drone may fly, and how high one sets it at first; None for the rest."""
    sheet = battle.sheet(unit)
    if sheet.airframe:
        limits = battle.rules[helicopters.LIMITS]
        return {"lowest": limits["lowest"], "highest": limits["highest"], "usual": limits["lowest"] + 6, "start": 0}
    if unit.drone is None:
        return None
    start = DRONE_HEIGHT if sheet.unmanned else 0
    return {"lowest": 0, "highest": _ceiling(battle.rules), "usual": DRONE_HEIGHT, "start": start}


@lru_cache(maxsize=16)
def _ceiling(rules: Ruleset) -> int:
    """The last whole inch that a drone may climb to, by asking the rule for each of them."""
    return max(inch for inch in range(SKY) if rules[drones.height_refused](rules, inch) is None)


@lru_cache(maxsize=16)
def sure_turns(rules: Ruleset) -> int:
    """How many turns are played whatever the dice say."""
    return next(number for number in range(1, LONGEST_BATTLE) if rules[turn.goes_on](rules, number, None) is not True)


def farthest(weapon: Weapon) -> float | None:
    """The longest range of a weapon, in an arc too; None for one that reaches any distance."""
    arc = weapon.indirect.to if weapon.indirect else 0
    return None if weapon.reach is None or arc is None else max(weapon.reach, arc)
