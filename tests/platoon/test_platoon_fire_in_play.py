"""Every weapon fired in a battle: how many shots it has there, and what each of them needs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.kernel.dice import Roll
from overheat.kernel.refusal import Refusal
from overheat.platoon.battle.commands import Hold, Shoot
from overheat.platoon.battle.events import Fired
from overheat.platoon.battle.state import Shooting, Volley
from overheat.platoon.ground.terrain import Piece
from platoon.positions import BLUE, RED, A, B, TableTop, box, duel


class Ones:
    """Dice that always show a 1: every shot misses, and nothing follows."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6, **facts: Any) -> Roll:
        return Roll(purpose, sides, (1,) * count)


class Fire(msgspec.Struct, frozen=True, kw_only=True):
    """A volley of a red unit at a blue one that has acted."""

    unit: str
    inches: float
    arm: str = "system"
    at: str = "rifle_squad"
    round: str = ""
    indirect: bool = False
    layers: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    short: int = 0
    """Men who are lost already."""
    firer: dict[str, Any] = {}
    target: dict[str, Any] = {}


def shots(fire: Fire) -> list[tuple[int, int]]:
    """The shots of a volley and what each needs, for every kind of weapon in it."""
    table = TableTop(*fire.pieces, options=fire.layers, depth=120)
    table.add(RED, fire.unit, 36, 10, id="a", **{"order": "fire"} | fire.firer)
    table.add(BLUE, fire.at, 36, 100, id="b")
    men = table.ready()[A].men
    spots, to = [man.at for man in men] or [table[A].at], [man.at for man in table[B].men] or [table[B].at]
    front, back = max(each.y for each in spots) / 100, 100 - min(each.y for each in to) / 100
    table = TableTop(*fire.pieces, options=fire.layers, depth=120)
    table.add(RED, fire.unit, 36, 10, id="a", **{"order": "fire"} | fire.firer)
    table.add(BLUE, fire.at, 36, front + back + fire.inches + 1, id="b", **{"order": "fire"} | fire.target)
    table.ready(Shooting(RED, A))
    if fire.short:
        table.state.units[A] = table.moved(table[A], men=table[A].men[: -fire.short])
    result = table.game.apply(table.state, "red", Shoot((Volley(fire.arm, B, fire.round, fire.indirect),)), Ones())
    assert not isinstance(result, Refusal), result
    return [(event.shots, event.score) for event in result[1] if isinstance(event, Fired)]


def men(weapon: str) -> dict[str, Any]:
    """Four men who carry something else than usual."""
    return {"men": 4, "swap": {weapon: 4}}


