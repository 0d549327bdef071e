"""Artillery from off the map: shells are called, land a round later, scatter where they miss, and hurt everybody."""

from fractions import Fraction
from typing import Any

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.terrain import factor_at
from overheat.classic.facts.commands import Choose, Command, Done
from overheat.classic.facts.events import (
    Burst,
    EffectLaid,
    Felled,
    PhaseBegan,
    Scattered,
    Struck,
    ThingPlaced,
    ThingRolled,
)
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.tacops.artillery import VERB, CallFire
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.round import order
from overheat.cli.console.commander import Commander
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal
from overheat.kernel.verbs import Foreseen
from overheat.lab.players import make_bot
from skirmish import replace, told

RULES = ("off_board_artillery",)
ATLAS, RIFLES = "Atlas AS7-D", "Foot Platoon (Rifle)"
RED_FIRST = ((1, 1), (6, 6))
"""Red loses the initiative, and comes first."""
SEVEN, ELEVEN, NINE = (3, 4), (5, 6), (4, 5)
HILL = "".join(f'hex 05{row:02} 9 "" ""\n' for row in range(1, 10))
"""A ridge across the middle of the board."""


class Battle:
    """A battle of which a test says every command and every die."""

    def __init__(self, *units: tuple[str, str, str], hexes: str = "") -> None:
        self.game = Classic(RULES)
        listed = tuple(
            Combatant(id=id, side={"r": "red", "b": "blue"}[id[0]], unit=name, hex=hex) for id, name, hex in units
        )
        setup = Setup(board="field.board", board_text=f"size 9 9\n{hexes}end\n", units=listed)
        started = self.game.start(setup, Scripted(*RED_FIRST))
        assert not isinstance(started, Refusal), started
        self.state, self.start = started

    def say(self, command: Command, dice: Scripted | None = None) -> list[Event]:
        answer = self.game.apply(self.state, self.game.to_act(self.state) or "", command, dice or Scripted())
        assert not isinstance(answer, Refusal), answer
        self.state, events = answer
        return list(events)

    def take_turn(self, dice: Scripted, calls: dict[str, str]) -> list[Event]:
        """The next unit does nothing, or calls what its side wants to have."""
        player = self.game.to_act(self.state) or ""
        events = self.say(next(c for c in self.game.legal(self.state, player) if isinstance(c, Choose)))
        called = calls.pop(player, "") if self.state.phase == "artillery" else ""
        return [*events, *self.say(CallFire(called) if called else Done(), dice)]

    def round(self, *landing: Any, **calls: str) -> list[Event]:
        """One round, in which some sides call shells and others land, up to the calls of the next."""
        events: list[Event] = []
        before = self.state.round
        with Scripted(*landing, *RED_FIRST) as dice:
            while self.state.round == before:
                events += self.take_turn(dice, calls)
        return events

    def shelled(self, hex: str, *landing: Any) -> list[Event]:
        """Blue calls a shell on a hex, and a round later it lands."""
        self.round(blue=hex)
        return self.round(*landing)


def hits(events: list[Event]) -> list[tuple[str, int]]:
    return [(hit.unit, hit.damage) for hit in told(events, Struck)]


def far_apart() -> Battle:
    return Battle(("r1", ATLAS, "0505"), ("b1", ATLAS, "0909"))


@pytest.mark.proves("artillery.phases")
def test_shells_are_called_before_movement_and_land_after_it() -> None:
    phases = [phase for phase in order(ruleset(RULES)) if phase not in ("targeting", "landing")]
    assert phases[1:6] == ["initiative", "artillery", "movement", "shells", "weapons"]


@pytest.mark.proves("artillery.phases", "artillery.guns")
def test_every_side_has_a_gun_beyond_the_edge_from_the_first_round_on() -> None:
    battle = far_apart()
    guns = [placed.thing for placed in told(list(battle.start), ThingPlaced)]
    assert guns == [Thing("gun-red", "Thumper", owner="red"), Thing("gun-blue", "Thumper", owner="blue")]
    battle.round()
    assert list(battle.state.things.values()) == guns


