"""Heat: what builds it up, what takes it away, and what the scale does."""

import pytest

from machines import HUNTER, KNIGHT, line, slot
from overheat.classic.facts.events import Exploded, HeatSettled, PowerChanged
from overheat.classic.facts.state import Shot, Unit
from overheat.classic.rules.standard.heat import BUILDS, Danger, Overheating, Toil, avoid_number
from overheat.classic.rules.standard.switches import STEALTH_ON
from overheat.classic.rulesets import standard
from overheat.classic.turn.heat import settle
from overheat.classic.unit.equipment import Engine, catalogue
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import total_of
from skirmish import armed, broken, known, maimed, marked, mount, moved, replace, scene, shot_up, told, unit

SINKS = 10
"""What the sinks of the Hunter take away."""


def settled(hot: Unit, *dice: tuple[int, ...] | int, board: str = "0 0 0") -> HeatSettled:
    """The heat phase of a machine, all dice used."""
    with Scripted(*dice) as scripted:
        playing = scene(scripted, hot, board=board)
        settle(playing)
    return told(playing.events, HeatSettled)[0]


def built(hot: Unit) -> int:
    return int(total_of(settled(hot).built))


def sunk(hot: Unit, board: str = "0 0 0") -> int:
    return int(total_of(settled(hot, board=board).sunk))


@pytest.mark.proves("QR-heat-build", "heat.movement")
def test_movement_makes_heat_by_its_mode_and_jumps_by_their_length() -> None:
    cases = {("stationary", 0): 0, ("walk", 4): 1, ("run", 6): 2, ("jump", 2): 3, ("jump", 3): 3, ("jump", 5): 5}
    assert {case: built(unit(motion=moved(*case))) for case in cases} == cases


@pytest.mark.proves("QR-heat-build", "heat.weapons")
def test_every_shot_makes_the_heat_of_its_weapon() -> None:
    red = unit(armed(HUNTER, "PPC@RT", "Ultra AC/5@RT"))
    laser, cannon, ultra = mount(red, "Medium Laser"), mount(red, "PPC"), mount(red, "Ultra AC/5")
    volley = (Shot(laser, "blue"), Shot(cannon, "blue"), Shot(ultra, "blue", rate=2))
    assert built(replace(red, volley=volley)) == 3 + 10 + 2 * 1


@pytest.mark.proves("QR-heat-build", "QR-crit-engine", "heat.engine")
def test_a_hit_engine_makes_five_points_and_one_hit_twice_ten() -> None:
    assert built(broken(unit(), "engine")) == 5
    assert built(broken(unit(), "engine", "engine")) == 10


@pytest.mark.proves("QR-heat-build", "QR-stealth-armor", "heat.stealth")
def test_stealth_armour_that_is_on_makes_ten_points() -> None:
    assert built(unit(KNIGHT, marks=marked(STEALTH_ON))) == 10


@pytest.mark.proves("QR-heat-build", "heat.standing_up", "heat.movement", "heat.engine", "heat.weapons")
def test_the_worked_heat_of_a_bad_turn() -> None:
    red = broken(unit(armed(HUNTER, "Large Laser@RT"), motion=moved("run", 3, stand_attempts=1)), "engine", "engine")
    assert built(replace(red, volley=(Shot(mount(red, "Large Laser"), "blue"),))) == 21


@pytest.mark.proves("QR-heat-sinks", "heat.dissipation")
def test_a_single_sink_takes_a_point_away_and_a_double_one_two() -> None:
    assert sunk(unit()) == 10
    assert sunk(unit(KNIGHT)) == 20


@pytest.mark.proves("heat.dissipation")
def test_sinks_that_were_hit_or_lost_take_nothing_away() -> None:
    red = unit(line(HUNTER, "heat sinks:10 Single", "heat sinks:12 Single"))
    assert sunk(red) == 12
    assert sunk(shot_up(red, mount(red, "Heat Sink"))) == 11
    assert sunk(maimed(red, "LT", "RT", "LA", "RA")) == 10


@pytest.mark.proves("QR-heat-sinks", "heat.water")
def test_sinks_under_water_take_twice_as_much_up_to_six_points_more() -> None:
    legs = slot(slot(HUNTER, "LL", "-Empty- x2", "Heat Sink"), "RL", "-Empty- x2", "Heat Sink")
    red = unit(line(legs, "heat sinks:10 Single", "heat sinks:12 Single"), elevation=-1)
    assert sunk(red, "0~1 0 0") == 12 + 4
    doubles = unit(KNIGHT, elevation=-2)
    assert sunk(doubles, "0~2 0 0") == 20 + 6
    lying = unit(prone=True, elevation=-1)
    assert sunk(lying, "0~1 0 0") == 10 + 6
    assert sunk(unit(elevation=-1), "0~1 0 0") == 10


def to_avoid(danger: Danger, heat: int) -> int | None:
    """What must be rolled against a danger at a heat."""
    rules = standard()
    return rules[avoid_number](Overheating(rules, unit(heat=heat), heat, danger))


@pytest.mark.proves("heat.shutdown", "heat.avoid")
def test_the_scale_asks_for_more_the_hotter_a_machine_is() -> None:
    numbers = {13: None, 14: 4, 17: 4, 18: 6, 21: 6, 22: 8, 25: 8, 26: 10, 29: 10}
    assert {heat: to_avoid("shutdown", heat) for heat in numbers} == numbers


