"""Range brackets are rows, and how often a weapon fires is a rule: a layer brings more of either."""

import pytest

from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import AttackRolled, ShotDeclared
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.ranges import BRACKETS, bracket_at, limits, longest_range
from overheat.classic.rules.standard.salvos import damage_at, times_a_round
from overheat.classic.rules.standard.to_hit import RANGES
from overheat.classic.rulesets import CLASSIC, LIBRARY, standard
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.weapons import fires
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.lab.players import make_bot
from skirmish import NORTH, ground, mount, on_turn, rearmed, replace, shot, told, unit

HERE = Book("House rules")("Further and faster")

FAR = Layer(
    "far",
    HERE,
    needs=("classic",),
    change=(
        BRACKETS.amended("far.bracket", {"extreme": 4}, cite=HERE),
        RANGES.amended("far.number", {"extreme": 6}, cite=HERE),
    ),
)


@rule("twice.times", cite=HERE)
def twice(rules: Ruleset, unit: Unit, mount: int) -> int:
    """Small lasers fire twice."""
    weapon = unit.sheet.mounts[mount].weapon
    return 2 if weapon is not None and weapon.name == "Small Laser" else 1


TWICE = Layer("twice", HERE, needs=("classic",), change=(times_a_round.replaced_by(twice),))


@pytest.fixture
def _brought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIBRARY.layers, TWICE.id, TWICE)
    monkeypatch.setattr(LIBRARY, "_composed", {})


@pytest.mark.proves("QR-range-mods", "ranges.brackets", "ranges.limit")
def test_a_distance_lies_in_the_nearest_bracket_that_reaches_so_far() -> None:
    ends = limits(standard(), (0, 3, 6, 9, 12))
    assert [bracket_at(ends, far) for far in (1, 3, 4, 6, 7, 9, 10)] == [
        "short",
        "short",
        "medium",
        "medium",
        "long",
        "long",
        None,
    ]


def far_shot(rules: Ruleset, weapon: str = "Medium Laser") -> WeaponAttack:
    """A shot at eleven hexes."""
    made = shot(weapon, column=" ".join(["0"] * 12))
    return WeaponAttack(Relief(made.relief.board, rules), made.attacker, made.target, made.index)


def test_a_layer_adds_a_bracket_and_the_number_for_it() -> None:
    attack = far_shot(compose(CLASSIC, FAR))
    assert attack.bracket == "extreme"
    assert refusal(attack) is None
    assert target_number(attack)["to_hit.range"].value == 6
    assert target_number(attack)["to_hit.range"].label == "extreme range"
    assert longest_range(attack.relief, attack.attacker) > longest_range(
        Relief(ground("0"), standard()), attack.attacker
    )


def test_beyond_the_last_bracket_the_refusal_names_it() -> None:
    no = refusal(far_shot(standard()))
    assert no is not None
    assert no.reason == "11 hexes is beyond long range, 9"


def test_damage_by_range_is_at_a_further_bracket_what_it_is_at_the_last_that_is_known() -> None:
    rules = compose(CLASSIC, FAR)
    made = shot("Heavy Gauss Rifle", column=" ".join(["0"] * 23))
    attack = WeaponAttack(Relief(made.relief.board, rules), made.attacker, made.target, made.index)
    assert attack.bracket == "extreme"
    assert rules[damage_at](attack) == 10


def armed() -> State:
    """Red with a small laser and nothing else that counts, three hexes from blue."""
    red = rearmed(unit(), "Small Laser")
    return on_turn(red, unit(id="blue", hex="0103", facing=NORTH), phase="weapons")


@pytest.mark.proves("salvos.times")
def test_a_weapon_fires_once_a_round() -> None:
    state = armed()
    laser = mount(state.units["red"], "Small Laser")
    once = Classic().apply(state, "red", Fire(laser, "blue"), Scripted())
    assert not isinstance(once, Refusal)
    assert all(fire.mount != laser for fire in fires(once[0], once[0].units["red"]))
    again = Classic().apply(once[0], "red", Fire(laser, "blue"), Scripted())
    assert isinstance(again, Refusal)
    assert again.reason == "a weapon fires once a turn"


@pytest.mark.usefixtures("_brought")
def test_a_layer_lets_a_weapon_fire_twice_and_both_shots_count() -> None:
    game, state = Classic(["twice"]), armed()
    state = replace(state, relief=Relief(state.relief.board, LIBRARY.ruleset(["twice"])))
    laser = mount(state.units["red"], "Small Laser")
    events: list[Event] = []
    for command in (Fire(laser, "blue"), Fire(laser, "blue")):
        answer = game.apply(state, "red", command, Scripted())
        assert not isinstance(answer, Refusal)
        state, happened = answer
        events += happened
    assert len(told(events, ShotDeclared)) == 2
    third = game.apply(state, "red", Fire(laser, "blue"), Scripted())
    assert isinstance(third, Refusal)
    assert third.reason == "a weapon fires 2 times a turn"
    answer = game.apply(state, "red", Done(), Scripted((1, 1), (1, 1)))
    assert not isinstance(answer, Refusal)
    assert [event.weapon for event in told(answer[1], AttackRolled)] == ["Small Laser", "Small Laser"]


@pytest.mark.usefixtures("_brought")
def test_a_bot_fires_a_weapon_as_often_as_it_may() -> None:
    state = armed()
    state = replace(state, relief=Relief(state.relief.board, LIBRARY.ruleset(["twice"])))
    game, bot = Classic(["twice"]), make_bot("classic", "greedy", 1, "red")
    laser = mount(state.units["red"], "Small Laser")
    said = []
    while state.acting == "red" and Done() not in said:
        command = bot.choose(game, state, "red", list(game.legal(state, "red")))
        said.append(command)
        if command != Done():
            answer = game.apply(state, "red", command, Scripted())
            assert not isinstance(answer, Refusal)
            state = answer[0]
    assert said.count(Fire(laser, "blue")) == 2
