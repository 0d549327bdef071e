"""Omega's electronics: designators, targeting computers, probes that see through smoke, jammers that give away."""

from typing import Any

import pytest

from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import AttackRolled, MarkLifted, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.electronics import PROBING, UseProbe, probed_within
from overheat.classic.rules.omega.reaction import SCREEN
from overheat.classic.rules.standard.aiming import may_aim
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.hiding import HIDING, hidden
from overheat.classic.rules.standard.jamming import jammers_between
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.round import carry_out, legal, most_worth
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Mount
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Part, Tally
from skirmish import NORTH, SOUTH, armed, field, known, relief, replace, told

RULES = ("omega",)
COMMANDO = "Commando COM-2D"
LASER = "Medium Laser"


def scout(id: str = "red", hex: str = "0101", facing: int = SOUTH, *items: str) -> Unit:
    """A Commando with a probe, a designator and a targeting computer, and whatever else."""
    sheet = armed(known(COMMANDO), "Beagle Active Probe@LT", "TAG@RT", "Targeting Computer@RT", *items)
    return Unit.fresh(ruleset(RULES), id, id, sheet, Hex.parse(hex), facing)


def blue_at(hex: str = "0105", **others: Any) -> Unit:
    return replace(Unit.fresh(ruleset(RULES), "blue", "blue", known(COMMANDO), Hex.parse(hex), NORTH), **others)


def mount(of: Unit, name: str) -> int:
    return next(at for at, held in enumerate(of.sheet.mounts) if held.equipment.name == name)


def probe(of: Unit) -> int:
    return next(at for at, held in enumerate(of.sheet.mounts) if "probe" in held.equipment.flags)


def state_of(*units: Unit, smoke: str = "", **others: Any) -> State:
    effects = {Hex.parse(smoke): {SCREEN: Mark()}} if smoke else {}
    ground = relief(field(1, 12), RULES).under(effects)
    return State(relief=ground, units={unit.id: unit for unit in units}, round=2, effects=effects, **others)


def shot_at(state: State, name: str, **facts: Any) -> WeaponAttack:
    red, blue = state.units["red"], state.units["blue"]
    return WeaponAttack(state.relief, red, blue, mount(red, name), effects=state.effects, **facts)


@pytest.mark.proves("OM-targeting-computer", "omega.computer_and_designator")
def test_a_targeting_computer_helps_a_designator() -> None:
    number = target_number(shot_at(state_of(scout(), blue_at()), "TAG"))
    assert number["to_hit.targeting_computer"].value == -1


@pytest.mark.proves("OM-targeting-computer", "omega.computers_aim_at_nothing", "omega.no_aim_by_computer")
def test_no_computer_aims_at_a_location() -> None:
    state = state_of(scout("red", "0101", SOUTH, "Medium Laser@RA"), blue_at("0103"))
    rules = state.relief.rules
    assert not rules[may_aim](rules, state.units["red"], state.units["blue"])
    no = refusal(shot_at(state, LASER, aimed="LL"))
    assert no is not None
    assert no.id == "omega.no_aim_by_computer"
    still = replace(blue_at("0103"), condition=replace(blue_at().condition, shut_down=True))
    assert rules[may_aim](rules, state.units["red"], still)
    assert refusal(shot_at(state_of(state.units["red"], still), LASER, aimed="LL")) is None


def probing(of: Unit) -> Unit:
    return replace(of, marks={f"{PROBING}:{probe(of)}": Mark()})


@pytest.mark.proves("OM-beagle", "omega.seen_by_probe", "to_hit.through_smoke", "omega.ground_by_probe")
def test_a_probe_that_is_used_sees_through_smoke_and_firing_through_it_costs_as_firing_into_it() -> None:
    red = scout("red", "0101", SOUTH, "Large Laser@RA")
    blind = state_of(red, blue_at("0104"), smoke="0102")
    assert refusal(shot_at(blind, "Large Laser")) is not None
    seen = shot_at(state_of(probing(red), blue_at("0104"), smoke="0102"), "Large Laser")
    assert refusal(seen) is None
    clear = shot_at(state_of(probing(red), blue_at("0104")), "Large Laser")
    assert target_number(seen).total - target_number(clear).total == 2
    assert target_number(seen)["to_hit.through_smoke"].value == 2
    far = shot_at(state_of(probing(red), blue_at("0109"), smoke="0102"), "Large Laser")
    assert refusal(far) is not None


