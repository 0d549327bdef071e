"""A battle of forces that were never written down as a scenario: two to four lists of units meet on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from overheat.classic.board.library import find, names
from overheat.classic.facts.state import Objective, Weather
from overheat.classic.muster.force import Force
from overheat.classic.muster.force_files import Library, read_force
from overheat.classic.muster.missions import Orders, given
from overheat.classic.muster.places import Recruit, listed, muster
from overheat.classic.muster.setup import Setup, Zone
from overheat.classic.rules.standard.networks import NAMES
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset

SIDES = ("red", "blue", "green", "yellow")
ROUNDS = 30
"""How long forces fight that were told nothing else."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle of forces is to be set up, before anybody has a place."""

    board: str
    board_text: str = ""
    rounds: int | None = None
    """How long it lasts; as long as its kind of scenario where nobody says."""
    weather: Weather = Weather()
    objectives: tuple[Objective, ...] = ()
    orders: Orders | None = None
    """The kind of scenario; None for a plain meeting."""
    zones: tuple[Zone, ...] = ()
    """Where sides begin; as the kind of scenario has it for those that are not here."""
    by_players: bool = False
    """Whether the players place their units, as the first part of the game."""


def set_up(plan: Plan, forces: Mapping[str, Sequence[Recruit]], rules: Ruleset) -> Setup:
    """The battle of some forces as it is planned: zones and aims of its kind, everybody in place or to be placed."""
    setup = Setup(
        board=plan.board,
        board_text=plan.board_text,
        units=(),
        rounds=ROUNDS if plan.rounds is None else plan.rounds,
        weather=plan.weather,
        objectives=plan.objectives,
        zones=plan.zones,
    )
    board = setup.field()
    if plan.orders is not None:
        found = given(plan.orders, board, listed(forces), rules)
        said = {zone.side for zone in plan.zones}
        setup = msgspec.structs.replace(
            setup,
            rounds=found.mission.rounds if plan.rounds is None else plan.rounds,
            objectives=(*found.objectives, *plan.objectives),
            zones=(*plan.zones, *(zone for zone in found.zones if zone.side not in said)),
            mission=plan.orders.mission,
        )
    placed = muster(board, rules, forces, setup.zones)
    setup = msgspec.structs.replace(setup, units=placed)
    return setup.deploying() if plan.by_players else setup


def meeting(paths: Sequence[Path], plan: Plan, rules: Ruleset) -> tuple[str, Setup]:
    """The title and the set-up of a battle of forces, a file for each side, as it is planned."""
    if not 2 <= len(paths) <= len(SIDES):
        raise refuse("meeting.sides", f"two to {len(SIDES)} forces meet, not {len(paths)}", forces=len(paths))
    forces = [read_force(path) for path in paths]
    recruits = {side: _recruits(path, force) for side, path, force in zip(SIDES, paths, forces, strict=False)}
    return " against ".join(force.name for force in forces), set_up(plan, recruits, rules)


def on_board(name: str) -> Plan:
    """A plan for a board by the name of a bundled one or by its path."""
    if name in names():
        return Plan(board=name)
    find(name)
    return Plan(board=Path(name).name, board_text=Path(name).read_text(encoding="utf-8"))


def _recruits(path: Path, force: Force) -> list[Recruit]:
    """The units of a force, its networks by the names that computers are tuned to.

    What cannot take the field is told with its file and line.
    """
    library = Library.beside(path)
    found: list[Recruit] = []
    tuned = dict(zip(dict.fromkeys(each.network for each in force.members if each.network), NAMES, strict=False))
    for member in force.members:
        try:
            linked = msgspec.structs.replace(member, network=tuned.get(member.network, member.network))
            found += [library.recruit(linked)] * member.count
        except RefusedError as error:
            where = f"{path}: line {member.line}: " if member.line else f"{path}: "
            raise refuse(error.refusal.id, where + error.refusal.reason, error.refusal.cite) from None
    return found
