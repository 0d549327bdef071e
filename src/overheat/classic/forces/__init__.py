"""Forces: lists of units with their crews, read from files, written, and drawn up for a battle."""
