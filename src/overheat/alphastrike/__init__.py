"""Alpha Strike: every unit to its card, with the whole calculation shown."""
