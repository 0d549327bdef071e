"""What a page is told of shots that are not plain: over the heads of others, and at soldiers."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from overheat.classic.rulesets import ruleset, standard
from overheat.table.classic.firing import top_of_scale, ways
from skirmish import mount, replace, state, unit
from tabletop import Table, make

SOLDIERS = "Foot Platoon (Rifle)"
MEDIUM_LASER = "Medium Laser"


def field(client: httpx.Client, units: list[tuple[str, str, str, int]], *hexes: str, **more: Any) -> Table:
    """Units on a small field of three columns, each as its id, file, hex and facing; red ids begin with r."""
    board = "\n".join(("size 3 9", *hexes, "end", ""))
    listed = [
        {"id": id, "side": "red" if id.startswith("r") else "blue", "unit": unit, "hex": hex, "facing": facing}
        for id, unit, hex, facing in units
    ]
    return make(
        client, setup={"board": "field.board", "board_text": board, "units": listed}, hot_seat=True, seed=1, **more
    )


def fire_phase(table: Table, unit: str) -> None:
    """Pass until a unit of red may fire, and take it."""
    while True:
        seen = table.get("red", "/view").json()["view"]
        legal = table.get("red", "/legal").json()["commands"]
        wanted = {"type": "Choose", "unit": unit}
        if seen["phase"] == "weapons" and wanted in legal:
            table.post("red", "/say", command=wanted)
            return
        table.post("red", "/say", command=next(one for one in legal if one["type"] in ("Choose", "Done")))


@pytest.fixture
def behind_a_hill(client: httpx.Client) -> Table:
    """A missile carrier behind a hill, the enemy seven hexes away beyond it, and a friend who spots for the carrier."""
    units = [
        ("r-carrier", "LRM Carrier", "0201", 3),
        ("r-eyes", "Locust LCT-1V", "0105", 3),
        ("b", "Atlas AS7-D", "0208", 0),
    ]
    table = field(client, units, *(f'hex 0{column}03 5 "" ""' for column in (1, 2, 3)))
    fire_phase(table, "r-eyes")
    table.say("red", type="Spot")
    table.say("red", type="Done")
    fire_phase(table, "r-carrier")
    return table


def test_who_is_spotted_for_is_told_the_number_of_its_indirect_fire(behind_a_hill: Table) -> None:
    (told,) = behind_a_hill.get("red", "/targets", unit="r-carrier").json()
    assert not told["visible"]
    assert (told["best"]["target_number"], told["best"]["command"]["spotter"]) == (4 + 1, "r-eyes")
    assert told["weapons"] == 3


def test_every_way_to_fire_that_may_be_declared_is_foretold(behind_a_hill: Table) -> None:
    def key(command: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(command[part] for part in ("mount", "target", "feed", "rate", "spotter", "mode", "aimed"))

    legal = behind_a_hill.get("red", "/legal").json()["commands"]
    fires = {key(command) for command in legal if command["type"] == "Fire"}
    shots = behind_a_hill.get("red", "/shots", unit="r-carrier", target="b").json()
    foretold = {key(shot["command"]) for shot in shots if shot["target_number"] is not None}
    assert fires == foretold
    assert len(fires) == 3, "one way for each launcher, though there are several bins alike"


@pytest.mark.parametrize(("ground", "fallen"), [("", 2), ("woods:1;foliage_elev:2", 1)])
def test_damage_to_a_platoon_is_foretold_in_soldiers(client: httpx.Client, ground: str, fallen: int) -> None:
    """Five points of a laser fell one soldier, or two in the open."""
    units = [("r", "Wolverine WVR-6R", "0201", 3), ("b", SOLDIERS, "0204", 0)]
    table = field(client, units, f'hex 0204 0 "{ground}" ""')
    fire_phase(table, "r")
    shots = table.get("red", "/shots", unit="r", target="b").json()
    laser = next(shot for shot in shots if shot["weapon"] == MEDIUM_LASER and not shot["refusal"])
    told = table.post("red", "/volley", unit="r", target="b", fires=[laser["command"]]).json()
    assert [row["damage"] for row in told["damage"]] == [0, fallen]
    hits, of = laser["probability"]
    assert laser["expected_damage"] == pytest.approx(fallen * hits / of, abs=0.001)


def test_a_volley_fells_no_more_soldiers_than_there_are(client: httpx.Client) -> None:
    units = [("r", "Firestarter FS9-H", "0201", 3), ("b", SOLDIERS, "0202", 0)]
    table = field(client, units)
    fire_phase(table, "r")
    shots = table.get("red", "/shots", unit="r", target="b").json()
    fires = [shot["command"] for shot in shots if not shot["refusal"]]
    told = table.post("red", "/volley", unit="r", target="b", fires=fires).json()
    soldiers = table.get("red", "/view").json()["view"]["units"]["b"]["condition"]["troopers"]
    assert max(row["damage"] for row in told["damage"]) == soldiers
    (entry,) = table.get("red", "/targets", unit="r").json()
    assert entry["expected_damage"] <= soldiers


def test_a_bin_that_is_empty_is_passed_over_for_one_of_its_kind_that_is_not() -> None:
    red = unit(id="red")
    bins = [at for at, held in enumerate(red.sheet.mounts) if held.equipment.name == "AC/10 Ammo"]
    assert len(bins) == 2
    for spent, left in (bins, bins[::-1]):
        shots = tuple(0 if at == spent else many for at, many in enumerate(red.condition.shots))
        shooter = replace(red, condition=replace(red.condition, shots=shots))
        (shot,) = ways(state(shooter), shooter, mount(shooter, "AC/10"), "blue")
        assert shot.feed == left


def test_the_heat_bar_ends_where_the_scale_does() -> None:
    """At 30 points in the standard game, at 50 on the expanded scale."""
    assert top_of_scale(standard()) == 30
    assert top_of_scale(ruleset(["expanded_heat"])) == 50


def test_what_may_become_of_a_target_is_told_in_a_game_and_at_the_desk(client: httpx.Client) -> None:
    units = [("r", "Wolverine WVR-6R", "0201", 3), ("b", SOLDIERS, "0204", 0)]
    table = field(client, units)
    fire_phase(table, "r")
    shots = table.get("red", "/shots", unit="r", target="b").json()
    laser = next(shot for shot in shots if shot["weapon"] == MEDIUM_LASER and not shot["refusal"])
    told = table.post("red", "/outcomes", unit="r", target="b", fires=[laser["command"]]).json()
    hits, of = laser["probability"]
    assert told["exact"]
    assert [(row["felled"], row["chance"]) for row in told["felled"]] == [
        (0, pytest.approx(1 - hits / of)),
        (2, pytest.approx(hits / of)),
    ]
    question = {"attacker": {"unit": "WHM-6R"}, "target": {"unit": "WVR-6R"}, "place": {"distance": 5}}
    asked = {**question, "weapons": [{"name": "PPC"}]}
    desk = client.post("/api/adjudicate/outcomes", json=asked).json()
    chances = {effect["name"]: effect["chance"] for effect in desk["effects"]}
    assert chances["breach.HD"] == chances["head"] > chances["destroyed"] > 0


def test_what_may_become_of_a_target_under_omega_is_played(client: httpx.Client) -> None:
    table = field(client, [("r", "Wolverine WVR-6R", "0201", 3), ("b", "Wolverine WVR-6R", "0204", 0)], rules=["omega"])
    fire_phase(table, "r")
    shots = table.get("red", "/shots", unit="r", target="b").json()
    laser = next(shot for shot in shots if shot["weapon"] == MEDIUM_LASER and not shot["refusal"])
    told = table.post("red", "/outcomes", unit="r", target="b", fires=[laser["command"]]).json()
    assert (told["exact"], told["way"]) == (False, "played")
    assert told["volleys"] > 100
    assert 0 < told["margin"] < 0.1


def test_the_desk_tells_what_several_attackers_make_of_one_target(client: httpx.Client) -> None:
    """Two PPCs, each of a unit of its own: the head is hit unless neither does, but for who is killed at once."""
    ppc = {"attacker": {"unit": "WHM-6R"}, "weapons": [{"name": "PPC"}]}
    far, near = {**ppc, "place": {"distance": 9}}, {**ppc, "place": {"distance": 5}}
    target = {"unit": "AS7-D"}

    def head(**asked: Any) -> float:
        told = client.post("/api/adjudicate/outcomes", json={**asked, "target": target}).json()
        return float(next(effect["chance"] for effect in told["effects"] if effect["name"] == "head"))

    alone = [head(**far), head(**near)]
    both = 1 - (1 - alone[0]) * (1 - alone[1])
    assert head(**far, others=[near]) == pytest.approx(both, abs=2e-6)
    asked = {"ask": "outcomes", "target": target, "attacker": ppc["attacker"], "weapons": ppc["weapons"], "distance": 9}
    other = {"attacker": ppc["attacker"], "weapons": ppc["weapons"], "distance": 5}
    odds = client.post("/api/adjudicate/odds", json={**asked, "others": [other]}).json()
    told = {row["value"]: row["float"] for row in odds["distribution"]["rows"]}
    assert told["head"] == pytest.approx(both, abs=2e-6)


def test_what_several_units_have_declared_at_a_target_counts_together(client: httpx.Client) -> None:
    """A laser each of two units at a platoon: together they may fell twice as many, and both must hit for that."""
    wolverine = "Wolverine WVR-6R"
    table = field(client, [("r-1", wolverine, "0101", 3), ("r-2", wolverine, "0201", 3), ("b", SOLDIERS, "0204", 0)])

    def laser(unit: str) -> dict[str, Any]:
        shots = table.get("red", "/shots", unit=unit, target="b").json()
        return next(shot for shot in shots if shot["weapon"] == MEDIUM_LASER and not shot["refusal"])

    fire_phase(table, "r-1")
    first = laser("r-1")
    table.say("red", **first["command"])
    table.say("red", type="Done")
    fire_phase(table, "r-2")
    second = laser("r-2")
    asked = {"unit": "r-2", "target": "b", "fires": [second["command"]]}
    alone = table.post("red", "/outcomes", **asked).json()
    both = table.post("red", "/outcomes", **asked, together=True).json()
    assert (alone["others"], both["others"]) == (1, 1)
    most = max(row["felled"] for row in alone["felled"])
    chances = [hits / of for hits, of in (first["probability"], second["probability"])]
    assert {row["felled"]: row["chance"] for row in both["felled"]}[2 * most] == pytest.approx(chances[0] * chances[1])
