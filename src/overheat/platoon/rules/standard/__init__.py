"""The standard rules of H.E.A.T, one topic in each file."""
