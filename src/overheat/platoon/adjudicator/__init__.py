"""Questions from a real table, exact odds, and what may be expected."""
