"""Questions for the adjudicator: every one is answered by the rules in force, and a layer brings its own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.rules.standard.falls import Fall
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Cite
from overheat.kernel.inquiries import Inquiry, as_named, question_of
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term
from riflemen import RIFLEMEN
from vehicles import block

HERE = Cite("House rules", "Salutes")
HUNTER = "Warhammer WHM-6R"
"""70 tons, 4/6/0, 18 single heat sinks, two PPCs, two medium and two small lasers, an SRM 6, two machine guns."""
HOPPER = "Wasp WSP-1A"
"""20 tons, 6/9/6."""


def asked(ask: str, *rules: str, odds: bool = False, **facts: Any) -> dict[str, Any]:
    question = question_of({"ask": ask, "rules": list(rules), **facts})
    answer = ADJUDICATOR.odds(question) if odds else ADJUDICATOR.answer(question)
    assert "\n".join(answer.lines())
    return answer.as_json()


def chances(told: dict[str, Any]) -> dict[Any, Fraction]:
    return {row["value"]: Fraction(*row["chance"]) for row in told["distribution"]["rows"]}


def refusal(ask: str, *rules: str, **facts: Any) -> str:
    with pytest.raises(RefusedError) as refused:
        asked(ask, *rules, **facts)
    return refused.value.refusal.reason


@pytest.mark.proves("adjudicator.questions")
def test_the_points_of_a_unit_in_every_mode_that_the_rules_have() -> None:
    told = asked("points", unit=HUNTER)
    assert [told[mode] for mode in ("walk", "run", "sprint", "jump")] == [4, 6, None, 0]
    assert [term["value"] for term in told["terms"]["run"]] == [4, 2]
    assert told["refusal"] is None
    assert asked("points", "sprinting", unit=HUNTER)["sprint"] == 8
    hot = asked("points", unit=HOPPER, heat=10, damage=["LL hip"])
    # Six points: a hip leaves three, ten points of heat take two of them; a run is half as far again.
    assert [hot[mode] for mode in ("walk", "run", "jump")] == [1, 2, 6]


def test_what_heat_does_and_what_makes_it() -> None:
    told = asked("heat", unit=HUNTER, heat=17)
    assert (told["to_hit"], told["walk"], told["run"]) == (3, 1, 2)
    assert (told["shutdown_avoid"], told["explosion_avoid"], told["shuts_down"]) == (4, None, False)
    assert told["builds"] == {"stationary": 0, "walk": 1, "run": 2, "weapons": 10 + 10 + 3 + 3 + 1 + 1 + 4}
    assert told["sinks"] == {"land": 18, "water_1": 22, "water_2": 24}
    hot = asked("heat", unit=HUNTER, heat=30)
    assert (hot["shutdown_avoid"], hot["explosion_avoid"], hot["shuts_down"]) == ("auto", 8, True)
    jets = asked("heat", unit=HOPPER)["builds"]
    assert (jets["jump_1"], jets["jump"]) == (3, 6)
    assert asked("heat", unit="Vedette Medium Tank")["refusal"]["id"] == "heat.machine"


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"dice": [3, 4]}, ("CT", False, False)),
        ({"dice": [1, 1]}, ("CT", False, True)),
        ({"dice": [6, 6], "side": "rear"}, ("HD", True, False)),
        ({"dice": [1, 1], "side": "left"}, ("LT", False, True)),
        ({"table": "punch", "side": "right", "dice": [4]}, ("RA", False, False)),
        ({"table": "kick", "dice": [6]}, ("LL", False, False)),
    ],
)
def test_where_the_dice_have_a_hit(facts: dict[str, Any], found: tuple[str, bool, bool]) -> None:
    told = asked("location", unit=HUNTER, **facts)
    assert (told["location"], told["rear"], told["critical"]) == found


def test_without_dice_every_place_has_its_chance() -> None:
    told = asked("location", unit=HUNTER)
    assert told["location"] is None
    assert chances(told)["HD"] == Fraction(1, 36)
    assert (chances(told)["CT"], chances(told)["CT, critical"]) == (Fraction(6, 36), Fraction(1, 36))
    covered = asked("location", unit=HUNTER, table="partial_cover", dice=[4, 5])
    assert (covered["location"], covered["covered"]) == ("LL", True)


def test_places_of_those_who_are_no_machines() -> None:
    assert asked("location", unit="Vedette Medium Tank", dice=[3, 4])["location"] == "FR"
    squad = asked("location", unit="Elemental Battle Armor [Laser](Sqd5)", dice=[6, 2])
    assert squad["location"] == "Trooper 2"
    assert set(chances(asked("location", unit="Elemental Battle Armor [Laser](Sqd5)")).values()) == {Fraction(1, 5)}


def test_aircraft_have_no_places_to_be_hit() -> None:
    assert asked("location", unit="Shilone SL-17", dice=[3, 4])["refusal"]["id"] == "locations.aircraft"


def test_the_cheapest_way_and_the_rolls_on_it() -> None:
    told = asked("movement", unit=HUNTER, mode="walk", hex="0809", to="0807")
    assert (told["cost"], told["points"], told["rolls"], told["refusal"]) == (2, 4, [], None)
    turning = asked("movement", unit=HUNTER, mode="run", hex="0809", facing=3, to="0808")
    # Three hexsides and a hex; whoever runs on open ground need not roll.
    assert turning["cost"] == 4
    assert {term["id"]: term["value"] for term in turning["terms"]} == {"movement.turn": 3, "movement.hex": 1}
    beyond = asked("movement", unit=HUNTER, mode="walk", hex="0809", to="0803")
    assert (beyond["cost"], beyond["points"], beyond["refusal"]["id"]) == (None, 4, "movement.out_of_reach")
    leap = asked("movement", unit=HOPPER, mode="jump", hex="0809", to="0804")
    assert (leap["cost"], leap["points"]) == (5, 6)
    assert asked("movement", unit=HUNTER, mode="jump")["refusal"]["id"] == "movement.mode"


def test_a_damaged_runner_rolls_at_the_end_of_its_way() -> None:
    told = asked("movement", unit=HUNTER, mode="run", hex="0809", to="0808", damage=["CT gyro"], piloting=4)
    assert [(roll["target_number"], roll["probability"]) for roll in told["rolls"]] == [(7, [21, 36])]
    odds = asked("movement", odds=True, unit=HUNTER, mode="run", hex="0809", to="0808", damage=["CT gyro"], piloting=4)
    assert chances(odds) == {"made": Fraction(21, 36), "missed": Fraction(15, 36)}


def test_one_step_forward() -> None:
    told = asked("movement", unit=HUNTER, board="crossroads", hex="0903", facing=3, mode="run", step=True)
    assert told["cost"] == 1
    assert asked("movement", unit=HUNTER, board="crossroads", hex="0101", step=True)["refusal"]["id"] == "movement.edge"


def test_a_piloting_roll_counts_its_cause_and_what_is_broken() -> None:
    told = asked("piloting", unit=HUNTER, piloting=4, cause="charged", damage=["LL hip", "CT gyro"])
    # Skill 4, charged 2, hip 2, gyro 3.
    assert (told["target_number"], told["probability"]) == (11, [3, 36])
    assert asked("piloting", unit=HUNTER)["target_number"] == 5
    assert asked("piloting", unit=HUNTER, damage_this_phase=20)["target_number"] == 6
    assert asked("piloting", unit=HUNTER, damage_this_phase=19)["refusal"]["id"] == "piloting.battered"
    assert asked("piloting", unit=HUNTER, shut_down=True)["refusal"]["id"] == "piloting.shut_down"
    assert (
        asked("piloting", unit="Vedette Medium Tank", damage=["driver", "heavy motive damage"])["target_number"] == 10
    )


def test_turning_at_a_run_asks_for_a_roll_by_the_ground_and_the_way_that_it_came() -> None:
    """Pavement after 6 hexes adds 1 (QR-psr-skid); a walk asks for nothing, and what rides on air slips instead."""
    run: dict[str, Any] = {"moved": "run", "hexes_moved": 6, "ground": "0p", "cause": "skid"}
    assert asked("piloting", unit=HUNTER, **run)["target_number"] == 6
    assert asked("piloting", unit="Vedette Medium Tank", **run)["target_number"] == 6
    assert asked("piloting", unit=HUNTER, **run | {"hexes_moved": 2})["target_number"] == 4
    for other in ({"moved": "walk"}, {"ground": "0"}, {"cause": "sideslip"}):
        assert asked("piloting", unit=HUNTER, **run | other)["refusal"]["id"] == "piloting.turning"
    floating = asked("piloting", unit="Pegasus Scout Hover Tank", **run | {"cause": "sideslip", "ground": ""})
    assert floating["target_number"] == 5
    assert asked("piloting", unit="Pegasus Scout Hover Tank", **run)["refusal"]["id"] == "piloting.turning"


def test_who_loses_a_leg_in_the_phase_falls_without_a_roll() -> None:
    shot_off: dict[str, Any] = {"unit": HUNTER, "damage": ["LL lost"], "damage_this_phase": 30}
    assert asked("piloting", **shot_off)["refusal"]["id"] == "piloting.leg_lost"
    assert asked("piloting", unit=HUNTER, damage=["LL lost"])["target_number"] == 10


def test_the_skill_of_soldiers_is_that_of_the_question_before_that_of_their_file(tmp_path: Path) -> None:
    """A platoon of 28: nothing is added for its number, and its file says that it has never learnt it."""
    trained = tmp_path / "squad.blk"
    trained.write_text(RIFLEMEN + block("antimek", "8"), encoding="utf-8")
    ends: dict[str, Any] = {"target": {"unit": HOPPER, "hex": "0808"}, "kind": "leg attack"}
    attacker: dict[str, Any] = {"unit": str(trained), "hex": "0808"}
    assert asked("blow", attacker=attacker, **ends)["target_number"] == 8
    assert asked("blow", attacker={**attacker, "piloting": 4}, **ends)["target_number"] == 4


def test_what_a_fall_does() -> None:
    told = asked("fall", unit=HUNTER, levels=2)
    assert (told["damage"], told["groups"]) == (21, [5, 5, 5, 5, 1])
    assert told["rolls"][0]["target_number"] == 6
    assert chances(told) == {
        "front": Fraction(1, 6),
        "rear": Fraction(1, 6),
        "left": Fraction(1, 3),
        "right": Fraction(1, 3),
    }


@rule("splash.damage", cite=HERE, slot=DAMAGE_TERMS)
def splash(impact: Impact) -> Term | None:
    """Water takes a point for each of its levels."""
    fall = impact.hit.by
    return Term("splash.damage", -fall.depth, "water", HERE) if isinstance(fall, Fall) and fall.depth else None


def test_a_fall_is_asked_with_its_water_and_a_layer_sees_it() -> None:
    rules = compose(ADJUDICATOR.library.base, Layer("splash", HERE, needs=("classic",), add=(splash,)))
    facts = msgspec.convert({"unit": HUNTER, "water_depth": 2}, rules[INQUIRIES]["fall"].facts)
    told = rules[INQUIRIES]["fall"].answer(Desk(rules, as_named), facts).as_json()
    assert told["damage"] == 3 - 2


def test_salvos_and_critical_hits() -> None:
    assert asked("clusters", size=20, dice=[3, 4])["hits"] == 12
    assert asked("clusters", size=6, modifier=2, dice=[5, 5])["hits"] == 6
    assert chances(asked("clusters", size=2)) == {1: Fraction(21, 36), 2: Fraction(15, 36)}
    assert asked("criticals", unit=HUNTER, location="LA", dice=[6, 6])["criticals"] == "blown off"
    assert asked("criticals", unit=HUNTER, location="CT", dice=[6, 6])["criticals"] == 3
    assert chances(asked("criticals", unit=HUNTER))[0] == Fraction(21, 36)


def test_what_a_hit_does_to_armour_and_to_soldiers() -> None:
    told = asked("damage", unit=HUNTER, points=25, location="LA")
    # An arm of 20 and 11: twenty points are stopped by armour, five go into the structure.
    assert (told["armour_lost"], told["structure_lost"], told["critical_roll"]) == (20, 5, True)
    platoon = "Foot Platoon (Rifle)"
    # A PPC of ten points fells one soldier, two in the open.
    shot = asked("damage", unit=platoon, weapon="PPC")
    assert shot["fallen"] == 2
    assert [term["id"] for term in shot["terms"]] == ["infantry.hit", "infantry.in_the_open"]
    burst = asked("damage", unit=platoon, weapon="Machine Gun")
    # Two dice in the open count double.
    assert (burst["fallen"], burst["distribution"]["mean"]) == (None, [14, 1])


def test_soldiers_do_together_what_each_of_them_does() -> None:
    """Rifles of 0.52 points: fourteen do 7.28, seven points to the nearest; twenty-eight 14.56."""
    told = asked("soldiers", unit="Foot Platoon (Rifle)", hitting=14)
    assert (told["damage"], told["each"]) == (7, "13/25")
    assert asked("soldiers", unit="Foot Platoon (Rifle)")["damage"] == 15
    assert asked("soldiers", unit=HUNTER)["refusal"]["id"] == "infantry.platoon"


def test_blows_and_what_they_do_to_both() -> None:
    ends: dict[str, Any] = {
        "attacker": {"unit": HUNTER, "hex": "0808", "facing": 3, "moved": "run", "hexes_moved": 5},
        "target": {"unit": HOPPER, "hex": "0809"},
    }
    kick = asked("blow", kind="kick", limb="RL", **ends)
    # Skill 5, kick -2, ran 2: a fifth of seventy tons.
    assert (kick["target_number"], kick["damage"], kick["damage_to_self"]) == (5, 14, 0)
    assert chances(asked("blow", odds=True, kind="kick", limb="RL", **ends)) == {
        0: Fraction(6, 36),
        14: Fraction(30, 36),
    }
    assert asked("blow", kind="kick", **ends) == kick
    assert asked("blow", kind="punch", fired="RA", **ends)["refusal"] is None
    charge = asked("blow", kind="charge", **ends)
    assert (charge["damage"], charge["damage_to_self"]) == (35, 2)
    assert asked("blow", kind="punch", limb="LA", fired="LA", **ends)["refusal"]["id"] == "physical.fired"
    assert "no blow 'tickle'" in refusal("blow", kind="tickle", **ends)


def test_lines_of_sight_are_asked_too() -> None:
    line: dict[str, Any] = {"from": "0903", "to": "0906"}
    told = asked("sight", board="crossroads", **line)
    assert (told["visible"], told["distance"]) == (True, 3)


def test_what_misses_its_hex_goes_astray_by_as_much() -> None:
    told = asked("scatter", margin=4, hex="0809", dice=[1])
    assert (told["hexes"], told["lands_in"]) == (4, "0805")
    every = asked("scatter", margin=1, hex="0809")
    assert (every["hexes"], set(chances(every).values())) == (1, {Fraction(1, 6)})
    assert asked("scatter", margin=0, hex="0809")["lands_in"] == "0809"
    assert chances(asked("scatter", margin=1, hex="0101"))["off the map"] > 0


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"ask": "heat", "heat": 3}, "not a situation for 'heat': Object missing required field `unit`"),
        ({"ask": "heat", "unit": HUNTER, "heat": "hot"}, "not a situation for 'heat': heat: Expected `int`, got `str`"),
        ({"ask": "heat", "unit": HUNTER, "colour": 1}, "Object contains unknown field `colour`"),
        ({"ask": "piloting", "unit": HUNTER, "cause": "boredom"}, "cause: no reason 'boredom'"),
        ({"ask": "piloting", "unit": HUNTER, "damage": ["tail lost"]}, f"{HUNTER} has no 'tail lost' to lose"),
        ({"ask": "location", "unit": HUNTER, "dice": [7, 1]}, "[7, 1] are not 2d6"),
        ({"ask": "location", "unit": HUNTER, "dice": [3, 4, 5]}, "dice: [5] are left over"),
        ({"ask": "movement", "unit": HUNTER, "mode": "crawl"}, "mode: 'crawl' is none of walk, run, jump"),
        ({"ask": "movement", "unit": HUNTER, "to": "9999"}, "to: hex 9999 is not on"),
        ({"ask": "clusters", "size": 999}, "size: the cluster table has no column for 999"),
        ({"ask": "criticals", "unit": HUNTER, "location": "TAIL"}, "has no 'TAIL'"),
        ({"ask": "damage", "unit": HUNTER}, "points: a hit without a weapon needs points of damage"),
        ({"ask": "atack"}, "did you mean 'attack'?"),
        ({"ask": 3}, "ask: the name of a question is a text"),
        ({"rules": 3}, "rules: a list of the names of layers"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(facts: dict[str, Any], reason: str) -> None:
    with pytest.raises(RefusedError) as refused:
        ADJUDICATOR.answer(question_of(facts))
    assert reason in refused.value.refusal.reason


class SaluteAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who salutes whom."""

    rank: int = 0


