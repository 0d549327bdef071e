"""`overheat platoon` and `overheat odds platoon`: H.E.A.T on the command line."""
