"""H.E.A.T: the modern platoon game, measured in inches."""
