"""Overheat: tabletop battles played, adjudicated, converted and simulated, with every number explained."""

__version__ = "0.1.0"
