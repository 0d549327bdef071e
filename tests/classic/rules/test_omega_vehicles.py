"""Omega's vehicles: five sections with slots, engines and drive trains that are hit, heat, and how they are built."""

from fractions import Fraction
from typing import Any

import pytest

from overheat.api.questions import ask
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.construction.check import check
from overheat.classic.construction.vehicle.frame import least_engine
from overheat.classic.construction.vehicle.plan import VehiclePlan
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_slot, lose_location
from overheat.classic.facts.events import (
    ArmourLost,
    CrewHurt,
    CriticalHit,
    FateMet,
    HeatSettled,
    LocationLost,
    PowerChanged,
    Struck,
    VehicleHurt,
)
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.engines import Ejected
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.turn.heat import settle, settle_one
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.fielding import outfit, under
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.dice import Scripted
from skirmish import known, moved, relief, replace, told, unit

OMEGA = ("omega",)
TANK, HOVER, WHEELED = "Manticore Heavy Tank", "Condor Heavy Hover Tank", "Hetzer Wheeled Assault Gun"


def asked(question: str, **facts: Any) -> dict[str, Any]:
    return ask(question, OMEGA, **facts)


def tank(name: str | Sheet = TANK, id: str = "blue", **others: Any) -> Unit:
    sheet = known(name) if isinstance(name, str) else name
    return replace(Unit.fresh(ruleset(OMEGA), id, id, sheet, Hex(1, 2), 0), **others)


def scene(dice: Scripted, *units: Unit, board: str = "0 0 0") -> Scene:
    return Scene(State(relief=relief(board, OMEGA), units={each.id: each for each in units}, round=1), dice)


def system(of: Unit, name: str, location: str) -> int:
    return next(slot for code, slot in of.plan.systems[name] if code == location)


@pytest.mark.proves("OM-veh-sections", "omega.sections", "omega.into_sections")
def test_a_vehicle_has_five_sections_of_twelve_slots() -> None:
    assert asked("vehicle frame")["slots"]["top"] == 12
    fielded = under(ruleset(OMEGA), known(TANK))
    assert {place.code: len(place.slots) for place in fielded.locations} == dict.fromkeys(
        ("FR", "RS", "LS", "RR", "TU"), 12
    )
    assert [place.code for place in under(ruleset(OMEGA), known(WHEELED)).locations][-1] == "TP"


@pytest.mark.proves("OM-veh-structure", "omega.vehicle_structure")
def test_structure_goes_by_tons_and_section() -> None:
    fifty, odd = (asked("vehicle frame", tons=tons, turret=True) for tons in (50, 45))
    assert fifty["structure"] == {"front": 15, "rear": 15, "left": 10, "right": 10, "turret": 15}
    assert (fifty["structure_tons"], odd["structure"]["left"], odd["structure"]["front"]) == (5, 9, 14)


@pytest.mark.proves("OM-veh-hover-engine", "omega.any_hover_engine")
def test_a_hovercraft_may_have_any_engine() -> None:
    assert asked("vehicle frame", motive="hover")["least_engine_share"] == 0


@pytest.mark.proves("construction.vehicle.least_engine")
def test_in_the_standard_game_it_weighs_a_fifth() -> None:
    plan = VehiclePlan(known(HOVER), standard())
    assert plan.rules[least_engine](plan) == Fraction(str(plan.sheet.tons)) / 5


@pytest.mark.parametrize(
    ("engine", "tech", "slots", "fuel"),
    [("fusion", "IS", 6, 0), ("ICE", "IS", 6, 1), ("XL fusion", "IS", 12, 0), ("XL ICE", "Clan", 10, 1)],
)
@pytest.mark.proves("OM-veh-engine-crits", "omega.vehicle_engines", "omega.vehicle_questions")
def test_engines_fill_front_and_rear_and_large_ones_the_sides(engine: str, tech: str, slots: int, fuel: int) -> None:
    found = asked("vehicle frame", engine=engine, tech=tech)
    assert (found["engine_slots"], found["fuel_slots"]) == (slots, fuel)


