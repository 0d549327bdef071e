"""Shooting of every kind: aiming, shells, strikes, devices, grenades."""
