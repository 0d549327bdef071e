"""H.E.A.T without a game: charts, the adjudicator, dice, platoons, cards, set-ups, and what is too large."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.platoon.battle.scenario import scenarios, set_up
from overheat.platoon.battle.state import Device, Objective, Setup, Zone
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.terrain import Piece, Table
from overheat.platoon.rosters.roster import Priced
from overheat.table.guard.limits import Limits
from overheat.table.offers import offers
from overheat.table.platoon.forces import alone, catalogue, rules_of
from platoon.positions import at


def _ask(client: httpx.Client, question: str, **facts: Any) -> Any:
    answer = client.post("/api/platoon/adjudicate", json={"question": question, **facts})
    assert answer.status_code == 200, answer.text
    return answer.json()


def _chances(ruling: Any) -> dict[Any, Fraction]:
    """What each outcome is worth; together they are certain."""
    found = {row["value"]: Fraction(*map(int, row["chance"])) for row in ruling["distribution"]["rows"]}
    assert sum(found.values()) == 1
    return found


# The charts.


def test_the_charts_list_what_the_rules_sell(client: httpx.Client) -> None:
    plain = {weapon["id"]: weapon for weapon in client.get("/api/platoon/weapons").json()}
    assert plain["ar"]["bands"][0] == {"from": 0, "to": 12, "shots": 2}
    later = client.get("/api/platoon/weapons", params={"rules": "later_weapons"}).json()
    assert {weapon["id"] for weapon in later} > set(plain)
    answer = client.get("/api/platoon/weapons", params={"rules": ["later_weapons", "nonsense"]})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "rules.layer")


def test_the_catalogue_prices_every_kind_by_quality(client: httpx.Client) -> None:
    told = client.get("/api/platoon/catalogue").json()
    kinds = {kind["id"]: kind for kind in told["units"]}
    least = kinds["rifle_squad"]["men"][0]
    assert kinds["rifle_squad"]["prices"] == {
        "inexperienced": 7 * least,
        "regular": 10 * least,
        "veteran": 13 * least,
    }
    assert kinds["light_helicopter"]["prices"]["regular"] == 50
    assert kinds["volunteers"]["prices"]["veteran"] is None
    assert set(told["swaps"]) == {"ar", "smg", "pdw", "shotgun", "pistol"}


def test_every_kind_of_the_catalogue_has_a_symbol(client: httpx.Client) -> None:
    for kind in client.get("/api/platoon/catalogue").json()["units"]:
        if kind["refusal"] is None:
            answer = client.get(kind["symbol"])
            assert ElementTree.fromstring(answer.content).get("viewBox"), kind["id"]
    assert client.get("/api/platoon/symbols/nothing.svg").status_code == 422


# The adjudicator.


def test_an_order_test_is_two_dice_against_morale_pins_and_officer(client: httpx.Client) -> None:
    told = _ask(client, "order_test", quality="regular", pins=2, officer=1)
    assert (told["number"], told["sum"]["total"]) == (8, 8)
    assert [(term["id"], term["value"]) for term in told["sum"]["terms"]] == [
        ("morale", 9),
        ("pins", -2),
        ("officer", 1),
    ]
    assert _chances(told) == {
        "obeys": Fraction(26, 36),
        "down": Fraction(9, 36),
        "friendly_fire": Fraction(1, 36) / 3,
        "panic": Fraction(1, 36) * 2 / 3,
    }


def test_a_shot_is_told_with_its_score_and_how_many_fall(client: httpx.Client) -> None:
    told = _ask(client, "shot", weapon="ar", distance=10, cover="soft", weapons=1, damage_value=4)
    assert (told["number"], told["headline"]["chance"]) == (4, [1, 2])
    assert _chances(told) == {0: Fraction(9, 16), 1: Fraction(6, 16), 2: Fraction(1, 16)}


def test_no_more_men_fall_than_there_are(client: httpx.Client) -> None:
    assert max(_chances(_ask(client, "shot", weapon="ar", distance=10, weapons=5, men=3))) == 3


def test_a_rocket_on_the_front_of_a_tank(client: httpx.Client) -> None:
    told = _ask(client, "penetration", weapon="rpg", damage_value=9)
    assert _chances(told) == {
        "none": Fraction(3, 6),
        "glancing": Fraction(1, 6),
        "full": Fraction(2, 6),
        "massive": Fraction(0),
    }
    assert told["headline"]["chance"] == [1, 6]
    shot = _ask(client, "shot", weapon="rpg", distance=10, vehicle=True, damage_value=9)
    chances = {chance["id"]: Fraction(*chance["chance"]) for chance in shot["chances"]}
    assert chances["knocked_out"] == chances["to_hit"] * Fraction(1, 6)


def test_blasts_shells_and_close_quarters(client: httpx.Client) -> None:
    blast = _ask(client, "high_explosive", size=1, covered=1, damage_value=4)
    assert _chances(blast) == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    shells = _ask(client, "indirect", shells=2)
    assert _chances(shells) == {1: Fraction(1, 6), 2: Fraction(5, 18), "never": Fraction(5, 9)}
    fight = _ask(client, "close_quarters", men=2, damage_value=4, enemies=1)
    assert _chances(fight) == {0: Fraction(1, 4), 1: Fraction(3, 4)}


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ({}, "request.form"),
        ({"question": "nothing"}, "request.form"),
        ({"question": "shot", "weapon": "ar", "distance": 90}, "shooting.range"),
        ({"question": "shot", "weapon": "ar", "distance": -1}, "request.form"),
        ({"question": "shot", "weapon": "ar", "distance": 5, "surprise": 1}, "request.form"),
        ({"question": "shot", "weapon": "spear", "distance": 5}, "weapons.unknown"),
        ({"question": "shot", "weapon": "ar", "distance": 5, "high_explosive": True}, "adjudicate.round"),
        ({"question": "penetration", "weapon": "ar", "high_explosive": True}, "adjudicate.round"),
        ({"question": "shot", "weapon": "mortar_medium", "distance": 30}, "adjudicate.arc"),
        ({"question": "close_quarters", "men": 2, "tough": 3}, "adjudicate.tough"),
        ({"question": "close_quarters", "men": 10**9}, "request.form"),
        ({"question": "indirect", "shells": 7}, "request.form"),
    ],
)
def test_questions_that_make_no_sense_are_refused(client: httpx.Client, facts: dict[str, Any], refusal: str) -> None:
    for path in ("adjudicate", "roll"):
        answer = client.post(f"/api/platoon/{path}", json=facts)
        assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, refusal)


def test_dice_are_thrown_alike_for_one_seed_and_say_what_they_are_for(client: httpx.Client) -> None:
    asked = {"question": "order_test", "quality": "regular", "pins": 3, "seed": 11}
    first, again = (client.post("/api/platoon/roll", json=asked).json() for _ in range(2))
    assert first == again
    assert first["dice"][0]["purpose"] == "orders.test"
    total = sum(first["dice"][0]["faces"])
    assert first["facts"]["total"] == total
    assert first["facts"]["passed"] == (total == 2 or (total != 12 and total <= 6))
    assert first["result"].startswith(f"Rolled {total} against 6")


def test_every_question_can_be_thrown_for_and_the_result_is_what_the_dice_say(client: httpx.Client) -> None:
    for seed in range(8):
        told = client.post(
            "/api/platoon/roll", json={"question": "shot", "weapon": "ar", "distance": 10, "weapons": 3, "seed": seed}
        ).json()
        to_hit = next(die for die in told["dice"] if die["purpose"] == "fire.to_hit")
        assert told["facts"]["hits"] == sum(face >= 3 for face in to_hit["faces"])
        blast = client.post("/api/platoon/roll", json={"question": "high_explosive", "size": 2, "seed": seed}).json()
        assert blast["facts"]["hits"] == blast["dice"][0]["faces"][0]
        fight = client.post("/api/platoon/roll", json={"question": "close_quarters", "men": 6, "seed": seed}).json()
        assert fight["facts"]["felled"] == sum(face >= 4 for face in fight["dice"][0]["faces"])
        shell = client.post("/api/platoon/roll", json={"question": "indirect", "shells": 1, "seed": seed}).json()
        assert shell["facts"]["hit"] == (shell["dice"][0]["faces"] == [6])
        hit = client.post("/api/platoon/roll", json={"question": "penetration", "weapon": "rpg", "seed": seed}).json()
        assert (hit["facts"]["result"] == "none") == (hit["dice"][0]["faces"][0] <= 3)


def test_a_seed_is_a_whole_number_and_is_drawn_where_none_is_given(client: httpx.Client) -> None:
    asked = {"question": "indirect", "shells": 6}
    seeds = {client.post("/api/platoon/roll", json=asked).json()["seed"] for _ in range(5)}
    assert len(seeds) > 1
    for seed in (-1, 1.5, "x", True, 2**60):
        assert client.post("/api/platoon/roll", json={**asked, "seed": seed}).status_code == 422


# Platoons.


def test_bundled_platoons_are_listed_with_their_points(client: httpx.Client) -> None:
    listed = client.get("/api/platoon/platoons").json()
    assert {platoon["name"] for platoon in listed} >= {"border_brigade", "response_platoon"}
    for platoon in listed:
        assert platoon["points"] == sum(unit["points"] for unit in platoon["units"]) <= platoon["limit"]
        assert platoon["findings"] == []


def test_a_platoon_is_priced_part_by_part_and_told_what_it_breaks(client: httpx.Client) -> None:
    roster = {"name": "Two squads", "units": [{"unit": "rifle_squad", "men": 8}, {"unit": "rifle_squad", "men": 6}]}
    told = client.post("/api/platoon/check", json={"roster": roster}).json()
    assert [unit["cost"]["total"] for unit in told["units"]] == [80, 60]
    assert [term["label"] for term in told["units"][0]["cost"]["terms"]] == ["8 men, regular"]
    assert (told["points"], told["dice"]) == (140, 2)
    assert [finding["id"] for finding in told["findings"]] == ["roster.slots"]
    assert "leader" in told["findings"][0]["reason"]


def test_a_platoon_in_the_making_is_told_entry_by_entry_and_may_be_empty(client: httpx.Client) -> None:
    units = [{"unit": "rifle_squad", "men": 40}, {"unit": "light_howitzer", "options": {"spotter": 1}}]
    told = client.post("/api/platoon/draft", json={"roster": {"name": "Two", "units": units}}).json()
    wrong, gun = told["entries"]
    assert (wrong["refusal"]["id"], wrong["units"]) == ("roster.men", [])
    assert [unit["points"] for unit in gun["units"]] == [50, 10]
    assert gun["units"][0]["cost"]["terms"][0]["cite"]
    empty = client.post("/api/platoon/draft", json={"roster": {"name": "Nobody", "units": []}}).json()
    assert (empty["points"], empty["entries"]) == (0, [])
    assert {finding["facts"]["slot"] for finding in empty["findings"]} == {"leader", "infantry"}


def test_the_catalogue_says_what_is_sold_and_what_men_pay_for_other_weapons(client: httpx.Client) -> None:
    sold = client.get("/api/platoon/catalogue").json()
    options = {option["id"]: option for option in sold["options"]}
    assert options["lmg"]["refusal"] is None
    assert "later versions" in options["bangalore"]["refusal"]["reason"]
    assert sold["swap_costs"]["ar"] == {"ar": 0, "smg": 3, "pdw": 3, "shotgun": 3, "pistol": -3}
    later = client.get("/api/platoon/catalogue", params={"rules": "later_kit"}).json()
    assert {option["id"]: option for option in later["options"]}["bangalore"]["refusal"] is None


def test_the_quick_reference_is_drawn_and_printed_under_any_rules(client: httpx.Client) -> None:
    page = client.get("/api/platoon/reference.svg", params={"page": 2, "rules": "leash_36"})
    assert page.headers["content-type"].startswith("image/svg+xml")
    assert "0 to 36 inches" in page.text
    assert client.get("/api/platoon/reference.pdf", params={"paper": "letter"}).content.startswith(b"%PDF")
    assert client.get("/api/platoon/reference.svg", params={"page": 3}).status_code == 422


def test_the_text_of_a_platoon_is_read_back_as_the_same_platoon(client: httpx.Client) -> None:
    told = client.post("/api/platoon/check", json={"platoon": "border_brigade"}).json()
    again = client.post("/api/platoon/check", json={"text": told["text"]}).json()
    assert again == told
    assert client.post("/api/platoon/check", json={"roster": told["roster"]}).json() == told


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ({"platoon": "/etc/passwd"}, "roster.name"),
        ({"text": "name = "}, "roster.file"),
        ({"roster": {"name": "x", "units": []}}, "table.units"),
        ({"roster": {"name": "x", "units": [{"unit": "rifle_squad"}] * 61}}, "table.units"),
        ({"roster": {"name": "x", "units": [{"unit": "rifle_squad", "swap": {"smg": 10**12}}]}}, "table.units"),
        ({"roster": {"name": "x", "units": [{"unit": "rifle_squad", "swap": {"smg": -5}}]}}, "table.units"),
        ({"roster": {"name": "x", "units": [{"unit": "rifle_squad", "id": "a/b"}]}}, "table.units"),
        ({"roster": {"name": "x" * 500, "units": [{"unit": "rifle_squad"}]}}, "table.name"),
        ({"roster": {"name": "x", "units": [{"unit": "dragon"}]}}, "roster.unit"),
        ({"roster": {"name": "x", "wings": 2, "units": []}}, "request.form"),
        ({}, "request.form"),
        ({"platoon": "border_brigade", "text": "x"}, "request.form"),
    ],
)
def test_a_platoon_that_cannot_be_is_refused(client: httpx.Client, wanted: dict[str, Any], refusal: str) -> None:
    answer = client.post("/api/platoon/check", json=wanted)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, refusal), answer.text


def test_cards_are_drawn_and_printed(client: httpx.Client) -> None:
    platoon = {"platoon": "border_brigade"}
    card = client.post("/api/platoon/card.svg", json={**platoon, "unit": "first"})
    assert "First squad" in "".join(ElementTree.fromstring(card.content).itertext())
    assert client.post("/api/platoon/card.svg", json={**platoon, "unit": "nobody"}).status_code == 422
    assert ElementTree.fromstring(client.post("/api/platoon/cards.svg", json={**platoon, "page": 2}).content).get(
        "width"
    )
    assert client.post("/api/platoon/cards.svg", json={**platoon, "page": 3}).status_code == 422
    printed = client.post("/api/platoon/cards.pdf", json={**platoon, "paper": "letter"})
    assert (printed.headers["Content-Type"], printed.content[:5]) == ("application/pdf", b"%PDF-")


def test_a_scenario_with_platoons_of_ones_own_is_played(client: httpx.Client) -> None:
    text = client.post("/api/platoon/check", json={"platoon": "border_brigade"}).json()["text"]
    wanted = {"scenario": "village", "platoons": ["response_platoon", text], "players": ["Ann", "Ben"]}
    made = client.post("/api/platoon/setup", json=wanted).json()
    game = client.post("/api/games", json={**made, "pace": 0})
    assert game.status_code == 201, game.text
    assert set(game.json()["seats"]) == {"Ann", "Ben"}
    assert game.json()["game"]["title"] == "Two houses in the village: Rapid response platoon against Border brigade"


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ({"scenario": "nowhere"}, "scenario.name"),
        ({"scenario": "village", "platoons": ["response_platoon", "../secret"]}, "roster.name"),
        ({"scenario": "village", "platoons": ["response_platoon"]}, "request.form"),
        (
            {"scenario": "village", "platoons": ["response_platoon", {"name": "x", "units": [{"unit": "medic"}]}]},
            "roster.unlawful",
        ),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(client: httpx.Client, wanted: dict[str, Any], refusal: str) -> None:
    answer = client.post("/api/platoon/setup", json=wanted)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, refusal), answer.text


def test_scenarios_of_heat_tell_their_story(client: httpx.Client) -> None:
    kind = next(kind for kind in client.get("/api/kinds").json() if kind["name"] == "platoon")
    assert {brief["name"]: brief["story"] for brief in kind["scenarios"]} == {
        name: scenario.text for name, scenario in scenarios().items()
    }
    assert all(brief["story"] for brief in kind["scenarios"])


# What is too large.


def _setup(**changes: Any) -> Setup:
    return msgspec.structs.replace(set_up(scenarios()["village"], PlatoonGame().ruleset), **changes)


def _sheet(**changes: Any) -> Setup:
    whole = _setup()
    first, *rest = whole.forces[0]
    return msgspec.structs.replace(whole, forces=((msgspec.structs.replace(first, **changes), *rest), whole.forces[1]))


TRIANGLE = ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0))
WHOLE = Zone(0, 0, 72, 48, "south")


@pytest.mark.parametrize(
    "setup",
    [
        _setup(table=Table(1e9, 48)),
        _setup(table=Table(float("nan"), 48)),
        _setup(table=Table(72, 48, (Piece("wood", TRIANGLE * 1000),))),
        _setup(table=Table(72, 48, (Piece("wood", ((1.0, float("inf")), (2.0, 1.0), (1.0, 2.0))),))),
        _setup(table=Table(72, 48, (Piece("lava", TRIANGLE),))),
        _setup(table=Table(72, 48, (Piece("wood", TRIANGLE, -5.0),))),
        _setup(players=("same", "same")),
        _setup(players=("a/b", "c")),
        _setup(zones=(WHOLE, Zone(50, 0, 20, 48, "north"))),
        _setup(zones=(WHOLE, Zone(0, 0, 1e9, 48, "north"))),
        _setup(objectives=(Objective("far", 1e6, 1),)),
        _setup(devices=(Device(7, "ied", at(1, 1)),)),
        _setup(devices=(Device(0, "ied", at(1, 1), carrier="nobody"),)),
        _sheet(men=()),
        _sheet(id="a/b"),
        _sheet(name=""),
        _sheet(unit="dragon"),
        _sheet(system="spear"),
        _sheet(damage_value=99),
        _sheet(kind="helicopter"),
        _sheet(kind="vehicle"),
        _sheet(kind="drone"),
        _sheet(squad="nobody"),
        _sheet(laws=10**9),
    ],
)
def test_set_ups_beyond_the_limits_are_refused(setup: Setup) -> None:
    with pytest.raises(RefusedError):
        offers()["platoon"].check(setup, Limits())


def test_an_officer_of_a_rank_that_the_rules_do_not_know_does_not_take_the_field() -> None:
    refused = PlatoonGame().start(_sheet(officer="emperor"), Seeded(1))
    assert isinstance(refused, Refusal)
    assert refused.id == "setup.unit"
    assert "emperor" in refused.reason


@pytest.mark.parametrize(
    ("objective", "says"),
    [
        (Objective("Hill", 36, 24, 101), "the objective 'Hill' has a radius of 3 inches and is worth 101"),
        (Objective("Hill", 36, 24, -1), "the objective 'Hill' has a radius of 3 inches and is worth -1"),
        (Objective("Hill", 36, 24, 100, 101), "the objective 'Hill' has a radius of 101 inches and is worth 100"),
        (Objective("Hill", 73, 24), "the objective 'Hill' at (73, 24) is off the table"),
    ],
)
def test_an_objective_of_a_set_up_is_refused_with_what_was_measured(objective: Objective, says: str) -> None:
    check, best = offers()["platoon"].check, Objective("Hill", 36, 24, 100, 100)
    check(_setup(objectives=(best,)), Limits())
    with pytest.raises(RefusedError) as refused:
        check(_setup(objectives=(objective,)), Limits())
    assert (refused.value.refusal.id, refused.value.refusal.reason) == ("setup.objective", says)


def test_limits_count_units_and_men() -> None:
    check = offers()["platoon"].check
    check(_setup(), Limits())
    for limits in (Limits(units=10), Limits(men=20), Limits(table_inches=60), Limits(corners=5)):
        with pytest.raises(RefusedError):
            check(_setup(), limits)


def test_every_unit_of_the_catalogue_may_be_set_up() -> None:
    rules = rules_of(("later_kit", "later_weapons"))
    check, whole = offers()["platoon"].check, _setup()
    for kind in catalogue(("later_kit", "later_weapons"))["units"]:  # type: ignore[attr-defined]
        for quality in ("inexperienced", "regular", "veteran"):
            found = alone(kind["id"], quality, rules)
            if isinstance(found, Priced):
                check(msgspec.structs.replace(whole, forces=((found.sheet,), whole.forces[1])), Limits())
