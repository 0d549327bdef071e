"""Shots judged for all ways to turn the torso together are those that are judged for each way by itself."""

import msgspec
import pytest

from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.weapons import attack_of, fires, offered_attack
from overheat.kernel.cite import Cite
from overheat.kernel.log.replay import Session
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Number, Term
from overheat.lab.players import make_bot

GAMES = (("lance", ("printed",)), ("duel", ("tacops",)), ("combined_arms", ("tacops_lite",)))
LOOKED_AT = 6
"""Units about to fire that are looked at in a game."""
HERE = Cite("House rules", "Torsos")


def alone(state: State, unit: Unit) -> dict[Fire, Number]:
    """Every shot and its number, with nothing known from before."""
    state.relief.kept.pop("moment", None)
    return {fire: target_number(attack_of(state, unit, fire.shot)).total for fire in [*fires(state, unit)]}


def together(state: State, unit: Unit) -> dict[Fire, Number]:
    """The same as bots ask it, after all that is known at this moment."""
    return {fire: offered_attack(state, unit, fire.shot)[1].total for fire in [*fires(state, unit)]}


def agree(state: State, unit: Unit) -> int:
    """Hold both to one another for every way to turn, and count the shots."""
    turned = [msgspec.structs.replace(unit, torso=facing) for facing in range(6)]
    expected = [alone(state, each) for each in turned]
    state.relief.kept.pop("moment", None)
    for each, found in zip((*turned, *turned), (*expected, *expected), strict=True):
        assert together(state, each) == found
        assert all(refusal(attack_of(state, each, fire.shot)) is None for fire in found)
    return sum(map(len, expected))


@pytest.mark.parametrize(("scenario", "layers"), GAMES)
def test_shots_are_the_same_however_many_ways_to_turn_were_looked_at_before(
    scenario: str, layers: tuple[str, ...]
) -> None:
    game = Classic(layers)
    session = Session(game, find(scenario)[1], 3)
    bots = {side: make_bot("classic", "greedy", 3, side) for side in ("red", "blue")}
    looked_at = shots = 0
    while looked_at < LOOKED_AT and (player := game.to_act(session.state)) is not None:
        known = game.known(session.state, player)
        if known.phase == "weapons" and known.acting and not known.units[known.acting].volley:
            shots += agree(known, known.units[known.acting])
            looked_at += 1
        session.apply(player, bots[player].choose(game, known, player, tuple(game.legal(session.state, player))))
    assert shots


@rule("ours.only_ahead", cite=HERE, slot=FORBIDS)
def only_ahead(attack: WeaponAttack) -> Refusal | None:
    """Nobody fires while his torso points south."""
    return Refusal("ours.only_ahead", "it looks south", HERE) if attack.attacker.torso == 3 else None


@rule("ours.dazzled", cite=HERE, slot=EVERY_SHOT)
def dazzled(attack: WeaponAttack) -> Term | None:
    """Who looks east is dazzled."""
    return Term("ours.dazzled", 2, "dazzled", HERE) if attack.attacker.torso in (1, 2) else None


def test_rules_of_a_layer_that_ask_where_the_torso_points_are_asked_for_each_way_to_turn() -> None:
    game = Classic(("printed",))
    layered = compose(*ruleset(("printed",)).stack, Layer("ours", cite=HERE, add=(only_ahead, dazzled)))
    session = Session(game, find("lance")[1], 3)
    bots = {side: make_bot("classic", "greedy", 3, side) for side in ("red", "blue")}
    while (player := game.to_act(session.state)) is not None and session.state.phase != "weapons":
        known = game.known(session.state, player)
        session.apply(player, bots[player].choose(game, known, player, tuple(game.legal(session.state, player))))
    relief = type(session.state.relief)(session.state.relief.board, layered)
    state = msgspec.structs.replace(session.state, relief=relief)
    shooter = next(unit for unit in state.units.values() if agree(state, unit))
    south = msgspec.structs.replace(shooter, torso=3)
    assert not together(state, south)
