"""Bots let people go first, and no answer waits for a thread that it does not need."""

from __future__ import annotations

import asyncio
import inspect

from overheat.table.asking import access_of, hub_of
from overheat.table.games.bots import Thinking
from overheat.table.guard.security import Visitors
from tabletop import run_coroutine


def test_a_bot_thinks_when_nobody_waits_for_an_answer() -> None:
    order: list[str] = []

    async def together() -> None:
        visitors = Visitors()
        thinking = Thinking(1, visitors)
        visitors.waiting = 1
        thought = asyncio.ensure_future(thinking.about(order.append, "thought"))
        await asyncio.sleep(0.05)
        order.append("answered")
        visitors.waiting = 0
        await thought
        thinking.close()

    run_coroutine(together())
    assert order == ["answered", "thought"]


def test_a_bot_thinks_in_the_end_however_many_wait() -> None:
    async def alone() -> str:
        visitors = Visitors()
        visitors.waiting = 5
        thinking = Thinking(1, visitors)
        try:
            return await asyncio.wait_for(thinking.about(lambda: "thought"), 20)
        finally:
            thinking.close()

    assert run_coroutine(alone()) == "thought"


def test_who_asks_is_found_out_without_a_thread() -> None:
    assert inspect.iscoroutinefunction(hub_of)
    assert inspect.iscoroutinefunction(access_of)
