"""Damage: from the weapons of a unit to the numbers of its card."""
