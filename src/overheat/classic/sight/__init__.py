"""Lines of sight: what stands on a board, what a line meets, and what that does to an attack.

`trace` is the plain twin, which explains itself; `field` is the fast one, for bots and maps.
"""
