"""A campaign: thousands of random games of both games, the laws looked at after every command, every log replayed.

    python benchmarks/random_games.py --games 200                                   # units of the project alone
    python benchmarks/random_games.py ../shared/corpus/units --games 10000 --jobs 2 --keep 10
    python benchmarks/random_games.py ../shared/corpus/units --games 1 --seed 4711  # one game again
    python benchmarks/random_games.py ../shared/corpus/units --games 600 --large --out build/large_games
    python benchmarks/random_games.py --replay build/random_games/kept              # by another Python, say

Each game is known by its seed (`tests/campaign` says what it stands for): a small battle of H.E.A.T or of the classic
game, under one of its editions or under options drawn by chance, on any map or planet, of units that come with the
project and of those of a folder, by bots that mostly do anything. `--large` makes it two or three a side for five
rounds, or ten of H.E.A.T. Games are written to `games.jsonl` in the folder `--out` as they come: a run that was stopped
goes on where it was, and plays those again that went wrong. Their logs as far as they came are kept in `wrong`, and
those of every so many games in `kept`, which `--replay` plays again byte for byte with nothing but the library.
Leaves with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import platform
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import groupby, islice, zip_longest
from pathlib import Path
from typing import Any

import msgspec

from overheat.kernel.log.replay import Session, rerun
from overheat.lab.games import game_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from campaign.games import BLOCK, chosen, play

OUT = Path("build/random_games")
A_WORKER = 20
"""Blocks of games that a process plays before another takes its place: rulesets of many kinds fill the memory."""
EVERY = 60.0
"""Seconds between two lines that say how far it is."""


class Game(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of `games.jsonl`."""

    seed: int
    game: str
    rules: tuple[str, ...]
    bots: tuple[str, ...]
    scenario: bool = False
    large: bool = False
    commands: int = 0
    digest: str = ""
    """Of all lines of its log but the first, which names the version."""
    seconds: float = 0.0
    """Of processor time, with its replay."""
    kinds: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    wrong: str = ""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def one(seed: int, folder: Path | None, out: Path, keep: int, *, large: bool) -> Game:
    """Play a game, and keep its log if it is one of every so many or went wrong."""
    began, sessions = time.process_time(), list[Session[Any, Any, Any]]()
    what = chosen(seed, large=large)
    played, wrong = None, ""
    try:
        played = play(what, folder, sessions.append)
    except Exception as error:
        wrong = "".join(traceback.format_exception(error, limit=-4))
    log = sessions[0].log() if sessions else b""
    if log and (wrong or (keep and seed % keep == 0)):
        _write(out / ("wrong" if wrong else "kept") / f"{seed}.log.gz", log)
    return Game(
        seed=seed,
        game=what.game,
        rules=what.rules,
        bots=what.bots,
        scenario=what.scenario,
        large=large,
        commands=len(sessions[0].commands) if sessions else 0,
        digest=hashlib.sha256(log.partition(b"\n")[2]).hexdigest()[:24],
        seconds=round(time.process_time() - began, 3),
        kinds=played.kinds if played else (),
        refused=played.refused if played else (),
        wrong=wrong,
    )


def _write(path: Path, log: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(log, mtime=0))


def block(seeds: list[int], folder: Path | None, out: Path, keep: int, large: bool) -> list[Game]:
    """Games that are played under the same rules."""
    return [one(seed, folder, out, keep, large=large) for seed in seeds]


def known(file: Path, *, large: bool) -> dict[int, Game]:
    """The games of an earlier run that went well; a line that was cut short is none."""
    found = {}
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            game = msgspec.json.decode(line, type=Game)
        except msgspec.DecodeError:
            continue
        found[game.seed] = game
    return {seed: game for seed, game in found.items() if not game.wrong and game.large == large}


def _cut_short(file: Path) -> bool:
    """Whether the last line of a file has no end."""
    return file.stat().st_size > 0 and not file.read_bytes().endswith(b"\n")


