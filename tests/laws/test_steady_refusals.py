"""A rule that forbids a shot by the weapon and its target alone says the same wherever both stand."""

from itertools import product

import msgspec
import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.kernel.log.replay import Session
from overheat.lab.players.fighter.shooting.arsenal import attack_with, usable

PLACES = (Hex(3, 3), Hex(3, 4), Hex(5, 9), Hex(12, 14))


@pytest.mark.parametrize(("scenario", "layers"), [("town_watch", ()), ("combined_arms", ("tacops",)), ("duel", ())])
def test_a_steady_refusal_goes_by_nothing_else(scenario: str, layers: tuple[str, ...]) -> None:
    told, setup = find(scenario)
    state = Session(Classic((*told.rules, *layers)), setup, 1).state
    steady = [rule for rule in state.relief.rules[FORBIDS] if rule.steady is not None]
    assert steady
    for unit, target in product(state.units.values(), repeat=2):
        if unit.side == target.side:
            continue
        for mount, feed in usable(unit):
            for rule in steady:
                said = set()
                for hex, facing in product(PLACES, (0, 3)):
                    there = msgspec.structs.replace(unit, hex=hex, facing=facing)
                    no = rule.function(attack_with(state, there, target, mount, feed))
                    said.add(no and no.id)
                assert len(said) == 1, rule.id
