"""What a hull has besides armour and structure: plates and shields over it, and what lets explosions out of it."""
