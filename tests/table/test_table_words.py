"""The words of the games that newcomers are shown: they come with the citations and the figures of the rules."""

from __future__ import annotations

from fractions import Fraction

import httpx
import pytest

from overheat.classic.rulesets import standard
from overheat.kernel.wording.glossary import Word, words_of
from overheat.platoon.rules.standard.orders import QUALITY
from overheat.platoon.rulesets import ruleset
from tabletop import make, make_race

RULES = {"classic": standard(), "platoon": ruleset(())}


def word(kind: str, name: str) -> Word:
    return next(word for word in words_of(f"overheat.{kind}") if word.word == name)


@pytest.mark.parametrize("kind", RULES)
def test_every_word_cites_what_its_rule_cites(client: httpx.Client, kind: str) -> None:
    told = client.get(f"/api/kinds/{kind}/words").json()
    written = words_of(f"overheat.{kind}")
    cites = {entry.id: str(entry.cite) for entry in RULES[kind]}
    assert [entry["word"] for entry in told] == [entry.word for entry in written]
    assert [entry["cite"] for entry in told] == [cites[entry.rule] if entry.rule else None for entry in written]
    assert sum(entry["cite"] is not None for entry in told) > len(told) / 2


def test_a_game_without_words_tells_none_and_an_unknown_game_is_refused(client: httpx.Client) -> None:
    assert client.get("/api/kinds/race/words").json() == []
    unknown = client.get("/api/kinds/chess/words")
    assert (unknown.status_code, unknown.json()["refusal"]["id"]) == (422, "table.kind")


def test_a_game_says_whether_there_are_words_for_it(client: httpx.Client) -> None:
    played = [make(client, kind="classic", scenario="duel", seed=2), make_race(client)]
    assert [table.get("red").json()["explained"] for table in played] == [True, False]


def test_the_words_for_two_dice_give_their_odds() -> None:
    def chance(least: int) -> Fraction:
        return Fraction(sum(one + two >= least for one in range(1, 7) for two in range(1, 7)), 36)

    assert "7+ works a little more often than every second time, 10+ one time in six" in word("classic", "8+").says
    assert Fraction(1, 2) < chance(7) < Fraction(3, 5)
    assert chance(10) == Fraction(1, 6)


def test_the_words_for_quality_give_the_morale_of_the_table() -> None:
    first, second, third = (QUALITY[name].morale for name in ("inexperienced", "regular", "veteran"))
    assert f"their morale is {first}, {second} or {third}" in word("platoon", "Inexperienced, regular, veteran").says
