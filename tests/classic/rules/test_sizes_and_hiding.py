"""Targets that are large, small or hard to make out: sizes, lone squads, beasts, signature systems, sneak suits."""

from typing import Any

import pytest

from machines import HUNTER, KNIGHT
from overheat.classic.attack.to_hit import target_number
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit, Weather
from overheat.classic.rules.standard.heat import Toil, stealth_heat
from overheat.classic.rules.standard.switches import STEALTH_ON, may_hide
from overheat.classic.rulesets import standard
from overheat.classic.unit.sheet import Platoon, Sheet
from overheat.classic.unitfile.blk import parse_blk
from skirmish import NORTH, armed, forbidden, known, marked, moved, relief, replace, shot, term, unit
from soldiers import CAVALIERS, LAUNCHERS, RIFLES, platoon, rifles, squad, volley
from vehicles import WARDEN


def column(hexes: int) -> str:
    return " ".join(["0"] * (hexes + 1))


def vehicle(**fields: Any) -> Unit:
    """A tank with some other figures, as a target."""
    return unit(replace(parse_blk(WARDEN, "warden.blk").sheet, **fields), id="blue", facing=NORTH)


@pytest.mark.proves("to_hit.large_target")
def test_large_support_vehicles_and_superheavy_machines_are_easier_to_hit() -> None:
    assert term(shot(target=vehicle(kind="support vehicle", tons=101)), "to_hit.large_target") == -1
    assert term(shot(target=vehicle(kind="support vehicle", tons=100)), "to_hit.large_target") == 0
    assert term(shot(target=vehicle(kind="support vehicle", motive="vtol", tons=31)), "to_hit.large_target") == -1
    assert term(shot(target=vehicle(tons=120)), "to_hit.large_target") == 0
    heavy = unit(replace(armed(HUNTER), tons=105), id="blue", facing=NORTH)
    assert term(shot(target=heavy), "to_hit.large_target") == -1


def test_what_is_oversized_stands_higher_and_has_no_legs_to_hide() -> None:
    assert [unit(replace(armed(HUNTER), tons=tons)).stature for tons in (100, 105)] == [1, 2]
    assert [vehicle(tons=tons).stature for tons in (100, 101)] == [0, 1]
    assert forbidden(shot(column="0 0 1 0", target=vehicle())) == "sight.ground"
    assert forbidden(shot(column="0 0 1 0", target=vehicle(tons=101))) is None
    covered = [shot(column="0 0 1 0"), shot(column="0 0 1 0", target=vehicle(tons=101))]
    assert [any("cover" in found.id for found in target_number(each).terms) for each in covered] == [True, False]


@pytest.mark.proves("to_hit.target_immobile")
def test_a_trailer_cannot_move_and_is_an_immobile_target() -> None:
    assert term(shot(target=vehicle(walk=0)), "to_hit.target_immobile") == -4
    assert term(shot(target=vehicle()), "to_hit.target_immobile") == 0


@pytest.mark.proves("to_hit.squad")
def test_a_single_squad_is_harder_to_hit_than_a_platoon() -> None:
    assert term(shot(target=unit(soldiers(squads=1), id="blue")), "to_hit.squad") == 1
    assert term(shot(target=unit(soldiers(), id="blue")), "to_hit.squad") == 0


def soldiers(**fields: Any) -> Sheet:
    """Riflemen of whom something is otherwise."""
    sheet = known(RIFLES)
    assert isinstance(sheet.platoon, Platoon)
    return replace(sheet, platoon=replace(sheet.platoon, **fields))


@pytest.mark.proves("to_hit.beast", "to_hit.beasts")
def test_very_large_animals_are_easier_to_hit_and_stand_taller() -> None:
    for beast, value, stature in (("Horse", 0, 0), ("Elephant", -1, 1), ("Hipposaur", -2, 1)):
        rider = unit(soldiers(beast=beast), id="blue")
        assert term(shot(target=rider), "to_hit.beast") == value
        assert rider.stature == stature


def hidden(*items: str, **others: Any) -> Unit:
    """A machine with something that hides it, switched on."""
    return unit(armed(HUNTER, *items), id="blue", facing=NORTH, marks=marked(STEALTH_ON), **others)


@pytest.mark.proves("to_hit.null_signature")
@pytest.mark.parametrize(("hexes", "value"), [(6, 1), (9, 2)])
def test_a_null_signature_hides_as_stealth_armour_does(hexes: int, value: int) -> None:
    attack = shot(column=column(hexes), target=hidden("Null Signature System@LT"))
    assert term(attack, "to_hit.null_signature") == value
    assert term(attack, "to_hit.stealth") == 0


@pytest.mark.proves("to_hit.chameleon")
@pytest.mark.parametrize(("hexes", "value"), [(6, 1), (9, 2)])
def test_a_chameleon_shield_adds_to_a_null_signature(hexes: int, value: int) -> None:
    both = hidden("Null Signature System@LT", "Chameleon Light Polarization Shield@RT")
    attack = shot(column=column(hexes), target=both)
    assert term(attack, "to_hit.chameleon") == value == term(attack, "to_hit.null_signature")


