"""Forces on the command line: those that are drawn by chance."""
