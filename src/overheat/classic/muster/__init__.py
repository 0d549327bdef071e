"""From files to a battle: set-ups, scenarios, forces, and places for units that have none."""
