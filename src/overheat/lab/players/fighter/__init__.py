"""Bots of the classic game that fight: what each place gives and takes, with the enemy's reply looked at."""
