"""Attacks: a situation of attacker and target, the number it needs, and why it may not be made."""