def games(said: argparse.Namespace, seeds: Iterable[int]) -> Iterator[Game]:
    """Game by game as they come, several blocks at a time."""
    blocks = [list(group) for _, group in groupby(seeds, lambda seed: seed // BLOCK)]
    if not said.jobs:
        for each in blocks:
            yield from block(each, said.folder, said.out, said.keep, said.large)
        return
    for batch in _parts(blocks, A_WORKER * said.jobs):
        with ProcessPoolExecutor(said.jobs) as pool:
            asked = [pool.submit(block, each, said.folder, said.out, said.keep, said.large) for each in batch]
            for done in as_completed(asked):
                yield from done.result()


def _parts(blocks: list[list[int]], size: int) -> Iterator[list[list[int]]]:
    left = iter(blocks)
    while part := list(islice(left, size)):
        yield part


def campaign(said: argparse.Namespace) -> int:
    """Play what has not been played, write it down, and say what came of all."""
    said.out.mkdir(parents=True, exist_ok=True)
    file, asked = said.out / "games.jsonl", range(said.seed, said.seed + said.games)
    came = {seed: game for seed, game in known(file, large=said.large).items() if seed in asked}
    if came:
        _say(f"{len(came):,} of {len(asked):,} games are in {file}")
    began, before, told = time.monotonic(), len(came), time.monotonic()
    with file.open("ab") as lines:
        lines.write(b"\n" * _cut_short(file))
        for game in games(said, [seed for seed in asked if seed not in came]):
            lines.write(msgspec.json.encode(game) + b"\n")
            lines.flush()
            came[game.seed] = game
            if game.wrong:
                _say(_failure(game, said))
            if time.monotonic() - told > EVERY:
                told = time.monotonic()
                _say(_progress(len(came), len(came) - before, len(asked), told - began))
    for line in summary(list(came.values())):
        _say(line)
    return int(any(game.wrong for game in came.values()))


def _progress(played: int, now: int, asked: int, seconds: float) -> str:
    rate = now / seconds
    left = (asked - played) / rate / 60
    return f"{played:,} of {asked:,} games, {rate:.2f} in a second, {left:.0f} minutes left"


def _failure(game: Game, said: argparse.Namespace) -> str:
    """A game that went wrong, and how to play it again."""
    options = " ".join(
        (*([str(said.folder)] if said.folder else []), f"--games 1 --seed {game.seed}", *["--large"] * game.large)
    )
    under = f"{game.game} under {'+'.join(game.rules) or 'no layers'} by {' and '.join(game.bots)}"
    return f"WRONG: seed {game.seed}, {under}\n{game.wrong}again: python benchmarks/random_games.py {options}"


def summary(played: list[Game]) -> Iterator[str]:
    """How many of what were played, and which went wrong."""
    wrong = sorted(game.seed for game in played if game.wrong)
    commands, seconds = (sum(getattr(game, name) for game in played) for name in ("commands", "seconds"))
    mean = seconds / max(1, len(played))
    yield (
        f"{len(played):,} games, {commands:,} commands, {len(wrong)} wrong {wrong or ''}; "
        f"{seconds:.0f} s of processor time, {mean:.2f} s a game"
    )
    yield _counted("games", (game.game for game in played))
    yield _counted("rules", (_edition(game) for game in played))
    yield _counted("bots", (" and ".join(game.bots) for game in played))
    yield _counted("units", (kind for game in played for kind in game.kinds))
    scenarios = sum(game.scenario for game in played)
    yield f"choices of layers: {len({game.rules for game in played})}; scenarios: {scenarios}"
    layers = Counter(name for game in played for name in game.rules)
    yield f"layers named: {len(layers)}; seldom: {', '.join(f'{name} {n}' for name, n in layers.most_common()[-5:])}"
    yield _counted("refused", (id for game in played for id in game.refused))


def _edition(game: Game) -> str:
    """The bundles that a game was played under, and whether others lay over them."""
    bundles = [name for name in game.rules if name in BUNDLES]
    return "+".join((game.game, *bundles, *["options"] * (len(bundles) < len(game.rules))))


BUNDLES = ("printed", "quickref", "tacops", "tacops_lite", "omega", "planets", "later_versions")


def _counted(what: str, of: Iterable[str]) -> str:
    return f"{what}: " + ", ".join(f"{name} {count:,}" for name, count in Counter(of).most_common())


def replay(folder: Path) -> int:
    """Play the logs of a folder again, and say which do not come out byte for byte."""
    wrong = []
    paths = sorted(folder.glob("*.log.gz"), key=lambda path: int(path.name.partition(".")[0]))
    if not paths:
        _say(f"{folder}: there are no logs of kept games here (*.log.gz)")
        return 1
    for path in paths:
        why = _differs(gzip.decompress(path.read_bytes()))
        if why:
            wrong.append(path.name)
            _say(f"{path}: {why}")
    _say(f"{len(paths):,} logs replayed by Python {platform.python_version()}, {len(wrong)} differ {wrong or ''}")
    return int(bool(wrong))


def _differs(log: bytes) -> str:
    """The first line in which a log differs from its replay, as it was and as it is; nothing where it does not."""
    try:
        again = rerun(log, game_of).log()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    pairs = zip_longest(log.split(b"\n"), again.split(b"\n"), fillvalue=b"")
    return next((f"line {at}: {was!r} {now!r}" for at, (was, now) in enumerate(pairs, start=1) if was != now), "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a campaign, or replay what one has kept."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument(
        "folder", type=Path, nargs="?", help="a folder with units in meks, vehicles, infantry, and so on"
    )
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    asked.add_argument("--large", action="store_true", help="more units, and longer")
    asked.add_argument("--jobs", type=int, default=1, help="processes at a time; 0 for this one alone")
    asked.add_argument("--keep", type=int, default=0, metavar="N", help="keep the log of every Nth game")
    asked.add_argument("--out", type=Path, default=OUT, help=f"where it is written down; {OUT} if nothing is said")
    asked.add_argument(
        "--replay", type=Path, metavar="FOLDER", help="play the logs of a folder again, and nothing else"
    )
    said = asked.parse_args(arguments)
    return replay(said.replay) if said.replay else campaign(said)


if __name__ == "__main__":
    raise SystemExit(main())
