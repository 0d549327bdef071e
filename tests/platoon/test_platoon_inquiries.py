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
    ],
)
def test_questions_beyond_shots(ask: str, facts: dict[str, Any], name: str, chance: Fraction) -> None:
    assert chances(asked(ask, **facts))[name] == chance


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