@pytest.mark.proves("OM-veh-ice-damage", "omega.vehicle_fate", "omega.vehicle_harm")
def test_a_hit_on_the_fuel_destroys_and_three_on_the_engine_only_stop() -> None:
    assert asked("vehicle hull", unit=HOVER, damage=["RR fuel"])["destroyed"]
    dead = asked("vehicle hull", unit=HOVER, damage=["FR engine"] * 3)
    assert (dead["shutdown"], dead["vaporised"], dead["destroyed"]) == (True, False, False)
    assert asked("vehicle hull", unit=TANK, damage=["FR engine"] * 3)["vaporised"]


@pytest.mark.proves("OM-veh-ice-damage", "omega.vehicle_wrecked", "omega.dead_engines")
def test_an_engine_that_burns_fuel_shuts_down_for_good() -> None:
    playing = scene(Scripted(), tank(HOVER))
    for slot in range(3):
        hit_slot(playing, "blue", "FR", slot)
    playing.follow()
    assert [event.shut_down for event in told(playing.events, PowerChanged)] == [True]
    settle_one(playing, "blue")
    assert playing.unit("blue").condition.shut_down
    warm = scene(Scripted(), replace(unit(shut_down=True), id="red"))
    settle_one(warm, "red")
    assert not warm.unit("red").condition.shut_down


@pytest.mark.proves("OM-veh-hit-table", "omega.vehicle_fate", "omega.vaporise")
def test_a_fusion_engine_vaporises_its_vehicle() -> None:
    playing = scene(Scripted((6, 6)), tank())
    for slot in range(3):
        hit_slot(playing, "blue", "FR", slot)
    playing.follow()
    assert [event.why for event in told(playing.events, FateMet)] == ["engine_destroyed"]
    assert [event.safe for event in told(playing.events, Ejected)] == [True]


@pytest.mark.proves("OM-veh-energy-weapons", "omega.energy_needs_fusion")
def test_energy_weapons_need_fusion() -> None:
    rules = ruleset(OMEGA)
    ids = {finding.id for finding in check(known("Bulldog Medium Tank"), rules)}
    assert "omega.energy_needs_fusion" in ids
    assert "omega.energy_needs_fusion" not in {finding.id for finding in check(known(TANK), rules)}
    for name, engine, legal in (
        ("medium laser", "ICE", False),
        ("Flamer", "XL ICE", False),
        ("AC/5", "ICE", True),
        ("medium laser", "fusion", True),
    ):
        assert asked("vehicle frame", engine=engine, equipment=name)["legal"] is legal


@pytest.mark.proves("OM-veh-lift", "omega.vehicle_parts", "omega.vehicle_harm")
def test_lift_equipment_counts_two_for_a_lost_section() -> None:
    hurt = asked("vehicle hull", unit=HOVER, damage=["FR lift equipment", "LS lost"])
    assert (hurt["lift_hits"], hurt["lift_factor"]) == (3, "1/2")
    assert asked("vehicle hull", unit=HOVER, damage=["LS lost", "FR lost"])["immobile"]
    assert asked("vehicle hull", unit=HOVER, damage=["LS lift equipment", "LS lost"])["lift_hits"] == 2
    assert asked("vehicle frame", motive="hover")["lift_tons"] == 5


@pytest.mark.proves("OM-veh-drive", "omega.crippled", "omega.vehicle_parts", "omega.vehicle_harm")
def test_the_drive_train_counts_three_for_a_lost_side() -> None:
    half = asked("vehicle hull", unit=TANK, damage=["LS lost"])
    assert (half["drive_hits"], half["drive_factor"], half["cruise"]) == (3, "1/2", 2)
    still = asked("vehicle hull", unit=TANK, damage=["LS lost", "RS drive train"])
    assert (still["drive_hits"], still["immobile"]) == (4, True)


@pytest.mark.proves("OM-veh-drive", "omega.vehicle_wrecked")
def test_a_vehicle_without_drive_stays_where_it_is() -> None:
    playing = scene(Scripted(), tank())
    lose_location(playing, "blue", "LS")
    hit_slot(playing, "blue", "RS", system(playing.unit("blue"), "drive train", "RS"))
    playing.follow()
    assert [event.what for event in told(playing.events, VehicleHurt)] == ["immobilised"]
    assert playing.unit("blue").immobile
    assert playing.unit("blue").active


