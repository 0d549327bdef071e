"""The classic game at the table: what a page asks before anything is said, and the desk for miniatures."""
