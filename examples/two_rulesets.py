"""How much does an option change? The same map under two rulesets, side by side."""

from overheat.classic.board.generate import generate
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.field import all_pairs
from overheat.classic.sight.relief import Relief

board = generate(5, 10, 10, "hills")
for layers in (["classic"], ["classic", "dead_zones"]):
    seen = all_pairs(Relief(board, ruleset(layers)))
    print(" + ".join(layers), f"{seen.visible.mean():.1%} of all lines are clear")
