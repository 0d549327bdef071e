"""Which of two forces wins, and how often? Each fights from both edges of the board."""

from collections import Counter
from pathlib import Path

import overheat as oh

FORCES = {"light.toml": ["Wasp WSP-1A", "Stinger STG-3R", "Locust LCT-1V"], "heavy.toml": ["Warhammer WHM-6R"]}
for file, names in FORCES.items():
    Path(file).write_text("".join(f'[[unit]]\nunit = "{name}"\n' for name in names), encoding="utf-8")
    print(f"{file:>12}: battle value {sum(oh.unit(name).bv for name in names):,}")
wins: Counter[str] = Counter()
for seed in range(2):
    for pair in (list(FORCES), list(reversed(FORCES))):
        battle = oh.play(pair, red="random", blue="random", seed=seed, board="crossroads")
        wins.update({pair[("red", "blue").index(side)] for side in battle.winners} or {"nobody"})
for file, count in wins.most_common():
    print(f"{file:>12}: {count} won")
