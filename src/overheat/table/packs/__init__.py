"""Answers for when there is no server to ask: rules asked beforehand, what they said packed for a browser."""
