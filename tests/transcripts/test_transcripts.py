"""Transcripts: questions and answers as a text that reads like a story, held word for word."""

from pathlib import Path

import pytest

from golden import check_golden
from overheat.classic.board.library import find
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.sight.wording import explain
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from toy import Pass, RaceGame, Setup, Throw

HERE = Path(__file__).parent

QUESTIONS = {
    "valley": ["0303 1414", "0308 1508", "0210 0212", "0903 0907", "0908 0905p", "1102 0116", "0613 1203p"],
    "lakeside": ["0101 1617", "0809 1211", "0405p 0909", "0509 0910", "0203 1503"],
    "crossroads": ["0808 0812", "0303 1303", "0709 1009p", "0107 1607", "0814 0703"],
}
"""What is asked on each board: two hexes, a `p` behind a prone unit or a vehicle."""


def answer(relief: Relief, question: str) -> str:
    ends = [
        Viewpoint.on(relief.board, relief.board.parse_hex(word.removesuffix("p")), 0 if word.endswith("p") else 1)
        for word in question.split()
    ]
    return explain(relief.board, sight(relief, *ends))


@pytest.mark.parametrize("name", QUESTIONS)
def test_lines_of_sight_are_explained_as_before(name: str) -> None:
    relief = Relief(find(name).board, ruleset([]))
    parts = [f"> {question}\n{answer(relief, question)}\n" for question in QUESTIONS[name]]
    check_golden(HERE / f"sight_{name}.txt", "\n".join(parts))


def test_a_small_game_is_logged_as_before() -> None:
    session = Session(RaceGame(), Setup(goal=9), seed=4)
    bot = Seeded(4, stream="bot")
    while (player := session.game.to_act(session.state)) is not None:
        choices: list[Throw | Pass] = list(session.game.legal(session.state, player))
        session.apply(player, choices[bot.roll("choice", 1, len(choices)).total - 1])
    check_golden(HERE / "race.jsonl", session.log().decode())
