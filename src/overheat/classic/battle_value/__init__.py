"""Battle values: what a unit is worth, worked out step by step as the rules write it."""
