"""H.E.A.T under a storm of made-up requests, at a game that is really played: nothing goes wrong inside."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from overheat.platoon.battle import commands
from overheat.platoon.battle.commands import Commands
from overheat.table.offers import offers
from sweeps import times
from tabletop import PATIENCE, Table, make, serving

NUMBERS = (0, 1, -1, 250, 3600, -3600, 10**7, 2**70, 0.5, -7.25, 1e300)
WORDS = ("", "arms", "system", "0", "7", "²", "he", "nobody")
CALM = settings(max_examples=times(5, thorough=12), database=None, suppress_health_check=list(HealthCheck))


def _begun(client: httpx.Client) -> Table:
    """A game some way into its first turns."""
    table = make(client, kind="platoon", scenario="crossroads", hot_seat=True, seed=9)
    luck = random.Random(9)
    for _ in range(45):
        command = luck.choice(table.get("attacker", "/legal").json()["commands"])
        table.post("attacker", "/say", command=command)
    return table


def test_no_question_about_a_battle_makes_the_server_fail(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/t.sqlite", games=offers()) as client:
        table = _begun(client)
        units = [unit["id"] for unit in table.get("attacker", "/platoon/shape").json()["units"]]
        asked = 0
        schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json", timeout=PATIENCE)
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            if "/platoon/" in found.ok().path:
                asked += 1
                _storm(found.ok(), table, units)
        _odd_commands(table, units)
    assert asked >= 15


def _storm(operation: Any, table: Table, units: list[str]) -> None:
    """Some requests of one kind, about units that are there."""

    @CALM
    @given(case=operation.as_strategy(), names=st.lists(st.sampled_from(units), min_size=2, max_size=2))
    def ask(case: Any, names: list[str]) -> None:
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = table.id
        for name, value in zip(("unit", "target", "from"), (names[0], names[1], names[0]), strict=True):
            if name in (case.query or {}):
                case.query[name] = value
        case.call_and_validate(checks=[not_a_server_error], headers=table.headers("attacker"), timeout=PATIENCE)

    ask()


def _odd_commands(table: Table, units: list[str]) -> None:
    """Commands of every kind with numbers that no table has: granted or refused, but answered."""
    luck = random.Random(1)
    kinds = [kind.__name__ for kind in Commands.__args__]
    assert hasattr(commands, kinds[0])
    for kind in kinds * 6:
        place = [luck.choice(NUMBERS[:8]) for _ in range(3)]
        facts = {
            "unit": luck.choice(units),
            "order": luck.choice(("run", "fire", "down")),
            "to": place,
            "at": place if kind != "ThrowSmoke" else [place],
            "legs": [[luck.choice((0, 45, 10**9)), luck.choice(NUMBERS)]],
            "volleys": [{"arm": luck.choice(WORDS), "target": luck.choice(units)}],
            "target": luck.choice(units),
            "up": luck.choice(NUMBERS),
            "feature": luck.choice(NUMBERS[:8]),
            "device": luck.choice(NUMBERS[:8]),
            "number": luck.choice(NUMBERS[:8]),
            "work": "wall",
            "kind": "ied",
            "arm": luck.choice(WORDS),
            "mount": luck.choice(WORDS),
            "vehicle": luck.choice(units),
        }
        answer = table.post("attacker", "/platoon/try", command={"type": kind, **facts})
        assert answer.status_code in (200, 422), (kind, facts, answer.text)
