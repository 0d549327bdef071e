"""Options of coolant and critical damage: trucks, sinks linked to items, items that outlast hits."""

import pytest

from machines import KNIGHT
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import hit_slot
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CriticalHit
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.capacitors import CHARGED
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.tacops.coolant_failure import LEAKING, lost_coolant
from overheat.classic.rules.tacops.coolant_trucks import HOOKED, HookUp
from overheat.classic.rules.tacops.rerouting_coolant import LINKED, Reroute
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import heat_of, settle_one, toil_of
from overheat.kernel.dice import Scripted
from skirmish import mount, moved, on_turn, relief, replace, say, shot, state, term, told, unit
from trucks import truck

TRUCKS = ["coolant_failure", "coolant_trucks"]


def under(rules: list[str], before: State) -> State:
    return replace(before, relief=Relief(before.relief.board, ruleset(rules)))


def hooked_up(lost: int, heat: int = 0) -> Scene:
    marks = {HOOKED: Mark(about="truck", this_round=True), **({LEAKING: Mark(value=lost)} if lost else {})}
    machine = unit(heat=heat, marks=marks)
    scene = Scene(under(TRUCKS, state(machine)), Scripted())
    settle_one(scene, "red")
    scene.follow()
    return scene


@pytest.mark.proves("TO-106-coolant-systems-1", "coolant_trucks.fills_up", "coolant_trucks.figures")
def test_a_machine_that_is_hooked_up_gets_back_two_points_of_coolant_in_every_turn() -> None:
    assert lost_coolant(hooked_up(3).unit("red")) == 1
    assert lost_coolant(hooked_up(2).unit("red")) == 0
    assert LEAKING not in hooked_up(1).unit("red").marks


@pytest.mark.proves("coolant_trucks.sinks", "coolant_trucks.figures")
def test_a_hose_sinks_fifteen_points_more() -> None:
    def sunk(*marks: str) -> int:
        machine = unit(marks={mark: Mark(about="truck") for mark in marks})
        return int(heat_of(toil_of(under(TRUCKS, state(machine)), machine))[1].total)

    assert sunk(HOOKED) == sunk() + 15


def beside(machine: Unit, lorry: Unit) -> list[HookUp]:
    enemy = unit(id="green", hex="0109", facing=0, side="green")
    before = under(TRUCKS, on_turn(machine, lorry, enemy, phase="weapons", board=" ".join(["0"] * 9)))
    return [said for said in Classic(TRUCKS).legal(before, "red") if isinstance(said, HookUp)]


@pytest.mark.proves("coolant_trucks.verbs")
def test_a_machine_hooks_up_to_a_truck_beside_it_while_both_stand_still() -> None:
    lorry = replace(truck(id="truck", hex="0102"), side="red")
    assert beside(unit(), lorry) == [HookUp("truck")]
    assert not beside(unit(motion=moved("walk", 1)), lorry)
    assert not beside(unit(), replace(lorry, hex=unit(hex="0103").hex))


REROUTING = ["rerouting_coolant"]


def knight(heat: int = 13, **links: int) -> Unit:
    """A hot machine with sinks linked to its PPC, to the capacitor of it, and with that charged or not."""
    made = unit(KNIGHT, heat=heat)
    gun, part = mount(made, "PPC"), mount(made, "PPC Capacitor")
    found = {each(LINKED, gun): Mark(value=links.get("gun", 0)), each(LINKED, part): Mark(value=links.get("part", 0))}
    marks = {name: mark for name, mark in found.items() if mark.value}
    return replace(made, marks={**marks, **({each(CHARGED, part): Mark()} if links.get("charged") else {})})


def saved(**links: int) -> int:
    return -term(shot("PPC", "0 0 0 0 0", knight(**links), rules=REROUTING), "to_hit.rerouted_coolant")


@pytest.mark.proves("to_hit.rerouted_coolant", "rerouting.cools")
def test_each_sink_that_is_linked_to_a_weapon_takes_a_point_of_what_heat_adds() -> None:
    assert term(shot("PPC", "0 0 0 0 0", knight()), "to_hit.heat") == 2
    assert (saved(), saved(gun=1), saved(gun=2), saved(gun=3)) == (0, 1, 2, 2)


@pytest.mark.proves("TO-105-rerouting-coolant-capacitor", "rerouting.cools")
def test_a_capacitor_is_no_part_of_its_weapon_and_is_linked_for_itself() -> None:
    assert saved(gun=2, charged=1) == 0
    assert saved(gun=2, part=1, charged=1) == 1
    assert saved(gun=2, part=2, charged=1) == 2


@pytest.mark.proves("rerouting.sinks")
def test_linked_sinks_do_not_sink_the_heat_of_the_machine() -> None:
    def sunk(of: Unit) -> int:
        return int(heat_of(toil_of(under(REROUTING, state(of)), of))[1].total)

    sinks = knight().sheet.heat_sinks
    assert sinks is not None
    each_sinks = 2 if sinks.kind == "double" else 1
    assert sunk(knight()) - sunk(knight(gun=2, part=1)) == 3 * each_sinks


@pytest.mark.proves("rerouting.verbs")
def test_coolant_is_rerouted_once_a_round() -> None:
    enemy = unit(id="green", hex="0103", facing=0, side="green")
    before = under(REROUTING, on_turn(knight(), enemy, phase="weapons"))
    game = Classic(REROUTING)
    offered = [said for said in game.legal(before, "red") if isinstance(said, Reroute)]
    part = mount(knight(), "PPC Capacitor")
    assert Reroute(part, 2) in offered
    after, _ = say(before, Scripted(), Reroute(part, 2))
    assert after.units["red"].marks[each(LINKED, part)].value == 2
    assert not [said for said in game.legal(after, "red") if isinstance(said, Reroute)]


EXPANDED = ["expanded_critical_damage"]


def struck(name: str, hits: int, rules: list[str] | None = None) -> Scene:
    """A machine that takes so many critical hits on the slots of an item."""
    whole = unit(KNIGHT)
    at = mount(whole, name)
    slots = [
        (code, number)
        for code, places in whole.plan.slots.items()
        for number, held in enumerate(places)
        if at in held.mounts
    ]
    scene = Scene(under(EXPANDED if rules is None else rules, state(whole)), Scripted((6, 6), (6, 6)))
    for code, number in slots[:hits]:
        hit_slot(scene, "red", code, number)
    return scene


@pytest.mark.proves(
    "TO-075-expanded-critical-damage", "expanded_critical_damage.bears", "expanded_critical_damage.outlasts"
)
def test_a_weapon_of_three_slots_outlasts_a_hit_and_one_of_a_single_slot_none() -> None:
    ppc, laser = mount(unit(KNIGHT), "PPC"), mount(unit(KNIGHT), "Medium Laser")
    assert works(struck("PPC", 1).unit("red"), ppc)
    assert not works(struck("PPC", 2).unit("red"), ppc)
    assert not works(struck("PPC", 1, []).unit("red"), ppc)
    assert not works(struck("Medium Laser", 1).unit("red"), laser)


@pytest.mark.proves("to_hit.critical_damage", "expanded_critical_damage.figures")
def test_a_damaged_weapon_is_a_point_harder_to_hit_with() -> None:
    hurt = struck("PPC", 1).unit("red")
    attack = WeaponAttack(
        relief("0 0 0 0 0", EXPANDED), hurt, unit(id="blue", hex="0105", facing=0), mount(hurt, "PPC")
    )
    assert term(attack, "to_hit.critical_damage") == 1
    assert not told(struck("PPC", 1).events, CriticalHit)