@pytest.mark.proves("to_hit.void_signature", "to_hit.void_signature_bands")
@pytest.mark.parametrize(("hexes", "value"), [(0, 3), (1, 2), (2, 2), (3, 1), (5, 1)])
def test_a_void_signature_hides_who_moves_little_and_needs_a_jammer(hexes: int, value: int) -> None:
    items = ("Void Signature System@LT", "Guardian ECM Suite@RT")
    assert term(shot(target=hidden(*items, motion=moved("walk", hexes))), "to_hit.void_signature") == value
    assert term(shot(target=hidden(items[0])), "to_hit.void_signature") == 0


@pytest.mark.proves("to_hit.stealth")
def test_stealth_counts_only_where_it_is_carried_and_does_not_deceive_soldiers_on_foot() -> None:
    knight = unit(KNIGHT, id="blue", facing=NORTH, marks=marked(STEALTH_ON))
    assert term(shot(column=column(9), target=knight), "to_hit.stealth") == 2
    assert term(shot(column=column(9), target=hidden()), "to_hit.stealth") == 0
    assert term(volley(platoon(), replace(knight, hex=unit(hex="0103").hex)), "to_hit.stealth") == 0
    suits = squad(CAVALIERS)
    far, at = max((weapon.range[3], at) for at in suits.plan.weapons if (weapon := suits.sheet.mounts[at].weapon))
    there = replace(knight, hex=Hex(1, far + 1))
    assert term(WeaponAttack(relief(column(far)), suits, there, at), "to_hit.stealth") == 2


@pytest.mark.proves("switches.stealth")
def test_signature_systems_and_chameleon_shields_can_be_switched_on() -> None:
    rules = standard()
    assert rules[may_hide](rules, hidden("Null Signature System@LT")) is None
    assert rules[may_hide](rules, hidden("Chameleon Light Polarization Shield@LT")) is None
    assert rules[may_hide](rules, hidden("Void Signature System@LT")) is not None
    assert rules[may_hide](rules, hidden()) is not None


@pytest.mark.proves("heat.stealth", "heat.stealth_systems")
def test_every_system_that_hides_makes_its_heat() -> None:
    def made(target: Unit) -> int:
        found = stealth_heat.function(Toil(rules=standard(), unit=target))
        return 0 if found is None else int(found.value)

    assert made(hidden("Null Signature System@LT")) == 10
    assert made(hidden("Null Signature System@LT", "Chameleon Light Polarization Shield@RT")) == 16
    assert made(hidden()) == 0


@pytest.mark.proves("infantry.camouflage", "infantry.sneak_suits")
@pytest.mark.parametrize(("hexes", "value"), [(0, 3), (1, 2), (2, 1)])
def test_camouflage_hides_soldiers_who_stay(hexes: int, value: int) -> None:
    target = unit(soldiers(protection=("sneak camo",)), id="blue", motion=moved("walk", hexes))
    assert term(shot(target=target), "infantry.camouflage") == value


@pytest.mark.proves("infantry.cold_suits", "infantry.sneak_suits")
@pytest.mark.parametrize(("hexes", "value"), [(3, 1), (6, 1), (9, 2)])
def test_suits_that_hide_heat_deceive_sensors_and_no_soldiers(hexes: int, value: int) -> None:
    target = unit(soldiers(protection=("sneak ir",)), id="blue")
    assert term(shot(column=column(hexes), target=target), "infantry.cold_suits") == value
    assert term(volley(platoon(), replace(target, hex=unit(hex="0102").hex)), "infantry.cold_suits") == 0


@pytest.mark.proves("infantry.sights")
def test_implanted_laser_sights_help_soldiers_to_aim() -> None:
    sighted = soldiers(augmentations=("cyber_imp_laser",))
    target = unit(id="blue", hex="0102")
    assert term(volley(platoon(sighted), target), "infantry.sights") == -1
    assert term(volley(platoon(), target), "infantry.sights") == 0


@pytest.mark.proves("infantry.fortified")
def test_soldiers_in_a_fortified_hex_are_harder_to_hit() -> None:
    dug, tracks = unit(known(RIFLES), id="blue"), unit(known("Mechanized Tracked Platoon (Rifle)"), id="blue")
    assert term(shot(column="0 0 0[fortified:1]", target=dug), "infantry.fortified") == 2
    assert term(shot(column="0 0 0[fortified:1]", target=tracks), "infantry.fortified") == 0
    assert term(shot(column="0 0 0", target=dug), "infantry.fortified") == 0


@pytest.mark.proves("to_hit.wind")
def test_the_wind_carries_off_what_soldiers_launch() -> None:
    windy = WeaponAttack(
        relief("0 0"), platoon(LAUNCHERS), unit(id="blue", hex="0102"), 0, weather=Weather(wind="storm")
    )
    at = rifles(windy.attacker)
    assert term(WeaponAttack(windy.relief, windy.attacker, windy.target, at, weather=windy.weather), "to_hit.wind") == 3
