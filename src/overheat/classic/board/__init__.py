"""Hexes, terrain, and the boards made of them. Knows no units and no rules."""
