"""What is kept, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from overheat.kernel.refusal import RefusedError
from overheat.table.store.store import Kept, Noted, Seat, Store
from overheat.table.store.tables import GAME, PARTS
from postgres import Postgres

KEPT = Kept(
    id="first",
    kind="race",
    title="A race",
    created=1.5,
    open_to_all=True,
    pace=0.25,
    host="h",
    watcher="w",
    seats=(Seat("red", token="r"), Seat("blue", bot="random")),
)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    with store.engine.begin() as connection:
        for table in (*PARTS, GAME):
            connection.execute(table.delete())
    yield store
    store.close()


def test_a_game_comes_back_as_it_was_kept(store: Store) -> None:
    store.create(KEPT, [b"header", b"event"])
    store.append("first", 2, [b"command", b'{"text": "\xc3\xa9"}'])
    assert store.load("first") == (KEPT, [b"header", b"event", b"command", b'{"text": "\xc3\xa9"}'])


@pytest.mark.parametrize("name", ["x" * 201, "nul\0"])
def test_names_that_postgresql_cannot_hold_are_a_refusal(postgres: Postgres, name: str) -> None:
    game = msgspec.structs.replace(KEPT, id=f"names-{len(name)}", seats=(Seat(name, token="r"),))
    with closing(Store(postgres.url)) as store, pytest.raises(RefusedError, match="names") as caught:
        store.create(game, [b"header"])
    assert caught.value.refusal.id == "table.names"


def test_there_is_no_game_that_was_never_kept(store: Store) -> None:
    assert store.load("nothing") is None
    assert store.count() == 0


def test_two_servers_cannot_both_go_on_with_a_game(store: Store, url: str) -> None:
    other = Store(url)
    store.create(KEPT, [b"header"])
    store.append("first", 1, [b"one", b"two"])
    with pytest.raises(RefusedError, match="gone on elsewhere"):
        other.append("first", 2, [b"another"])
    found = other.load("first")
    other.close()
    assert found is not None
    assert found[1] == [b"header", b"one", b"two"]


@pytest.mark.parametrize(("first", "epoch"), [(4, 0), (2, 0), (3, 1)])
def test_no_line_is_kept_but_the_next_of_its_epoch(store: Store, first: int, epoch: int) -> None:
    store.create(KEPT, [b"header", b"one", b"two"])
    with pytest.raises(RefusedError) as caught:
        store.append("first", first, [b"another"], epoch=epoch, noted=Noted("a"))
    assert caught.value.refusal.id == "table.elsewhere"
    assert store.load("first") == (KEPT, [b"header", b"one", b"two"])
    assert store.noted("first", "a") is None
    store.append("first", 3, [b"three"], noted=Noted("a", "d", b"{}"))
    assert store.noted("first", "a") == Noted("a", "d", b"{}")


@pytest.mark.parametrize(("epoch", "held"), [(2, 3), (0, 3), (1, 2), (1, 4)])
def test_nothing_is_taken_back_by_who_does_not_know_how_far_the_game_is(store: Store, epoch: int, held: int) -> None:
    store.create(KEPT, [b"header", b"one", b"two"])
    with pytest.raises(RefusedError) as caught:
        store.truncate("first", 1, epoch=epoch, kept=0, held=held)
    assert caught.value.refusal.id == "table.elsewhere"
    assert store.load("first") == (KEPT, [b"header", b"one", b"two"])


def test_a_command_with_a_known_id_is_not_kept_again(store: Store) -> None:
    store.create(KEPT, [b"header"])
    store.append("first", 1, [b"one"], noted=Noted("a"))
    with pytest.raises(RefusedError, match="gone on elsewhere"):
        store.append("first", 2, [b"one"], noted=Noted("a"))
    found = store.load("first")
    assert found is not None
    assert found[1] == [b"header", b"one"]


def test_taking_back_forgets_the_ids_that_nobody_knows(store: Store) -> None:
    store.create(KEPT, [b"header"])
    store.append("first", 1, [b"one"], noted=Noted("given", "digest"))
    store.append("first", 2, [b"two"], noted=Noted("made here"))
    store.truncate("first", 1, epoch=1, kept=0, held=3, noted=[Noted("undo", "digest")])
    found = [store.noted("first", id) is not None for id in ("given", "made here", "undo")]
    assert found == [True, False, True]


def test_older_games_know_how_many_lines_they_have(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.sqlite'}")
    store.create(KEPT, [b"header", b"one"])
    with store.engine.begin() as connection:
        for words in (
            "DROP TABLE reason",
            "DROP TABLE probe",
            "DROP TABLE command",
            "ALTER TABLE game DROP COLUMN lines",
            "UPDATE alembic_version SET version_num = '0002'",
        ):
            connection.execute(text(words))
    store.close()
    store = Store(f"sqlite:///{tmp_path / 'table.sqlite'}")
    store.append("first", 2, [b"two"])
    assert store.load("first") == (KEPT, [b"header", b"one", b"two"])
    store.close()


def test_the_lines_of_a_command_are_kept_all_or_none(store: Store) -> None:
    store.create(KEPT, [b"header", b"second"])
    with pytest.raises(RefusedError):
        store.append("first", 0, [b"new", b"newer", b"newest"])
    found = store.load("first")
    assert found is not None
    assert found[1] == [b"header", b"second"]


def test_commands_that_come_at_once_are_each_kept_or_refused_by_themselves(store: Store) -> None:
    games = [f"game{number}" for number in range(12)]
    for game in games:
        store.create(msgspec.structs.replace(KEPT, id=game), [b"header"])
    refused = []

    def play(game: str) -> None:
        for number in range(1, 21):
            try:
                store.append(game, 0 if game == "game5" else number, [game.encode()], over=number == 20)
            except RefusedError as error:
                refused.append(error.refusal.facts["game"])

    threads = [threading.Thread(target=play, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["game5"] * 20
    for game in games:
        found = store.load(game)
        assert found is not None
        assert found[1] == [b"header"] + ([] if game == "game5" else [game.encode()] * 20)
        assert found[0].over == (game != "game5")


def test_taking_back_forgets_lines_and_notes_the_epoch(store: Store) -> None:
    store.create(KEPT, [b"header", b"one", b"two", b"three"])
    store.append("first", 4, [b"end"], over=True)
    store.truncate("first", 2, epoch=1, kept=1)
    wanted = msgspec.structs.replace(KEPT, epoch=1, undone={1: 1})
    assert store.load("first") == (wanted, [b"header", b"one"])
    store.append("first", 2, [b"anew"], epoch=1)


def test_a_finished_game_is_listed_as_such(store: Store) -> None:
    store.create(KEPT, [b"header"])
    store.create(msgspec.structs.replace(KEPT, id="second", created=2.0), [b"header"])
    store.create(msgspec.structs.replace(KEPT, id="third", open_to_all=False), [b"header"])
    store.append("first", 1, [b"end"], over=True)
    assert [(kept.id, kept.over) for kept in store.open_games(10)] == [("second", False), ("first", True)]
    assert [seat.token for kept in store.open_games(10) for seat in kept.seats] == [""] * 4


def test_a_dropped_game_leaves_nothing(store: Store) -> None:
    store.create(KEPT, [b"header"])
    store.truncate("first", 1, epoch=1, kept=0)
    store.drop("first")
    with store.engine.connect() as connection:
        for table in (*PARTS, GAME):
            assert connection.execute(table.select()).all() == []


def test_the_tables_are_brought_up_to_date_once(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        with store.engine.connect() as connection:
            assert connection.execute(text("select version_num from alembic_version")).scalar_one() == "0004"
        store.close()


def test_games_that_nobody_has_played_for_long_are_forgotten(tmp_path: Path) -> None:
    now = 0.0
    store = Store(f"sqlite:///{tmp_path / 'table.sqlite'}", lambda: now)
    for id in ("left alone", "finished", "played on"):
        store.create(msgspec.structs.replace(KEPT, id=id), [b"header"])
    now = 100.0
    store.append("finished", 1, [b"command"], over=True)
    now = 150.0
    store.append("played on", 1, [b"command"])
    now = 250.0
    assert [game.id for game in store.alone(120.0)] == ["left alone", "finished"]
    store.forget([game.id for game in store.alone(120.0)])
    assert (store.load("left alone"), store.load("finished")) == (None, None)
    assert store.load("played on") is not None
    assert store.alone(120.0) == []
    store.close()


def test_a_database_in_memory_is_one_for_all_threads() -> None:
    store = Store("sqlite://")
    seen: list[int] = []

    def keep(number: int) -> None:
        store.create(msgspec.structs.replace(KEPT, id=f"game {number}"), [b"header"])
        seen.append(store.count())

    threads = [threading.Thread(target=keep, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (store.count(), len(seen)) == (20, 20)
    store.close()


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'deep' / 'table.sqlite'}")
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2
    store.close()


@pytest.mark.parametrize("url", ["nonsense", "ftp://somewhere/else", "sqlite:////proc/nowhere/table.sqlite"])
def test_a_database_that_cannot_be_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(RefusedError) as caught:
        Store(url)
    assert caught.value.refusal.id == "table.database"
    assert "\n" not in caught.value.refusal.reason
