"""The rules of the classic game: the standard game, and a file for each option. `rulesets` makes layers of them."""
