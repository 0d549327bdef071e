"""Bots of H.E.A.T that fight: chances to destroy, the ground, the enemy's reply, and what the scenario is about."""
