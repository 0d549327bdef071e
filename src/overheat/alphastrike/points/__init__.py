"""The point value of a card, and what a better or worse crew makes of it."""

from overheat.alphastrike.points.skill import points_at_skill
from overheat.alphastrike.points.value import points

__all__ = ["points", "points_at_skill"]
