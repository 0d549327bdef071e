"""Optional rules: one file, one layer each."""
