"""Smoke grenades: a squad throws them in place of shooting."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import ThrowSmoke
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Body, gap
from overheat.platoon.rules.standard import smoke

THROWN = "smoke_grenades"
MARKERS = 3
"""How many smokes are laid side by side."""


def throw_refused(battle: Battle, unit: Unit, command: ThrowSmoke) -> Refusal | None:
    """Why a squad may not throw smoke so, or None."""
    squad = battle.sheet(unit).kind == "infantry" and unit.place == "table"
    if not squad or not all(battle.ground.on_table(at) for at in command.at):
        return Refusal("smoke.who", "squads throw smoke, and onto the table", smoke.SMOKE)
    bodies = battle.bodies(unit)
    lengths = tuple(min(gap(body, Body(at._replace(z=0), 0)) for body in bodies) for at in command.at)
    return battle.rules[smoke.throw_refused](battle.rules, unit.order, THROWN in unit.spent, lengths)


def could_throw(battle: Battle, unit: Unit) -> bool:
    """Whether a squad might throw smoke anywhere: rules of the project that refuse it at its feet refuse it farther."""
    if battle.sheet(unit).kind != "infantry":
        return False
    refuses = battle.rules[smoke.throw_refused]
    return bool(battle.rules.files) or refuses(battle.rules, unit.order, THROWN in unit.spent, (0.0,) * MARKERS) is None


def throw(battle: Battle, unit: Unit, command: ThrowSmoke) -> None:
    """Smoke rises where the grenades fall."""
    placed = [at._replace(z=0) for at in command.at]
    for marker in placed:
        battle.tell(told.SmokePlaced(marker, puff=True))
    battle.tell(told.ShotSpent(unit.id, THROWN))
