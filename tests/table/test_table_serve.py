"""`overheat serve`, from its first line to its last."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text

from overheat.cli.serve import has_screen, listen, url_of
from overheat.table.store.store import Kept, Seat, Store
from terminal import refused

COMMAND = [sys.executable, "-m", "overheat", "serve", "--no-open"]


@contextmanager
def _process(command: list[str], **how: Any) -> Iterator[subprocess.Popen[str]]:
    """A server that ends with the test at the latest: a signal that it misses fails the test, and holds up no other."""
    with subprocess.Popen(command, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def test_serve_prints_its_address_answers_there_and_ends_when_told(tmp_path: Path) -> None:
    database = tmp_path / "kept" / "table.sqlite"
    command = [*COMMAND, "--port", "0", "--database", str(database)]
    with _process(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
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


def test_a_table_that_listens_everywhere_tells_addresses_that_browsers_can_open(tmp_path: Path) -> None:
    command = [*COMMAND, "--host", "0.0.0.0", "--port", "0", "--database", str(tmp_path / "t.sqlite")]
    with _process(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        told = httpx.get(f"{address}api/addresses", timeout=30).json()
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()  # what `readline` has read ahead is lost to `communicate`
        process.wait(timeout=30)
    assert address.startswith("http://127.0.0.1:")
    assert out.splitlines() == [f"In your network it is at {each}/" for each in told]


def test_serve_answers_by_the_names_it_is_told(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--database", str(tmp_path / "t.sqlite"), "--allow-host", "table.example"]
    with _process(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        names = ("table.example", "localhost", "evil.example")
        statuses = [httpx.get(address, headers={"Host": name}, timeout=30).status_code for name in names]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert statuses == [200, 200, 403]


def _one_old_one_new(tmp_path: Path) -> str:
    """A database with a game of today and one that nobody has played since 1970."""
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    kept = Kept(
        id="new",
        kind="classic",
        title="A duel",
        created=0,
        open_to_all=False,
        pace=0,
        host="",
        watcher="",
        seats=(Seat("red"),),
    )
    for game, clock in ((kept, time.time), (msgspec.structs.replace(kept, id="old"), lambda: 0.0)):
        store = Store(database, clock)
        store.create(game, [b"header"])
        store.close()
    return database


def _served(*options: str) -> str:
    """What a server that is stopped at once says on standard error."""
    with _process(
        [*COMMAND, "--port", "0", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    return err


def _there(database: str) -> list[str]:
    store = Store(database)
    found = [id for id in ("old", "new") if store.load(id) is not None]
    store.close()
    return found


OLD = [
    "overheat: 1 game that nobody has played for 30 days:",
    "overheat: 1970-01-01 classic, not finished: A duel",
]


def test_games_left_alone_for_long_are_named_and_forgotten_with_yes(tmp_path: Path) -> None:
    database = _one_old_one_new(tmp_path)
    err = _served("--database", database, "--forget-after", "30", "--yes")
    assert err.splitlines() == [*OLD, "overheat: 1 game forgotten"]
    assert _there(database) == ["new"]
    again = _served("--database", database, "--forget-after", "30", "--yes")
    assert again == "overheat: there is no game that nobody has played for 30 days\n"


def test_where_nobody_can_be_asked_no_game_is_forgotten(tmp_path: Path) -> None:
    database = _one_old_one_new(tmp_path)
    err = _served("--database", database, "--forget-after", "30")
    assert err.splitlines() == [*OLD, "overheat: nothing is forgotten: there is nobody to ask, and --yes was not given"]
    assert _there(database) == ["old", "new"]


@pytest.mark.parametrize(("answer", "left"), [("y", ["new"]), ("n", ["old", "new"]), ("", ["old", "new"])])
def test_at_a_terminal_games_are_forgotten_only_if_somebody_agrees(
    tmp_path: Path, answer: str, left: list[str]
) -> None:
    database = _one_old_one_new(tmp_path)
    ours, theirs = os.openpty()
    command = [*COMMAND, "--port", "0", "--database", database, "--forget-after", "30"]
    with _process(command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.write(ours, f"{answer}\n".encode())
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert first.startswith("The table is at ")
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    os.close(theirs)
    assert "Forget them for good? [y/N]" in said
    assert _there(database) == left


def _newer(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()


def _damaged(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(reversed(whole[4096:])))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_text("Dear diary, " * 1000), "file is not a database"),
        (lambda path: path.mkdir(), "unable to open database file"),
        (_newer, "made by a newer version of Overheat"),
        (_damaged, "damaged|malformed"),
    ],
    ids=["a text", "a folder", "newer", "damaged"],
)
def test_a_file_that_cannot_be_used_is_told_in_one_line(
    tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "table.sqlite"
    spoil(path)
    told = refused("serve", "--no-open", "--port", "0", "--database", str(path), code=1)
    assert str(path) in told
    assert re.search(words, told)


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


def test_a_port_that_nobody_asked_for_gives_way_when_it_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, or_any=True) as free:
            assert free.getsockname()[1] not in (0, port)


@pytest.mark.parametrize(
    ("platform", "environment", "opens"),
    [
        ("darwin", {}, True),
        ("win32", {}, True),
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ""}, False),
    ],
)
def test_a_browser_is_opened_only_where_it_has_a_window(
    platform: str, environment: dict[str, str], opens: bool
) -> None:
    assert has_screen(platform, environment) is opens


def test_the_database_is_a_file_an_address_or_the_one_in_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert url_of("/tmp/games.sqlite") == "sqlite:////tmp/games.sqlite"
    assert url_of("postgres://u@h/d") == "postgresql+psycopg://u@h/d"
    assert url_of("sqlite:///x.sqlite") == "sqlite:///x.sqlite"
    monkeypatch.setenv("OVERHEAT_HOME", "/somewhere")
    assert url_of(None) == "sqlite:////somewhere/table.sqlite"
    monkeypatch.delenv("OVERHEAT_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert url_of(None) == "sqlite:////data/overheat/table.sqlite"
