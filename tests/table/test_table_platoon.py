"""H.E.A.T at the table: orders with their odds, reach, the ruler, shots, sight, and what there is to draw."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from overheat.kernel.refusal import RefusedError
from overheat.platoon.battle.commands import Deploy, Drive, Fly, Place, Shoot, Walk
from overheat.platoon.battle.state import Device, Moving, Ordering, Shooting, State, Volley
from overheat.platoon.ground.geometry import Leg, Spot
from overheat.table.platoon.previews import battle_of, order_previews
from overheat.table.platoon.reach import reach
from overheat.table.platoon.ruler import tried
from overheat.table.platoon.shape import shape
from overheat.table.platoon.shots import shots
from overheat.table.platoon.sight import sight
from platoon.positions import BLUE, RED, A, B, TableTop, at, box, duel
from tabletop import Table, make


def _json(value: object) -> Any:
    """An answer as a browser reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _orders(table: TableTop, id: str = A) -> dict[tuple[str, str], Any]:
    told = _json(order_previews(table.game, table.state, id))
    return {(order["order"], order["doing"]): order for order in told["orders"]}


# Orders.


def test_an_order_of_a_pinned_unit_is_told_with_its_test_part_by_part_and_its_exact_chance() -> None:
    table = duel(pins=2).ready(Ordering(RED))
    advance = _orders(table)["advance", ""]
    assert [(term["id"], term["value"]) for term in advance["terms"]] == [("morale", 9), ("pins", -2)]
    assert (advance["test"], advance["target_number"], advance["probability"]) == (True, 7, [7, 12])
    assert advance["command"] == {
        "type": "Give",
        "unit": A,
        "order": "advance",
        "doing": "",
        "carrier": None,
        "round": "",
    }


def test_rallying_pays_no_heed_to_pins_and_going_down_needs_no_test() -> None:
    orders = _orders(duel(pins=2).ready(Ordering(RED)))
    assert (orders["rally", ""]["target_number"], orders["rally", ""]["probability"]) == (9, [5, 6])
    down = orders["down", ""]
    assert (down["test"], down["target_number"], down["terms"], down["probability"]) == (False, None, [], [1, 1])


