"""A campaign: random battles of units of all ground kinds from a folder, the laws looked at after every command.

    python benchmarks/random_battles.py ../shared/corpus/units --battles 600 --seed 1

Each battle is known by its seed. It is told which seed failed and with what, so that it can be played again alone with
`--battles 1 --seed 17`. What is counted at the end: battles, commands, and what was refused by which rules.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from campaign import RULES, fight


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Fight so many battles; how many failed is the exit code's reason."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="a folder with units in meks, vehicles, infantry, and so on")
    asked.add_argument("--battles", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1, help="the seed of the first battle")
    asked.add_argument("--rules", default="+".join(RULES))
    said = asked.parse_args()
    failed, commands, began = [], 0, time.monotonic()
    refusals: Counter[str] = Counter()
    for seed in range(said.seed, said.seed + said.battles):
        try:
            fought = fight(seed, said.folder, said.rules.split("+"))
        except Exception as error:
            failed.append(seed)
            _say(f"seed {seed}: {type(error).__name__}: {error}")
            traceback.print_exc(limit=-4)
            continue
        commands += fought.commands
        refusals.update(fought.refusals)
    spent = time.monotonic() - began
    _say(f"{said.battles} battles, {commands:,} commands, {len(failed)} failed {failed}, {spent:.0f} s")
    _say("refused: " + ", ".join(f"{id} {count}" for id, count in refusals.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
