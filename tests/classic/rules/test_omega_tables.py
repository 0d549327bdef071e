"""Every cell of every table of Omega, asked of the adjudicator: guns, racks, ranges, decoys, squads, vehicles."""

from collections.abc import Iterator
from typing import Any

import pytest

from overheat.api.questions import ask
from overheat.kernel.refusal import RefusedError

OMEGA = ("omega",)
ROLLS = range(2, 13)

STRUCK = {
    "AC/2": """
        1 1 1 1 1 1 1 1 1
        1 1 1 1 1 1 2 2 2
        1 1 1 1 1 2 2 2 2
        1 1 1 2 2 2 2 3 3
        1 1 1 2 2 3 3 3 4
        1 1 2 2 3 3 3 4 4
        1 1 2 2 3 3 4 4 5
        1 2 2 3 3 4 4 5 6
        1 2 3 3 4 4 5 6 6
        2 2 3 4 5 5 6 7 8
        2 3 4 5 6 7 8 9 10""",
    "AC/5": """
        1 1 1
        1 1 1
        1 1 1
        1 1 1
        1 1 2
        1 1 2
        1 2 2
        1 2 3
        2 2 3
        2 3 4
        2 3 4""",
    "AC/10": "1 1 1 1 1 1 2 2 2 2 2",
}
"""How many rounds strike: a row for each roll from 2 to 12, a column for each number of rounds from two on."""

FRAGMENTS = {
    "LB 2-X": """
        1 1 1 1 1 1 2 2 2 2
        1 1 1 1 2 2 2 3 3 3
        1 1 1 2 2 2 3 3 4 4
        1 1 1 2 2 3 3 4 4 5
        1 1 2 2 3 3 4 5 5 6
        1 1 2 3 3 4 5 5 6 7
        1 2 2 3 4 5 5 6 7 8
        1 2 3 4 5 5 6 7 8 9
        1 2 3 4 5 6 7 9 10 11
        1 3 4 5 7 8 9 11 12 13
        2 4 6 8 10 12 14 16 18 20""",
    "LB 5-X": """
        1 1 1 2
        1 1 2 3
        1 2 3 4
        1 3 4 5
        2 3 5 7
        2 4 6 9
        3 5 8 10
        3 6 9 12
        4 7 11 15
        4 9 13 17
        5 10 15 20""",
    "LB 10-X": "3 5 3 6 4 7 4 8 5 10 5 11 6 12 7 14 8 16 9 18 10 20",
    "LB 20-X": "8 9 10 11 13 14 15 16 18 19 20",
}
"""How many fragments strike: a column for each number of rounds from one on."""


def asked(question: str, **facts: Any) -> dict[str, Any]:
    return ask(question, OMEGA, **facts)


