"""Things that are on their way, and what things do by themselves when phases begin and end."""

import msgspec
import pytest

from overheat.classic.attack.unmanned import attack_by
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.blasts import burst
from overheat.classic.facts.commands import Choose, Done
from overheat.classic.facts.events import (
    Burst,
    CheckMade,
    PhaseBegan,
    Scattered,
    Struck,
    ThingGone,
    ThingPlaced,
    ThingRolled,
)
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import State
from overheat.classic.facts.vocabulary import THINGS
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.sums import sum_of
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rulesets import CLASSIC, LIBRARY
from overheat.classic.turn.round import PHASES, titles
from overheat.classic.turn.things import THINGS_ACT, Hour
from overheat.classic.turn.verb import Phase
from overheat.cli.console.commander import Commander
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term, parts
from skirmish import state, unit

HERE = Book("House rules")("Rockets")
Battle = Session[Setup, State, msgspec.Struct]
FALLING = "falling"


def launch(scene: Scene) -> None:
    """Every side has a rocket beyond the edge, and fires it in secret at the other in the first round."""
    if scene.state.round > 1:
        return
    for own in scene.state.units.values():
        other = next(other for other in scene.state.units.values() if other.side != own.side)
        scene.tell(ThingPlaced(Thing(f"rail-{own.side}", "rail", owner=own.side)))
        rocket = f"rocket-{own.side}"
        scene.tell(ThingPlaced(Thing(rocket, "rocket", None, own.side, hidden=True, to=other.hex, arrives=2)))


def due(state: State) -> bool:
    return any(thing.arrives == state.round for thing in state.things.values())


@rule("rockets.land", cite=HERE, slot=THINGS_ACT)
def land(scene: Scene, thing: Thing, hour: Hour) -> None:
    """A rocket comes down when its phase begins, and bursts."""
    if thing.arrives == scene.state.round and thing.to is not None and hour == Hour(FALLING, begins=True):
        scene.tell(ThingGone(msgspec.structs.replace(thing, hidden=False)))
        burst(scene, Blast(scene.rules, "rocket", thing.to, (20,), thing.owner))


@rule("rockets.ashes", cite=HERE, slot=THINGS_ACT)
def ashes(scene: Scene, thing: Thing, hour: Hour) -> None:
    """A rail is gone when the phase is over in which the rockets fell."""
    if thing.kind == "rail" and scene.state.round == 2 and hour == Hour(FALLING, begins=False):
        scene.tell(ThingGone(thing))


LAYER = Layer(
    "rockets",
    HERE,
    needs=("classic",),
    add=(land, ashes),
    change=(
        PHASES.amended(
            "rockets.phases",
            {
                "launch": Phase(title="Launch", after="initiative", turns=False, begin=launch),
                FALLING: Phase(title="Falling rockets", after="movement", turns=False, told=due),
            },
            cite=HERE,
        ),
    ),
)


def battle(monkeypatch: pytest.MonkeyPatch) -> Battle:
    monkeypatch.setitem(LIBRARY.layers, LAYER.id, LAYER)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    units = (
        Combatant(id="r", side="red", unit="Atlas AS7-D", hex="0505", facing=3),
        Combatant(id="b", side="blue", unit="Atlas AS7-D", hex="0512", facing=0),
    )
    return Session(Classic([LAYER.id]), Setup(board="valley", units=units), 3)


def pass_time(session: Battle, until: type[Event], most: int = 40) -> None:
    """Everybody stays where it is until something happens."""
    for _ in range(most):
        if any(isinstance(event, until) for event in session.events):
            return
        player = session.game.to_act(session.state) or ""
        waiting = session.state.acting is None
        session.apply(player, Choose(player[0]) if waiting else Done())


