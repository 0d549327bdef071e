"""Prototypes of the double heat sink, mounted among single ones."""

import pytest

from machines import HUNTER
from overheat.classic.turn.preview import heat_after
from skirmish import armed, maimed, on_turn, unit

SINGLE = 10
"""The single heat sinks of the machine, which its file counts; one stands in each side torso."""


@pytest.mark.proves("heat.prototype_sinks")
def test_a_prototype_sinks_a_point_more_while_it_works() -> None:
    bearer = unit(armed(HUNTER, "Double Heat Sink Prototype@LT", "Double Heat Sink Prototype@RT"), heat=20)
    state = on_turn(bearer, unit(id="blue", hex="0110", facing=0), board=" ".join(["0"] * 10), phase="weapons")
    whole = state.units["red"]
    assert heat_after(state, whole)[2] == 20 - (SINGLE + 2)
    assert heat_after(state, maimed(whole, "RT"))[2] == 20 - (SINGLE - 2 + 1)
