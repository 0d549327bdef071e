"""Work for strangers: bounded, fair, in time, in processes that can be ended and never outlive the server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from overheat.classic.rulesets import LIBRARY
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import bring_rules
from overheat.table.guard.limits import Limits
from overheat.table.guard.overtime import Looking
from overheat.table.guard.strangers import Strangers
from overheat.table.guard.turns import Turns
from overheat.table.models import UnitRef
from overheat.table.unit_routes import _everything
from tabletop import run_coroutine

FOR_EVER = 3600
ENDLESS = """
import asyncio, os, sys, time
from overheat.table.guard.limits import Limits
from overheat.table.guard.strangers import Strangers

async def work():
    strangers = Strangers(Limits(workers=1))
    print(await strangers.work("a", os.getpid), flush=True)
    await strangers.work("a", time.sleep, 3600)

asyncio.run(work())
"""


def with_strangers(test: Callable[[Strangers], Awaitable[Any]], **limits: Any) -> Any:
    """Run a test with processes for strangers, and end them."""

    async def run() -> Any:
        strangers = Strangers(Limits(**limits))
        try:
            return await test(strangers)
        finally:
            await strangers.close()

    return run_coroutine(run())


async def refusal_of(work: Awaitable[Any]) -> str:
    with pytest.raises(RefusedError) as caught:
        await work
    return caught.value.refusal.id


async def gone(process: int) -> None:
    """Wait until there is no such process; a test that hangs here has failed."""
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.02)


def test_no_process_is_started_before_one_is_needed() -> None:
    async def counted(strangers: Strangers) -> list[int]:
        before = strangers.processes
        await strangers.work("a", os.getpid)
        return [before, strangers.processes]

    assert with_strangers(counted, workers=2) == [0, 1]


def test_a_process_is_another_one_of_a_lower_priority_and_serves_again() -> None:
    async def asked(strangers: Strangers) -> list[int]:
        return [
            await strangers.work("a", os.getpid),
            await strangers.work("a", os.getpid),
            await strangers.work("a", os.nice, 0),
        ]

    first, second, priority = with_strangers(asked)
    assert first == second != os.getpid()
    assert priority > os.nice(0)


def test_what_a_task_refuses_prints_or_breaks_on_spoils_nothing() -> None:
    async def asked(strangers: Strangers) -> tuple[str, bool]:
        no = await refusal_of(strangers.work("a", _everything, UnitRef(unit="No Such Unit")))
        await strangers.work("a", print, "a task may print")
        with pytest.raises(Exception, match="ZeroDivisionError"):
            await strangers.work("a", divmod, 1, 0)
        return no, await strangers.work("a", os.getpid) == await strangers.work("b", os.getpid)

    assert with_strangers(asked, workers=1) == ("unit.name", True)


def test_at_the_deadline_the_work_is_stopped_and_its_process_is_gone() -> None:
    async def overdue(strangers: Strangers) -> str:
        process = await strangers.work("a", os.getpid)
        no = await refusal_of(strangers.work("a", time.sleep, FOR_EVER, seconds=0.2))
        await gone(process)
        assert await strangers.work("a", os.getpid) != process
        return no

    assert with_strangers(overdue, workers=1) == "table.deadline"


def test_it_is_processor_time_that_runs_out_however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(strangers: Strangers) -> str:
        process = await strangers.work("a", os.getpid)
        await strangers.work("a", time.sleep, 0.4, seconds=0.2)
        assert await strangers.work("a", os.getpid) == process
        with pytest.raises(RefusedError) as caught:
            await strangers.work("a", pow, 3, 3**19, seconds=0.2)
        await gone(process)
        return caught.value.refusal.reason

    monkeypatch.setattr("overheat.table.guard.strangers.PATIENCE", FOR_EVER)
    assert with_strangers(asked, workers=1) == "that takes more time than the server gives to one question"


def test_a_process_that_dies_breaks_off_one_task_and_no_more() -> None:
    async def dying(strangers: Strangers) -> str:
        no = await refusal_of(strangers.work("a", os._exit, 3))
        assert await strangers.work("a", divmod, 7, 2) == (3, 1)
        return no

    assert with_strangers(dying, workers=1) == "table.busy"


def test_too_large_an_appetite_for_memory_is_a_refusal() -> None:
    async def hungry(strangers: Strangers) -> str:
        return await refusal_of(strangers.work("a", bytes, 2**42))

    assert with_strangers(hungry, workers=1) == "table.cost"


def test_the_queue_is_bounded_and_who_finds_it_full_is_told_at_once() -> None:
    async def full(strangers: Strangers) -> str:
        tasks = [asyncio.ensure_future(strangers.work(who, time.sleep, FOR_EVER)) for who in "abc"]
        while strangers.waiting < 2:
            await asyncio.sleep(0.01)
        no = await refusal_of(strangers.work("d", os.getpid))
        assert not any(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert strangers.waiting == 0
        return no

    assert with_strangers(full, workers=1, errands=2) == "table.busy"


def test_closing_ends_a_process_in_the_middle_of_its_work() -> None:
    async def closed() -> None:
        strangers = Strangers(Limits(workers=1))
        process = await strangers.work("a", os.getpid)
        task = asyncio.ensure_future(strangers.work("a", time.sleep, FOR_EVER))
        await asyncio.sleep(0.05)
        await strangers.close()
        await gone(process)
        assert await refusal_of(task) == "table.busy"

    run_coroutine(closed())


@pytest.mark.skipif(os.name != "posix", reason="processes are killed so on POSIX")
def test_a_process_does_not_outlive_a_server_that_is_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE)
    assert server.stdout is not None
    process = int(server.stdout.readline())
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    run_coroutine(gone(process))


def test_turns_go_round_from_one_to_the_next() -> None:
    order: list[str] = []

    async def take(turns: Turns, who: str, until: asyncio.Event) -> None:
        async with turns.turn(who):
            order.append(who)
            await until.wait()

    async def round_about() -> None:
        turns, go = Turns(places=1, waiting=9, share=9, patience=60), asyncio.Event()
        tasks = [asyncio.ensure_future(take(turns, who, go)) for who in "aaaabc"]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*tasks)

    run_coroutine(round_about())
    assert "".join(order) == "aabcaa"


def test_nobody_takes_more_than_a_share_and_a_turn_comes_back_whatever_happened() -> None:
    async def shared() -> list[str]:
        turns = Turns(places=2, waiting=0, share=1, patience=60)
        found = []
        async with turns.turn("a"):
            found.append(await refusal_of(turns.turn("a").__aenter__()))
            with pytest.raises(ZeroDivisionError):
                async with turns.turn("b"):
                    raise ZeroDivisionError
            async with turns.turn("c"):
                found.append(await refusal_of(turns.turn("d").__aenter__()))
        async with turns.turn("a"), turns.turn("b"):
            return found

    assert run_coroutine(shared()) == ["table.busy", "table.busy"]


def test_who_has_waited_long_enough_is_sent_away_and_leaves_no_trace() -> None:
    async def patient() -> int:
        turns = Turns(places=1, waiting=5, share=5, patience=0.02)
        async with turns.turn("a"):
            assert await refusal_of(turns.turn("b").__aenter__()) == "table.busy"
        async with turns.turn("b"):
            return turns.waiting

    assert run_coroutine(patient()) == 0


def endless() -> None:
    """A question whose answer never comes, and that takes every failure for a reason to go on."""
    while True:
        try:
            sum(range(100))
        except Exception:
            continue


def test_a_question_about_a_game_is_stopped_at_its_deadline_and_frees_its_thread() -> None:
    async def asked() -> list[object]:
        looking = Looking(1, Turns(1, 9, 9, 60), seconds=0.2)
        try:
            return [await refusal_of(looking.work("a", endless)), await looking.work("a", divmod, 7, 2)]
        finally:
            looking.close()

    assert run_coroutine(asked()) == ["table.deadline", (3, 1)]


FORGIVING = """id = "forgiving"
needs = ["classic"]

[rows."to_hit.ranges"]
long = 0
"""


def test_a_process_knows_the_rules_that_users_brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    path = tmp_path / "forgiving.toml"
    path.write_text(FORGIVING, encoding="utf-8")
    bring_rules([str(path)])

    async def asked() -> tuple[str, ...]:
        strangers = Strangers(Limits())
        try:
            return await strangers.work("somebody", LIBRARY.names, ["forgiving"])
        finally:
            await strangers.close()

    assert run_coroutine(asked()) == ("classic", "forgiving")
