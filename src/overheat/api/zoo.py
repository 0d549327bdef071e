"""Battles for learners: `env` for PettingZoo, `side` and `vector` for Gymnasium, `spiel` for OpenSpiel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from overheat.kernel.refusal import refuse


def env(scenario: str = "duel", rules: Sequence[str] = (), render_mode: str | None = None) -> Any:
    """A battle between agents that act in turn, as PettingZoo has it."""
    return _home().BattleEnv(scenario, rules, render_mode)


def side(scenario: str = "duel", side: str = "", rules: Sequence[str] = (), opponent: str = "random") -> Any:
    """One side of a battle against bots, as Gymnasium has it."""
    return _home().SideEnv(scenario, side, rules, opponent)


def vector(count: int, *, processes: bool = False, **facts: Any) -> Any:
    """Several such sides side by side; the facts are those of `side`."""
    return _home().vector(count, processes=processes, **facts)


def spiel(scenario: str = "duel", rules: Sequence[str] = ()) -> Any:
    """A battle as a game of OpenSpiel, in which every die is a chance node. It is registered there as `overheat`."""
    try:
        import pyspiel

        import overheat.lab.zoo.spiel  # noqa: F401 -- registers the game
    except ImportError as error:
        raise refuse(
            "lab.zoo", "for OpenSpiel install the extra: pip install 'overheat[spiel]'", missing=error.name
        ) from None
    return pyspiel.load_game("overheat", {"scenario": scenario, "rules": "+".join(rules)})


def _home() -> Any:
    try:
        from overheat.lab.zoo import env
    except ImportError as error:
        raise refuse(
            "lab.zoo", "for environments install the extra: pip install 'overheat[zoo]'", missing=error.name
        ) from None
    return env
