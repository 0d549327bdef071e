"""The questions of H.E.A.T are rows of a table: answered, thrown for, and brought by layers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from overheat.kernel.answers import Answer
from overheat.kernel.cite import Cite
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import Desk, Inquiry, question_of
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.platoon.adjudicate import ADJUDICATOR, rolling
from overheat.platoon.adjudicator.inquiries import INQUIRIES
from overheat.platoon.adjudicator.questions import MoraleAsked


def asked(ask: str, *rules: str, **facts: Any) -> dict[str, Any]:
    answer = ADJUDICATOR.answer(question_of({"ask": ask, "rules": list(rules), **facts}))
    assert "\n".join(answer.lines())
    return answer.as_json()


def chances(told: dict[str, Any]) -> dict[str, Fraction]:
    return {each["id"]: Fraction(*each["chance"]) for each in told["chances"]}


@pytest.mark.proves("adjudicating.questions")
def test_a_regular_unit_with_a_pin_obeys_on_eight_or_less() -> None:
    told = asked("order test", quality="regular", pins=1)
    assert (told["number"], chances(told)["obeys"]) == (8, Fraction(26, 36))
    assert told["sum"]["total"] == 8


def test_a_squad_far_from_its_vehicle_is_tested_and_under_a_layer_that_lengthens_the_leash_is_not() -> None:
    assert chances(asked("order_test", quality="regular", leash=33))["obeys"] == Fraction(5, 6)
    assert chances(asked("order_test", "leash_36", quality="regular", leash=33))["obeys"] == 1


def test_what_goes_by_another_name_is_found() -> None:
    assert asked("drop")["headline"] == asked("drone drop")["headline"] == asked("drone_drop")["headline"]


@pytest.mark.parametrize(
    ("ask", "facts", "name", "chance"),
    [
        ("pins", {"pins": 4}, "rally_clears_all", Fraction(2, 3)),
        ("called strike", {"air": True}, "direct_hit", Fraction(2, 3)),
        ("drone", {"turns": 5}, "in_the_air", Fraction(1, 9)),
        ("bag", {"mine": 10, "theirs": 8, "drawn": 3}, "all_mine", Fraction(5, 34)),
        ("leash", {"distance": 33}, "obeys", Fraction(5, 6)),
        ("leash", {"distance": 38}, "obeys", Fraction(13, 18)),
        ("helicopter chart", {"total": 4}, "crashes", Fraction(1)),
        ("helicopter chart", {"weapon": "hmg"}, "any", Fraction(1, 6)),
        ("device", {}, "goes_off", Fraction(5, 6)),
        ("device drop", {"load": "explosive"}, "straight", Fraction(1, 6)),
    ],
)
def test_questions_beyond_shots(ask: str, facts: dict[str, Any], name: str, chance: Fraction) -> None:
    assert chances(asked(ask, **facts))[name] == chance


def test_a_pinned_team_tests_before_its_drone_drops_and_one_of_its_pins_is_gone_then() -> None:
    calm, pinned = asked("drone drop", pins=0), asked("drone drop", pins=2)
    assert "obeys" not in chances(calm)
    assert (pinned["number"], chances(pinned)["obeys"]) == (7, Fraction(21, 36))
    tumbles, straight = Fraction(1, 2) + Fraction(5, 36), Fraction(1, 36)
    hits = tumbles * Fraction(2, 6) + straight * Fraction(3, 6)
    assert chances(pinned)["hits"] == Fraction(21, 36) * hits
    whole = chances(asked("drone", pins=2))
    assert (whole["obeys"], whole["goes_down"]) == (Fraction(7, 12), Fraction(5, 12))
    assert whole["anti_tank_load_hits"] == chances(pinned)["hits"]
    assert whole["load_falls_straight"] == Fraction(7, 12) * Fraction(1, 6)


def test_an_order_to_shoot_is_answered_from_its_test_to_what_becomes_of_the_target() -> None:
    told = chances(asked("order and shot", weapon="rifle", distance=10, pins=2, men=1, damage_value=4))
    small = Fraction(1, 3)
    assert told["obeys"] == Fraction(21, 36)
    assert told["to_hit_1"] == small
    assert told["any_hit"] == Fraction(21, 36) * small
    assert told["destroyed"] == told["any_fallen"] == Fraction(21, 36) * small * Fraction(1, 2)
    far = chances(asked("chain", weapon="rifle", distance=10, leash=33, men=10))
    assert far["obeys"] == Fraction(5, 6)


def test_an_order_on_which_nobody_shoots_has_no_shot() -> None:
    with pytest.raises(RefusedError, match="nobody shoots on an order to run"):
        asked("order and shot", weapon="rifle", distance=10, order="run")


@pytest.mark.parametrize(
    ("ask", "facts", "dice", "says"),
    [
        (
            "order and shot",
            {"weapon": "rifle", "distance": 10, "pins": 2},
            [(4, 4)],
            "7: the order is not obeyed.",
        ),
        (
            "order and shot",
            {"weapon": "rifle", "distance": 10, "pins": 2},
            [(3, 4), 4, 4],
            "7 against 7: the unit obeys with 1 pin. 1 shot, 1 hit, 1 man falls; the target gets pins.",
        ),
        (
            "drone drop",
            {"load": "explosive", "pins": 1},
            [(3, 4), 3, 5],
            "pins. The load goes off 3 inches away.",
        ),
        ("drone drop", {"pins": 1}, [(6, 5)], "the team goes down, and the drone hovers."),
    ],
)
def test_the_dice_of_a_chain_are_thrown_one_after_the_other(
    ask: str, facts: dict[str, Any], dice: list[Any], says: str
) -> None:
    rules = ADJUDICATOR.library.ruleset()
    row = rules[INQUIRIES].rows[ask]
    with Scripted(*dice) as thrown:
        words, _ = rolling(row).throw(rules, msgspec.convert(facts, row.facts), thrown)
    assert words.endswith(says)


def test_figures_and_a_no() -> None:
    assert asked("missile", distance=70)["turns_later"] == 2
    flight = asked("flight", airframe="light", order="run", forward=49)
    assert (flight["allowed"], flight["refusal"]["id"]) == (False, "helicopters.far")


def test_dice_are_thrown_for_what_rolls_and_for_nothing_else() -> None:
    rules = ADJUDICATOR.rules(())
    row = rolling(rules[INQUIRIES]["morale"])
    assert row.throw(rules, MoraleAsked(quality="regular"), Scripted((4, 5)))[1] == {"holds": True}
    with pytest.raises(RefusedError) as refused:
        rolling(rules[INQUIRIES]["bag"])
    assert refused.value.refusal.id == "adjudicate.dice"


HERE = Cite("House rules", "Rations")


class RationsAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Men who are hungry."""

    men: int = 10


def test_a_layer_brings_a_question() -> None:
    row: Inquiry[Desk] = Inquiry(
        title="How many tins are opened",
        facts=RationsAsked,
        answer=lambda desk, facts: Answer(figures={"tins": 2 * facts.men}),
        cite=HERE,
    )
    brought = INQUIRIES.amended("rations.questions", {"rations": row}, cite=HERE)
    rules = compose(ADJUDICATOR.library.base, Layer("rations", HERE, needs=("platoon",), change=(brought,)))
    assert rules[INQUIRIES]["rations"].answer(Desk(rules), RationsAsked(men=4)).as_json()["tins"] == 8
