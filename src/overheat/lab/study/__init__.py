"""Studies: many games under several rulesets or between several bots, kept as they are played, and compared."""
