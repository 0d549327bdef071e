"""Moves on foot, on wheels, in the air and in transports."""
