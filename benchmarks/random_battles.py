"""A campaign: random battles of units of all ground kinds from a folder, the laws looked at after every command.

    python benchmarks/random_battles.py ../shared/corpus/units --battles 600 --seed 1
    python benchmarks/random_battles.py ../shared/corpus/units --battles 500 --rules omega --bots random --jobs 2
    python benchmarks/random_battles.py ../shared/corpus/units --battles 100 --rules omega --bots greedy --options
    python benchmarks/random_battles.py ../shared/corpus/units --battles 500 --rules printed+planets --options --worlds
    python benchmarks/random_battles.py ../shared/corpus/units --battles 600 --mixed

Each battle is known by its seed. It is told which seed failed and with what, so that it can be played again alone with
`--battles 1 --seed 17`. `--bots` are those of the two sides, one name for both; `--options` draws other layers at
random that go with the rules, anew for each battle; `--worlds` draws a planet, weather, air and gravity. `--mixed` goes
through the ways of `MIXED` in turn, by the seed. What is counted at the end: battles, commands, units by kind, layers,
and what was refused by which rules.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from campaign import BOTS, RULES, Fought, drawn, fight

A_WORKER = 40
"""Battles that a process fights before another takes its place: rulesets of many kinds fill the memory."""


class Way(NamedTuple):
    """How a battle is fought: its rules, who plays, and what is drawn besides."""

    rules: tuple[str, ...]
    bots: tuple[str, str]
    options: bool = False
    worlds: bool = False


MIXED = (
    Way(("printed",), ("random", "greedy"), options=True),
    Way(("tacops",), ("greedy", "greedy")),
    Way(("printed",), ("random", "random"), options=True),
    Way(("tacops",), ("random", "greedy")),
    Way(("printed",), ("greedy", "greedy"), options=True),
    Way(("tacops", "planets"), ("random", "random"), worlds=True),
)
"""Half of the battles under options by chance, a third under the advanced rules, the rest under those on planets."""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def one(seed: int, folder: Path, ways: tuple[Way, ...]) -> Fought | str:
    """A battle, or what went wrong in it; its seed says which of the ways it is fought in."""
    way = ways[seed % len(ways)]
    layers = way.rules
    try:
        layers = drawn(seed, way.rules) if way.options else way.rules
        return fight(seed, folder, layers, way.bots, worlds=way.worlds)
    except Exception as error:
        frames = "".join(traceback.format_exception(error, limit=-4))
        return f"seed {seed} under {'+'.join(layers)}: {type(error).__name__}: {error}\n{frames}"


def _ways(said: argparse.Namespace) -> tuple[Way, ...]:
    bots = said.bots.split(",")
    given = Way(tuple(said.rules.split("+")), (bots[0], bots[-1]), said.options, said.worlds)
    return MIXED if said.mixed else (given,)


def battles(said: argparse.Namespace) -> Iterator[tuple[int, Fought | str]]:
    """Battle by battle, as long as there is time."""
    play = partial(one, folder=said.folder, ways=_ways(said))
    seeds = iter(range(said.seed, said.seed + said.battles))
    until = time.monotonic() + 60 * said.minutes if said.minutes else float("inf")
    while time.monotonic() < until and (batch := list(islice(seeds, A_WORKER * said.jobs))):
        with ProcessPoolExecutor(said.jobs) as pool:
            for seed, came in zip(batch, pool.map(play, batch), strict=True):
                yield seed, came
                if time.monotonic() >= until:
                    pool.shutdown(cancel_futures=True)
                    return


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counter.most_common())


def main() -> int:
    """Fight so many battles; how many failed is the exit code's reason."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="a folder with units in meks, vehicles, infantry, and so on")
    asked.add_argument("--battles", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1, help="the seed of the first battle")
    asked.add_argument("--rules", default="+".join(RULES))
    asked.add_argument("--bots", default=",".join(BOTS), help="of red and blue, or one for both")
    asked.add_argument("--options", action="store_true", help="draw other layers that go with the rules")
    asked.add_argument(
        "--worlds", action="store_true", help="on maps of planets, in weather, air and gravity by chance"
    )
    asked.add_argument("--mixed", action="store_true", help="options, advanced rules and planets in turn, by the seed")
    asked.add_argument("--jobs", type=int, default=1, help="processes at a time")
    asked.add_argument("--minutes", type=float, default=0.0, help="stop after so long, however many there are left")
    said = asked.parse_args()
    failed, fought, began = [], [], time.monotonic()
    for seed, came in battles(said):
        if isinstance(came, str):
            failed.append(seed)
            _say(came)
        else:
            fought.append(came)
    commands, spent = sum(each.commands for each in fought), time.monotonic() - began
    under = f"{said.rules}{' and others' if said.options else ''} by {said.bots}"
    under = "mixed rules" if said.mixed else under
    played = len(fought) + len(failed)
    _say(f"{played} battles under {under}, {commands:,} commands, {len(failed)} failed {failed}, {spent:.0f} s")
    _say("units: " + _counted(Counter(kind for each in fought for kind in each.kinds)))
    _say(f"layers: {len({layer for each in fought for layer in each.layers})}")
    _say("refused: " + _counted(Counter(id for each in fought for id in each.refusals)))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
