"""Rules with an identity, layers of them, and the rulesets they compose to."""
