"""Omega's minesweepers, pods among soldiers, and squads with a radar."""

from typing import Any

import pytest

from overheat.api.questions import ask
from overheat.classic.attack.decisions import USED
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Felled, Struck, ThingGone
from overheat.classic.facts.lasting import Mark, Thing, each
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega.guidance import ARM, guide_of
from overheat.classic.rules.omega.illumination import LIGHTS, Illuminate
from overheat.classic.rules.omega.infantry import with_squad
from overheat.classic.rules.omega.mines import FIELD
from overheat.classic.rules.omega.mines_cleared import ClearMines
from overheat.classic.rules.standard.battle_armour import small_target
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from skirmish import armed, known, on_turn, relief, replace, told, unit

OMEGA = ("omega",)
FOOT, ELEMENTALS = "Foot Platoon (Rifle)", "Elemental Battle Armor [Laser](Sqd5)"


def asked(question: str, **facts: Any) -> dict[str, Any]:
    return ask(question, OMEGA, **facts)


def soldiers(name: str = FOOT, *kinds: str, id: str = "red", **others: Any) -> Unit:
    loads = {f"Squad {at}": kind for at, kind in enumerate(kinds, start=1)}
    return replace(Unit.fresh(ruleset(OMEGA), id, id, known(name), Hex(1, 1), 3, loads), **others)


def mined(red: Unit) -> State:
    field = Thing("field", FIELD, red.hex, "blue")
    before = on_turn(red, unit(id="blue", hex="0104", facing=0), phase="weapons", board="0 0 0 0")
    return replace(before, relief=relief("0 0 0 0", OMEGA), things={"field": field})


@pytest.mark.proves("OM-inf-minesweeper", "omega.sweeping_turns", "omega.clearing_question")
def test_squads_clear_a_hex_by_their_strength() -> None:
    for lacking, turns in (([0, 0], 2), ([1], 5), ([0, 2], 3), ([0], 4), ([2], 8), ([3], 16)):
        assert asked("mine clearing", squads_missing=lacking)["turns"] == turns


@pytest.mark.proves("OM-ba-mineclear", "omega.elementals_and_mines")
def test_elementals_clear_a_hex_in_four_turns_of_one() -> None:
    assert [asked("mine clearing", elementals=many)["turns"] for many in (2, 5)] == [2, 1]


@pytest.mark.proves("OM-inf-minesweeper", "OM-ba-mineclear", "omega.clearing_verb")
def test_four_at_work_clear_the_hex_at_once() -> None:
    for red, workers in (
        (soldiers(FOOT, *["minesweeper"] * 4), [f"Squad {at}" for at in range(1, 5)]),
        (soldiers(ELEMENTALS), [f"Trooper {at}" for at in range(1, 5)]),
    ):
        before = mined(red)
        events: list[Any] = []
        for by in workers:
            assert ClearMines(by) in set(Classic(OMEGA).legal(before, "red"))
            answer = Classic(OMEGA).apply(before, "red", ClearMines(by), Scripted())
            assert not isinstance(answer, Refusal), answer
            before, more = answer
            events += more
        assert [event.thing.kind for event in told(events, ThingGone)] == [FIELD]
        assert not before.things


@pytest.mark.proves("OM-inf-minesweeper", "OM-ba-mineclear", "omega.busy_with_mines")
def test_who_clears_mines_does_not_fire() -> None:
    answer = Classic(OMEGA).apply(mined(soldiers(ELEMENTALS)), "red", ClearMines("Trooper 1"), Scripted())
    assert not isinstance(answer, Refusal)
    state = answer[0]
    no = refusal(attack_of(state, state.units["red"], Shot(0, "blue", 1)))
    assert no is not None
    assert no.id == "omega.busy_with_mines"


@pytest.mark.proves("OM-ba-damage", "omega.mine_under_suit", "omega.elementals_and_mines")
def test_a_mine_does_six_points_to_an_elemental() -> None:
    red = soldiers(ELEMENTALS)
    playing = Scene(mined(red), Scripted(1))
    take(playing, weighed(playing, Hit("red", "front", 5, FIELD)))
    assert [hit.damage for hit in told(playing.events, Struck)] == [6]


