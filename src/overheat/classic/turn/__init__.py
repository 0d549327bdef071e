"""A round, phase by phase: what may be done in each, and what comes of it."""
