"""What a player may know: the table is open, apart from what is left in the bins of others."""

import json

from overheat.classic.facts.events import ShotDeclared
from overheat.classic.facts.state import Motion, Shot
from overheat.classic.game import Classic
from skirmish import mount, on_turn, replace, unit


def test_a_view_can_be_written_as_json_and_says_where_everybody_stands() -> None:
    red, blue = unit(heat=7), unit(id="blue", hex="0103", prone=True)
    view = json.loads(json.dumps(Classic().view(on_turn(red, blue, board="0 1w2 0"), "red")))
    assert (view["to_act"], view["acting"], view["phase"]) == ("red", "red", "movement")
    assert view["board"]["hexes"] == {"0101": "0", "0102": "1w2", "0103": "0"}
    assert (view["units"]["red"]["condition"]["heat"], view["units"]["blue"]["condition"]["prone"]) == (7, True)
    assert view["units"]["blue"]["condition"]["locations"]["CT"]["armour"] == 20


def test_a_player_sees_what_is_left_in_its_own_bins_alone() -> None:
    red, blue = unit(), unit(id="blue", hex="0103")
    view = Classic().view(on_turn(red, blue), "red")
    left = {entry["mount"]: entry["shots"] for entry in view["units"]["red"]["ammunition"]}
    assert left[mount(red, "IS Ammo AC/10")] == 10
    assert "ammunition" not in view["units"]["blue"]
    assert "shots" not in view["units"]["blue"]["condition"]


def test_attacks_are_declared_aloud() -> None:
    blue = unit(id="blue", hex="0103")
    laser = Shot(mount(blue, "Medium Laser"), "red")
    game = Classic()
    before = on_turn(unit(), blue, phase="weapons")
    view = game.view(on_turn(unit(), replace(blue, volley=(laser,)), phase="weapons"), "red")
    (declared,) = view["units"]["blue"]["declared"]["shots"]
    assert (declared["weapon"], declared["target"]) == ("Medium Laser", "red")
    told = ShotDeclared("blue", laser)
    assert game.redact(before, told, "red") == told


def test_a_view_tells_what_movement_makes_of_a_unit_as_a_target() -> None:
    jumper = unit(motion=Motion("jump", hexes=5, travelled=5, spent=5))
    figures = Classic().view(on_turn(jumper, unit(id="blue", hex="0103"), board="0 0 0 0 0 0 0 0"), "red")["units"]
    assert (figures["red"]["figures"]["as_target"], figures["blue"]["figures"]["as_target"]) == (2 + 1, 0)


def test_a_view_tells_the_armour_of_a_whole_unit_beside_what_is_left() -> None:
    seen = Classic().view(on_turn(unit(), unit(id="blue", hex="0103")), "red")["units"]["red"]
    now = {
        code: [place["armour"], place["rear_armour"], place["structure"]]
        for code, place in seen["condition"]["locations"].items()
    }
    assert seen["figures"]["full"] == now
    assert all(weapon["works"] for weapon in seen["figures"]["weapons"])
