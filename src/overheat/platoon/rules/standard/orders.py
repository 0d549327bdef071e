"""Orders, quality, officers, order tests."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset, Shown, Slot, Table, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import BASE, HEAT
from overheat.platoon.facts import QUALITIES, Order, OrderTest, Quality
from overheat.platoon.ground.geometry import within

TESTS = BASE("Order tests")
OFFICERS_CITE = BASE("Officers")
Gait = Literal["", "advance", "run"]
"""How an order moves a unit: not at all, by its basic distance, or farther."""


class Standing(msgspec.Struct, frozen=True):
    """What a quality is worth."""

    morale: int
    damage_value: int
    to_hit: int
    priced: Quality = "regular"
    """The quality whose prices it has, where none are printed for it."""


class OrderKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an order lets a unit do, what it takes, and how it is called."""

    moves: float
    """Moves of the basic distance: one is an Advance, two or more are a Run."""
    shoots: bool
    tests: bool = True
    """Whether a pinned unit must test for it."""
    counts_pins: bool = True
    """Whether pins make its test harder."""
    waits: bool = False
    """Whether who has it lies in wait and fires at an enemy who acts in sight."""
    fires_as: Order = "fire"
    """The order that who has lain in wait has when it has fired."""
    low: bool = False
    """Whether who has it is down."""
    rallies: bool = False
    """Whether a passed test takes a die of pins away."""
    kept: bool = False
    """Whether it may be kept over the end of the turn."""
    test: int = 0
    """What it adds to the sum of its test."""
    to_hit: int = 0
    """What it adds to shots that are fired on it."""
    pins: int = 0
    """What it costs: pins that a unit gets that obeys it."""
    worth: float = 0
    """What it is worth to a bot beyond its moves and its shots, in enemy units."""
    name: str = ""
    """Its name, where that is not its id."""
    tip: str = ""
    """What it is good for, in a line."""
    letter: str = ""
    """The letter on its die."""

    def __str__(self) -> str:
        return self.tip or "an order"

    @property
    def gait(self) -> Gait:
        """How it moves a unit."""
        return "run" if self.moves > 1 else "advance" if self.moves else ""

    @property
    def acts(self) -> bool:
        """Whether it lets a unit move or shoot."""
        return bool(self.moves) or self.shoots


def called(id: Order, kind: OrderKind) -> str:
    """The name of an order as it begins a line."""
    return kind.name or id.replace("_", " ").capitalize()


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


def standing_of(rules: Ruleset, quality: Quality) -> Standing:
    """What a quality is worth under some rules; refused where they do not know it."""
    found = rules[QUALITY].get(quality)
    if found is None:
        raise refuse("orders.quality", f"no quality {quality[:40]!r}; there are {', '.join(rules[QUALITY].rows)}")
    return found


ORDER_KINDS: Table[Order, OrderKind] = Table(
    "orders.kinds",
    {
        "fire": OrderKind(0, True, tip="shoot without moving", letter="F"),
        "advance": OrderKind(1, True, tip="move and shoot", letter="A"),
        "run": OrderKind(2, False, tip="move twice as far, no shooting", letter="R"),
        "ambush": OrderKind(0, False, waits=True, kept=True, tip="wait for somebody to act in sight", letter="M"),
        "rally": OrderKind(0, False, counts_pins=False, rallies=True, tip="shake off pins", letter="Y"),
        "down": OrderKind(0, False, tests=False, low=True, kept=True, tip="harder to hit", letter="D"),
    },
    cite=BASE("Orders"),
    of="order",
    shows=lambda id, kind: Shown(called(id, kind)),
    implements=(
        "HEAT-base-orders-table",
        "HEAT-base-order-fire",
        "HEAT-base-order-advance",
        "HEAT-base-order-run",
        "HEAT-base-order-down",
    ),
)


def priced_as(rules: Ruleset, quality: Quality) -> Quality:
    """The quality whose printed prices a quality has."""
    return quality if quality in QUALITIES else standing_of(rules, quality).priced


NO_ORDER = OrderKind(0, False)


def kind_of(rules: Ruleset, order: Order | None) -> OrderKind:
    """What an order is under some rules; nothing at all where a unit has none."""
    if not order:
        return NO_ORDER
    found = rules[ORDER_KINDS].get(order)
    if found is None:
        raise refuse("orders.unknown", f"no order {order[:40]!r}; there are {', '.join(rules[ORDER_KINDS].rows)}")
    return found


def gait(rules: Ruleset, order: Order | None) -> Gait:
    """How an order moves a unit."""
    return kind_of(rules, order).gait


def moving_orders(rules: Ruleset) -> tuple[Order, ...]:
    """The orders on which units move, from the slowest to the fastest."""
    rows = rules[ORDER_KINDS].rows
    return tuple(sorted((id for id in rows if rows[id].moves), key=lambda id: rows[id].moves))


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
    return kind_of(rules, test.order).tests and (test.pins > 0 or test.forced)


@rule("orders.pins_lower", cite=TESTS, implements=("HEAT-base-order-test",), slot=TEST_TERMS)
def pins_lower(rules: Ruleset, test: OrderTest) -> Term | None:
    """Each pin makes an order test harder by one, but rallying pays no heed to them."""
    if test.pins and kind_of(rules, test.order).counts_pins:
        return Term("pins", -test.pins, "pins", TESTS)
    return None


@rule("orders.virtual_pins_lower", cite=HEAT("IFVs"), slot=TEST_TERMS)
def virtual_pins_lower(rules: Ruleset, test: OrderTest) -> Term | None:
    """Pins that count for the test alone make it harder like any other."""
    if test.virtual_pins and kind_of(rules, test.order).counts_pins:
        return Term("virtual_pins", -test.virtual_pins, "far from the vehicle", HEAT("IFVs"))
    return None


@rule("orders.officer_helps", cite=OFFICERS_CITE, slot=TEST_TERMS)
def officer_helps(rules: Ruleset, test: OrderTest) -> Term | None:
    """An officer in reach adds his bonus."""
    return Term("officer", test.officer, "officer", OFFICERS_CITE) if test.officer else None


@rule("orders.command_vehicle", cite=OFFICERS_CITE, implements=("HEAT-base-command-vehicle",), slot=TEST_TERMS)
def command_vehicle(rules: Ruleset, test: OrderTest) -> Term | None:
    """A command vehicle adds one for itself and the armoured vehicles within 12 inches."""
    return Term("command_vehicle", 1, "command vehicle", OFFICERS_CITE) if test.command else None


@rule("orders.nco_lost", cite=HEAT("IFVs"), implements=("HEAT-ifv-nco",), slot=TEST_TERMS)
def nco_lost(rules: Ruleset, test: OrderTest) -> Term | None:
    """A squad that has lost its NCO, or the fighting vehicle in his place, tests at one less."""
    return Term("nco_lost", -1, "NCO lost", HEAT("IFVs")) if test.nco_lost else None


@rule("orders.own_test", cite=BASE("Orders"), slot=TEST_TERMS)
def own_test(rules: Ruleset, test: OrderTest) -> Term | None:
    """An order may be easier or harder to obey than others; those of the base game are all alike."""
    kind = kind_of(rules, test.order)
    return Term("order", kind.test, f"order: {called(test.order, kind)}", BASE("Orders")) if kind.test else None


@rule("orders.costs", cite=BASE("Orders"))
def costs(rules: Ruleset, order: Order) -> int:
    """What an order costs who obeys it, in pins: nothing in the base game."""
    return kind_of(rules, order).pins


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
    return rank.snaps if kind_of(rules, order).tests else 0


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
    own_test,
    costs,
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
