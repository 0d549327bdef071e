"""Procedures of the rules on dice alone, without a table: played, and counted as exact odds."""