def test_an_order_that_cannot_be_given_is_told_with_its_reason() -> None:
    table = TableTop()
    table.add(RED, "light_mortar", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    ambush = _orders(table.ready(Ordering(RED)))["ambush", ""]
    assert (ambush["refusal"]["id"], ambush["command"], ambush["probability"]) == ("orders.ambush", None, None)


def test_orders_are_told_only_while_a_die_of_the_side_is_in_hand() -> None:
    table = duel().ready(Ordering(BLUE))
    with pytest.raises(RefusedError, match="no die of that side"):
        order_previews(table.game, table.state, A)


# Reach.


def _ways(table: TableTop, id: str = A) -> dict[str, Any]:
    return {way["order"]: way for way in _json(reach(table.game, table.state, id))["ways"]}


def test_men_go_six_inches_on_an_advance_and_twelve_on_a_run_and_nobody_runs_into_a_wood() -> None:
    ways = _ways(duel(30, box("wood", 30, 14, 12, 3)).ready(Ordering(RED)))
    assert (ways["advance"]["inches"], ways["run"]["inches"]) == (6, 12)
    assert ways["advance"]["outline"][0] == [3600, 1600]
    assert ways["run"]["outline"][0] == [3600, 1400]
    assert [(piece["kind"], "rough" in piece["reason"]) for piece in ways["run"]["ground"]] == [("wood", True)]
    assert ways["advance"]["ground"] == []


def test_the_outline_ends_at_the_edge_of_the_table() -> None:
    ways = _ways(duel(30).ready(Ordering(RED)))
    south = 180 // 5
    assert ways["run"]["outline"][south] == [3600, 0]


def test_a_unit_that_moves_now_is_told_its_order_alone_and_places_that_the_rules_grant() -> None:
    table = duel(30, order="run").ready(Moving(RED, A))
    told = _json(reach(table.game, table.state, A))
    assert (told["now"], [way["order"] for way in told["ways"]]) == (True, ["run"])
    assert told["ways"][0]["places"]


def test_every_place_of_a_vehicle_is_granted_and_leads_where_it_says() -> None:
    table = duel(30, box("building", 38, 18), red="old_tank", order="advance").ready(Moving(RED, A))
    way = _json(reach(table.game, table.state, A))["ways"][0]
    assert way["limits"]["pivots"] == 1
    assert {place["heading"] for place in way["places"]} >= {0, 90, 270}
    for place in way["places"]:
        command = msgspec.convert(place["command"], Drive)
        assert tried(table.game, table.state, "red", command)["granted"], place
        moved = TableTop.play(_again(table), command)
        assert list(moved[A].at) == place["at"]


def _again(table: TableTop) -> TableTop:
    """The same position to be played from once more."""
    other = TableTop()
    other.game, other.state = table.game, table.state
    return other


def test_a_helicopter_is_told_its_turns_and_climbs() -> None:
    table = duel(30, red="light_helicopter", order="advance", z=6).ready(Moving(RED, A))
    way = _json(reach(table.game, table.state, A))["ways"][0]
    assert (way["kind"], way["inches"], way["limits"]["turns"], way["limits"]["climb"]) == ("fly", 24, 2, 10)
    assert [3600, 3400, 600] in [place["at"] for place in way["places"]]
    assert [3600, 1000, 1600] in [place["at"] for place in way["places"]]


# The ruler.


def test_the_ruler_measures_a_walk_that_is_too_far_and_nothing_changes() -> None:
    table = duel(30, order="advance").ready(Moving(RED, A))
    before = table.state
    told = _json(tried(table.game, table.state, "red", Walk(at(36, 17))))
    assert (told["granted"], told["refusal"]["id"]) == (False, "movement.far")
    assert (told["measure"]["inches"], told["measure"]["allowed"]) == (7, 6)
    assert table.state is before


def test_the_ruler_tells_where_the_men_would_stand_and_what_they_cross() -> None:
    table = duel(30, box("wood", 30, 12, 12, 6), order="advance", men=5).ready(Moving(RED, A))
    measure = _json(tried(table.game, table.state, "red", Walk(at(36, 15))))["measure"]
    assert (measure["inches"], measure["to"], measure["heading"]) == (5, [3600, 1500, 0], 0)
    assert [piece["kind"] for piece in measure["terrain"]] == ["wood"]
    assert len(measure["bodies"]) == 5
    assert [body["radius"] for body in measure["bodies"]] == [0.5] * 5
    moved = table.play(Walk(at(36, 15)))
    assert [body["at"] for body in measure["bodies"]] == [list(man.at) for man in moved[A].men]


def test_the_ruler_counts_pivots_and_shows_the_hull_at_the_end_of_a_drive() -> None:
    table = duel(30, red="old_tank", order="advance").ready(Moving(RED, A))
    measure = _json(tried(table.game, table.state, "red", Drive((Leg(90, 4.0),))))["measure"]
    assert (measure["inches"], measure["allowed"], measure["pivots"], measure["pivots_allowed"]) == (4, 9, 1, 1)
    assert (measure["to"], measure["heading"]) == ([4000, 1000, 0], 90)
    assert len(measure["bodies"][0]["outline"]) == 4


def test_numbers_that_no_table_has_are_refused_and_not_measured() -> None:
    table = duel(30, red="old_tank", order="advance").ready(Moving(RED, A))
    for odd in (float("nan"), float("inf"), 1e300, -1e12):
        told = tried(table.game, table.state, "red", Drive((Leg(0, odd),)))
        assert (told["granted"], told["measure"]) == (False, None)
    assert tried(table.game, table.state, "red", Walk(Spot(10**30, 0)))["granted"] is False
    assert tried(table.game, table.state, "red", Fly(up=float("nan")))["granted"] is False


def test_the_ruler_refuses_whoever_is_not_to_act() -> None:
    table = duel(30, order="advance").ready(Moving(RED, A))
    told = _json(tried(table.game, table.state, "blue", Walk(at(36, 12))))
    assert (told["granted"], told["refusal"]["id"]) == (False, "game.turn")


# Shots.


def _shots(table: TableTop, **facts: Any) -> Any:
    return _json(shots(table.game, table.state, A, B, facts.get("order", "fire")))


def test_rifles_are_told_with_score_hits_and_losses_in_exact_fractions() -> None:
    table = duel(8, men=5, order="fire").ready(Shooting(RED, A))
    told = _shots(table)
    volley = told["volleys"][0]
    assert (told["now"], volley["refusal"], volley["guns"]) == (True, None, 5)
    part = volley["parts"][0]
    assert (part["guns"], part["shots"], part["score"], part["probability"]) == (5, "2", 3, [2, 3])
    assert (volley["damage"]["damage_value"], volley["damage"]["probability"]) == (4, [1, 2])
    assert volley["effect"]["any_hit"] == [3**10 - 1, 3**10]
    none = volley["effect"]["casualties"]["distribution"][0]
    assert (none["value"], none["chance"]) == (0, [2**10, 3**10])


def test_what_makes_a_shot_harder_raises_the_score_term_by_term() -> None:
    table = duel(8, men=5, pins=1).ready(Ordering(RED))
    part = _shots(table, order="advance")["volleys"][0]["parts"][0]
    terms = {term["id"]: term["value"] for term in part["to_hit"]["terms"]}
    assert terms == {"base": 3, "pins": 1, "advance": 1}
    assert (part["to_hit"]["total"], part["score"], part["probability"]) == (5, 5, [1, 3])


def test_the_combined_shot_can_be_said_and_a_plan_cannot() -> None:
    table = duel(8, men=5, order="fire").ready(Shooting(RED, A))
    commands = _shots(table)["commands"]
    assert [volley["arm"] for volley in commands[0]["command"]["volleys"]] == ["arms"]
    assert tried(table.game, table.state, "red", msgspec.convert(commands[0]["command"], Shoot))["granted"]
    planned = _shots(duel(8, men=5).ready(Ordering(RED)))
    assert (planned["now"], planned["commands"], planned["volleys"][0]["command"]) == (False, [], None)


def test_a_shot_out_of_range_or_out_of_sight_is_told_with_the_reason() -> None:
    far = _shots(duel(32, order="fire").ready(Shooting(RED, A)))
    assert far["volleys"][0]["refusal"]["id"] == "shooting.range"
    hidden = _shots(duel(20, box("building", 20, 18, 32, 4), order="fire").ready(Shooting(RED, A)))
    assert hidden["volleys"][0]["refusal"]["id"] == "shooting.sight"
    assert hidden["sight"] is False


def test_a_hit_on_a_tank_is_told_by_facing_with_each_result_and_the_chance_to_knock_it_out() -> None:
    table = TableTop()
    table.add(RED, "rpg_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "old_tank", 36, 22, id="b")
    volley = _shots(table.ready(Shooting(RED, A)))["volleys"][0]
    tank = table.state.sheets[B]
    assert tank.damage_value == 9
    assert (volley["damage"]["pen"]["total"], volley["damage"]["label"]) == (5, "one hit on the front")
    chances = {row["value"]: row["chance"] for row in volley["damage"]["results"]}
    assert chances == {"none": [1, 2], "glancing": [1, 6], "full": [1, 3]}
    hit = Fraction(*volley["parts"][0]["probability"])
    assert Fraction(*volley["effect"]["knocked_out"]) == hit / 3 / 2


def test_a_shell_needs_what_the_gun_has_zeroed_in_to() -> None:
    table = TableTop()
    table.add(RED, "light_mortar", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 34, id="b")
    told = _shots(table.ready(Shooting(RED, A)))
    volley = next(each for each in told["volleys"] if each["volley"]["indirect"])
    assert (volley["parts"][0]["score"], volley["parts"][0]["probability"]) == (6, [1, 6])


def test_friends_are_not_shot_at() -> None:
    table = duel()
    friend = table.add(RED, "rifle_squad", 50, 10, id="c")
    table.ready(Ordering(RED))
    with pytest.raises(RefusedError, match="only enemies"):
        shots(table.game, table.state, A, friend, "fire")


# Sight.


def test_sight_tells_distance_cover_and_why() -> None:
    table = duel(20, box("wood", 30, 29, 12, 6)).ready(Ordering(RED))
    told = _json(sight(table.game, table.state, A, B))
    assert (told["sight"], told["cover"], round(told["distance"])) == (True, "soft", 20)
    assert told["why"][0].startswith("in the wood: soft cover")
    clear = _json(sight(table.game, table.state, A, "3600,2000"))
    assert (clear["sight"], clear["cover"], clear["blocked_by"]) == (True, "none", [])


def test_sight_names_what_is_in_the_way() -> None:
    table = duel(20, box("building", 10, 18, 52, 4)).ready(Ordering(RED))
    told = _json(sight(table.game, table.state, A, B))
    assert (told["sight"], told["blocked_by"], told["lines"][0]) == (False, ["building"], 0)
    with pytest.raises(RefusedError, match="neither a unit nor a place"):
        sight(table.game, table.state, A, "nan,1")


# What there is to draw.


def test_the_shape_has_every_body_every_piece_and_what_is_awaited() -> None:
    table = TableTop(box("building", 10, 18, 4, 4))
    table.add(RED, "rifle_squad", 36, 10, id="a", men=5, pins=3)
    table.add(BLUE, "old_tank", 36, 30, id="b")
    state = table.ready(Ordering(RED), smoke=(at(5, 5),)).state
    told = _json(shape(battle_of(table.game, state), state, ("red",)))
    units = {unit["id"]: unit for unit in told["units"]}
    assert [body["radius"] for body in units[A]["bodies"]] == [0.5] * 5
    assert (units[A]["pins"], units[A]["order"], units[A]["symbol"]["size"]) == (3, None, "squad")
    assert len(units[B]["bodies"][0]["outline"]) == 4
    assert {arc["place"]: (arc["from"], arc["to"]) for arc in units[B]["arcs"]}["turret"] == (0, 360)
    assert told["terrain"][0]["points"] == [[1000, 1800], [1400, 1800], [1400, 2200], [1000, 2200]]
    assert told["smoke"] == [{"at": [500, 500, 0], "radius": 1}]
    assert (told["awaited"]["player"], told["awaited"]["task"]) == ("red", "Ordering")
    assert told["bag"] == {"red": 0, "blue": 1}


def test_what_a_marker_is_is_known_to_the_side_that_laid_it() -> None:
    table = duel()
    table.ready(Ordering(RED), devices=(Device(BLUE, "ied", at(30, 20)),))
    battle = battle_of(table.game, table.state)
    assert _json(shape(battle, table.state, ("blue",)))["devices"][0]["kind"] == "ied"
    for eyes in ("red", ""):
        assert _json(shape(battle, table.state, (eyes,)))["devices"][0]["kind"] == "marker"


# Over HTTP.


@pytest.fixture(scope="module")
def village(client: httpx.Client) -> Table:
    return make(client, kind="platoon", scenario="village", seed=5)


def test_those_who_watch_see_the_table_and_have_no_say(village: Table) -> None:
    seen = village.get("watch", "/platoon/shape").json()
    assert (seen["player"], len(seen["units"])) == ("", 26)
    unit = seen["units"][0]["id"]
    for path in ("orders", "reach"):
        assert village.get("watch", f"/platoon/{path}", unit=unit).status_code == 403
    assert village.post("watch", "/platoon/try", command={"type": "Hold"}).status_code == 403
    assert village.get("watch", "/view").status_code == 200


def test_nobody_asks_for_the_units_of_the_other_side(village: Table) -> None:
    theirs = next(unit["id"] for unit in village.get("attacker", "/platoon/shape").json()["units"] if unit["side"] == 1)
    answer = village.get("attacker", "/platoon/reach", unit=theirs)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (403, "table.seat")


def test_another_game_has_no_such_questions(client: httpx.Client) -> None:
    duel_ = make(client, scenario="duel", hot_seat=True)
    answer = duel_.get("red", "/platoon/shape")
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "table.platoon")


def test_every_unit_has_its_symbol(village: Table) -> None:
    symbols = village.get("defender", "/platoon/symbols").json()
    assert len(symbols) == 26
    for picture in symbols.values():
        assert ElementTree.fromstring(picture).get("viewBox")


def test_a_unit_is_set_up_by_what_the_ruler_grants(village: Table) -> None:
    legal = village.get("attacker", "/legal").json()["commands"]
    command = next(each for each in legal if each.get("at"))
    told = village.post("attacker", "/platoon/try", command=command).json()
    assert (told["granted"], told["measure"]["to"]) == (True, command["at"])
    told = village.post("attacker", "/platoon/try", command={**command, "at": [3600, 2400, 0]}).json()
    assert (told["granted"], told["refusal"]["id"]) == (False, "deploy.zone")
    answer = village.post("attacker", "/platoon/try", command={"type": "Nonsense"})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "request.form")


