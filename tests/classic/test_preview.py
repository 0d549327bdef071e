"""What a player is shown before committing: numbers, chances, damage to expect, heat, the map and the sheet."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from overheat.classic.battle.chances import chance_of
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Choose, Done, Fire, Go, Step, Strike
from overheat.classic.facts.events import AttackRolled, HeatSettled
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.field_map import field_map, labels, reach_cells
from overheat.classic.report.status import diagram, heat_bar, line, status
from overheat.classic.turn.preview import heat_after, heat_told, of_blow, of_shot
from overheat.classic.turn.reach import Place
from overheat.kernel.log.replay import Session
from overheat.kernel.terms import number_of
from overheat.lab.players import make_bot


def face_to_face(red: str, blue: str, apart: int = 3) -> Session[Any, Any, Any]:
    """Two machines on open ground, both done moving, red about to fire."""
    units = (
        Combatant(id="r", side="red", unit=red, hex="0702", facing=3),
        Combatant(id="b", side="blue", unit=blue, hex=f"07{2 + apart:02}", facing=0),
    )
    session: Session[Any, Any, Any] = Session(Classic(), Setup(board="crossroads", units=units, rounds=3), 1)
    while session.state.phase == "movement":
        _turn(session)
    return session


def _turn(session: Session[Any, Any, Any]) -> None:
    """Whoever is to act takes up its unit and does nothing."""
    player = session.game.to_act(session.state)
    assert player is not None
    legal = tuple(session.game.legal(session.state, player))
    session.apply(player, Done() if Done() in legal else legal[0])


def fires(session: Session[Any, Any, Any], name: str) -> Fire:
    unit = session.state.units["r"]
    mount = next(at for at in unit.plan.weapons if unit.sheet.mounts[at].equipment.name == name)
    return Fire(mount, "b", (unit.plan.feeds.get(mount) or (None,))[0])


def test_the_damage_to_expect_from_a_laser_is_its_damage_times_the_chance() -> None:
    """A medium laser at three hexes by a gunner of 4: 4 or more, 33 of 36 rolls, for 5 points."""
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    found = of_shot(session.state, session.state.units["r"], fires(session, "Medium Laser"))
    assert found.needed.total == 4
    assert found.chance == Fraction(33, 36)
    assert found.damage == Fraction(33, 36) * 5
    assert found.heat == 3


def test_the_damage_to_expect_from_missiles_counts_how_many_hit() -> None:
    """Six missiles of 2 points hit 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6 for rolls of 2 to 12: 144 in 36 rolls."""
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    found = of_shot(session.state, session.state.units["r"], fires(session, "SRM 6"))
    ways = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    hits = (2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6)
    average = Fraction(sum(way * hit for way, hit in zip(ways, hits, strict=True)), 36)
    assert found.damage == found.chance * average * 2


def test_what_cannot_be_rolled_has_no_chance() -> None:
    assert chance_of(12) == Fraction(1, 36)
    assert chance_of(13) == 0
    assert chance_of(2) == 1


def test_a_blow_is_previewed_too() -> None:
    """A kick of a Wolverine does 11 points, a fifth of its 55 tons; 3 is 5 for piloting less 2."""
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D", apart=1)
    found = of_blow(session.state, session.state.units["r"], Strike("kick", "LL", "b"))
    assert found.needed.total == 3
    assert found.damage == Fraction(35, 36) * 11
    assert found.heat == 0


def test_what_was_previewed_is_what_is_rolled_against_and_what_heats() -> None:
    session: Session[Any, Any, Any] = Session(Classic(), find("lance")[1], 6)
    bots = {side: make_bot("classic", "greedy", 6, side) for side in ("red", "blue")}
    promised: dict[tuple[str, str, int], list[int]] = {}
    compared = 0
    while session.state.round < 5 and (player := session.game.to_act(session.state)) is not None:
        state: State = session.state
        command = bots[player].choose(session.game, state, player, tuple(session.game.legal(state, player)))
        if isinstance(command, Fire) and state.acting:
            needed = of_shot(state, state.units[state.acting], command).needed.total
            promised.setdefault((state.acting, command.target, state.round), []).append(int(needed))
        for event in session.apply(player, command):
            if isinstance(event, AttackRolled) and (event.unit, event.target, state.round) in promised:
                if state.phase != "weapons":
                    continue
                numbers = promised[event.unit, event.target, state.round]
                assert sum(part.value for part in event.needed) in numbers
                compared += 1
    assert compared > 20


def test_heat_is_added_up_before_it_comes() -> None:
    """A Wolverine that stood still and fires its laser makes 3 and sinks 12."""
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    unit = session.state.units["r"]
    built, sunk, after = heat_after(session.state, unit, [fires(session, "Medium Laser")])
    assert (built.total, sunk.total, after) == (3, 12, 0)
    assert heat_told(session.state, unit) == "heat 0 - 12 (12 from 12 single heat sinks) = 0 after this round"


def test_the_heat_that_was_told_is_the_heat_that_comes() -> None:
    session = face_to_face("Rifleman RFL-3N", "Atlas AS7-D")
    told = None
    while session.state.round == 1:
        player = session.game.to_act(session.state)
        assert player is not None
        legal = tuple(session.game.legal(session.state, player))
        shots = [command for command in legal if isinstance(command, Fire)]
        wanted = shots[0] if player == "red" and shots else Done() if Done() in legal else legal[0]
        if player == "red" and session.state.acting and session.state.phase == "weapons" and not shots:
            told = heat_after(session.state, session.state.units["r"])[2]
        events = session.apply(player, wanted)
    settled = [
        number_of(event.after) for event in session.events if isinstance(event, HeatSettled) and event.unit == "r"
    ]
    assert told == settled[0] > 0
    assert events


def test_units_have_short_words_by_side_and_number() -> None:
    units = Session(Classic(), find("lance")[1], 1).state.units
    assert list(labels(units).values()) == ["r1", "r2", "r3", "r4", "b1", "b2", "b3", "b4"]


def test_the_map_shows_units_with_their_facing_and_small_letters_when_prone() -> None:
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    shown = field_map(session.state)
    assert "R1↓" in shown
    assert "B1↑" in shown
    lying = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    unit = lying.state.units["r"]

    prone = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, prone=True))
    assert "r1↓" in field_map(lying.state.with_unit(prone))


def test_the_cheapest_way_to_a_hex_is_drawn() -> None:
    there = Hex(3, 3)
    path = (Go("walk"), Step("forward"))
    cells = reach_cells(
        [
            Place(there, 0, "jump", 1, 1, 0, path),
            Place(there, 1, "walk", 1, 3, 1, path),
            Place(there, 2, "walk", 1, 2, 0, path),
            Place(Hex(4, 4), 2, "run", 1, 6, 1, path),
        ]
    )
    assert cells == {there: "w2", Hex(4, 4): "r6!"}


@pytest.mark.parametrize(("heat", "bar"), [(0, " 0 |" + "." * 30 + "|"), (31, "31 |" + "#" * 30 + "|")])
def test_the_heat_scale_has_thirty_marks(heat: int, bar: str) -> None:
    assert heat_bar(heat) == bar


def test_a_status_shows_where_a_unit_is_what_is_left_of_it_and_what_it_carries() -> None:
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    told = status(session.state, session.state.units["r"], {"r": "R1 Wolverine"})
    assert told.startswith("R1 Wolverine: Wolverine WVR-6R, 0702 facing south")
    assert "CT 20+8/18" in told
    assert "SRM 6 Ammo LT: 15 shots" in told
    assert line(session.state.units["b"], {"b": "B1"}) == "B1: 0705 facing north, armour 100 %, heat 0"


def test_units_without_limbs_are_drawn_in_a_row() -> None:
    session = face_to_face("Vedette Medium Tank", "Atlas AS7-D")
    rows = diagram(session.state.units["r"])
    assert len(rows) == 1
    assert {"FR", "LS", "RS", "RR", "TU"} <= set(rows[0].split())


def test_taking_up_a_unit_is_the_first_thing_to_say() -> None:
    session = face_to_face("Wolverine WVR-6R", "Atlas AS7-D")
    player = session.game.to_act(session.state)
    assert player is not None
    assert all(isinstance(command, Choose) for command in session.game.legal(session.state, player))
