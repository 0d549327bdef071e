"""War machines: their frame, their fittings, where things stand, and what they weigh."""
