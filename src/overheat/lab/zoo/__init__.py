"""Battles for learners: both games as PettingZoo, Gymnasium and OpenSpiel play them."""

LONGEST = 20_000
"""Commands after which a battle is cut short, as a draw."""
