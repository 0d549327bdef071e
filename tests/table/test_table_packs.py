"""Packs for browsers without a network: tables that are learnt by asking are what was asked, or are not there."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from overheat.table.packs.packing import Packing
from overheat.table.packs.parting import UNASKED, WHY_NOT, Answers, Effort, Fact, Learner, Situation
from overheat.table.packs.shelf import Shelf

FACTS = tuple(Fact(name, ("usual", "one", "two", "three")) for name in ("first", "second", "third", "fourth"))
VALUES = 4
PLENTY = Effort(quiet=400)

Rule = tuple[tuple[int, int], tuple[int, ...]]
RULES = st.lists(
    st.tuples(
        st.tuples(st.integers(0, len(FACTS) - 1), st.integers(0, len(FACTS) - 1)),
        st.tuples(*[st.integers(0, 2)] * VALUES**2),
    ),
    min_size=1,
    max_size=4,
)
"""Parts that each go by two facts, which act together in any way."""


def asked(rules: list[Rule], situation: Situation) -> Answers:
    return {
        f"part {at}": told
        for at, ((one, other), table) in enumerate(rules)
        if (told := table[situation[one] * VALUES + situation[other]])
    }


@settings(max_examples=25, deadline=None, derandomize=True)
@given(RULES)
def test_parts_by_which_facts_act_together_are_learnt_by_asking(rules: list[Rule]) -> None:
    learner = Learner(FACTS, lambda situation: asked(rules, situation), PLENTY, "seed")
    tables = learner.learn()
    assert not learner.doubtful
    for situation in product(range(VALUES), repeat=len(FACTS)):
        truth = asked(rules, situation)
        told = {name: table.cells[table.at(situation)] for name, table in tables.items()}
        assert {name: value for name, value in told.items() if value is not None} == truth


def test_what_cannot_be_and_what_does_not_matter_teaches_nothing_wrong() -> None:
    def ask(situation: Situation) -> Answers:
        first, second, third, _ = situation
        if first == 1 and second == 1:
            return {WHY_NOT: "both at once"}
        return {"sum": first + 10 * third, "seldom": UNASKED if second == 2 else second * 100 + first}

    tables = Learner(FACTS, ask, PLENTY, "seed").learn()
    for situation in product(range(VALUES), repeat=len(FACTS)):
        truth = ask(situation)
        for name, table in tables.items():
            cell = table.at(situation)
            matters = name == WHY_NOT or (WHY_NOT not in truth and truth.get(name) != UNASKED)
            assert not matters or not table.known[cell] or table.cells[cell] == truth.get(name), (name, situation)
    assert FACTS[0].name not in {FACTS[fact].name for fact in tables["seldom"].by} or len(tables["seldom"].by) == 2
    assert {FACTS[fact].name for fact in tables["sum"].by} == {"first", "third"}
    assert {FACTS[fact].name for fact in tables[WHY_NOT].by} == {"first", "second"}


def test_a_table_that_would_be_too_large_is_left_out_and_said_to_be() -> None:
    def ask(situation: Situation) -> Answers:
        return {"plain": situation[0], "tangled": hash(situation) % 1000}

    learner = Learner(FACTS, ask, Effort(quiet=50, cells=40), "seed")
    tables = learner.learn()
    packing = Packing(FACTS, tables, learner.doubtful)
    assert "tangled" not in tables
    assert (packing.part("tangled"), packing.learnt("tangled"), packing.learnt("unheard of")) == (-1, True, False)
    assert packing.part("plain") == 0
    assert packing.as_json()["answers"] == [0, 1, 2, 3]


def test_a_pack_is_made_once_for_all_who_ask_and_the_latest_are_held() -> None:
    made: list[str] = []

    async def ask() -> list[bytes]:
        shelf = Shelf(2)

        async def making(name: str) -> bytes:
            await asyncio.sleep(0)
            made.append(name)
            return name.encode()

        first = await asyncio.gather(*(shelf.get("a", lambda: making("a")) for _ in range(3)))
        for name in ("b", "a", "c", "a", "b"):
            await shelf.get(name, lambda name=name: making(name))  # type: ignore[misc]
        return list(first)

    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(asyncio.run, ask()).result() == [b"a"] * 3
    assert made == ["a", "b", "c", "b"]