@pytest.mark.proves("heat.ammunition", "heat.avoid")
def test_the_scale_asks_for_more_for_hot_ammunition_too() -> None:
    numbers = {18: None, 19: 4, 22: 4, 23: 6, 27: 6, 28: 8, 40: 8}
    assert {heat: to_avoid("ammunition explosion", heat) for heat in numbers} == numbers


def power(hot: Unit, *dice: tuple[int, ...] | int) -> list[PowerChanged]:
    with Scripted(*dice) as scripted:
        playing = scene(scripted, hot)
        settle(playing)
    return told(playing.events, PowerChanged)


@pytest.mark.proves("heat.shutdown", "heat.avoid", "heat.shuts_down")
def test_a_hot_machine_keeps_running_when_the_dice_allow() -> None:
    assert power(unit(heat=SINKS + 14), (2, 2)) == []
    assert power(unit(heat=SINKS + 14), (1, 2), (6, 6)) == [PowerChanged("red", shut_down=True)]


@pytest.mark.proves("heat.shuts_down")
def test_at_thirty_points_it_shuts_down_without_a_roll() -> None:
    empty = unit(heat=SINKS + 30, shots=tuple(0 for _ in unit().sheet.mounts))
    assert power(empty, (6, 6)) == [PowerChanged("red", shut_down=True)]


@pytest.mark.proves("QR-psr-damage")
def test_a_machine_that_shuts_down_rolls_at_three_more_and_may_fall() -> None:
    with Scripted((1, 2), (3, 4), (6, 6), 1, (3, 4)) as dice:
        playing = scene(dice, unit(heat=SINKS + 14))
        settle(playing)
    assert playing.unit("red").condition.prone
    with Scripted((1, 2), (4, 4)) as dice:
        playing = scene(dice, unit(heat=SINKS + 14))
        settle(playing)
    assert not playing.unit("red").condition.prone


@pytest.mark.proves("heat.avoid")
def test_a_machine_starts_up_by_itself_when_it_is_cool_and_by_a_roll_when_not() -> None:
    assert power(unit(heat=SINKS + 13, shut_down=True)) == [PowerChanged("red", shut_down=False)]
    assert power(unit(heat=SINKS + 14, shut_down=True), (2, 2)) == [PowerChanged("red", shut_down=False)]
    assert power(unit(heat=SINKS + 14, shut_down=True), (1, 2)) == []


@pytest.mark.proves("heat.ammunition", "heat.avoid")
def test_hot_ammunition_explodes_and_the_worst_bin_first() -> None:
    hot = unit(heat=SINKS + 19)
    with Scripted((6, 6), (1, 2), (6, 6), (6, 6)) as dice:
        playing = scene(dice, hot)
        settle(playing)
    assert [(bang.location, bang.damage) for bang in told(playing.events, Exploded)] == [("LT", 100)]
    calm = scene(Scripted((6, 6), (2, 2)), hot)
    settle(calm)
    assert told(calm.events, Exploded) == []


def test_a_bin_in_a_lost_location_no_longer_explodes() -> None:
    hot = maimed(unit(heat=SINKS - 1 + 19), "LT")
    with Scripted((6, 6)) as dice:
        playing = scene(dice, hot)
        settle(playing)
    assert told(playing.events, Exploded) == []


@pytest.mark.proves("heat.movement")
def test_improved_jump_jets_make_half_the_heat_and_no_less_than_three() -> None:
    improved = armed(HUNTER, "Improved Jump Jet@RT")
    lengths = {3: 3, 6: 3, 7: 4, 8: 4}
    assert {hexes: built(unit(improved, motion=moved("jump", hexes))) for hexes in lengths} == lengths


@pytest.mark.proves("heat.engine_kind", "heat.xxl_engines", "TO-309-xxl-engine")
def test_xxl_engines_run_hot_and_combustion_engines_of_industrial_machines_cold() -> None:
    def made(engine: str, mode: str, hexes: int = 0, *, improved: bool = False, industrial: bool = False) -> int:
        kind, sheet = catalogue()[engine], known("Shadow Hawk SHD-2H")
        assert isinstance(kind, Engine)
        assert sheet.engine is not None
        running = replace(sheet.engine, kind=kind)
        sheet = armed(sheet, "Improved Jump Jet@RT") if improved else sheet
        sheet = replace(sheet, kind="industrial machine") if industrial else sheet
        hot = unit(replace(sheet, engine=running), motion=moved(mode, hexes))
        rules = standard()
        return int(
            sum(term.value for rule in rules[BUILDS] if (term := rule.function(Toil(rules, hot, ()))) is not None)
        )

    assert [made("is_xxl_engine", mode) for mode in ("stationary", "walk", "run")] == [2, 4, 6]
    assert [made("is_xxl_engine", "jump", hexes) for hexes in (1, 3, 5)] == [6, 6, 10]
    assert [made("is_xxl_engine", "jump", hexes, improved=True) for hexes in (1, 3, 5)] == [3, 3, 5]
    assert [made("ice_engine", mode, industrial=True) for mode in ("stationary", "walk", "run")] == [0, 0, 0]
    assert [made("ice_engine", mode) for mode in ("stationary", "walk", "run")] == [0, 1, 2]
    assert [made("fusion_engine", mode) for mode in ("walk", "run")] == [1, 2]
