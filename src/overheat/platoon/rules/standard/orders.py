"""Orders, quality, officers, order tests."""

from __future__ import annotations

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import BASE, HEAT
from overheat.platoon.facts import Order, OrderTest, Quality
from overheat.platoon.geometry import within

TESTS = BASE("Order tests")
OFFICERS_CITE = BASE("Officers")


class Standing(msgspec.Struct, frozen=True):
    """What a quality is worth."""

    morale: int
    damage_value: int
    to_hit: int


class OrderKind(msgspec.Struct, frozen=True):
    """What an order lets a unit do: moves of its basic distance, and whether it shoots and tests when pinned."""

    moves: int
    shoots: bool
    tests: bool = True
    counts_pins: bool = True


class Rank(msgspec.Struct, frozen=True):
    """An officer's bonus, how many further units he snaps to action, and how far he reaches in inches."""

    bonus: int
    snaps: int
    radius: float


QUALITY: Table[Quality, Standing] = Table(
    "orders.quality",
    {"inexperienced": Standing(8, 3, -1), "regular": Standing(9, 4, 0), "veteran": Standing(10, 5, 0)},
    cite=BASE("Troop quality"),
    implements=("HEAT-base-quality-table",),
)

ORDER_KINDS: Table[Order, OrderKind] = Table(
    "orders.kinds",
    {
        "fire": OrderKind(0, True),
        "advance": OrderKind(1, True),
        "run": OrderKind(2, False),
        "ambush": OrderKind(0, False),
        "rally": OrderKind(0, False, counts_pins=False),
        "down": OrderKind(0, False, tests=False),
    },
    cite=BASE("Orders"),
    implements=(
        "HEAT-base-orders-table",
        "HEAT-base-order-fire",
        "HEAT-base-order-advance",
        "HEAT-base-order-run",
        "HEAT-base-order-down",
    ),
)

OFFICERS: Table[str, Rank] = Table(
    "orders.officers",
    {
        "second_lieutenant": Rank(1, 1, 6),
        "first_lieutenant": Rank(2, 2, 6),
        "captain": Rank(3, 3, 12),
        "major": Rank(4, 4, 12),
    },
    cite=OFFICERS_CITE,
    implements=("HEAT-base-officers-table",),
)

TEST_TERMS: Slot[[Ruleset, OrderTest], Term | None] = Slot("orders.test_terms", None)
"""What an order test is made of: the total of two dice must not exceed the sum."""


@rule("orders.needs_test", cite=TESTS)
def needs_test(rules: Ruleset, test: OrderTest) -> bool:
    """A test is taken with a pin or when a rule demands it, and never to go down."""
    return test.order != "down" and (test.pins > 0 or test.forced)


@rule("orders.pins_lower", cite=TESTS, implements=("HEAT-base-order-test",), slot=TEST_TERMS)
def pins_lower(rules: Ruleset, test: OrderTest) -> Term | None:
    """Each pin makes an order test harder by one, but rallying pays no heed to them."""
    if test.pins and test.order != "rally":
        return Term("pins", -test.pins, "pins", TESTS)
    return None


@rule("orders.virtual_pins_lower", cite=HEAT("IFVs"), slot=TEST_TERMS)
def virtual_pins_lower(rules: Ruleset, test: OrderTest) -> Term | None:
    """Pins that count for the test alone make it harder like any other."""
    if test.virtual_pins and test.order != "rally":
        return Term("virtual_pins", -test.virtual_pins, "far from the vehicle", HEAT("IFVs"))
    return None


@rule("orders.officer_helps", cite=OFFICERS_CITE, slot=TEST_TERMS)
def officer_helps(rules: Ruleset, test: OrderTest) -> Term | None:
    """An officer in reach adds his bonus."""
    return Term("officer", test.officer, "officer", OFFICERS_CITE) if test.officer else None


@rule("orders.command_vehicle", cite=OFFICERS_CITE, implements=("HEAT-base-command-vehicle",), slot=TEST_TERMS)
def command_vehicle(rules: Ruleset, test: OrderTest) -> Term | None:
    """A command vehicle adds one for itself and the armoured vehicles around it."""
    return Term("command_vehicle", 1, "command vehicle", OFFICERS_CITE) if test.command else None


