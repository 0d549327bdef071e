"""Pictures of simple shapes and words, of no particular game: a surface, lettering, paper, PDF and pixels."""