def cells(table: str, first: int) -> Iterator[tuple[int, int, int]]:
    """Roll, rounds and hits of every cell of a table."""
    numbers = [int(word) for word in table.split()]
    width = len(numbers) // len(ROLLS)
    for at, hits in enumerate(numbers):
        yield ROLLS[at // width], first + at % width, hits


def faces(roll: int) -> list[int]:
    return [max(1, roll - 6), min(6, roll - 1)]


@pytest.mark.parametrize(
    ("weapon", "tech", "table"),
    [
        ("AC/2", "IS", "AC/2"),
        ("Machine Gun", "IS", "AC/2"),
        ("LB 2-X", "Clan", "AC/2"),
        ("Ultra AC/5", "IS", "AC/5"),
        ("LB 5-X", "Clan", "AC/5"),
        ("AC/10", "IS", "AC/10"),
        ("LB 10-X", "IS", "AC/10"),
    ],
)
def test_how_many_rounds_strike(weapon: str, tech: str, table: str) -> None:
    for roll, rounds, hits in cells(STRUCK[table], 2):
        told = asked("burst", weapon=weapon, tech=tech, rounds=[rounds], dice=faces(roll))
        assert (told["hits"], told["location_rolls"]) == (hits, hits), (roll, rounds)


@pytest.mark.parametrize(("weapon", "tech"), [("LB 2-X", "Clan"), ("LB 5-X", "Clan"), ("LB 10-X", "IS")])
def test_how_many_fragments_strike(weapon: str, tech: str) -> None:
    for roll, rounds, hits in cells(FRAGMENTS[weapon], 1):
        told = asked("burst", weapon=weapon, tech=tech, ammunition="cluster", rounds=[rounds], dice=faces(roll))
        assert told["groups"] == [1] * hits, (roll, rounds)


def test_an_lb_20_x_strikes_as_an_anti_personnel_pod_does() -> None:
    for roll, _, hits in cells(FRAGMENTS["LB 20-X"], 1):
        told = asked("burst", weapon="LB 20-X", tech="Clan", ammunition="cluster", dice=faces(roll))
        assert (told["hits"], asked("personnel pod", roll=roll)["killed"]) == (hits, hits)


@pytest.mark.parametrize(
    ("tech", "weapon", "rounds", "heat", "per_ton", "bursts"),
    [
        ("IS", "AC/20", 1, 5, 5, 1),
        ("IS", "AC/10", 2, 3, 10, 1),
        ("IS", "LB 10-X", 2, 2, 10, 1),
        ("IS", "AC/5", 4, 2, 20, 1),
        ("IS", "Ultra AC/5", 4, 1, 20, 2),
        ("IS", "AC/2", 10, 1, 50, 1),
        ("IS", "Machine Gun", 10, "1/10", 200, 1),
        ("Clan", "LB 20-X", 1, 4, 5, 1),
        ("Clan", "LB 10-X", 2, 2, 10, 1),
        ("Clan", "LB 5-X", 4, 1, 20, 1),
        ("Clan", "LB 2-X", 10, "1/2", 50, 1),
        ("Clan", "Ultra AC/20", 1, 4, 5, 2),
        ("Clan", "Ultra AC/10", 2, 2, 10, 2),
        ("Clan", "Ultra AC/5", 4, 1, 20, 2),
        ("Clan", "Ultra AC/2", 10, "1/2", 50, 2),
        ("Clan", "Machine Gun", 10, "1/10", 200, 1),
    ],
)
def test_every_gun(tech: str, weapon: str, rounds: int, heat: int | str, per_ton: int, bursts: int) -> None:
    told = asked("burst", weapon=weapon, tech=tech)
    assert (told["most_rounds"], told["heat_per_round"], told["rounds_per_ton"]) == (rounds, heat, per_ton)
    for fired, legal in (([rounds + 1], False), ([rounds] * 2, bursts == 2), ([rounds] * 3, False), ([0], False)):
        assert asked("burst", weapon=weapon, tech=tech, rounds=fired)["legal"] is legal


def test_a_burst_that_misses_strikes_with_nothing_and_the_other_by_its_own_roll() -> None:
    gun = {"weapon": "Ultra AC/5", "rounds": [4, 3], "needed": 7}
    both = asked("burst", **gun, rolls=[8, 9], dice=[6, 5, 4, 4])
    assert (both["hits_of_each"], both["hits"]) == ([4, 2], 6)
    second = asked("burst", **gun, rolls=[6, 9], dice=[4, 4])
    assert (second["hits_of_each"], second["jammed"]) == ([2], False)


RACKS: dict[str, dict[str, tuple[float, ...]]] = {
    "IS": {
        "SRM 2": (1.5, 1, 5, 1, 1, 15, 2),
        "SRM 4": (3, 2, 5, 1, 1, 15, 4),
        "SRM 6": (4.5, 3, 5, 1, 2, 15, 6),
        "LRM 5": (2.5, 2, 3, 1, 1, 10, 5),
        "LRM 10": (5, 3, 3, 2, 2, 10, 10),
        "LRM 15": (7.5, 4, 3, 3, 2, 10, 15),
        "LRM 20": (10, 5, 3, 4, 3, 10, 20),
        "Arrow V": (15, 12, 8, 1, 6, 25, 5),
    },
    "Clan": {
        "SRM 2": (1, 1, 5, 1, 1, 15, 2),
        "SRM 4": (2, 1, 5, 1, 1, 15, 4),
        "SRM 6": (3, 2, 5, 1, 1, 15, 6),
        "LRM 5": (2, 1, 3, 1, 1, 10, 5),
        "LRM 10": (4, 2, 3, 2, 1, 10, 10),
        "LRM 15": (6, 3, 3, 3, 2, 10, 15),
        "LRM 20": (8, 4, 3, 4, 2, 10, 20),
        "Arrow V": (12, 9, 6, 1, 5, 25, 5),
    },
}
"""Tons, slots, heat of a missile, missiles a turn, slots that are ammunition, damage of a missile, missiles."""


@pytest.mark.parametrize(("tech", "rack"), [(tech, rack) for tech, racks in RACKS.items() for rack in racks])
def test_every_rack(tech: str, rack: str) -> None:
    tons, slots, heat, most, explosive, damage, missiles = RACKS[tech][rack]
    told = asked("rack", rack=rack, tech=tech, fire=most)
    assert (told["tons"], told["slots"], told["heat_of_each"], told["heat"]) == (tons, slots, heat, heat * most)
    assert (told["most_a_turn"], told["ammunition_slots"], told["groups"]) == (most, explosive, [damage])
    assert (told["missiles"], told["explosion"]) == (missiles, missiles * damage)
    assert told["cost_of_each"] == (None if tech == "Clan" else 50_000 if rack == "Arrow V" else 8_000)
    assert asked("rack", rack=rack, tech=tech, fire=most + 1)["legal"] is False
    assert asked("rack", rack=rack, tech=tech, remaining=0)["legal"] is False
    with pytest.raises(RefusedError, match="holds"):
        asked("rack", rack=rack, tech=tech, remaining=missiles + 1)


def test_what_there_is_not() -> None:
    for rack in ("Narc", "Swarm", "Swarm LRM"):
        assert asked("rack", rack=rack)["refusal"]["id"] == "omega.no_beacons"
    for tech in ("IS", "Clan"):
        for rack in ("LRM 5", "Arrow V"):
            assert asked("rack", rack=rack, streak=True, tech=tech)["legal"] is False
    assert asked("rack", rack="Streak LRM 5", tech="Clan")["legal"] is False


def test_what_a_streak_unit_and_a_designator_take() -> None:
    unit = asked("rack", rack="SRM 4", streak=True)
    assert (unit["streak_unit_tons"], unit["streak_unit_cost"], unit["slots"]) == (0.5, 20_000, 2)
    assert asked("rack", rack="SRM 4", streak=True, tech="Clan")["streak_unit_tons"] == 0
    for tech in ("IS", "Clan"):
        told = asked("countermeasures", what="TAG", tech=tech)
        assert (told["tons"], told["slots"]) == (0.5, 1)


def test_which_missiles_may_be_guided_how() -> None:
    for family, guides in (
        ("SRM", ["Streak", "IR", "SARaH", "AR", "ARM", "LGM"]),
        ("LRM", ["IR", "SARaH", "AR", "ARM", "LGM"]),
        ("CRM", ["Streak", "IR", "SARaH", "AR", "ARM", "LGM"]),
        ("Arrow V", ["IR", "AR", "LGM"]),
    ):
        every = ("Streak", "IR", "SARaH", "AR", "ARM", "LGM")
        assert [guide for guide in every if asked("missile", missile=family, guidance=guide)["legal"]] == guides


def test_infrared_missiles_by_every_point_of_heat() -> None:
    for heat in range(101):
        steps = heat // 10 + (heat % 10 > 0)
        assert asked("guidance", guidance="IR", heat=heat)["to_hit"] == -steps


@pytest.mark.parametrize(
    ("tech", "mode", "one", "two", "jams", "heat"),
    [("IS", "II", 3, -1, 2, 2), ("IS", "III", 7, 2, 4, 4), ("Clan", "II", 4, -1, 3, 2), ("Clan", "III", 9, 3, 6, 4)],
)
def test_jammers_by_distance(tech: str, mode: str, one: int, two: int, jams: int, heat: int) -> None:
    assert asked("jammer", rating="III", mode=mode, tech=tech)["heat"] == heat
    for distance in range(12):
        near = [{"mode": mode, "distance": distance, "tech": tech}]
        added = 2 if distance <= two else 1 if distance <= one else 0
        assert asked("guidance", guidance="AR", jammers=near)["to_hit"] == added - 1
        assert asked("guidance", guidance="SARaH", jammers=near)["to_hit"] == added - 2
        assert asked("guidance", guidance="IR", jammers=near)["to_hit"] == 0
        link = {"distance": distance, "mode": len(mode), "tech": tech}
        assert asked("network_link", **link)["link"] is (distance > jams)
        assert asked("network_link", **link, side="friendly")["link"] is True


def test_decoys_divert_what_they_are_for_on_seven() -> None:
    for decoy, guides in (("flares", ("IR",)), ("chaff", ("AR", "SARaH"))):
        for guide in ("IR", "AR", "SARaH", "ARM", "LGM", "Streak"):
            for roll in ROLLS:
                told = asked("decoys", decoy=decoy, missile=guide, rolls=[roll])
                assert told["diverted"] == int(guide in guides and roll >= 7)


def test_a_probe_sees_through_smoke_within_its_reach_and_nothing_else_does() -> None:
    for tech, reach in (("IS", 4), ("Clan", 5)):
        for distance in range(2, 8):
            told = asked("probe", distance=distance, tech=tech)
            assert told["line_of_sight"] is (distance <= reach)
            assert asked("probe", distance=distance, tech=tech, used=False)["line_of_sight"] is False
    assert asked("probe", smoke_between=0, used=False)["line_of_sight"] is True


@pytest.mark.parametrize(("tech", "least", "most"), [("IS", 12, 85), ("Clan", 6, 102)])
def test_arrows_at_every_range(tech: str, least: int, most: int) -> None:
    for far in range(1, most + 1):
        told = asked("arrow", tech=tech, range=far)
        base = 4 if far <= 17 else 6 if far <= 34 else 8
        found = (told["base"], told["min_penalty"], told["direct_legal"])
        assert found == (base, max(0, least - far + 1), far <= 17), far
    assert asked("arrow", tech=tech, range=most + 1)["legal"] is False
    assert asked("arrow", tech=tech, guidance="LGM")["base"] is None


def test_courses_of_an_arrow() -> None:
    for hexes in range(20):
        for turns in ([], [1], [1, 1], [1, 1, 1], [1, 1, 1, 1], [2]):
            turned = sum(turns) <= 3 and max(turns, default=0) <= 1
            for attacks in (False, True):
                legal = turned and hexes <= 17 and (attacks or hexes >= 9)
                assert asked("arrow_course", hexes=hexes, turns=turns, attacks=attacks)["legal"] is legal


@pytest.mark.parametrize(
    ("kind", "short", "medium", "long"),
    [("rifle", 2, 4, 6), ("laser", 3, 6, 9), ("flamer", 1, 2, 3), ("CRM", 2, 4, 6), ("TAG", 5, 10, 15)],
)
def test_squads_at_every_range(kind: str, short: int, medium: int, long: int) -> None:
    for far in range(1, 17):
        base = 4 if far <= short else 6 if far <= medium else 8 if far <= long else None
        target = "soldiers" if kind == "rifle" else "machine"
        assert asked("squad", kind=kind, range=far, target=target)["base"] == base


def test_what_losses_do_to_squads() -> None:
    for kind in ("laser", "CRM", "TAG", "Artemis"):
        told = [asked("squad", kind=kind, lost=lost, weapon="") for lost in range(5)]
        assert [each["can_fire"] for each in told] == [True, True, True, False, False]
        assert [each["can_move_with_weapon"] for each in told] == [True, False, False, False, False]
    assert [asked("squad", kind="flamer", lost=lost)["heat"] for lost in range(4)] == [6, 5, 3, 2]
    felled = [asked("squad", kind="flamer", lost=lost, target="soldiers")["damage"] for lost in range(4)]
    assert felled == [8, 6, 4, 2]
    assert asked("squad", kind="rifle", lost=4, target="soldiers")["can_fire"] is False
    legs = [asked("squad", kind="anti-mech rifle", weapon="anti-mech", range=0, lost=lost) for lost in range(4)]
    assert [each["target_number"] for each in legs] == [5, 7, 9, 11]


def test_who_falls_by_which_weapon() -> None:
    for weapon, hits, killed in (
        ("Gauss Rifle", 1, 1),
        ("Medium Laser", 2, 2),
        ("PPC", 1, 1),
        ("AC/20", 1, 4),
        ("AC/10", 1, 4),
        ("AC/5", 2, 8),
        ("AC/2", 3, 6),
        ("Machine Gun", 4, 4),
        ("SRM 6", 1, 4),
        ("LRM 10", 3, 12),
        ("Flamer", 1, 24),
    ):
        assert asked("casualties", weapon=weapon, hits=hits)["killed"] == killed, weapon
    assert asked("casualties", weapon="LB 10-X AC", munition="cluster", hits=5)["killed"] == 5


def test_who_shares_a_hex_by_kind() -> None:
    for units, legal in (
        (["platoon", "mech"], True),
        (["platoon", "platoon"], True),
        (["platoon", "vehicle"], True),
        (["point", "mech"], True),
        (["platoon", "platoon", "mech"], False),
        (["mech", "mech"], False),
    ):
        assert asked("stack", units=units)["legal"] is legal, units


SIDES = {"F": "front", "B": "rear", "L": "left", "R": "right", "T": "turret"}
PLACES = {
    "front": "BLLFTFRRB",
    "rear": "FLLBTBRRF",
    "left": "RFFLTLBBR",
    "right": "LFFRTRBBL",
}
"""Where rolls from 3 to 11 strike a vehicle, by the side that is attacked."""


def test_where_vehicles_are_hit() -> None:
    for side, places in PLACES.items():
        found = [asked("vehicle table", side=side, roll=roll)["location"] for roll in ROLLS]
        assert found == ["crit(roll)", *(SIDES[place] for place in places), f"crit({side})"]


def test_how_vehicles_are_built() -> None:
    for tons in range(5, 101, 5):
        told = asked("vehicle frame", tons=tons, motive="hover", turret=True, engine="ICE")
        fifth, more = (2 * tons + 5) // 10, (3 * tons + 5) // 10
        assert told["structure"] == {"front": more, "rear": more, "left": fifth, "right": fifth, "turret": more}
    assert [told[name] for name in ("structure_tons", "lift_tons", "turret_tons", "controls_tons", "fuel_tons")] == [
        10,
        10,
        5,
        5,
        5,
    ]
    assert told["drive_slots"] == {"left": 3, "right": 3}
    assert (told["cockpit_slots"], told["life_support_slots"], told["life_support_tons"]) == (1, 2, 1)


def test_engines_of_vehicles_weigh_and_cool() -> None:
    told = {name: asked("vehicle frame", engine=name, rating=200) for name in ("fusion", "XL fusion", "ICE", "XL ICE")}
    assert {name: each["engine_tons"] for name, each in told.items()} == {
        "fusion": "17/2",
        "XL fusion": "17/4",
        "ICE": 17,
        "XL ICE": "17/2",
    }
    assert {each["heat_sinks"] for each in told.values()} == {8}
