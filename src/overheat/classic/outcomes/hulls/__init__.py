"""Volleys at vehicles: rows of conditions, with critical hits and motive damage behind curtains."""
