"""A battle as a value, what may be said, what can have happened, and a battle under way."""
