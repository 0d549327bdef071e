"""Figures of equipment that the errata rule on: each test holds what the ruling says against the entry."""
