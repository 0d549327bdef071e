"""Digests of games between bots, to see that a change of the code leaves every game as it was.

    PYTHONPATH=old/src python benchmarks/same_games.py > before
    PYTHONPATH=src python benchmarks/same_games.py > after
    diff before after

A line is a scenario, its rules, its bots, a seed, how many commands the game took and a digest of its commands and
events, byte for byte. The first line of a log is left out: it names the version and the digest of the rules.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from typing import Any

from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.kernel.log.replay import Session
from overheat.lab import platoon_kind
from overheat.lab.match import play
from overheat.platoon.game import PlatoonGame

CLASSIC = (
    ("duel", "printed", "greedy", 3),
    ("duel", "tacops", "greedy", 2),
    ("duel", "printed", "random", 2),
    ("duel", "tacops", "random", 2),
    ("lance", "printed", "greedy", 3),
    ("lance", "tacops", "greedy", 2),
    ("lance", "omega", "greedy", 1),
    ("combined_arms", "printed", "greedy", 2),
    ("combined_arms", "tacops", "greedy", 1),
    ("combined_arms", "tacops", "random", 1),
    ("breakthrough", "tacops_lite", "greedy", 1),
    ("smoke_and_missiles", "", "greedy", 1),
    ("cruise_missiles", "", "greedy", 1),
    ("town_watch", "", "greedy", 1),
    ("planet_swamp", "", "greedy", 1),
    ("planet_volcano", "", "greedy", 1),
    ("planet_moon", "", "random", 1),
    ("planet_glacier", "", "greedy", 1),
    ("planet_night_city", "", "greedy", 1),
)
PLATOON = (
    ("heath", "greedy", 2),
    ("village", "greedy", 1),
    ("crossroads", "greedy", 1),
    ("ridge", "random", 1),
    ("sectors", "greedy", 1),
)
"""Scenario, rules, bot, and how many seeds from 1 on."""
COMMAND = b'"line":"command"'


def tell(which: str, session: Session[Any, Any, Any]) -> None:
    """A line about a game: how many commands it took, and a digest of all lines of its log but the first."""
    lines = session.log().split(b"\n", 1)[1]
    sys.stdout.write(f"{which} {lines.count(COMMAND):5} {hashlib.sha256(lines).hexdigest()[:24]}\n")
    sys.stdout.flush()


def main() -> None:
    """Play the games and print their digests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="scenarios whose names hold this")
    only = parser.parse_args().only
    for name, rules, bot, seeds in CLASSIC:
        found, setup = find(name)
        game = Classic((rules,) if rules else found.rules)
        for seed in range(1, seeds + 1) if only in name else ():
            tell(f"{name} {rules or '-'} {bot} {seed}", play(game, setup, seed, {}, default=bot))
    for name, bot, seeds in PLATOON:
        for seed in range(1, seeds + 1) if only in name else ():
            setup = platoon_kind.find(name).setup
            tell(f"{name} {bot} {seed}", play(PlatoonGame(()), setup, seed, {}, default=bot))


if __name__ == "__main__":
    main()
