"""Let two bots fight a duel, read how it ended, keep its log, and play the log again."""

import overheat as oh

battle = oh.play("duel", red="greedy", blue="random", seed=7)
print(f"won by {', '.join(battle.winners) or 'nobody'} after {battle.rounds} rounds, {len(battle.events)} events")
print(*list(battle.lines())[-6:], sep="\n")
battle.save("duel.jsonl")
assert oh.replay("duel.jsonl").winners == battle.winners
