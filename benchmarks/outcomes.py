"""Outcomes of volleys: how long they take to work out, and how far played volleys lie from them.

python benchmarks/outcomes.py                      times
python benchmarks/outcomes.py --engine             the same besides with every piece resolved by the engine
python benchmarks/outcomes.py --volleys 100000     each volley played as often, and the largest deviation
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import overheat as oh
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET
from overheat.classic.outcomes.volley import by_engine
from overheat.classic.turn.weapons import attack_of

VOLLEYS = (
    ("WHM-6R", "WVR-6R", 5, ("PPC",)),
    ("WHM-6R", "WVR-6R", 5, ("PPC", "PPC", "Medium Laser")),
    ("WHM-6R", "WVR-6R", 5, ()),
    ("WHM-6R", "Manticore Heavy Tank", 5, ("PPC", "PPC")),
    ("WHM-6R", "Foot Platoon (Rifle)", 5, ()),
    ("BLR-1G", "AS7-D", 3, ()),
    ("BLR-1G", "WVR-6R", 3, ()),
    ("AWS-8Q", "WVR-6R", 5, ()),
    ("WHM-6R", "Manticore Heavy Tank", 5, ()),
    ("BLR-1G", "Manticore Heavy Tank", 3, ()),
    ("WHM-6R", "Scorpion Light Tank", 5, ()),
)


def main() -> None:
    """Time each volley, and play it as often as is asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--volleys", type=int, default=0)
    asked.add_argument("--engine", action="store_true", help="the same with every piece resolved by the engine")
    asked.add_argument("--only", type=int, default=None)
    given = asked.parse_args()
    for number, (attacker, target, distance, weapons) in enumerate(VOLLEYS):
        if given.only not in (None, number):
            continue
        volley = oh.volley(attacker, target, distance, weapons)
        took: list[float] = []
        for _ in range(2):
            began = process_time()
            found = volley.outcomes
            took.append(process_time() - began)
        first, second = (f"{1000 * time:.0f} ms" for time in took)
        say(f"{attacker} at {target}, {len(volley.fired)} weapons: {second}, {first} the first time, {found.way}")
        if given.engine:
            assert volley.state is not None
            unit = volley.state.units[ATTACKER]
            attacks = [attack_of(volley.state, unit, fire) for fire in volley.fired]
            began = process_time()
            old = by_engine(volley.state, TARGET, attacks)
            say(f"  by the engine alone: {1000 * (process_time() - began):.0f} ms, {old.way}")
        if not given.volleys:
            continue
        played = volley.played(given.volleys)
        names = {effect.name for effect in (*found.effects, *played.effects)}
        apart, name = max((abs(float(found[name] - played[name])), name) for name in names)
        chance = float(found[name])
        deviations = apart / (chance * (1 - chance) / given.volleys) ** 0.5 if 0 < chance < 1 else 0
        told = f"{100 * apart:.2f} points apart at most ({name}, {chance:.2%}), {deviations:.1f} standard deviations"
        say(f"  played {given.volleys:,} times: {told}")


def say(line: str) -> None:
    """A line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
