"""Games played by as many processes as asked for, here or on other machines, and kept as they are finished.

A folder holds `games.jsonl`, a line a game in the order in which they were finished, and the logs. Whoever begins the
same study in the same folder again goes on where it was left: a game is known by the digest of all that decides it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from overheat.kernel.refusal import refuse
from overheat.lab.study.fixture import Finished, Fixture, Played, play_fixture

BACKENDS = ("loky", "ray", "dask")
"""Who plays the games: processes of this machine, or the workers of a Ray or Dask cluster."""
GAMES, LOGS = "games.jsonl", "logs"
LONGEST = 600.0
"""The seconds that a game may take."""
SLICE = 4
"""Games for each worker that are handed out at a time where results do not come one by one."""
TRIES = 2
"""How often a game is begun whose process dies."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Folder:
    """Where the games of a study are kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / LOGS).mkdir(parents=True, exist_ok=True)
        kept = path / GAMES
        if kept.exists():
            _mend(kept)

    def played(self) -> dict[str, Played]:
        """The games that are kept, by their keys."""
        kept = self.path / GAMES
        if not kept.exists():
            return {}
        decode = msgspec.json.Decoder(Played).decode
        games = []
        for number, line in enumerate(kept.read_bytes().splitlines(), start=1):
            try:
                games.append(decode(line))
            except msgspec.MsgspecError as error:
                raise refuse("lab.games", f"{kept}: line {number} is not a game: {error}", line=number) from None
        return {game.key: game for game in games}

    def keep(self, fixture: Fixture, finished: Finished) -> None:
        """Write a game down: its log first, so that a game that is listed has one."""
        if finished.log:
            self.log_of(fixture.name).write_bytes(finished.log)
        with (self.path / GAMES).open("ab") as file:
            file.write(_encode(finished.played) + b"\n")

    def log_of(self, name: str) -> Path:
        """The log of a game, compressed."""
        return self.path / LOGS / f"{name}.log.gz"


def _mend(kept: Path) -> None:
    """Take away the half line that a process leaves behind that was stopped while it wrote."""
    data = kept.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole != len(data):
        with kept.open("r+b") as file:
            file.truncate(whole)


def run(
    fixtures: Sequence[Fixture],
    folder: Folder | None = None,
    jobs: int = 1,
    backend: str = "loky",
    seconds: float = LONGEST,
) -> Iterator[Played]:
    """Every game of a list as it is finished, those that are kept already first."""
    kept = {} if folder is None else folder.played()
    todo: list[tuple[Fixture, str]] = []
    digests: dict[tuple[str, ...], str] = {}
    for fixture in fixtures:
        if fixture.rules not in digests:
            digests[fixture.rules] = fixture.rules_digest()
        key = fixture.key(digests[fixture.rules])
        if key in kept:
            yield kept[key]
        else:
            todo.append((fixture, key))
    by_key = {key: fixture for fixture, key in todo}
    for finished in _finished(todo, jobs, backend, seconds):
        if folder is not None:
            folder.keep(by_key[finished.played.key], finished)
        yield finished.played


def _finished(todo: list[tuple[Fixture, str]], jobs: int, backend: str, seconds: float) -> Iterator[Finished]:
    """The games played, in whatever order they are finished."""
    if backend not in BACKENDS:
        raise refuse("lab.backend", f"no backend {backend!r}; there are {', '.join(BACKENDS)}", backend=backend)
    if jobs == 1 and backend == "loky":
        yield from (play_fixture(fixture, key, seconds) for fixture, key in todo)
        return
    for _ in range(TRIES):
        done: set[str] = set()
        try:
            for finished in _shared(todo, jobs, backend, seconds):
                done.add(finished.played.key)
                yield finished
            return
        except _died() as error:
            todo = [(fixture, key) for fixture, key in todo if key not in done]
            reason = f"its process died: {type(error).__name__}"
    for fixture, key in todo:
        lost = Played(
            key=key, arm=fixture.arm, seed=fixture.seed, turned=fixture.turned, bots=fixture.bots, error=reason
        )
        yield Finished(lost, b"")


def _died() -> type[BaseException]:
    """What is raised when a process of a pool is killed."""
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    died: type[BaseException] = TerminatedWorkerError
    return died


def _shared(todo: Sequence[tuple[Fixture, str]], jobs: int, backend: str, seconds: float) -> Iterator[Finished]:
    """The games shared among workers; those of Ray give back what they have only when a slice of it is done."""
    from joblib import Parallel, delayed, parallel_config

    calls = [delayed(play_fixture)(fixture, key, seconds) for fixture, key in todo]
    with parallel_config(**_backend(backend, jobs)):
        if backend != "ray":
            yield from Parallel(return_as="generator_unordered", batch_size=1)(calls)
            return
        for at in range(0, len(calls), SLICE * jobs):
            yield from Parallel(batch_size=1)(calls[at : at + SLICE * jobs])


def _backend(name: str, jobs: int) -> dict[str, Any]:
    """What joblib is told about who works."""
    if name == "loky":
        return {"backend": "loky", "n_jobs": jobs}
    try:
        if name == "ray":
            import_module("ray.util.joblib").register_ray()
        else:
            distributed = import_module("distributed")
            if not _has_client(distributed):
                distributed.Client(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
    except ImportError as error:
        raise refuse(
            "lab.backend", f"for this backend install the extra: pip install 'overheat[{name}]'", missing=error.name
        ) from None
    return {"backend": name, "n_jobs": jobs}


def _has_client(distributed: Any) -> bool:
    """Whether somebody has made a Dask client already, of a cluster of his own."""
    try:
        distributed.get_client()
    except ValueError:
        return False
    return True
