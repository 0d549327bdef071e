"""What units cost in C-bills, as explained sums."""