@pytest.mark.proves("omega.probe_verb", "heat.probe", "omega.probe_figures")
def test_a_probe_is_used_in_the_reaction_phase_finds_what_is_hidden_and_makes_heat() -> None:
    red = scout()
    field_of_mines = Thing("mines", "minefield", Hex(1, 3), "blue", hidden=True)
    state = state_of(red, hidden(blue_at("0104")), smoke="0102", phase="reaction", acting="red")
    state = replace(state, things={"mines": field_of_mines})
    use = UseProbe(probe(red))
    assert use in list(legal(state, red))
    assert most_worth(state, red, [use]) == use
    scene = Scene(state, Scripted())
    assert carry_out(scene, red, use) is None
    assert probed_within(scene.unit("red")) == 4
    assert HIDING not in scene.unit("blue").marks
    assert [event.thing.hidden for event in told(scene.events, ThingPlaced)] == [False]
    built = Tally.of(rule.function(toil_of(scene.state, scene.unit("red"))) for rule in scene.rules[BUILDS])
    assert built["heat.probe"].value == 2


def jamming(hex: str, mode: int) -> Unit:
    """A unit with the strongest jammer, set to a mode."""
    rules = ruleset(RULES)
    sheet = armed(known(COMMANDO))
    unit = Mount(equipment=catalogue_of(rules).entries["omega_is_ecm_3"], location="CT", slots=0)
    whole = Unit.fresh(rules, "blue", "blue", replace(sheet, mounts=(*sheet.mounts, unit)), Hex.parse(hex), NORTH)
    at = next(at for at, held in enumerate(whole.sheet.mounts) if held.equipment.id == "omega_is_ecm_3")
    return replace(whole, marks={f"ecm_mode:{at}": Mark(mode)})


@pytest.mark.proves("omega.probe_jammed", "OM-ecm-hidden")
def test_a_probe_near_a_jammer_is_jammed_and_its_owner_knows_while_a_hidden_jammer_stays_hidden() -> None:
    red = scout()
    for mode, jammed in ((1, False), (3, True)):
        state = state_of(red, hidden(jamming("0104", mode)), phase="reaction", acting="red")
        scene = Scene(state, Scripted())
        assert carry_out(scene, red, UseProbe(probe(red))) is None
        assert (probed_within(scene.unit("red")) < 0) is jammed
        assert (HIDING in scene.unit("blue").marks) is jammed
        again = carry_out(scene, scene.unit("red"), UseProbe(probe(red)))
        assert again is not None
        assert again.reason == ("the probe is jammed" if jammed else "the probe is on already")


@pytest.mark.proves("OM-ecm-hidden", "omega.exposed_by_jamming", "omega.exposing")
def test_a_hidden_unit_that_jams_a_missile_is_found() -> None:
    state = state_of(scout(), hidden(jamming("0104", 3)), replace(blue_at("0105"), id="green"))
    scene = Scene(state, Scripted())
    needed = (Part("to_hit.ecm", 2, "jammers near the target", ""),)
    scene.tell(AttackRolled("red", "green", "fire", needed, 8, True, "LRM 5"))
    scene.follow()
    assert [event.mark for event in told(scene.events, MarkLifted)] == [HIDING]


@pytest.mark.proves("jamming.reach", "omega.jams_as_far")
def test_networks_and_probes_are_jammed_as_far_as_the_mode_says() -> None:
    rules = ruleset(RULES)
    for mode, found in ((0, 0), (1, 0), (3, 1)):
        jammers = jammers_between(rules, "red", Hex(1, 1), Hex(1, 1), (jamming("0105", mode),))
        assert len(list(jammers)) == found
    assert not list(jammers_between(rules, "red", Hex(1, 1), Hex(1, 1), (jamming("0106", 3),)))
