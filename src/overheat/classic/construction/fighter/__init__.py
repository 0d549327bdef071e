"""Fighters: their frame, their fittings, and what they weigh."""
