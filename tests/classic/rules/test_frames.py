"""What a unit is built around: cockpits and consoles, sealed hulls, armoured tracks, armour that keeps heat out."""

from __future__ import annotations

import pytest

from machines import HUNTER, sheet
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.damage.places import place_hit
from overheat.classic.facts.events import FateMet, Scorched
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.going import drowns
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.movement import Entry
from overheat.classic.rules.standard.piloting import BLOWS, Check, cause, piloting_number
from overheat.classic.rules.standard.switches import may_eject
from overheat.classic.rules.standard.to_hit import SPOTTING
from overheat.classic.rules.standard.vehicles import MotiveHit, motive_roll
from overheat.classic.rulesets import standard
from overheat.classic.turn.preview import heat_of_hit
from overheat.classic.unit.equipment import Engine, catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Scripted
from plating import plated
from skirmish import armed, bared, ground, maimed, marked, replace, scene, shot, state, term, told, unit
from vehicles import WARDEN
from vehicles import sheet as vehicle


def console() -> Sheet:
    return replace(sheet(HUNTER), cockpit="Command Console")


@pytest.mark.proves("TO-301-command-console", "to_hit.spotting")
def test_who_has_a_second_pilot_at_a_console_spots_and_shoots_at_no_cost() -> None:
    driven = armed(vehicle(WARDEN), "Vehicle Command Console@BD")
    spotters = (unit(of, marks=marked(SPOTTING)) for of in (sheet(HUNTER), console(), driven))
    assert [term(shot(attacker=spotter), "to_hit.spotting") for spotter in spotters] == [1, 0, 0]


@pytest.mark.proves("TO-301-command-console", "to_hit.indirect")
def test_what_a_spotter_at_a_console_attacks_does_not_disturb_the_shot() -> None:
    for spotter, added in ((unit(id="eye", side="red"), 2), (unit(console(), id="eye", side="red"), 1)):
        attack = shot("LRM 5", spotter=spotter, spotter_attacks=True)
        assert term(attack, "to_hit.indirect") == added


def torso_mounted() -> Sheet:
    """A machine whose pilot sits in the torso, in the place of a jump jet."""
    text = HUNTER.replace("Life Support, Sensors, Cockpit", "Sensors").replace("Cockpit\n", "-Empty-\n")
    text = text.replace("mass:50", "mass:50\ncockpit:Torso-Mounted Cockpit")
    head, _, rest = text.partition("Center Torso:\n")
    return sheet(head + "Center Torso:\n" + rest.replace("-Empty-", "Cockpit", 1))


@pytest.mark.proves("TO-301-torso-cockpit", "locations.strikes_again", "damage.fatal")
def test_a_machine_with_its_pilot_in_the_torso_fights_on_without_its_head() -> None:
    whole = unit(torso_mounted(), id="blue")
    playing = scene(Scripted(), bared(whole, "HD", 1))
    hit_machine(playing, Hit("blue", "front", 8, "test"), "HD")
    after = playing.unit("blue")
    assert after.active
    assert (after.condition["CT"].armour, after.condition.crew_hits) == (20, 0)
    assert told(playing.events, FateMet) == []
    with Scripted((6, 6), (6, 6), (3, 4)) as dice:
        assert place_hit(scene(dice, after), "blue", "front").code == "CT"


@pytest.mark.proves("TO-306-drone-os", "piloting.cockpit")
@pytest.mark.parametrize("cockpit", ["Small Cockpit", "Torso-Mounted Cockpit"])
def test_a_drone_is_not_hampered_by_its_cockpit(cockpit: str) -> None:
    def number(of: Sheet) -> int:
        return int(piloting_number(Check(standard(), unit(of), cause(BLOWS, "kicked"))).total)

    manned = replace(sheet(HUNTER), cockpit=cockpit)
    assert number(manned) == 6
    assert number(armed(manned, "Drone (Remote) Operating System@CT")) == 5


@pytest.mark.proves("crew.may_eject")
def test_the_pilot_of_an_industrial_machine_needs_an_ejection_seat() -> None:
    rules, plain = standard(), replace(sheet(HUNTER), kind="industrial machine")

    def hurt(of: Sheet) -> Unit:
        return maimed(unit(of), "LA")

    assert rules[may_eject](rules, hurt(plain)) is not None
    assert rules[may_eject](rules, hurt(armed(plain, "Ejection Seat (IndustrialMech)@HD"))) is None
    assert rules[may_eject](rules, hurt(sheet(HUNTER))) is None


@pytest.mark.proves("movement.drowns")
def test_an_engine_that_needs_air_keeps_a_machine_out_of_deep_water_unless_it_is_sealed() -> None:
    oil = catalogue()["ice_engine"]
    plain = sheet(HUNTER)
    assert isinstance(oil, Engine)
    assert plain.engine is not None
    burning = replace(plain, engine=replace(plain.engine, kind=oil))
    board, rules = ground("0 0~1 0~2"), standard()
    dry, shallow, deep = (board[hex] for hex in sorted(board))

    def refused(of: Sheet, depth: int) -> bool:
        target = deep if depth == 2 else shallow
        return drowns.function(Entry(rules, unit(of), dry, target, 0, -depth)) is not None

    assert refused(burning, 2)
    assert not refused(burning, 1)
    assert not refused(plain, 2)
    assert not refused(armed(burning, "Environmental Sealing@CT"), 2)


@pytest.mark.proves("vehicles.motive_roll", "vehicles.motive_modifiers")
def test_an_armoured_motive_system_takes_two_off_rolls_for_motive_damage() -> None:
    rules, plain = standard(), vehicle(WARDEN)
    armoured = armed(plain, "Armored Motive System@BD")
    rolls = [int(rules[motive_roll](MotiveHit(rules, unit(of), "rear")).total) for of in (plain, armoured)]
    assert rolls == [1, -1]


@pytest.mark.proves("armours.heat", "armours.kinds")
@pytest.mark.parametrize("armour", ["is_reflective", "heat_dissipating_armour"])
def test_some_armour_lets_half_of_the_heat_of_others_through(armour: str) -> None:
    hot = unit(plated(sheet(HUNTER), armour), id="blue", hex="0103", facing=0)
    attack = shot("Flamer", target=hot, mode="heat")
    with Scripted((6, 6)) as dice:
        playing = Scene(state(attack.attacker, attack.target), dice)
        resolve(playing, attack)
    assert [event.heat for event in told(playing.events, Scorched)] == [1]
    assert heat_of_hit(playing.state, attack) == 1