@pytest.mark.proves("artillery.verb", "artillery.figures")
def test_a_shell_is_called_in_secret_and_due_in_the_next_round() -> None:
    battle = far_apart()
    empty = battle.game.view(battle.state, "blue")
    battle.say(Choose("r1"))
    before = battle.state
    (placed, *_) = told(battle.say(CallFire("0909")), ThingPlaced)
    shell = Thing("shell-red-2", "Thumper_shell", None, "red", hidden=True, to=Hex(9, 9), arrives=2)
    assert placed == ThingPlaced(shell)
    assert [battle.game.redact(before, placed, side) for side in ("red", "blue")] == [placed, None]
    assert battle.game.view(battle.state, "blue")["things"] == empty["things"]
    assert shell.id in [thing["id"] for thing in battle.game.view(battle.state, "red")["things"]]
    assert (battle.state.acting, "r1" in battle.state.acted) == (None, True)


@pytest.mark.proves("artillery.verb")
def test_the_first_of_a_side_that_can_speak_calls_and_nobody_else_takes_a_turn() -> None:
    battle = Battle(("r1", ATLAS, "0505"), ("r2", ATLAS, "0606"), ("b1", ATLAS, "0909"))
    assert list(battle.game.legal(battle.state, "red")) == [Choose("r1")]
    asleep = replace(battle.state.units["r1"].condition, conscious=False)
    battle.state = battle.state.with_unit(replace(battle.state.units["r1"], condition=asleep))
    assert list(battle.game.legal(battle.state, "red")) == [Choose("r2")]
    other = battle.state.units["r1"]
    no = VERB.rows["artillery.call"].refuses(battle.state, other, CallFire("0101"))
    assert no is not None
    assert no.id == "artillery.caller"


@pytest.mark.proves("artillery.lands", "artillery.gunnery", "artillery.indirect", "artillery.figures")
def test_a_shell_needs_the_skill_of_its_crew_and_seven_more() -> None:
    events = far_apart().shelled("0505", ELEVEN, SEVEN, SEVEN, SEVEN)
    (rolled,) = told(events, ThingRolled)
    assert [(part.id, part.value) for part in rolled.needed] == [("artillery.gunnery", 4), ("artillery.indirect", 7)]
    assert (rolled.target, rolled.rolled, rolled.hit) == ("hex 0505", 11, True)
    assert PhaseBegan("shells") in events


@pytest.mark.proves("artillery.lands", "artillery.ordnance")
def test_a_hit_does_fifteen_points_in_the_hex_and_five_around_it_to_friend_and_foe() -> None:
    battle = Battle(("r1", ATLAS, "0505"), ("b1", ATLAS, "0504"), ("b2", ATLAS, "0503"))
    events = battle.shelled("0505", ELEVEN, SEVEN, SEVEN, SEVEN, SEVEN)
    assert hits(events) == [("r1", 5), ("r1", 5), ("r1", 5), ("b1", 5)]
    assert told(events, Burst) == [Burst("Thumper_shell", Hex(5, 5), (15, 5), "blue")]
    assert list(battle.state.things) == ["gun-red", "gun-blue"]


@pytest.mark.proves("TO-182-artillery-scatter-1", "TO-182-artillery-scatter-2", "scattering.distance")
@pytest.mark.parametrize(
    ("roll", "die", "distance", "landed"),
    [((4, 6), 1, 1, "0504"), ((4, 5), 3, 2, "0706"), ((3, 4), 4, 4, "0509"), ((4, 4), 6, 3, "0203")],
)
def test_a_miss_goes_a_hex_for_every_point_it_falls_short_in_the_direction_of_a_die(
    roll: tuple[int, int], die: int, distance: int, landed: str
) -> None:
    events = Battle(("r1", ATLAS, "0101"), ("b1", ATLAS, "0901")).shelled("0505", roll, die)
    astray = Scattered("Thumper_shell", Hex(5, 5), die - 1, distance, Hex.parse(landed))
    assert told(events, Scattered) == [astray]
    assert [burst.hex for burst in told(events, Burst)] == [Hex.parse(landed)]


