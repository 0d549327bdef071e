"""Figures people can compare: how many things a second, on which machine."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def rate(benchmark: Any) -> Callable[..., Any]:
    """Run a benchmark that does `count` things of a kind each time."""

    def run(count: int, things: str, function: Callable[[], Any], **options: Any) -> Any:
        benchmark.extra_info.update(count=count, things=things)
        return benchmark.pedantic(function, rounds=5, warmup_rounds=1, **options)

    return run


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """After the table: things a second, best round, and the machine."""
    session = getattr(config, "_benchmarksession", None)
    if session is None or not session.benchmarks:
        return
    terminalreporter.section("figures")
    for measured in session.benchmarks:
        if not measured.stats.data:
            continue
        count, things = measured.extra_info.get("count", 1), measured.extra_info.get("things", "runs")
        a_second = count / measured.stats.min
        terminalreporter.write_line(f"{measured.name:<55} {a_second:>14,.0f} {things} a second")
    terminalreporter.write_line(f"\n{machine()}")


def machine() -> str:
    """The machine in a line."""
    info = Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if line.startswith("model name")] if info.exists() else []
    processor = names[0].split(":", 1)[1].strip() if names else platform.processor()
    python = f"Python {sys.version.split()[0]}"
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}, {python}, {datetime.now(UTC):%Y-%m-%d}"
