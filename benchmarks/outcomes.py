"""Outcomes of volleys: how long they take to work out, and how far played volleys lie from them.

python benchmarks/outcomes.py                      times
python benchmarks/outcomes.py --volleys 100000     each volley played as often, and the largest deviation
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import overheat as oh

VOLLEYS = (
    ("WHM-6R", "WVR-6R", ("PPC",)),
    ("WHM-6R", "WVR-6R", ("PPC", "PPC", "Medium Laser")),
    ("WHM-6R", "WVR-6R", ()),
    ("WHM-6R", "Manticore Heavy Tank", ("PPC", "PPC")),
    ("WHM-6R", "Foot Platoon (Rifle)", ()),
)


def main() -> None:
    """Time each volley, and play it as often as is asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--volleys", type=int, default=0)
    asked.add_argument("--only", type=int, default=None)
    given = asked.parse_args()
    for number, (attacker, target, weapons) in enumerate(VOLLEYS):
        if given.only not in (None, number):
            continue
        volley = oh.volley(attacker, target, 5, weapons)
        _ = volley.outcomes
        began = process_time()
        found = volley.outcomes
        took = process_time() - began
        say(f"{attacker} at {target}, {len(volley.fired)} weapons: {1000 * took:.0f} ms, {found.way}")
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