def test_what_is_in_flight_lands_in_its_round_and_phase_with_nobody_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch)
    pass_time(session, Burst)
    phases = [at for at, event in enumerate(session.events) if isinstance(event, PhaseBegan)]
    begins, ends = phases[-2:]
    assert session.events[begins] == PhaseBegan(FALLING)
    landed = session.events[begins:ends]
    assert [event.owner for event in landed if isinstance(event, Burst)] == ["red", "blue"]
    struck = [(event.unit, event.damage) for event in landed if isinstance(event, Struck) and event.what == "rocket"]
    assert struck == [("b", 5)] * 4 + [("r", 5)] * 4
    assert {event.unit for event in landed if isinstance(event, CheckMade)} == {"r", "b"}
    assert session.state.round == 2
    assert session.state.things == {}
    assert [event.thing.kind for event in landed if isinstance(event, ThingGone)] == ["rocket"] * 2 + ["rail"] * 2
    assert verify(session.log(), lambda header: session.game) is None


def test_in_flight_it_is_seen_by_its_owner_and_off_the_map_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch)
    monkeypatch.setattr(THINGS, "_words", {"rocket": "rocket of steel"})
    seen = {thing["id"]: thing for thing in Classic([LAYER.id]).view(session.state, "red")["things"]}
    assert set(seen) == {"rail-red", "rail-blue", "rocket-red"}
    rocket = seen["rocket-red"]
    assert (rocket["hex"], rocket["to"], rocket["arrives"]) == ("", "0512", 2)
    assert (rocket["name"], seen["rail-blue"]["name"]) == ("rocket of steel", "rail")
    assert (seen["rail-blue"]["hex"], seen["rail-blue"]["to"]) == ("", "")
    known = session.game.known(session.state, "red")
    answer = Commander("red").read(known, (), "units").text.splitlines()
    assert answer[-3:] == [
        "rail (blue) off the map",
        "rail (red) off the map",
        "rocket of steel (red) to 0512 in round 2",
    ]


def test_things_are_told_by_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    session = battle(monkeypatch)
    cast = Cast(session.state.units.values())
    placed = [sentence(event, cast) for event in session.events if isinstance(event, ThingPlaced)]
    assert placed[:2] == ["rail (red) off the map", "rocket (red) to 0512 in round 2"]
    gone = [ThingGone(event.thing) for event in session.events if isinstance(event, ThingPlaced)]
    assert [sentence(event, cast) for event in gone[:2]] == [
        "rail (red) off the map is gone",
        "rocket (red) is no longer in flight",
    ]
    astray = Scattered("rocket", Hex(5, 5), 2, 3, None)
    assert sentence(astray, cast) == "rocket misses 0505 and goes 3 hexes south-east, off the map"


def test_a_phase_without_turns_that_is_told_of_has_a_title() -> None:
    rules = compose(CLASSIC, LAYER)
    assert titles(rules)[FALLING] == "Falling rockets"
    assert "launch" not in titles(rules)


def test_a_thing_rolls_to_hit_by_itself_and_tells_the_sum() -> None:
    mine = Thing("mine", "homing_mine", Hex(1, 1), "red")
    needed = Tally((Term("rockets.aim", 6, "aim", HERE), Term("rockets.dark", 2, "dark", HERE)))
    with Scripted((3, 4), (4, 4)) as dice:
        scene = Scene(state(unit()), dice)
        margins = [attack_by(scene, mine, "red", needed) for _ in range(2)]
    assert (margins, attack_by(scene, mine, "red", None)) == ([-1, 0], 0)
    told = [sentence(event, Cast([unit()])) for event in scene.events if isinstance(event, ThingRolled)]
    assert told == [
        "homing mine at Hunter (red): 8 needed (6 aim, +2 dark), rolled 7: missed",
        "homing mine at Hunter (red): 8 needed (6 aim, +2 dark), rolled 8: hit",
        "homing mine at Hunter (red): no roll needed: hit",
    ]
    assert next(sum_of(event) for event in scene.events if isinstance(event, ThingRolled)) == parts(needed)


def test_what_a_hidden_thing_rolls_is_not_told() -> None:
    hidden = ThingRolled(Thing("mine", "mine", Hex(1, 1), "red", hidden=True), "blue", (), 0, hit=True)
    before = state(unit(), unit(id="blue", hex="0103"))
    assert [Classic().redact(before, hidden, player) for player in ("red", "blue")] == [hidden, None]
