"""Volleys at machines whose damage only ever goes inward: exact and fast, location by location."""
