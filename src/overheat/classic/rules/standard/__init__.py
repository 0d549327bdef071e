"""The standard game: the quick reference, and what it leaves to other pages, one topic a file."""
