"""One procedure, three kinds of dice: play it, script it, and get its exact odds."""

from overheat.kernel.dice import Dice, Scripted, Seeded, every


def shot(dice: Dice) -> str:
    """Hit on 8 or more; a hit on 12 is a critical one."""
    if dice.roll("to hit").total < 8:
        return "miss"
    return "critical hit" if dice.roll("critical").total == 12 else "hit"


print(shot(Seeded(2026)))
print(shot(Scripted((4, 4), (6, 6))))
for outcome, weight in every(shot).items():
    print(outcome, every(shot).probability(outcome), weight)