@pytest.mark.proves("TO-182-artillery-scatter-1")
def test_a_miss_may_come_down_on_ones_own_head() -> None:
    battle = Battle(("r1", ATLAS, "0505"), ("b1", ATLAS, "0507"))
    assert hits(battle.shelled("0505", NINE, 4, SEVEN, SEVEN, SEVEN)) == [("b1", 5)] * 3


@pytest.mark.proves("TO-182-artillery-scatter-1")
def test_what_goes_off_the_map_does_nothing() -> None:
    battle = far_apart()
    events = battle.shelled("0502", (1, 2), 1)
    assert told(events, Scattered) == [Scattered("Thumper_shell", Hex(5, 2), 0, 8, None)]
    assert (told(events, Burst), hits(events)) == ([], [])
    assert list(battle.state.things) == ["gun-red", "gun-blue"]


def test_who_has_moved_away_is_missed_by_a_hit() -> None:
    battle = far_apart()
    battle.round(blue="0502")
    events = battle.round(ELEVEN)
    assert [burst.hex for burst in told(events, Burst)] == [Hex(5, 2)]
    assert hits(events) == []


@pytest.mark.proves("artillery.lands")
def test_a_building_takes_twice_the_damage_and_shelters_who_is_inside() -> None:
    """Walls of factor 40 stop four points of each of three groups, and lose thirty."""
    house = 'hex 0505 0 "building:2;bldg_elev:3;bldg_cf:40" ""\n'
    battle = Battle(("r1", ATLAS, "0505"), ("b1", ATLAS, "0909"), hexes=house)
    battle.state = battle.state.with_unit(replace(battle.state.units["r1"], elevation=0))
    assert hits(battle.shelled("0505", ELEVEN, SEVEN, SEVEN, SEVEN)) == [("r1", 1)] * 3
    assert factor_at(Scene(battle.state, Scripted()), Hex(5, 5)) == 10


@pytest.mark.proves("artillery.lands")
def test_soldiers_next_to_it_fall_by_twice_its_damage_and_again_twice_in_the_open() -> None:
    battle = Battle(("r1", RIFLES, "0504"), ("r2", ATLAS, "0101"), ("b1", ATLAS, "0909"))
    events = battle.shelled("0505", ELEVEN)
    assert [felled.left for felled in told(events, Felled)] == [28 - 20]


@pytest.mark.proves("artillery.adjusted", "artillery.sees", "artillery.figures")
def test_every_shot_at_a_hex_that_a_friend_sees_makes_the_next_one_easier() -> None:
    battle = Battle(("r1", ATLAS, "0101"), ("b1", ATLAS, "0901"))
    battle.round(blue="0505")
    battle.round((1, 1), 1, blue="0505")
    events = battle.round((1, 1), 1, blue="0505")
    assert [(part.id, part.value) for part in told(events, ThingRolled)[0].needed][-1] == ("artillery.adjusted", -1)
    (rolled,) = told(battle.round(NINE), ThingRolled)
    assert sum(part.value for part in rolled.needed) == 9
    assert rolled.hit


@pytest.mark.proves("artillery.sees")
def test_a_shot_that_no_friend_sees_teaches_nothing() -> None:
    """Blue stands behind a hill."""
    battle = Battle(("r1", ATLAS, "0101"), ("b1", ATLAS, "0902"), hexes=HILL)
    battle.round(blue="0102")
    battle.round((1, 1), 5, blue="0102")
    (rolled,) = told(battle.round((1, 1), 5), ThingRolled)
    assert sum(part.value for part in rolled.needed) == 11


