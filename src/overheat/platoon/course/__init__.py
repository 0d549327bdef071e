"""The course of a battle: its phases, its steps, and everything that may be said at each."""
