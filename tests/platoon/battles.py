"""Battles for the tests: two bots on a scenario, and platoons of every kind of unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from overheat.kernel.log.replay import Session
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players import make_bot
from overheat.platoon.battle.commands import Commands
from overheat.platoon.battle.scenario import scenarios
from overheat.platoon.battle.state import Setup, State
from overheat.platoon.facts import QUALITIES, Quality
from overheat.platoon.game import PlatoonGame
from overheat.platoon.rosters.catalogue import UnitKind, unit_kinds
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import points

UPSTREAM = ("agl_team", "manpads_team")
"""Kinds of unit whose weapons only later versions have."""
LOADS = ("ied", "at_ied", "loitering")
"""What a drone carries, one of them."""


def every_kind(game: PlatoonGame, part: int) -> tuple[Sheet, ...]:
    """Half of all kinds of unit, with everything that they can buy under the rules of the game."""
    return force(game, range(part, len(kinds_sold(game)), 2))


def kinds_sold(game: PlatoonGame) -> list[UnitKind]:
    """Every kind of unit that is sold under the rules of the game."""
    later, rules = "later_weapons" in game.rules, game.ruleset
    sold = (kind for kind in unit_kinds().values() if not rules[points.kit_refused](rules, kind.id))
    return [kind for kind in sold if later or kind.id not in UPSTREAM]


def force(game: PlatoonGame, numbers: Iterable[int]) -> tuple[Sheet, ...]:
    """Units of some of the kinds that are sold, with everything that they can buy."""
    later, kinds = "later_weapons" in game.rules, kinds_sold(game)
    units = tuple(_laden(kinds[number], number, later, game.ruleset) for number in numbers)
    return muster(Roster(name="All arms", points=9999, selector="open", units=units), game.ruleset).sheets


def _laden(kind: UnitKind, number: int, later: bool, rules: Ruleset) -> Enlisted:
    load = LOADS[number % 3]
    left_out = ("cas", *(each for each in LOADS if each != load))
    heavy = () if later else ("_rockets", "_missile", "_bomb", "ew_rifle")
    sold = [id for id in kind.options if rules[points.kit_refused](rules, id) is None]
    options = {id: 1 for id in sold if id not in left_out and not id.endswith(heavy)}
    men = kind.men[1] if kind.men[1] else None
    return Enlisted(unit=kind.id, quality=_quality(kind, number), men=men, options=options)


def _quality(kind: UnitKind, number: int) -> Quality:
    able = [quality for quality, cost in zip(QUALITIES, kind.cost, strict=True) if cost]
    return able[number % len(able)] if able else QUALITIES[number % 3]


def all_arms(game: PlatoonGame, scenario: str) -> Setup:
    """A scenario fought with every kind of unit."""
    plain = scenarios()[scenario]
    return Setup(
        name=plain.name,
        players=plain.players,
        table=plain.table,
        zones=plain.zones,
        forces=(every_kind(game, 0), every_kind(game, 1)),
        objectives=plain.objectives,
    )


def battle(
    setup: Setup,
    seed: int,
    kinds: tuple[str, str] = ("random", "random"),
    game: PlatoonGame | None = None,
    watch: Callable[[State], None] | None = None,
) -> Session[Setup, State, Commands]:
    """A whole battle between two bots; `watch` sees every state."""
    game = game or PlatoonGame()
    session: Session[Setup, State, Commands] = Session(game, setup, seed)
    bots = {player: make_bot(game.name, kind, seed, player) for player, kind in zip(setup.players, kinds, strict=True)}
    while (player := game.to_act(session.state)) is not None:
        legal = tuple(game.legal(session.state, player))
        session.apply(player, bots[player].choose(game, game.known(session.state, player), player, legal))
        if watch:
            watch(session.state)
    return session