@pytest.mark.proves(
    "HEAT-weapon-pistol",
    "HEAT-weapon-pdw",
    "HEAT-weapon-smg",
    "HEAT-base-kw-assault",
    "HEAT-weapon-ar-short",
    "HEAT-weapon-ar-long",
    "HEAT-base-ar-long-range",
    "HEAT-weapon-shotgun",
)
def test_small_arms_in_a_battle() -> None:
    assert shots(Fire(unit="rifle_squad", inches=4, arm="arms", firer={**men("pistol")})) == [(4, 3)]
    assert shots(Fire(unit="rifle_squad", inches=5, arm="arms", firer={**men("pdw")})) == [(12, 2)]
    assert shots(Fire(unit="rifle_squad", inches=8, arm="arms", firer={**men("smg"), "order": "advance"})) == [(8, 3)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", firer={"order": "advance"})) == [(8, 4)]
    assert shots(Fire(unit="rifle_squad", inches=18, arm="arms")) == [(4, 3)]
    assert shots(Fire(unit="rifle_squad", inches=9, arm="arms", firer={**men("shotgun")})) == [(4, 4)]


@pytest.mark.proves("HEAT-weapon-dmr", "HEAT-up-dmr", "HEAT-weapon-sniper", "HEAT-base-sniper", "HEAT-weapon-amr")
def test_rifles_for_marksmen_and_snipers_in_a_battle() -> None:
    assert shots(Fire(unit="marksmen", inches=30, arm="arms", firer={"men": 3, "options": {"dmr": 2}})) == [(3, 4)]
    assert shots(
        Fire(unit="marksmen", inches=17, arm="arms", firer={"men": 3, "options": {"dmr": 2}}, layers=("dmr_0_36",))
    ) == [(3, 3)]
    assert shots(Fire(unit="sniper_team", inches=40, target={"order": "down"})) == [(1, 3)]
    assert shots(Fire(unit="amr_team", inches=30, firer={"pins": 1})) == [(1, 4)]


@pytest.mark.proves(
    "HEAT-weapon-lmg",
    "HEAT-weapon-mmg",
    "HEAT-weapon-hmg",
    "HEAT-weapon-flamethrower-infantry",
    "HEAT-weapon-flamethrower-vehicle",
    "HEAT-up-agl",
)
def test_machine_guns_and_flames_in_a_battle() -> None:
    assert shots(Fire(unit="rifle_squad", inches=30, arm="arms", firer={"men": 4, "options": {"lmg": 2}})) == [(8, 4)]
    assert shots(Fire(unit="mmg_team", inches=30)) == [(5, 4)]
    assert shots(Fire(unit="hmg_team", inches=12)) == [(3, 3)]
    assert shots(Fire(unit="flamethrower_team", inches=5, target={"order": "down"})) == [(1, 2)]
    assert shots(Fire(unit="flame_carrier", inches=9, arm="0", target={"order": "down"})) == [(1, 3)]
    assert shots(Fire(unit="agl_team", inches=30, layers=("later_weapons",))) == [(2, 4)]


@pytest.mark.proves(
    "HEAT-weapon-rpg",
    "HEAT-weapon-tandem",
    "HEAT-tandem-attack",
    "HEAT-weapon-at-gun-light",
    "HEAT-weapon-at-gun-medium",
    "HEAT-weapon-at-gun-heavy",
    "HEAT-weapon-autocannon-light",
    "HEAT-weapon-autocannon-medium",
)
def test_rockets_and_guns_in_a_battle() -> None:
    assert shots(Fire(unit="rpg_team", inches=24)) == [(1, 4)]
    assert shots(Fire(unit="rpg_team", inches=10, firer={"options": {"tandem": 1}}, round="tandem")) == [(1, 3)]
    assert shots(Fire(unit="light_tank", inches=30, arm="0")) == [(1, 4)]
    assert shots(Fire(unit="old_tank", inches=31, arm="0")) == [(1, 4)]
    assert shots(Fire(unit="main_battle_tank", inches=30, arm="0", round="he")) == [(1, 3)]
    assert shots(Fire(unit="light_ifv", inches=20, arm="0", firer={"quality": "inexperienced"})) == [(2, 4)]
    assert shots(Fire(unit="heavy_ifv", inches=40, arm="0")) == [(2, 4)]


@pytest.mark.proves(
    "HEAT-weapon-howitzer-light",
    "HEAT-weapon-howitzer-medium",
    "HEAT-weapon-howitzer-heavy",
    "HEAT-base-kw-howitzer",
    "HEAT-weapon-mortar-light",
    "HEAT-weapon-mortar-medium",
    "HEAT-weapon-mortar-heavy",
    "HEAT-weapon-ugl",
)
def test_howitzers_and_mortars_in_a_battle() -> None:
    assert shots(Fire(unit="light_howitzer", inches=30)) == [(1, 4)]
    assert shots(Fire(unit="medium_howitzer", inches=25)) == [(1, 3)]
    assert shots(Fire(unit="heavy_howitzer", inches=60, indirect=True)) == [(1, 6)]
    assert shots(Fire(unit="light_howitzer", inches=55, indirect=True)) == [(1, 6)]
    assert shots(Fire(unit="light_mortar", inches=20, indirect=True)) == [(1, 6)]
    assert shots(Fire(unit="medium_mortar", inches=50, indirect=True)) == [(1, 6)]
    assert shots(Fire(unit="heavy_mortar", inches=70, indirect=True)) == [(1, 6)]
    assert shots(Fire(unit="rifle_squad", inches=15, arm="ugl", firer={"options": {"ugl": 1}}, indirect=True)) == [
        (1, 6)
    ]


@pytest.mark.proves(
    "HEAT-base-to-hit-advance",
    "HEAT-base-to-hit-pins",
    "HEAT-base-to-hit-inexperienced",
    "HEAT-base-kw-team",
    "HEAT-weapon-attendants",
    "HEAT-base-to-hit-missing-crew",
)
def test_what_is_wrong_with_the_firer_counts_in_a_battle() -> None:
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", firer={"order": "advance"})) == [(8, 4)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", firer={"pins": 3})) == [(8, 6)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", firer={"quality": "inexperienced"})) == [(8, 4)]
    assert shots(Fire(unit="mmg_team", inches=10, short=2)) == [(5, 4)]
    assert shots(Fire(unit="hmg_team", inches=10, short=1)) == [(3, 4)]
    assert shots(Fire(unit="sniper_team", inches=20, short=1)) == [(1, 4)]


@pytest.mark.proves(
    "HEAT-base-to-hit-long-range",
    "HEAT-base-to-hit-point-blank",
    "HEAT-base-to-hit-target-down",
    "HEAT-base-to-hit-small-unit",
    "HEAT-base-to-hit-soft-cover",
    "HEAT-base-to-hit-hard-cover",
    "HEAT-base-natural-one-hit",
)
def test_range_and_target_count_in_a_battle() -> None:
    assert shots(Fire(unit="rifle_squad", inches=9, arm="arms", firer={**men("shotgun")})) == [(4, 4)]
    assert shots(Fire(unit="rifle_squad", inches=5, arm="arms")) == [(8, 2)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", target={"order": "down"})) == [(8, 5)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", at="sniper_team")) == [(8, 4)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", pieces=(box("orchard", 20, 15, 30, 20),))) == [(8, 4)]
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", pieces=(box("earthwork", 20, 15, 30, 20),))) == [
        (8, 5)
    ]


def test_of_two_kinds_of_cover_the_better_one_counts() -> None:
    hedge, wall = box("orchard", 20, 15, 30, 20), box("wall", 20, 17, 30, 0.4)
    assert shots(Fire(unit="rifle_squad", inches=10, arm="arms", pieces=(hedge, wall))) == [(8, 5)]


@pytest.mark.proves("HEAT-base-nigh-impossible")
def test_a_shot_that_needs_seven_needs_two_sixes() -> None:
    table = duel(10, order="fire", pins=4, men=4).ready(Shooting(RED, A)).play(Shoot((Volley("arms", B),)))
    table.play(Hold(), (6, 6, 5, 5, 5, 5, 5, 5), (6, 5), 3)
    assert [(event.score, event.hits) for event in table.told(Fired)] == [(7, 1)]
