"""The rules of the platoon game: the standard ones, and one file for each option."""
