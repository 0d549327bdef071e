"""Weapons of H.E.A.T fired together, and assaults to their end: held to every way that the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from overheat.kernel.dice import Dice, every
from overheat.kernel.inquiries import question_of
from overheat.kernel.refusal import RefusedError
from overheat.platoon.adjudicate import ADJUDICATOR
from overheat.platoon.adjudicator.combined import Fate, FiredTogether, Salvo, SalvoAsked
from overheat.platoon.adjudicator.questions import shot_of
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.resolution.chances import Side, fought_out
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.rulesets import ruleset

RULES = ruleset(())


def plainly(asked: SalvoAsked, dice: Dice) -> Fate:
    """A volley at men, written down as the rulebook says it: shots, hits, losses, pins of one weapon, morale."""
    fallen, pinning = 0, []
    for each in asked.shots():
        shot = shot_of(each, RULES)
        band = resolve.band_at(RULES, shot.weapon, shot.distance)
        assert band is not None
        shots = sum(count(RULES, dice, band.shots, "shots") for _ in range(each.weapons))
        hits = resolve.roll_to_hit(RULES, dice, resolve.score_needed(RULES, shot), shots) if fallen < asked.men else 0
        if not hits:
            continue
        pen = resolve.soft_pen(RULES, shot.weapon, False)
        pinning.append(shot.weapon)
        faces = dice.roll("harm", hits).faces if hits else ()
        fallen = min(asked.men, fallen + sum(face > 1 and face + pen >= asked.damage_value for face in faces))
    if not pinning or fallen == asked.men:
        return Fate(bool(pinning), fallen, 0, bool(pinning))
    pins = count(RULES, dice, pinning[0].pins, "pins")
    if 2 * fallen < asked.men:
        return Fate(True, fallen, pins, False)
    needed = resolve.morale_target(RULES, "regular", pins, nco_lost=False)
    return Fate(True, fallen, pins, dice.roll("morale", 2).total > needed.total)


@pytest.mark.parametrize(
    ("men", "weapons"),
    [
        pytest.param(2, (("rifle", 1), ("rifle", 1)), id="losses add up"),
        pytest.param(1, (("rifle", 1), ("rifle", 1)), id="who is gone is not hit again"),
    ],
)
def test_weapons_fired_together_come_to_what_every_way_of_the_dice_comes_to(
    men: int, weapons: tuple[tuple[str, int], ...]
) -> None:
    fire = tuple(FiredTogether(weapon=name, weapons=many, distance=10) for name, many in weapons)
    asked = SalvoAsked(fire=fire, men=men)
    assert Salvo(RULES, asked).fates() == every(lambda dice: plainly(asked, dice))


def told(ask: str, **facts: Any) -> dict[str, Any]:
    answer = ADJUDICATOR.answer(question_of({"ask": ask, **facts}))
    assert "\n".join(answer.lines())
    return answer.as_json()


def rows(answer: dict[str, Any]) -> dict[str, Fraction]:
    return {str(row["value"]): Fraction(*map(int, row["chance"])) for row in answer["distribution"]["rows"]}


def test_outcomes_of_a_volley_are_told_together_and_add_up() -> None:
    fire = [{"weapon": "rifle", "distance": 10, "weapons": 5}, {"weapon": "rifle", "distance": 20}]
    answer = told("volley", fire=fire, men=6)
    found = rows(answer)
    assert sum(found.values()) == 1
    named = {each["id"]: Fraction(*map(int, each["chance"])) for each in answer["chances"]}
    assert found["0.0"] == 1 - named["any_hit"]
    assert named["destroyed"] == found["destroyed"] > 0


def test_weapons_are_written_in_a_line_as_well() -> None:
    fire = [{"weapon": "rifle", "distance": 10, "weapons": 4}, {"weapon": "hmg", "distance": 12}]
    assert told("volley", fire=["4 rifle@10", "hmg @ 12"], men=6) == told("volley", fire=fire, men=6)
    for wrong in ("rifle", "0 rifle@10", "31 rifle@10", "4 rifle@far"):
        with pytest.raises(RefusedError) as refused:
            told("volley", fire=[wrong])
        assert refused.value.refusal.id == "adjudicate.fire"


def test_one_weapon_alone_comes_to_what_an_ordered_shot_comes_to() -> None:
    """An order that no test is due for, and its shot, are known without weapons that are fired together."""
    alone = rows(told("volley", fire=[{"weapon": "rifle", "distance": 10, "weapons": 6}], men=8))
    chained = rows(told("order and shot", weapon="rifle", distance=10, weapons=6, men=8))
    assert alone["destroyed"] == chained["destroyed"]
    assert sum(chance for name, chance in alone.items() if name.startswith("2.")) == chained["2"]


def test_a_vehicle_is_gone_when_any_of_the_weapons_knocks_it_out() -> None:
    rocket = {"weapon": "rpg", "distance": 10}
    once, twice = (
        Fraction(*told("volley", fire=[rocket] * many, vehicle=True, damage_value=8)["chances"][0]["chance"])
        for many in (1, 2)
    )
    assert 0 < once < 1
    assert twice == 1 - (1 - once) ** 2


def test_a_blast_pins_in_place_of_bullets() -> None:
    """A D2 of pins where the blast hits, one where only the rifle does; a hundred men do not check their morale."""
    fire = [{"weapon": "rifle", "distance": 10}, {"weapon": "at_light", "distance": 10, "high_explosive": True}]
    shots = SalvoAsked(fire=tuple(FiredTogether(**each) for each in fire), men=100).shots()  # type: ignore[arg-type]
    rifle, blast = (odds.to_hit(RULES, shot_of(each, RULES)) for each in shots)
    means = {each["id"]: Fraction(*each["mean"]) for each in told("volley", fire=fire, men=100)["means"]}
    assert means["pins"] == blast * Fraction(3, 2) + (1 - blast) * rifle


def test_closed_armour_takes_pins_only_from_what_is_no_small_arm_whichever_fires_first() -> None:
    rifles = {"weapon": "rifle", "distance": 10, "weapons": 5}
    heavy = {"weapon": "hmg", "distance": 10}
    told_pins = [
        {each["id"]: each["chance"] for each in told("volley", fire=fire, vehicle=True, damage_value=12)["chances"]}
        for fire in ([heavy], [rifles, heavy], [heavy, rifles])
    ]
    assert told_pins[0]["pinned"] == told_pins[1]["pinned"] == told_pins[2]["pinned"]
    assert told_pins[0]["any_hit"] < told_pins[1]["any_hit"]


def test_missiles_that_fly_are_not_fired_together() -> None:
    with pytest.raises(RefusedError, match="flies by itself"):
        told("volley", fire=[{"weapon": "atgm", "distance": 40}], vehicle=True)


@pytest.mark.parametrize(("men", "enemies", "defended"), [(1, 1, False), (3, 2, False), (2, 3, True), (4, 4, False)])
def test_who_is_left_of_an_assault_is_who_wins_it(men: int, enemies: int, defended: bool) -> None:
    left = fought_out(RULES, Side(men), Side(enemies), defended=defended)
    winners = chances.fought(RULES, Side(men), Side(enemies), defended=defended)
    assert sum(left.values()) == 1
    assert sum(share for two, share in left.items() if two[0]) == winners.map(str).probability("attacker")
    assert sum(share for two, share in left.items() if two[1]) == winners.map(str).probability("defender")
    answer = told("assault losses", men=men, enemies=enemies, defended=defended)
    assert sum(rows(answer).values()) == 1


def test_a_man_against_a_man_who_strikes_first_is_worked_out_by_hand() -> None:
    """He fells the other on a four or more and is not struck back; else the other strikes, and then both together."""
    p = Fraction(1, 2)
    together_one, together_both = p * (1 - p), p * p
    fought_on = (1 - p) * (1 - p)
    parts = 1 - fought_on
    left = fought_out(RULES, Side(1), Side(1))
    assert left[1, 0] == p + fought_on * together_one / parts
    assert left[0, 1] == (1 - p) * p + fought_on * together_one / parts
    assert left[0, 0] == fought_on * together_both / parts
