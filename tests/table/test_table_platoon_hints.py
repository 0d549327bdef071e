"""What the table of H.E.A.T tells beforehand, so that nobody gives a die away for nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.kernel.refusal import RefusedError
from overheat.platoon.battle.commands import Misdirect, Shell, Shoot
from overheat.platoon.battle.state import Called, Misdirecting, Missile, Ordering, Shooting, Volley
from overheat.table.guard.limits import Limits
from overheat.table.platoon.dangers import danger
from overheat.table.platoon.forces import set_up
from overheat.table.platoon.previews import order_previews
from overheat.table.platoon.ruler import tried
from overheat.table.platoon.shots import shots, targets
from platoon.positions import BLUE, RED, A, B, TableTop, at, box, duel


def _json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _notes(table: TableTop, id: str = A) -> dict[tuple[str, str], str]:
    told = _json(order_previews(table.game, table.state, id))
    return {(each["order"], each["doing"]): each["note"] for each in told["orders"]}


def _labels(table: TableTop, id: str = A) -> list[str]:
    return [each["label"] for each in _json(order_previews(table.game, table.state, id))["orders"]]


def test_an_order_to_fire_says_when_nobody_is_in_sight_and_reach() -> None:
    assert _notes(duel().ready(Ordering(RED)))["fire", ""] == ""
    table = TableTop(box("building", 26, 16, 20, 3))
    table.add(RED, "rifle_squad", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 26, id="b")
    assert _notes(table.ready(Ordering(RED)))["fire", ""] == "nothing in its sight and reach now"


def test_an_order_to_rally_says_when_there_are_no_pins() -> None:
    assert _notes(duel().ready(Ordering(RED)))["rally", ""] == "it has no pins"
    assert _notes(duel(pins=2).ready(Ordering(RED)))["rally", ""] == ""


def test_an_order_to_run_says_whom_it_may_charge() -> None:
    assert _notes(duel(6).ready(Ordering(RED)))["run", ""] == "may charge Rifle squad"
    assert _notes(duel(6).ready(Ordering(RED)))["advance", ""] == ""
    assert _notes(duel(20).ready(Ordering(RED)))["run", ""] == ""


@pytest.mark.parametrize("blue", ["rifle_squad", "mmg_team"])
def test_who_is_shot_at_is_told_what_the_shots_do_either_way(blue: str) -> None:
    """As the firer was told of a target that stands, and of one that is down already."""
    table = duel(10, order="fire", blue=blue).ready(Shooting(RED, A))
    fired = _json(shots(table.game, table.state, A, B, "fire"))["commands"][0]
    table.play(Shoot((Volley("arms", B),)))
    told = _json(danger(table.game, table.state, B))
    low = duel(10, order="fire", blue=blue).ready(Shooting(RED, A))
    low.state.units[B] = msgspec.structs.replace(low[B], order="down")
    ducked = _json(shots(low.game, low.state, A, B, "fire"))["commands"][0]
    assert fired["effect"]["any_hit"] != ducked["effect"]["any_hit"]
    for name in ("any_hit", "pins", "casualties"):
        assert (told["stands"][name], told["down"][name]) == (fired["effect"][name], ducked["effect"][name])


def test_nobody_is_told_of_shots_before_they_are_declared() -> None:
    table = duel().ready(Ordering(RED))
    with pytest.raises(RefusedError, match="about to shoot"):
        danger(table.game, table.state, B)


def test_a_helicopter_on_the_ground_is_told_to_stay_there_unless_it_lifts_off() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    notes = _notes(table.ready(Ordering(RED)))
    assert notes["advance", ""] == notes["run", ""] == "it stands on the ground and stays there"
    assert notes["advance", "lift"] == ""


@pytest.mark.parametrize(("height", "words"), [(0, "Advance: lift off"), (10, "Advance: land")])
def test_lifting_off_and_landing_are_told_apart(height: int, words: str) -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 36, 10, z=height, id="a")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    assert words in _labels(table.ready(Ordering(RED)))


def test_who_waits_in_reserve_is_not_said_to_be_harder_to_hit() -> None:
    table = duel()
    table.add(RED, "rifle_squad", 0, 0, id="late", place="reserve")
    assert "Down: wait in reserve for another turn" in _labels(table.ready(Ordering(RED)), "red/late")


def test_a_blast_on_men_who_are_down_says_that_half_the_hits_count() -> None:
    for order, said in ((None, False), ("down", True)):
        table = TableTop()
        table.add(RED, "main_battle_tank", 36, 10, id="a", order="fire")
        table.add(BLUE, "rifle_squad", 36, 24, id="b", order=order)
        table.ready(Shooting(RED, A))
        told = _json(shots(table.game, table.state, A, B, "fire"))
        blasts = [each["damage"]["label"] for each in told["volleys"] if each["volley"]["round"] == "he"]
        assert [("half the hits" in label) for label in blasts] == [said]


def test_a_strike_is_led_up_to_12_inches_from_its_marker() -> None:
    table = duel()
    called = Called(observer=A, side=RED, kind="artillery", at=at(36, 24), turn=1)
    table.ready(Misdirecting(BLUE, called))
    for inches, granted in ((9, True), (15, False)):
        told = _json(tried(table.game, table.state, "blue", Misdirect(at(36, 24 + inches))))
        measure = told["measure"]
        assert (told["granted"], measure["inches"], measure["allowed"]) == (granted, inches, 12)
        assert measure["from"] == [3600, 2400, 0]


def test_a_shell_is_measured_from_its_gun_as_the_rule_measures_it() -> None:
    """A medium mortar drops its shells 12 inches away and farther."""
    table = TableTop(options=("stray_shells",))
    table.add(RED, "medium_mortar", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    table.ready(Shooting(RED, A))
    told = _json(tried(table.game, table.state, "red", Shell("system", at(36, 15))))
    assert not told["granted"]
    assert told["refusal"]["reason"].endswith(f"not {told['measure']['inches']:.1f}")


def test_units_of_one_name_are_numbered() -> None:
    squad = {"unit": "rifle_squad", "quality": "regular", "men": 6}
    lone = {"unit": "junior_leader", "quality": "regular", "men": 2}
    named = {**squad, "name": "Alpha squad"}
    force = {"name": "Three squads", "points": 1000, "selector": "open", "units": [lone, squad, squad, named]}
    told: Any = set_up("crossroads", (force, "border_brigade"), None, (), Limits())
    names = [sheet.name for sheet in told["setup"].forces[0]]
    assert names == ["Platoon leader", "Rifle squad 1", "Rifle squad 2", "Alpha squad"]


def test_a_number_that_somebody_bears_already_is_not_given_again() -> None:
    squad = {"unit": "rifle_squad", "quality": "regular", "men": 6}
    named = {**squad, "name": "Rifle squad 1"}
    force = {"name": "Three squads", "points": 1000, "selector": "open", "units": [squad, squad, named]}
    told: Any = set_up("crossroads", (force, "border_brigade"), None, (), Limits())
    names = [sheet.name for sheet in told["setup"].forces[0]]
    assert names == ["Rifle squad 2", "Rifle squad 3", "Rifle squad 1"]


def test_an_operator_is_told_which_orders_lose_the_missile_that_flies() -> None:
    table = TableTop()
    table.add(RED, "atgm_team", 36, 6, id="a")
    table.add(BLUE, "old_tank", 36, 44, id="b")
    flying = Missile(operator=A, weapon="atgm", target=B, at=at(36, 38), turn=1)
    notes = _notes(table.ready(Ordering(RED), turn=2, missiles=(flying,)))
    assert notes["down", ""] == "its missile in flight is lost"
    assert notes["advance", ""] == notes["run", ""] == "if it moves, its missile in flight is lost"
    assert (notes["ambush", ""], notes["rally", ""]) == ("", "it has no pins")


def test_targets_are_listed_with_the_best_that_can_be_done_to_them_and_the_most_promising_first() -> None:
    table = TableTop(box("building", 56, 16, 20, 3))
    table.add(RED, "rifle_squad", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 32, id="far")
    table.add(BLUE, "rifle_squad", 36, 18, id="near")
    table.add(BLUE, "rifle_squad", 66, 40, id="hidden")
    table.ready(Shooting(RED, A))
    told = _json(targets(table.game, table.state, A, "fire"))["targets"]
    assert [each["target"] for each in told] == ["blue/near", "blue/far", "blue/hidden"]
    near, far, hidden = told
    alone = _json(shots(table.game, table.state, A, "blue/near", "fire"))["commands"][0]
    assert (near["label"], near["effect"]) == (alone["label"], alone["effect"])
    assert near["effect"]["casualties"]["expected"] > far["effect"]["casualties"]["expected"]
    assert (hidden["effect"], bool(hidden["refusal"])) == (None, True)


def test_a_unit_that_has_no_order_yet_is_told_what_it_could_do_if_it_fired() -> None:
    table = duel().ready(Ordering(RED))
    (only,) = _json(targets(table.game, table.state, A, "fire"))["targets"]
    assert (only["target"], only["refusal"]) == (B, None)
    assert only["effect"]["any_hit"]