@pytest.mark.proves("OM-veh-turret-controls", "omega.vehicle_shares", "omega.vehicle_parts", "omega.vehicle_fate")
def test_turret_and_controls_weigh_a_twentieth_and_the_crew_has_a_slot() -> None:
    found = asked("vehicle frame", tons=60, turret=True)
    assert (found["turret_tons"], found["controls_tons"]) == (3, 3)
    assert asked("vehicle hull", unit=TANK, damage=["FR cockpit"])["crew_dead"]


@pytest.mark.proves("OM-veh-prohibitions", "omega.vehicles_without", "omega.never_on_vehicles")
def test_vehicles_carry_no_jump_jets_and_there_are_no_omni_vehicles() -> None:
    for name in ("MASC", "jump_jets", "Jump Jet", "TSM", "hatchet", "omni"):
        assert not asked("vehicle frame", equipment=name)["legal"]
    rules = ruleset(OMEGA)
    omni = replace(known(TANK), omni=True)
    assert "omega.never_on_vehicles" in {finding.id for finding in check(omni, rules)}


@pytest.mark.proves("OM-veh-heat-move", "omega.vehicles_heat_up", "heat.tracks")
def test_vehicles_heat_up_as_machines_do() -> None:
    heat = asked("heat", unit=TANK)
    assert (heat["builds"]["walk"], heat["builds"]["run"]) == (1, 2)
    fast = replace(tank(), motion=moved("run", 6))
    playing = scene(Scripted(), fast)
    settle(playing)
    [event] = told(playing.events, HeatSettled)
    assert sum(part.value for part in event.built) == 2
    rules = standard()
    assert rules[tracks_heat](rules, unit())
    assert not rules[tracks_heat](rules, unit(known(TANK)))


@pytest.mark.proves("OM-veh-hit-table", "omega.vehicle_hits", "omega.vehicle_location", "omega.vehicle_luck")
def test_the_table_of_locations_is_that_of_the_document() -> None:
    assert asked("vehicle table", side="left", roll=4)["location"] == "front"
    assert asked("vehicle table", side="rear", roll=3)["location"] == "front"
    rows = asked("vehicle table", side="front")["distribution"]["rows"]
    odds = {row["value"]: Fraction(*row["chance"]) for row in rows}
    assert odds == {
        "turret": Fraction(6, 36),
        "front": Fraction(10, 36),
        "rear": Fraction(4, 36),
        "left": Fraction(7, 36),
        "right": Fraction(7, 36),
        "crit(roll)": Fraction(1, 36),
        "crit(front)": Fraction(1, 36),
    }


@pytest.mark.proves("OM-veh-hit-table", "omega.vehicles_by_slots", "omega.vehicle_luck", "damage.by_slots")
def test_a_twelve_strikes_the_side_with_a_certain_critical_hit() -> None:
    dice = Scripted((6, 6), 1, 4)
    playing = scene(dice, tank())
    take(playing, Hit("blue", "front", 5, "test"))
    dice.done()
    assert [(hit.location, hit.damage) for hit in told(playing.events, Struck)] == [("FR", 5)]
    assert [(hit.location, hit.slot) for hit in told(playing.events, CriticalHit)] == [("FR", 3)]
    assert ask("location", unit="Marauder MAD-3R", dice=[3, 4])["location"] == "CT"


@pytest.mark.proves("OM-veh-hit-table", "omega.vehicle_criticals")
def test_a_lost_section_does_not_destroy_a_vehicle_and_nothing_is_blown_off() -> None:
    bare = tank()
    place = replace(bare.condition["RS"], armour=0)
    bare = replace(bare, condition=bare.condition.with_location(place))
    playing = scene(Scripted((4, 6), (6, 6), 1, 4, 1, 1, 1, 2), bare)
    take(playing, Hit("blue", "front", 5, "test"))
    assert [hit.location for hit in told(playing.events, CriticalHit)] == ["RS"] * 3
    assert told(playing.events, LocationLost) == []
    lose_location(playing, "blue", "RS")
    assert playing.unit("blue").active
    assert not [event for event in playing.events if isinstance(event, CrewHurt | ArmourLost)]


