"""What hits do: losses, armour, close quarters, panic."""
