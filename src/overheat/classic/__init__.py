"""The classic hex game of giant war machines."""