@pytest.mark.proves("OM-inf-apods", "omega.personnel_pod_fells", "omega.personnel_pod_question")
def test_a_pod_fells_as_many_as_the_largest_gun_has_fragments() -> None:
    assert asked("personnel pod", roll=7)["killed"] == 14
    assert asked("personnel pod")["expected"] == "125/9"


@pytest.mark.proves("OM-inf-apods", "omega.personnel_pod_bursts")
def test_a_pod_bursts_among_the_squads_of_its_hex() -> None:
    red = replace(unit(armed(unit().sheet, "A-Pod@LL")), hex=Hex(1, 1))
    blue = soldiers(id="blue")
    pod = next(at for at, mount in enumerate(red.sheet.mounts) if "ap_pod" in mount.equipment.flags)
    state = State(relief=relief("0 0", OMEGA), units={"red": red, "blue": blue}, round=1)
    playing = Scene(state, Scripted((3, 4), *[1] * 14))
    for used in playing.rules[USED]:
        used.function(playing, red, pod)
    assert [event.left for event in told(playing.events, Felled)] == [10]


@pytest.mark.proves("OM-inf-artemis", "omega.radar_served")
def test_a_squad_with_a_radar_lights_enemies_up_while_two_are_left() -> None:
    red, blue = soldiers(FOOT, "Artemis"), unit(id="blue", hex="0104", facing=0)
    at = next(at for at, mount in enumerate(red.sheet.mounts) if "artemis_iv" in mount.equipment.flags)
    for who, legal in ((red, True), (with_squad(red, "Squad 1", 1), False)):
        before = on_turn(who, blue, phase="reaction", board="0 0 0 0")
        before = replace(before, relief=relief("0 0 0 0", OMEGA))
        assert (Illuminate(at, "blue") in set(Classic(OMEGA).legal(before, "red"))) is legal


@pytest.mark.proves("OM-inf-artemis", "omega.busy_with_radar")
def test_a_squad_that_operates_its_radar_leaves_its_side_arms() -> None:
    red, blue = soldiers(FOOT, "Artemis"), soldiers(id="blue", hex=Hex(1, 2))
    at = next(at for at, mount in enumerate(red.sheet.mounts) if "artemis_iv" in mount.equipment.flags)
    side_arms = next(at for at, mount in enumerate(red.sheet.mounts) if "side_arms" in mount.equipment.flags)
    lit = replace(red, marks={each(LIGHTS, at): Mark(about="blue", this_round=True)})
    state = State(relief=relief("0 0", OMEGA), units={"red": lit, "blue": blue}, round=1)
    no = refusal(attack_of(state, lit, Shot(side_arms, "blue")))
    assert no is not None
    assert no.id == "omega.busy_with_radar"


@pytest.mark.proves("OM-inf-artemis", "omega.radars_show")
def test_missiles_that_home_in_on_a_radar_mind_no_soldiers_around_it() -> None:
    rules = ruleset(OMEGA)
    red = Unit.fresh(rules, "red", "red", known("Catapult CPLT-C1"), Hex(1, 1), 3)
    blue = soldiers(FOOT, "Artemis", id="blue", hex=Hex(1, 3))
    state = State(relief=relief("0 0 0 0", OMEGA), units={"red": red, "blue": blue}, round=1)
    plain = WeaponAttack(state.relief, red, blue, red.plan.weapons[0])
    term = plain.rules[small_target](plain)
    assert term is not None
    assert term.value == 1
    plain.__dict__["munition"] = ARM
    assert guide_of(plain) == ARM
    assert plain.rules[small_target](plain) is None
    needed = {part.id: part.value for part in target_number(plain)}
    assert needed["to_hit.anti_radiation"] == -3
    assert "to_hit.missile_at_infantry" not in needed
