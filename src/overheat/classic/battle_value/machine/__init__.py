"""The battle value of a war machine."""
