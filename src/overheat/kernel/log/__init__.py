"""The log of a game: written, read, replayed, compared and told."""
