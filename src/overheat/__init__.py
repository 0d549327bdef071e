"""Overheat: tabletop battles played, adjudicated, converted and simulated, with every number explained.

    import overheat as oh

    unit = oh.unit("WHM-6R")
    unit.bv, unit.card, unit.sheet                          # a number, two pictures
    oh.shot(unit, at="WVR-6R", distance=5, ran=6, woods=1)  # number, terms, chance, damage
    oh.play("duel", seed=7).winners

What stands here is the public interface; everything below it may move. Nothing is loaded before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overheat.api import zoo as zoo
    from overheat.api.armoury import equipment as equipment
    from overheat.api.armoury import equipment_list as equipment_list
    from overheat.api.battles import Battle as Battle
    from overheat.api.battles import Bot as Bot
    from overheat.api.battles import play as play
    from overheat.api.battles import replay as replay
    from overheat.api.boards import Board as Board
    from overheat.api.boards import board as board
    from overheat.api.boards import sight as sight
    from overheat.api.coaching import Mistake as Mistake
    from overheat.api.coaching import coach as coach
    from overheat.api.forces import RandomForce as RandomForce
    from overheat.api.forces import draft as draft
    from overheat.api.questions import ask as ask
    from overheat.api.questions import odds as odds
    from overheat.api.questions import rules as rules
    from overheat.api.shots import shot as shot
    from overheat.api.shots import volley as volley
    from overheat.api.studies import Study as Study
    from overheat.api.studies import compare as compare
    from overheat.api.units import Unit as Unit
    from overheat.api.units import unit as unit
    from overheat.api.units import units as units
    from overheat.kernel.refusal import RefusedError as RefusedError

__version__ = "0.2.0"

_HOMES = {
    "Battle": "battles",
    "Board": "boards",
    "Bot": "battles",
    "Mistake": "coaching",
    "RandomForce": "forces",
    "RefusedError": "questions",
    "Study": "studies",
    "Unit": "units",
    "ask": "questions",
    "board": "boards",
    "coach": "coaching",
    "compare": "studies",
    "draft": "forces",
    "equipment": "armoury",
    "equipment_list": "armoury",
    "odds": "questions",
    "play": "battles",
    "replay": "battles",
    "rules": "questions",
    "shot": "shots",
    "sight": "boards",
    "unit": "units",
    "units": "units",
    "volley": "shots",
}
"""The public names, and the module of `overheat.api` that each is in."""

__all__ = [*_HOMES, "__version__", "zoo"]


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first asked for."""
    if name == "zoo":
        return import_module("overheat.api.zoo")
    if name not in _HOMES:
        raise AttributeError(f"module 'overheat' has no attribute {name!r}")
    found = getattr(import_module(f"overheat.api.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, "zoo"})
