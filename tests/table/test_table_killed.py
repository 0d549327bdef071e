"""A server that is killed without warning has lost nothing that it told anybody."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sweeps import times

SCRIPT = Path(__file__).parents[2] / "scripts" / "kill_table.py"


TIMES = times(4, thorough=12)
"""The script does it fifty times when it is run by hand."""


@pytest.mark.lasts
def test_a_server_killed_again_and_again_loses_no_event_that_it_told() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--times", str(TIMES)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["kills"], found["lost"]) == (TIMES, 0)
    assert found["commands"] >= TIMES
    assert all(told > 0 for told in found["told"])
