"""What is offered is all that is not refused: verbs that have asked beforehand leave nothing out and let nothing in."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from overheat.classic.battle.knowing import known
from overheat.classic.facts.commands import (
    Clear,
    DropProne,
    DumpAmmunition,
    Fire,
    FlipArms,
    Go,
    Leave,
    PowerDown,
    Spot,
    Stand,
    StartUp,
    Switch,
    SwitchLater,
    Twist,
)
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import aim_of
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.salvos import rates
from overheat.classic.turn.round import in_phase, legal
from overheat.classic.turn.verb import vetoed
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal

GAMES = (
    ("duel", ("printed",)),
    ("duel", ("tacops",)),
    ("lance", ("printed",)),
    ("lance", ("omega",)),
    ("combined_arms", ("tacops",)),
    ("smoke_and_missiles", ("omega",)),
)
COMMANDS = 250
DIRECT = (None, "", "")
"""A shot without a spotter, in the usual way, at the target as a whole."""


def sayings(state: State, unit: Unit) -> Iterator[Any]:
    """Commands that a unit might be given, sensible or not."""
    yield from (Twist(facing) for facing in range(6))
    yield from (Clear(mount) for mount in (None, *range(len(unit.sheet.mounts))))
    yield from (DumpAmmunition(mount) for mount in range(len(unit.sheet.mounts)))
    yield from (Go(mode) for mode in state.relief.rules[MODES].rows)
    yield from (FlipArms(), PowerDown(), StartUp(), Leave(), Stand(), DropProne())
    yield from (Spot(),) if not unit.volley else ()
    yield from (kind("stealth", on) for kind in (Switch, SwitchLater) for on in (True, False))


def shots(state: State, unit: Unit) -> Iterator[Fire]:
    """Every weapon at every enemy and at the hex that was taken for a target, fed with anything that fits."""
    rules = state.relief.rules
    enemies = [other.id for other in state.units.values() if other.active and other.side != unit.side]
    for mount in unit.plan.weapons:
        weapon = unit.sheet.mounts[mount].weapon
        assert weapon is not None
        for target in (*enemies, aim_of(unit)) if aim_of(unit) else enemies:
            for feed in unit.plan.feeds.get(mount) or (None,):
                yield from (Fire(mount, target, feed, rate) for rate in rules[rates](rules, weapon))


def may_be_said(state: State, unit: Unit, commands: Iterator[Any]) -> set[Any]:
    """Those of some commands that neither their verb in this phase nor any other rule refuses."""
    verbs = {verb.command: verb for verb in in_phase(state.relief.rules, state.phase)}
    return {
        said
        for said in commands
        if (verb := verbs.get(type(said))) is not None
        and vetoed(state, unit, said) is None
        and verb.refuses(state, unit, said) is None
    }


@pytest.mark.parametrize(("scenario", "layers"), GAMES)
def test_what_is_offered_is_what_is_not_refused(scenario: str, layers: tuple[str, ...]) -> None:
    game, setup, chance = Classic(layers), find(scenario)[1], np.random.default_rng(5)
    begun = game.start(setup, dice := Seeded(5))
    assert not isinstance(begun, Refusal)
    state, fired = begun[0], 0
    for _ in range(COMMANDS):
        player = game.to_act(state)
        if player is None:
            break
        said = tuple(game.legal(state, player))
        if state.acting is not None and state.question is None:
            seen = known(state, player)
            unit = seen.units[state.acting]
            offered = set(legal(seen, unit))
            assert offered == set(said)
            kinds = {type(command) for command in sayings(seen, unit)}
            asked = {command for command in offered if type(command) in kinds}
            assert asked == may_be_said(seen, unit, sayings(seen, unit))
            fires = {fire for fire in offered if isinstance(fire, Fire)}
            plain = {fire for fire in fires if (fire.spotter, fire.mode, fire.aimed) == DIRECT}
            allowed = may_be_said(seen, unit, shots(seen, unit))
            assert plain <= allowed
            assert {(fire.mount, fire.target) for fire in plain} == {(fire.mount, fire.target) for fire in allowed}
            fired += len(plain)
        result = game.apply(state, player, said[int(chance.integers(len(said)))], dice)
        assert not isinstance(result, Refusal)
        state = result[0]
    assert fired
