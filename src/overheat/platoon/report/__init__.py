"""A battle drawn."""
