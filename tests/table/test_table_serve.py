"""`overheat serve`, from its first line to its last."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from overheat.cli.serve import url_of
from terminal import refused

COMMAND = [sys.executable, "-m", "overheat", "serve", "--no-open"]


def test_serve_prints_its_address_answers_there_and_ends_when_told(tmp_path: Path) -> None:
    database = tmp_path / "kept" / "table.sqlite"
    command = [*COMMAND, "--port", "0", "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line.split()[4]
        assert line == f"The table is at {address}  (stop with Ctrl-C)\n"
        page = httpx.get(address, timeout=30)
        assert "Overheat" in page.text
        assert "/docs" in page.text or "<script" in page.text
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (out, err) == ("", "")
    assert database.exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--database", "ftp://somewhere"], "not the address of a database"),
        (["--database", "/proc/nowhere/table.sqlite"], "/proc/nowhere"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(options: list[str], words: str) -> None:
    assert words in refused("serve", "--no-open", "--port", "0", *options, code=1)


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refused("serve", "--no-open", "--port", port, "--database", str(tmp_path / "t.sqlite"), code=1)
    assert told.startswith(f"overheat: 127.0.0.1 port {port}: ")


def test_the_database_is_a_file_an_address_or_the_one_in_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert url_of("/tmp/games.sqlite") == "sqlite:////tmp/games.sqlite"
    assert url_of("postgres://u@h/d") == "postgresql+psycopg://u@h/d"
    assert url_of("sqlite:///x.sqlite") == "sqlite:///x.sqlite"
    monkeypatch.setenv("OVERHEAT_HOME", "/somewhere")
    assert url_of(None) == "sqlite:////somewhere/table.sqlite"
    monkeypatch.delenv("OVERHEAT_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert url_of(None) == "sqlite:////data/overheat/table.sqlite"