def salute(desk: Desk, facts: SaluteAsked) -> Answer:
    return Answer.needing(Tally((Term("salute.rank", 7 - facts.rank, "rank", HERE),)), (21, 36))


def test_a_layer_brings_a_question_of_its_own_and_changes_others() -> None:
    row = Inquiry(title="Whether a salute is seen", facts=SaluteAsked, answer=salute, cite=HERE)
    layer = Layer(
        "saluting",
        HERE,
        needs=("classic",),
        change=(INQUIRIES.amended("saluting.questions", {"salute": row}, cite=HERE, out=("sight",)),),
    )
    rules = compose(ADJUDICATOR.library.base, layer)
    assert "salute" in rules[INQUIRIES]
    assert "sight" not in rules[INQUIRIES]
    told = rules[INQUIRIES]["salute"].answer(Desk(rules, as_named), SaluteAsked(rank=2))
    assert told.as_json()["target_number"] == 5


@pytest.mark.parametrize(
    ("use", "why"), [({"rate": 0}, "fire.rate"), ({"rate": 7}, "fire.rate"), ({"mode": "damage_x"}, "fire.mode")]
)
def test_a_weapon_is_asked_about_only_as_it_can_be_used(use: dict[str, Any], why: str) -> None:
    ends: dict[str, Any] = {"attacker": {"unit": "Atlas AS7-D"}, "target": {"unit": "Wasp WSP-1A"}}
    weapon = {"name": "AC/20", **use}
    placed: dict[str, Any] = {
        "board": "lakeside",
        "weapon": weapon,
        "attacker": {**ends["attacker"], "hex": "0101", "facing": 3},
        "target": {**ends["target"], "hex": "0104"},
    }
    assert asked("attack", **placed)["refusal"]["id"] == why
    assert asked("attack", odds=True, **placed)["refusal"]["id"] == why
    assert asked("shot", **ends, distance=3, weapon=weapon)["refusal"]["id"] == why
