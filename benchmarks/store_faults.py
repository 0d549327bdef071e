"""Breaks the database under a table again and again, and sees that nothing acknowledged is ever lost.

    python benchmarks/store_faults.py --times 1000

Half of the faults hit SQLite, half a PostgreSQL of its own. They come before a statement, before a commit and after
one, with and without an outage that makes the reload fail too; connections are cut, PostgreSQL is stopped and started,
the disk is full, the file is held by another program, and the server is started anew. People play, commands are taken
back, and bots play all the while. After every twentieth fault, and at last, each acknowledged command must be there
exactly once, without holes, and each log must replay byte for byte.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from faults import Faults, Kept, Player, check_log
from overheat.table import server
from postgres import Postgres, programs
from tabletop import Table, make_race, race, serving

FAR: dict[str, Any] = {"setup": {"goal": 1_000_000}, "scenario": None}
CHECKED = 20
"""After how many faults everything is checked."""
POINTS = [("statement", nth) for nth in range(1, 7)] + [("before commit", 1), ("after commit", 1)] * 3
OUTAGES = (0.0, 0.0, 0.05, 0.2)
CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


class Trial:
    """One database, the server at it, and those who play."""

    def __init__(self, url: str, luck: random.Random, postgres: Postgres | None) -> None:
        self.url, self.luck, self.postgres = url, luck, postgres
        self.kinds: Counter[str] = Counter()
        self._stack = ExitStack()
        self.faults = self._serve()
        self.players = [Player(make_race(self.client, hot_seat=True, **FAR)) for _ in range(3)]
        self.undoing = Player(make_race(self.client, hot_seat=True, **FAR))
        seats = {"red": "random", "blue": "random"}
        self.bots = make_race(self.client, seats=seats, pace=0.05, **FAR)
        self.undoing.say()
        self.epoch = 0

    def _serve(self) -> Faults:
        kept = Kept()
        setattr(server, "Store", kept)  # noqa: B010
        self.client = self._stack.enter_context(serving(self.url, games=race()))
        return Faults(kept.stores[0])

    def close(self) -> None:
        self._stack.close()

    def break_once(self) -> None:
        """One fault of some kind, while something is said."""
        kinds: list[tuple[Callable[[], object], int]] = [(self._point, 75), (self._undo, 12), (self._anew, 2)]
        if self.postgres is not None:
            kinds += [(self._cut, 10), (self._stop, 2)]
        else:
            kinds += [(self._full, 10), (self._held, 1)]
        [(kind, _)] = self.luck.choices(kinds, [weight for _, weight in kinds])
        kind()
        self.kinds[kind.__name__.strip("_")] += 1

    def _arm(self) -> None:
        point, nth = self.luck.choice(POINTS)
        self.faults.arm(point, nth, self.luck.choice(OUTAGES))

    def _point(self) -> None:
        """Until a fault has come: what is said ends before some of them."""
        player = self.luck.choice(self.players)
        before = self.faults.made
        while self.faults.made == before:
            self._arm()
            player.say()
            self.faults.disarm()

    def _undo(self) -> None:
        player, self.epoch = self.undoing, self.epoch + 1
        player.say()
        vote = {"agree": True, "id": f"undo-{self.epoch}"}
        before = self.faults.made
        self.faults.arm("before commit" if self.luck.random() < 0.5 else "after commit", 1, self.luck.choice(OUTAGES))
        answer = player.until_answered(lambda: player.table.post("red", "/undo", **vote)).json()
        self.faults.disarm()
        assert self.faults.made > before
        assert (answer["undone"], answer["epoch"], answer["number"]) == (True, self.epoch, 3), answer

    def _cut(self) -> None:
        """Every connection is cut while people speak."""

        def cut() -> None:
            time.sleep(self.luck.random() * 0.02)
            with self.faults.store.engine.connect() as connection:
                connection.execute(text(CUT))

        thread = threading.Thread(target=cut)
        thread.start()
        while thread.is_alive():
            self.luck.choice(self.players).say()
        thread.join()

    def _stop(self) -> None:
        assert self.postgres is not None
        self.postgres.stop()
        again = threading.Timer(self.luck.random() * 0.5, self.postgres.start)
        again.start()
        self.luck.choice(self.players).say()
        again.join()

    def _full(self) -> None:
        with self.faults.full_disk():
            player = self.luck.choice(self.players)
            timer = threading.Timer(0.2, lambda: None)
            timer.start()
            answer = None
            while timer.is_alive() and (answer is None or answer.status_code == 200):
                id = f"full-{self.luck.random()}".replace(".", "-")
                answer = player.table.post("red", "/say", command={"type": "Throw", "count": 1}, id=id)
                if answer.status_code == 200:
                    player.answers.append(answer.json())
            timer.join()
        player.say(**({"id": id} if answer is not None and answer.status_code != 200 else {}))

    def _held(self) -> None:
        holder = self.faults.store.engine.raw_connection()
        holder.cursor().execute("BEGIN IMMEDIATE")

        def let_go() -> None:
            holder.rollback()
            holder.close()

        timer = threading.Timer(5.5, let_go)
        timer.start()
        self.luck.choice(self.players).say()
        timer.join()

    def _anew(self) -> None:
        """The server ends and another one goes on; what was said last is said again."""
        self._stack.close()
        self.faults.disarm()
        made = self.faults.made
        self.faults = self._serve()
        self.faults.made = made
        for player in (*self.players, self.undoing):
            player.table = Table(self.client, player.table.made)
        self.bots = Table(self.client, self.bots.made)
        id = f"start-{self.kinds['anew']}"
        for player in self.players:
            player.say(id=id)
            again = player.table.post("red", "/say", command={"type": "Throw", "count": 1}, id=id)
            assert again.json() == player.answers[-1], again.text
            player.answers[-1] = again.json()

    def check(self) -> None:
        """The law, for every game."""
        for player in self.players:
            player.say()
            player.check(self.faults.store)
        assert self.undoing.table.get("red").json()["step"] == 1
        for table in (self.undoing.table, self.bots):
            check_log(table, self.faults.store)


@contextmanager
def databases(folder: Path) -> Iterator[list[tuple[str, str, Postgres | None]]]:
    """A database of each kind that can be had here."""
    found: list[tuple[str, str, Postgres | None]] = [("sqlite", f"sqlite:///{folder / 'table.sqlite'}", None)]
    where = programs()
    postgres = None if where is None else Postgres(where)
    if postgres is not None:
        found.append(("postgresql", postgres.url, postgres))
    try:
        yield found
    finally:
        if postgres is not None:
            postgres.remove()


def tried(url: str, times: int, luck: random.Random, postgres: Postgres | None) -> dict[str, object]:
    """Faults at one database, and the figures of them."""
    begun = time.monotonic()
    trial = Trial(url, luck, postgres)
    try:
        for number in range(1, times + 1):
            trial.break_once()
            if number % CHECKED == 0 or number == times:
                trial.check()
        bots = trial.bots.get("watch").json()["step"]
    finally:
        trial.close()
    said = sum(len(player.answers) for player in (*trial.players, trial.undoing))
    repeated = sum(len(player.refusals) for player in (*trial.players, trial.undoing))
    return {
        "faults": times,
        "kinds": dict(sorted(trial.kinds.items())),
        "acknowledged": said,
        "answered 503": repeated,
        "commands of bots": bots,
        "lost": 0,
        "seconds": round(time.monotonic() - begun),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--times", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    logging.getLogger("overheat.table").setLevel(logging.ERROR)
    luck = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder, databases(Path(folder)) as found:
        for name, url, postgres in found:
            figures = tried(url, asked.times // len(found), luck, postgres)
            sys.stdout.write(json.dumps({"database": name, **figures}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
