"""Battles told in words and drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from overheat.kernel.events import Event
from overheat.kernel.terms import Part
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.state import Missile, Ordering
from overheat.platoon.battle.vocabulary import with_article
from overheat.platoon.battle.wording import Wording, report, standing, sum_of
from overheat.platoon.game import PlatoonGame
from overheat.platoon.lasting import Thing
from overheat.platoon.report.drawing import draw
from platoon.battles import all_arms, battle
from platoon.positions import BLUE, FIRE, RED, B, TableTop, at, duel

SILENT = (told.Rolled, told.DieDrawn, told.Kept, told.SmokeMoved, *told.UNSAID)


def table() -> TableTop:
    made = TableTop()
    made.add(RED, "rifle_squad", 36, 10, id="a")
    made.add(RED, "drone_team", 20, 10, id="d")
    made.add(BLUE, "old_tank", 36, 30, id="b", pins=2)
    return made.ready(Ordering(RED), smoke=(at(5, 5),), missiles=(Missile("red/a", "atgm", "blue/b", at(9, 9), 1),))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            told.Fired("red/a", "blue/b", "ar", 8, 3, 4),
            "red's Rifle squad fires at blue's Old battle tank: assault rifle, 8 shots at 4+, 3 hit.",
        ),
        (told.Pinned("blue/b", -1, 1), "blue's Old battle tank loses 1 pin and has 1."),
        (told.Fell("red/a", 1, 3), "red's Rifle squad loses 1 man and has 3 left."),
        (told.Tested("red/a", 9, 8, False), "red's Rifle squad tests at 8 and rolls 9: it fails."),
        (told.Ended(0, "points", (5, 2)), "red wins, 5 to 2 victory points."),
        (told.Ordered("red/d", "run", "drone"), "red's Drone operator team is ordered to run (fly the drone)."),
        (told.Deployed("red/a", "reserve"), "red's Rifle squad waits in reserve."),
        (
            told.Deployed("red/a", "aboard", carrier="blue/b"),
            "red's Rifle squad begins aboard blue's Old battle tank.",
        ),
        (
            told.WentDown("red/a", "failed_its_order_test"),
            "red's Rifle squad goes down since it failed its order test.",
        ),
        (told.DieSetAside(0), "red's die is set aside."),
        (
            told.Fought("red/a", "blue/b", 1, 0, 2),
            "red's Rifle squad fights blue's Old battle tank at close quarters: it loses nobody and fells 2 men.",
        ),
        (told.Struck("blue/b", "front", "none", ()), "blue's Old battle tank is struck on the front, without damage."),
        (
            told.Struck("blue/b", "side", "full", ("on_fire",), (Part("pen", 5, "RPG", "x"),), 9),
            "blue's Old battle tank is struck on the side with +5 against 9, full damage: on fire.",
        ),
        (told.Held("red/a", True, 7, 8), "red's Rifle squad checks morale at 8 and rolls 7: it holds."),
        (told.Exploded(at(3, 4), 2, "bomb_light"), 'A blast of 2" at (3, 4) (light bomb).'),
        (told.WentDown("red/a", "on_fire"), "red's Rifle squad goes down: on fire."),
        (told.WentDown("red/a", "backs_away"), "red's Rifle squad goes down after it has backed away."),
        (told.Destroyed("red/a", "mine.swept_away"), "red's Rifle squad is destroyed: swept away."),
        (told.Dropped("red/d", "straight"), "red's Drone operator team lets a load go: it falls straight."),
        (told.MarkLaid("red/a", "mine.well_fed"), "red's Rifle squad is marked: well fed."),
        (
            told.Fought("red/a", "blue/b", 1, 1, 2),
            "red's Rifle squad fights blue's Old battle tank at close quarters: it loses 1 man and fells 2 men.",
        ),
    ],
)
def test_events_are_told_in_sentences(event: Event, sentence: str) -> None:
    assert Wording(table().state, PlatoonGame().ruleset).sentence(event) == sentence


def test_every_kind_of_event_has_its_sentence() -> None:
    wording = Wording(table().state, PlatoonGame().ruleset)
    for name, kind in vars(told).items():
        if not (isinstance(kind, type) and issubclass(kind, Event)) or kind in (Event, *SILENT):
            continue
        needed = [field for field in msgspec.structs.fields(kind) if field.required]
        made = {field.name: _example(field.name, str(field.type)) for field in needed}
        assert wording.sentence(kind(**made)), name


def _example(name: str, kind: str) -> object:
    texts = {"unit": "red/a", "target": "blue/b", "attacker": "red/a", "defender": "blue/b", "carrier": "blue/b"}
    if name in texts:
        return texts[name]
    if "Thing" in kind:
        return Thing("a", "kit", at(1, 2))
    if "Spot" in kind:
        return at(1, 2)
    if name in ("points", "held", "left") and "tuple" in kind:
        return (1, 2)
    return "fire" if "Literal" in kind or "str" in kind else 1


def test_every_number_of_a_battle_is_told_with_the_terms_that_add_up_to_it() -> None:
    """Shots, order tests and morale checks; hits on armour tell what was added to the die."""
    seen = dict.fromkeys((told.Fired, told.Tested, told.Held, told.Struck), 0)
    for seed in (4, 5):
        for event in battle(all_arms(PlatoonGame(), "heath"), seed).events:
            total = sum(part.value for part in sum_of(event))
            if isinstance(event, told.Fired) and event.shots and not event.indirect:
                assert total == event.score
            elif isinstance(event, told.Tested | told.Held):
                assert total == event.target
            elif not (isinstance(event, told.Struck) and event.against):
                continue
            assert all(part.label and part.cite for part in sum_of(event))
            seen[type(event)] += 1
    assert min(seen.values()) > 0, seen


def test_a_draw_with_a_lead_says_that_the_lead_is_too_small() -> None:
    """Four to three and nobody wins: whoever reads it is told why."""
    rules = PlatoonGame().ruleset
    lines = list(report(table().state, rules, [told.Ended(None, "points", (4, 3))]))
    assert lines == ["Nobody wins, 4 to 3 victory points, too small a lead to win."]


def test_a_battle_is_told_and_drawn() -> None:
    game = PlatoonGame()
    played = battle(all_arms(game, "heath"), 4)
    lines = list(report(played.state, game.ruleset, [told.Ended(None, "points", (1, 1))]))
    assert lines == ["Nobody wins, 1 to 1 victory points."]
    assert len(list(standing(played.state))) == len(played.state.units)
    drawn = ElementTree.fromstring(draw(played.state, game.ruleset))
    units = drawn.findall(".//*[@data-unit]")
    assert len(units) == sum(unit.place == "table" for unit in played.state.units.values())


def test_the_drawing_shows_smoke_missiles_and_heights() -> None:
    drawn = draw(table().state, PlatoonGame().ruleset)
    assert drawn.count("#ffffff") == 1
    assert drawn.count("#d98b1f") == 1
    assert "Old battle tank, 2 pins" in drawn


@pytest.mark.parametrize(("face", "ended"), [(3, "it holds its fire"), (4, "it fires")])
def test_an_ambush_at_the_end_of_a_turn_is_told_whether_it_comes_off_or_not(face: int, ended: str) -> None:
    waiting = duel(10, order="ambush").ready(Ordering(BLUE)).play(Give(B, "down"))
    waiting.play(FIRE, face, *([(1,) * 8] if face == 4 else []))
    lines = list(report(waiting.state, PlatoonGame().ruleset, waiting.events))
    assert lines[0] == f"Red's Rifle squad is still in ambush as the turn ends and rolls {face}: {ended}."


@pytest.mark.parametrize(
    "said", ["an IED", "a LAW", "an MG nest", "a unit", "an observer", "a mine", "an RPG", "a UGL", "an LMG-42"]
)
def test_names_have_the_article_that_they_are_said_with(said: str) -> None:
    assert with_article(said.split(" ", 1)[1]) == said


def test_the_bag_is_told_with_what_is_left_of_both_sides() -> None:
    words = Wording(table().state, PlatoonGame().ruleset).aside(told.DieDrawn(1, (4, 2)))
    assert words == "blue's die is drawn; left in the bag: red 4, blue 2."
