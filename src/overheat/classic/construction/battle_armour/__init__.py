"""Battle armour: its frame, its fittings, and what it weighs."""
