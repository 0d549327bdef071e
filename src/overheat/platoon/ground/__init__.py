"""The table in inches: geometry and terrain."""
