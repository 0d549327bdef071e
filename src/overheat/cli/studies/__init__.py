"""The commands of the lab: rulesets compared, bots and units rated, games as tables."""
