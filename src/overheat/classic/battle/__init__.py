"""A battle under way: what events make of the state, what a player may know of it, and the steps of a move."""
