"""Platoons: kinds of units, rosters with their prices, drafts, vehicle designs, sheets."""
