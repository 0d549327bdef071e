"""Environments for learners: both games as PettingZoo plays them, and one side of them as Gymnasium does."""