@pytest.mark.proves("omega.drowned")
def test_under_water_a_hit_on_life_support_kills_the_crew() -> None:
    sealed = known(TANK)
    item = next(entry for entry in catalogue().entries.values() if "environmental_sealing" in entry.flags)
    sealed = replace(sealed, mounts=(*sealed.mounts, Mount(equipment=item, location="BD")))
    deep = tank(sealed, elevation=-2)
    playing = scene(Scripted(), deep, board="0 0~2 0")
    hit_slot(playing, "blue", "FR", system(deep, "life support", "FR"))
    playing.follow()
    assert [event.why for event in told(playing.events, FateMet)] == ["crew_killed"]
    dry = scene(Scripted(), tank(sealed))
    hit_slot(dry, "blue", "FR", system(deep, "life support", "FR"))
    dry.follow()
    assert told(dry.events, FateMet) == []


def weights(name: str) -> dict[str, Fraction]:
    rules = ruleset(OMEGA)
    plan = VehiclePlan(under(rules, known(name)), rules)
    return {term.id: Fraction(term.value) for term in plan.weight().terms}


@pytest.mark.proves(
    "omega.vehicle_engine_weight", "omega.vehicle_turret_weight", "omega.fuel_weight", "omega.sinks_of_any_engine"
)
def test_what_parts_of_a_vehicle_weigh() -> None:
    tank, hover = weights(TANK), weights(HOVER)
    # A fusion engine of 240 weighs 11.5 tons, one of 165 that burns fuel twice 6.
    assert tank["construction.vehicle_weight.engine"] == Fraction(23, 2)
    assert hover["construction.vehicle_weight.engine"] == 12
    turrets = [each["construction.vehicle_weight.turret"] for each in (tank, hover)]
    assert turrets == [3, Fraction(5, 2)]
    assert hover["omega.fuel_weight"] == Fraction(5, 2)
    assert "omega.fuel_weight" not in tank
    assert weights("Bulldog Medium Tank").get("construction.vehicle_weight.heat_sinks", Fraction(0)) == 0


@pytest.mark.proves(
    "omega.vehicle_locations",
    "omega.vehicle_structure_points",
    "omega.vehicle_slots",
    "omega.ammunition_anywhere",
)
def test_a_refitted_vehicle_is_built_by_the_rules() -> None:
    rules = ruleset(OMEGA)
    errors = {finding.id for finding in check(known("Vedette Medium Tank"), rules) if finding.severity == "error"}
    assert errors <= {"construction.vehicle.weight"}
    fielded = under(rules, known(TANK))
    crowded = replace(fielded.locations[0], structure=5, slots=(*fielded.locations[0].slots, "Engine"))
    spoilt = replace(fielded, locations=(crowded, *fielded.locations[1:-1]))
    found = {finding.id for finding in check(spoilt, rules)}
    rotor = known("Warrior Attack Helicopter H-7")
    misplaced = replace(rotor, mounts=tuple(replace(mount, location="FR") for mount in rotor.mounts))
    assert "construction.vehicle.ammunition_place" in {finding.id for finding in check(misplaced, rules)}
    assert {"omega.vehicle_locations", "omega.vehicle_structure_points", "omega.vehicle_slots"} <= found


@pytest.mark.proves("omega.life_support_weight")
def test_life_support_weighs_a_ton() -> None:
    rules = ruleset(OMEGA)
    fielded = under(rules, known(TANK))
    front = fielded.locations[0]
    lines = (*front.slots[:10], "Life Support", "Life Support")
    sealed = replace(fielded, locations=(replace(front, slots=lines), *fielded.locations[1:]))
    terms = {term.id: term.value for term in VehiclePlan(sealed, rules).weight().terms}
    assert terms["omega.life_support_weight"] == 1


@pytest.mark.proves("omega.into_sections")
def test_the_refit_is_told() -> None:
    notes = [str(note) for note in outfit(ruleset(OMEGA), known(WHEELED)).notes]
    assert any("five sections of 12 slots" in note for note in notes)
    assert any("its top takes" in note for note in notes)


@pytest.mark.proves("omega.into_sections")
def test_what_others_make_has_its_slots_too() -> None:
    item = catalogue().find("Medium Pulse Laser", "Clan")
    assert item is not None
    mixed = replace(known(TANK), mixed=True, mounts=(*known(TANK).mounts, Mount(equipment=item, location="FR")))
    fielded = tank(mixed)
    at = next(at for at, mount in enumerate(fielded.sheet.mounts) if mount.equipment.id == item.id)
    assert [code for code, _ in fielded.plan.mount_slots[at]] == ["FR"]
