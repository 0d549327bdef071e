"""`overheat equipment`: everything that can be built in, worn or loaded."""
