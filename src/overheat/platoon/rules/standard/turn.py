"""The turn: the bag of dice, its end, reserves, the length of the game, victory."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import BASE
from overheat.platoon.facts import Order, OrderTest
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard.orders import TEST_TERMS, kind_of

TURN = BASE("The turn")
RESERVES = BASE("Reserves")
VICTORY = BASE("Victory")

POINTS: Slot[[Ruleset, int, int, int], Term | None] = Slot("victory.points", None)
"""Victory points of one side, from enemy units destroyed, objectives held, and what an objective is worth."""


@rule("turn.dice", cite=TURN, implements=("HEAT-base-dice-bag", "HEAT-ifv-two-units"))
def dice_in_bag(rules: Ruleset, living: int, kept: int) -> int:
    """Every living unit has a die in the bag when the turn begins, unless it has kept its order."""
    return living - kept


@rule("turn.draws", cite=TURN, implements=("HEAT-base-dice-bag",))
def draws(rules: Ruleset, face: int, bag: tuple[int, ...]) -> int:
    """One of all the dice in the bag is drawn, every die alike, and the side that owns it gives an order."""
    for side, dice in enumerate(bag):
        if face <= dice:
            return side
        face -= dice
    raise ValueError("more than all dice of the bag")


@rule("turn.set_aside", cite=TURN, implements=("HEAT-base-bag-no-unit",))
def set_aside(rules: Ruleset, units_without_order: int) -> bool:
    """A die that no unit can take is set aside."""
    return units_without_order == 0


@rule("turn.keeps", cite=TURN, implements=("HEAT-base-turn-end-dice",))
def may_keep(rules: Ruleset, order: Order) -> bool:
    """When a turn ends a unit may keep an Ambush or stay Down; all other dice go back into the bag."""
    return kind_of(rules, order).kept


@rule("turn.last", cite=BASE("Length of the game"), implements=("HEAT-base-game-length",))
def goes_on(rules: Ruleset, turn: int, face: int | None) -> bool | None:
    """Six turns are played, and on 4 or more a seventh.

    None is answered where the die has to fall first.
    """
    if turn < 6:
        return True
    return False if turn > 6 else None if face is None else face >= 4


@rule("reserves.arriving", cite=RESERVES, implements=("HEAT-base-reserves",), slot=TEST_TERMS)
def arriving(rules: Ruleset, test: OrderTest) -> Term | None:
    """A unit that comes on from reserve tests at one less."""
    return Term("arriving", -1, "coming on from reserve", RESERVES) if test.arriving else None


@rule("reserves.refused", cite=RESERVES, implements=("HEAT-base-reserves",))
def arrival_refused(rules: Ruleset, turn: int) -> Refusal | None:
    """Nobody comes on in the first turn."""
    return (
        Refusal("reserves.turn", f"reserves come from the second turn on, not in turn {turn}", RESERVES)
        if turn < 2
        else None
    )


@rule("reserves.most", cite=RESERVES, implements=("HEAT-base-reserves",))
def most_in_reserve(rules: Ruleset, units: int) -> int:
    """At most half of the units wait off the table."""
    return units // 2


@rule("reserves.outflank", cite=RESERVES, implements=("HEAT-base-outflank",))
def outflank_refused(rules: Ruleset, turn: int, from_own_edge: float) -> Refusal | None:
    """Outflankers come on at the side they named: 24 inches up in the third turn, 48 in the fourth, then anywhere."""
    reach = {3: 24, 4: 48}.get(turn)
    if turn < 3 or (reach is not None and not rules[within](rules, from_own_edge, reach)):
        return Refusal(
            "reserves.outflank",
            f"{from_own_edge:.1f} inches from their own edge in turn {turn}, {reach or 'none'} allowed",
            RESERVES,
        )
    return None


@rule("victory.destroyed", cite=VICTORY, implements=("HEAT-base-victory",), slot=POINTS)
def destroyed_count(rules: Ruleset, destroyed: int, held: int, worth: int) -> Term | None:
    """A destroyed enemy unit is worth one victory point."""
    return Term("destroyed", destroyed, "enemy units destroyed", VICTORY) if destroyed else None


@rule("victory.objectives", cite=VICTORY, implements=("HEAT-base-victory",), slot=POINTS)
def objectives_count(rules: Ruleset, destroyed: int, held: int, worth: int) -> Term | None:
    """A held objective is worth what the scenario says."""
    return Term("objectives", held * worth, "objectives held", VICTORY) if held and worth else None


@rule("victory.decides", cite=VICTORY, implements=("HEAT-base-victory",))
def decides(rules: Ruleset, lead: int) -> bool:
    """A lead of less than two points is a draw."""
    return lead >= 2


RULES = (
    dice_in_bag,
    draws,
    set_aside,
    may_keep,
    goes_on,
    arriving,
    arrival_refused,
    most_in_reserve,
    outflank_refused,
    destroyed_count,
    objectives_count,
    decides,
)