@rule("orders.nco_lost", cite=HEAT("IFVs"), implements=("HEAT-ifv-nco",), slot=TEST_TERMS)
def nco_lost(rules: Ruleset, test: OrderTest) -> Term | None:
    """A squad that has lost its NCO, or the fighting vehicle in his place, tests at one less."""
    return Term("nco_lost", -1, "NCO lost", HEAT("IFVs")) if test.nco_lost else None


@rule("orders.passes", cite=TESTS, implements=("HEAT-base-order-test-double1", "HEAT-base-order-test-double6"))
def passes(rules: Ruleset, total: int, target: int) -> bool:
    """Two dice pass with no more than the target; a double 1 always passes, a double 6 never does."""
    return total == 2 or (total != 12 and total <= target)


@rule("orders.fubar", cite=TESTS, implements=("HEAT-base-fubar-table",))
def fubar(rules: Ruleset, face: int) -> str:
    """After a double 6 one more die: 1 and 2 mean fire at friends, the rest panic."""
    return "friendly_fire" if face <= 2 else "panic"


@rule("orders.fails", cite=TESTS, implements=("HEAT-base-order-fail",))
def goes_down(rules: Ruleset, gone_wrong: str | None) -> bool:
    """A unit that fails its test goes down and keeps its pins, where nothing worse becomes of it."""
    return True


@rule("orders.pins_after_passing", cite=TESTS, implements=("HEAT-base-order-pass",))
def pins_after_passing(rules: Ruleset, pins: int) -> int:
    """A passed test takes one pin away before the order is carried out."""
    return max(0, pins - 1)


@rule("orders.pins_after_rally", cite=BASE("Rally"), implements=("HEAT-base-order-rally",))
def pins_after_rally(rules: Ruleset, pins: int, face: int) -> int:
    """Rallying takes a die of pins away besides the one that every passed test does."""
    return max(0, pins - face - 1)


@rule("orders.double_one", cite=TESTS)
def double_one_rallies(rules: Ruleset, total: int) -> bool:
    """A double 1 passes like any other test, and takes no more pins away."""
    return False


@rule("orders.tries_again", cite=TESTS)
def tries_again(rules: Ruleset, test: OrderTest) -> bool:
    """A failed order test stays failed."""
    return False


@rule("orders.best_officer", cite=OFFICERS_CITE, implements=("HEAT-base-officer-best",))
def best_officer(rules: Ruleset, ranks: tuple[tuple[Rank, float], ...]) -> int:
    """Of the officers who reach a unit only the best counts."""
    return max((rank.bonus for rank, length in ranks if rules[within](rules, length, rank.radius)), default=0)


@rule("orders.snaps", cite=OFFICERS_CITE, implements=("HEAT-base-snap-to-action",))
def snaps(rules: Ruleset, rank: Rank, order: Order) -> int:
    """An officer who has carried out any order but Down may take that many of his side's dice from the bag at once."""
    return 0 if order == "down" else rank.snaps


@rule("orders.reacts", cite=BASE("Reactions"), implements=("HEAT-base-reaction-down",))
def may_react(rules: Ruleset, acted: bool) -> bool:
    """A unit that is shot at and has not acted may go down at once, and spends its die."""
    return not acted


@rule("orders.ambush_refused", cite=BASE("Ambush"), implements=("HEAT-base-order-ambush",))
def ambush_refused(rules: Ruleset, indirect_only: bool) -> Refusal | None:
    """What can only fire in an arc has no use for an ambush."""
    if indirect_only:
        return Refusal("orders.ambush", "indirect fire cannot lie in ambush", BASE("Ambush"))
    return None


@rule("orders.late_ambush", cite=BASE("Ambush"), implements=("HEAT-base-ambush-turn-end",))
def late_ambush(rules: Ruleset, face: int) -> bool:
    """A unit that still lies in ambush when the turn ends may fire on a 4 or more."""
    return face >= 4


RULES = (
    QUALITY,
    ORDER_KINDS,
    OFFICERS,
    needs_test,
    pins_lower,
    virtual_pins_lower,
    officer_helps,
    command_vehicle,
    nco_lost,
    passes,
    fubar,
    goes_down,
    pins_after_passing,
    pins_after_rally,
    double_one_rallies,
    tries_again,
    best_officer,
    snaps,
    may_react,
    ambush_refused,
    late_ambush,
)
