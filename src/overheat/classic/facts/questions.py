"""What may be asked of a player in the middle of a resolution: decisions of the other side, and how they are told.

A layer brings a kind of question as a rule of the slot `QUESTIONS`, whose id is the question's, and asks it with
`scene.ask` wherever it stands. The game as published asks nothing: whoever may decide something says it in a turn.
"""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.facts.events import Asked, ResolutionBegan
from overheat.classic.facts.state import State
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.rule import Ruleset, Slot

QUESTIONS: Slot[[Ruleset], Asking[State]] = Slot("turns.questions", nothing=Asking(), of="decision")
"""What may be asked, each by the rule of the question's id."""


def asking(rules: Ruleset, id: str) -> Asking[State]:
    """How a kind of question is asked and answered."""
    for kind in rules[QUESTIONS]:
        if kind.id == id:
            return kind.function(rules)
    raise LookupError(f"no rule of the slot 'turns.questions' says how {id!r} is asked")


def asked_now(state: State) -> str:
    """What is asked now, in a sentence."""
    question = state.question
    assert question is not None
    with answered_for(state.relief.rules, f"the question {question.id!r}"):
        return asking(state.relief.rules, question.id).words(state, question)


def answer_in_words(state: State, answer: str) -> str:
    """One of the answers to what is asked now."""
    question = state.question
    assert question is not None
    with answered_for(state.relief.rules, f"the question {question.id!r}"):
        return asking(state.relief.rules, question.id).option(state, question, answer)


def best_answer(state: State) -> str:
    """The answer that is worth most to who is asked."""
    question = state.question
    assert question is not None
    with answered_for(state.relief.rules, f"the question {question.id!r}"):
        return asking(state.relief.rules, question.id).best(state, question)


def question_as_seen(state: State, player: Player) -> dict[str, Any] | None:
    """What is asked now, in words for who is asked; others see who is asked, and the rest unless it is a secret."""
    question = state.question
    if question is None:
        return None
    seen: dict[str, Any] = {"player": question.player, "id": question.id}
    if _open_to(state.relief.rules, question.id, question.player, player):
        seen |= {"unit": question.unit, "words": asked_now(state), "facts": dict(question.facts)}
    return seen


def as_seen(rules: Ruleset, event: Event, player: Player) -> Event:
    """What others learn of a question, and of the command that it is asked in the middle of."""
    if isinstance(event, ResolutionBegan) and player != event.player:
        return msgspec.structs.replace(event, command=None)
    return Asked(question_to(rules, event.question, player)) if isinstance(event, Asked) else event


def question_to(rules: Ruleset, question: Question, player: Player) -> Question:
    """What a player learns of a question: of a secret one that others are asked, that they are."""
    if _open_to(rules, question.id, question.player, player):
        return question
    return msgspec.structs.replace(question, options=(), unit="", facts={})


def _open_to(rules: Ruleset, id: str, asked: Player, player: Player) -> bool:
    return player == asked or not asking(rules, id).secret
