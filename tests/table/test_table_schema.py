"""The whole interface under a storm of made-up requests: nothing goes wrong inside, and answers are as described."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from overheat.table.offers import offers
from sweeps import times
from tabletop import PATIENCE, make, race, serving

CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance]


@pytest.mark.lasts
def test_no_request_makes_the_server_fail_and_answers_are_as_described(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/t.sqlite", games={**offers(), **race()}) as client:
        table = make(client, scenario="duel", hot_seat=True)
        assert client.post("/api/boards/board.svg", json={"text": "size 1 1\nend\n"}).status_code == 200
        schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json", timeout=PATIENCE)
        asked = []
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            asked.append(operation.label)
            _storm(operation, table.id, table.headers("red"))
    assert len(asked) >= 25


def _storm(operation: Any, game: str, headers: dict[str, str]) -> None:
    """Some requests of one kind, half of them to a game that is there."""

    @settings(max_examples=times(5, thorough=12), database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if "game" in (case.path_parameters or {}) and operation.method.upper() != "DELETE":
            case.path_parameters["game"] = game
        case.call_and_validate(checks=CHECKS, headers=headers, timeout=PATIENCE)

    ask()
