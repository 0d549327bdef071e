"""What units carry, played in phases of its own or between the commands of others: ambushes, artillery."""