@pytest.mark.proves("artillery.finds")
def test_a_hex_that_was_hit_is_hit_again_without_a_roll_and_only_its_gun_knows() -> None:
    battle = Battle(("r1", ATLAS, "0101"), ("b1", ATLAS, "0901"))
    battle.round(blue="0505")
    before = battle.state
    events = battle.round(ELEVEN, blue="0505")
    (noted,) = told(events, EffectLaid)
    assert noted == EffectLaid(Hex(5, 5), "range_found:blue", Mark(owner="blue", hidden=True))
    assert [battle.game.redact(before, noted, side) for side in ("red", "blue")] == [None, noted]
    (rolled,) = told(battle.round(), ThingRolled)
    assert (rolled.needed, rolled.hit) == ((), True)


@pytest.mark.proves("artillery.verb")
def test_a_shell_is_worth_what_it_would_do_to_enemies_less_what_to_friends() -> None:
    """A hit is one roll in twelve: of fifteen points, and of fifteen less five where a friend stands next to it."""
    worth = VERB.rows["artillery.call"].worth
    assert worth is not None
    alone = far_apart().state
    close = Battle(("r1", ATLAS, "0505"), ("b1", ATLAS, "0504")).state
    assert worth(alone, alone.units["b1"], CallFire("0505")) == pytest.approx(15 / 12)
    assert worth(close, close.units["b1"], CallFire("0505")) == pytest.approx(10 / 12)
    assert worth(close, close.units["b1"], CallFire("0504")) < 0


@pytest.mark.proves("artillery.verb", "artillery.finds")
def test_before_it_is_called_a_shell_tells_its_number_its_chance_and_its_damage() -> None:
    foresees = VERB.rows["artillery.call"].preview
    assert foresees is not None
    battle = far_apart()
    open_hex = foresees(battle.state, battle.state.units["b1"], CallFire("0505"))
    found = {Hex(5, 5): {"range_found:blue": Mark(owner="blue", hidden=True)}}
    sure = foresees(replace(battle.state, effects=found), battle.state.units["b1"], CallFire("0505"))
    assert isinstance(open_hex, Foreseen)
    assert isinstance(sure, Foreseen)
    assert (open_hex.says, open_hex.chance) == ("11+ 8.3 %, 15 / 5 damage", Fraction(1, 12))
    assert open_hex.sums["to hit"].total == 11
    assert (sure.says, sure.chance) == ("hits without a roll, 15 / 5 damage", Fraction(1))


def test_in_the_terminal_a_hex_is_typed() -> None:
    battle = far_apart()
    battle.say(Choose("r1"))
    legal = list(battle.game.legal(battle.state, "red"))
    commander = Commander("red")
    assert "call a shell on HEX" in commander.greet(battle.state, legal)
    assert commander.read(battle.state, legal, "0909").commands == (CallFire("0909"),)
    assert commander.read(battle.state, legal, "call a shell on 0909").commands == (CallFire("0909"),)


@pytest.mark.parametrize(("red", "blue"), [("greedy", "random"), ("greedy", "greedy")])
def test_bots_fire_and_the_log_replays(red: str, blue: str) -> None:
    session: Session[Any, State, Any] = Session(Classic(RULES), find("duel")[1], 5)
    bots = {"red": make_bot("classic", red, 3, "red"), "blue": make_bot("classic", blue, 3, "blue")}
    while session.state.round < 5 and (player := session.game.to_act(session.state)) is not None:
        state = session.game.known(session.state, player)
        session.apply(player, bots[player].choose(session.game, state, player, list(session.game.legal(state, player))))
    called = [event.thing.owner for event in session.events if isinstance(event, ThingPlaced) and event.thing.to]
    assert set(called) == {"red", "blue"}
    assert [event for event in session.events if isinstance(event, ThingRolled)]
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