def test_whatever_is_legal_is_granted_all_the_way_through_a_game(client: httpx.Client) -> None:
    table = make(client, kind="platoon", scenario="heath", hot_seat=True, seed=2)
    luck, seats = random.Random(2), list(table.made["seats"])
    for _ in range(60):
        legal = table.get(seats[0], "/legal").json()["commands"]
        command = luck.choice(legal)
        told = table.post(seats[0], "/platoon/try", command=command).json()
        assert told["granted"], (command, told)
        assert table.post(seats[0], "/say", command=command).status_code == 200


def test_a_position_that_never_was_is_asked_about_without_harm() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a", place="reserve")
    table.add(BLUE, "rifle_squad", 36, 30, id="b")
    state: State = table.ready(Ordering(RED), turn=2).state
    told = _json(reach(table.game, state, A))
    assert {way["kind"] for way in told["ways"]} == {"place"}
    with pytest.raises(RefusedError, match="not on the table"):
        sight(table.game, state, A, B)
    odd = Deploy("nobody", at(1, 1))
    assert tried(table.game, state, "red", odd)["granted"] is False
    assert tried(table.game, state, "red", Place(at(1, 1)))["granted"] is False
    assert tried(table.game, state, "red", Shoot((Volley("²", B),)))["granted"] is False


def test_whatever_is_done_in_place_of_shooting_has_a_label_in_words() -> None:
    table = TableTop(options=("squad_smoke",))
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 20, id="b")
    told = _shots(table.ready(Shooting(RED, A)))
    assert {other["command"]["type"]: other["label"] for other in told["other"]} == {
        "ThrowSmoke": "throw smoke grenades"
    }


def test_looking_back_draws_the_table_as_it_was(village: Table) -> None:
    before = village.get("attacker", "/platoon/shape").json()
    command = village.get("attacker", "/legal").json()["commands"][0]
    village.post("attacker", "/say", command=command)
    after = village.get("attacker", "/platoon/shape").json()
    assert after["units"] != before["units"]
    again = village.get("attacker", "/platoon/shape", at=before["number"]).json()
    assert (again["units"], again["number"]) == (before["units"], before["number"])
