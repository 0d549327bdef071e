"""Every event has words, and they call units by their names."""

import inspect
import typing
from typing import Any

import pytest

from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse
from overheat.classic.facts import events as happened
from overheat.classic.facts.commands import Done
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.phrases import Cast, called, who_won
from overheat.classic.facts.state import Blow, Motion, Shot, State, Unit
from overheat.classic.report.report import report
from overheat.classic.report.wording import WORDS, sentence
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.condition import Stance
from overheat.classic.unitfile.library import find
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event, Rolled
from overheat.kernel.questions import Question
from overheat.kernel.terms import Part

KINDS = [
    kind
    for _, kind in inspect.getmembers(happened, inspect.isclass)
    if issubclass(kind, Event) and kind.__module__ == happened.__name__
]
SAMPLES: dict[Any, Any] = {
    Hex: Hex(3, 4),
    Ground: Ground(),
    Motion: Motion("walk", 2, 2, 2),
    Shot: Shot(0, "b-1"),
    Blow: Blow("kick", "LL", "b-1"),
    Mark: Mark(),
    Thing: Thing("trap-1", "trap", Hex(1, 2)),
    Roll: Roll("piloting", 6, (2, 3), who="r-1"),
    Stance: Stance("ours.crouching", 1),
    Any: Done(),
    Question: Question("hold_fire", "red", ("yes", "no"), "r-1"),
}


def unit(id: str, side: str, name: str = "Wasp WSP-1A") -> Unit:
    return Unit.fresh(standard(), id, side, find(name).sheet, Hex(1, 1))


def cast() -> Cast:
    return Cast([unit("r-1", "red"), unit("b-1", "blue", "Atlas AS7-D")])


def sample(name: str, kind: Any) -> Any:
    """A value for a field of an event, by its name or its type."""
    if name in ("unit", "target", "spotter", "carrier"):
        return "r-1"
    if name in ("order", "winners", "narced_by"):
        return ("red", "blue")
    if kind in SAMPLES:
        return SAMPLES[kind]
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return arguments[0]
    if Part in arguments:
        return (Part("a", 4, "skill"), Part("b", 2, "range"))
    if origin in (tuple, dict):
        return origin()
    if arguments:
        return sample(name, arguments[0])
    return {int: 1, bool: True, str: "LL"}[kind]


def example(kind: type[Event]) -> Event:
    hints = typing.get_type_hints(kind)
    return kind(**{name: sample(name, hints[name]) for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_that_calls_units_by_name(kind: type[Event]) -> None:
    assert kind in WORDS
    told = sentence(example(kind), cast())
    assert told
    assert "r-1" not in told
    assert "\n" not in told


def test_a_unit_is_called_by_its_chassis_and_its_side() -> None:
    assert called([unit("a", "red"), unit("b", "blue")]) == {"a": "Wasp (red)", "b": "Wasp (blue)"}


def test_two_alike_on_a_side_are_called_by_their_ids() -> None:
    assert called([unit("red-1", "red"), unit("red-2", "red")])["red-2"] == "Wasp (red-2)"


def test_what_dice_were_thrown_for_names_units_and_leaves_other_facts_alone() -> None:
    roll = Roll("fire.to_hit", 6, (3, 4), who="r-1", about={"target": "b-1", "weapon": "r-1"})
    assert sentence(Rolled(roll), cast()) == "Wasp (red) fires r-1 at Atlas (blue): 3+4 = 7"


def test_dice_for_a_purpose_without_words_are_told_by_its_id_and_their_facts() -> None:
    assert sentence(Rolled(Roll("waving at the crowd", 6, (3,))), cast()) == "waving at the crowd: 3"
    roll = Roll("parade.fly_past", 6, (3, 4), who="r-1", about={"height": 5}, needed=8)
    assert sentence(Rolled(roll), cast()) == "fly past of Wasp (red) (height 5), 8 needed: 3+4 = 7"


def test_an_attack_is_told_with_its_terms_and_its_dice() -> None:
    needed = (Part("to_hit.gunnery", 4, "gunnery skill"), Part("to_hit.range", 2, "medium range"))
    event = happened.AttackRolled("r-1", "b-1", "Medium Laser", needed, 8, True)
    told = sentence(event, cast(), Roll("", 6, (3, 5)))
    assert told == (
        "Wasp (red), Medium Laser at Atlas (blue): 6 needed (4 gunnery skill, +2 medium range), rolled 3+5 = 8: hit"
    )


def test_a_question_is_no_answer_and_an_answer_says_what_was_chosen() -> None:
    question = Question("anti_missile_by_hand.fire", "red", ("fire", "hold"), "r-1")
    assert sentence(happened.Asked(question), cast()) == "red is asked about Wasp (red): fire?"
    assert sentence(happened.Answered("red", question.id, "hold"), cast()) == "red answers: hold"
    assert sentence(happened.Answered("red", question.id, "b-1"), cast()) == "red answers: Atlas (blue)"


def test_who_won_is_told_in_a_sentence() -> None:
    assert who_won(("red",)) == "Red wins"
    assert who_won(("red", "blue")) == "Red and blue win"
    assert who_won(()) == "A draw"


def test_a_report_sets_in_what_follows_and_tells_a_move_in_one_sentence() -> None:
    step = (Part("movement.hex", 1, "a hex"),)
    events = [
        happened.RoundBegan(1),
        happened.PhaseBegan("movement", ("red",)),
        happened.TurnBegan("r-1"),
        happened.Moved("r-1", "begin", Hex(1, 1), 3, 0, Motion("walk")),
        happened.Moved("r-1", "forward", Hex(1, 2), 3, 0, Motion("walk", 1, 1, 1), step),
        happened.Moved("r-1", "turn_left", Hex(1, 2), 2, 0, Motion("walk", 1, 1, 2), (Part("t", 1, "a hexside"),)),
        happened.TurnEnded("r-1"),
        Rolled(Roll("location", 6, (3, 4), about={"target": "b-1"})),
        happened.Struck("b-1", "CT", False, 5, "Medium Laser"),
        happened.ArmourLost("b-1", "CT", False, 47, 42),
        happened.BattleEnded(("red",), "last_side"),
    ]
    units = {"r-1": unit("r-1", "red"), "b-1": unit("b-1", "blue")}
    state = State(relief=Relief(parse("0 / 0 / 0"), ruleset(())), units=units)
    assert list(report(state, events)) == [
        "",
        "Round 1",
        "  Movement",
        "    Wasp (red) walks to 0102 facing south-east, 2 points, 1 hex: 0102 (1 a hex); turns left (1 a hexside)",
        "      location on Wasp (blue) 3+4 = 7: Wasp (blue) takes 5 from Medium Laser in the centre torso",
        "        armour of the centre torso 47 to 42",
        "",
        "Red wins: last side on the field",
    ]


def test_a_declaration_says_how_a_weapon_is_used() -> None:
    units = {"r-1": unit("r-1", "red"), "b-1": unit("b-1", "blue")}
    state = State(relief=Relief(parse("0 / 0 / 0"), ruleset(())), units=units)
    shots = [Shot(0, "b-1", mode=mode) for mode in ("", "called high", "heat")]
    (line,) = report(state, [happened.ShotDeclared("r-1", shot) for shot in shots])
    name = units["r-1"].sheet.mounts[0].equipment.name
    assert line.endswith(f": 2 x {name}, {name}, called high")
