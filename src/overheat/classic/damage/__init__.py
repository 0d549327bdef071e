"""Damage: what a hit does to a machine, a vehicle or a squad, carried out step by step."""
