"""Kinds of armour and structure: what is left of a hit, what it costs them, and what they do to critical hits.

Examples of the errata are named by their EX ids.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from machines import HUNTER, sheet
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_machine, roll_criticals
from overheat.classic.damage.kinds.vehicle import hit_vehicle
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import (
    ArmourLost,
    CriticalRolled,
    DamageSummed,
    LocationLost,
    Struck,
    StructureLost,
    Withstood,
)
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Unit
from overheat.classic.report.status import diagram
from overheat.classic.report.view import view
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import damage_of_blow, damage_of_hit
from overheat.kernel.dice import Scripted
from overheat.kernel.odds import Distribution
from overheat.table.classic.live_sheet import HALF, live_sheet
from plating import built, hit, plated
from skirmish import bared, blow, replace, scene, shot, state, told, unit
from soldiers import squad
from terminal import run
from vehicles import WARDEN
from vehicles import sheet as vehicle

NO_CRITICAL = (3, 4)


def blue(armour: str = "standard_armour", structure: str = "standard_structure") -> Unit:
    return unit(built(plated(sheet(HUNTER), armour), structure), id="blue", hex="0103", facing=0)


def struck(target: Unit, *hits: Hit, location: str = "CT", dice: tuple[int | tuple[int, ...], ...] = ()) -> Scene:
    """What hits do to a place, one after the other."""
    with Scripted(*dice) as fallen:
        playing = scene(fallen, target)
        for each in hits:
            hit_machine(playing, each, location)
    return playing


def losses(target: Unit, damage: int, weapon: str = "", what: str = "fire", munition: str = "standard") -> Fraction:
    """The points of armour that a hit costs."""
    playing = struck(target, hit(damage, weapon, what, munition))
    return Fraction(target.condition["CT"].armour - playing.unit("blue").condition["CT"].armour)


@pytest.mark.proves("TO-280-ferro-lamellor", "armours.share", "armours.kinds", "impacts.protects")
def test_ferro_lamellor_takes_a_point_off_for_every_five_begun() -> None:
    """EX-280-ferro-lamellor-fractions."""
    lost = [losses(blue("ferro_lamellor"), damage, "PPC") for damage in (1, 5, 6, 10, 20)]
    assert lost == [0, 4, 4, 8, 16]


@pytest.mark.proves("TO-280-ferro-lamellor", "armours.share")
def test_the_sum_at_the_place_is_told_with_the_armour_in_it() -> None:
    playing = struck(blue("ferro_lamellor"), hit(10, "PPC"))
    (summed,) = told(playing.events, DamageSummed)
    assert [(part.id, part.value) for part in summed.damage] == [("impacts.damage", 10), ("armours.share", -2)]
    words = sentence(summed, Cast(playing.state.units.values()))
    assert words == "damage to Hunter (blue) in the centre torso: 10 PPC, -2 Ferro-Lamellor armour = 8"


@pytest.mark.proves("TO-280-ferro-lamellor", "armours.share")
def test_a_glancing_blow_is_halved_before_the_armour_takes_its_share() -> None:
    """EX-080-glancing-ferro-lamellor: 15 is 7, and 2 are taken off."""
    made = shot("Clan ER PPC", target=blue("ferro_lamellor"))
    rules = ruleset(("glancing_blows",))
    attack = WeaponAttack(Relief(made.relief.board, rules), made.attacker, made.target, made.index)
    with Scripted((2, 2), (3, 4)) as dice:
        playing = Scene(replace(state(attack.attacker, attack.target), relief=attack.relief), dice)
        resolve(playing, attack)
    assert [event.damage for event in told(playing.events, Struck)] == [5]


def test_bare_structure_gets_the_whole_hit() -> None:
    playing = struck(bared(blue("ferro_lamellor"), "CT"), hit(10, "PPC"), dice=(NO_CRITICAL,))
    assert playing.unit("blue").condition["CT"].structure == 16 - 10


@pytest.mark.proves("armours.halves")
@pytest.mark.parametrize(
    ("armour", "weapon", "points"),
    [
        ("is_reflective", "PPC", 5),
        ("is_reflective", "Flamer", 5),
        ("is_reactive", "LRM 10", 5),
        ("ballistic_reinforced", "AC/10", 5),
        ("ballistic_reinforced", "LRM 10", 5),
    ],
)
def test_some_armour_halves_what_one_kind_of_weapon_does(armour: str, weapon: str, points: int) -> None:
    assert losses(blue(armour), 10, weapon) == points


def test_armour_that_halves_one_kind_of_damage_is_like_any_other_for_the_rest() -> None:
    worn = (("is_reflective", "AC/10"), ("is_reactive", "PPC"), ("ballistic_reinforced", "PPC"))
    assert [losses(blue(armour), 10, weapon) for armour, weapon in worn] == [10, 10, 10]


@pytest.mark.proves("armours.halves")
def test_half_of_a_hit_is_rounded_down_and_a_point_at_least() -> None:
    assert [losses(blue("is_reflective"), damage, "PPC") for damage in (1, 2, 5)] == [1, 1, 2]


@pytest.mark.proves("TO-281-reflective-armor-2", "armours.rate", "armours.kinds")
def test_what_only_the_doubling_of_reflective_armour_makes_goes_no_further() -> None:
    """EX-281-reflective: a kick for 5 counts for 10 against 9 points of armour, and the last of them is lost."""
    worn = blue("is_reflective")
    place = replace(worn.condition["CT"], armour=9)
    worn = replace(worn, condition=worn.condition.with_location(place))
    playing = struck(worn, hit(5, what="kick"))
    assert told(playing.events, ArmourLost) == [ArmourLost("blue", "CT", False, 9, 0)]
    assert told(playing.events, StructureLost) == []
    (withstood,) = told(playing.events, Withstood)
    words = sentence(withstood, Cast(playing.state.units.values()))
    assert words.endswith(": 5 damage, +5 Reflective armour, -1 finds nothing = 9 of its points")


@pytest.mark.proves("armours.rate", "armours.kinds")
def test_what_is_more_than_reflective_armour_had_goes_on_as_it_came() -> None:
    worn = blue("is_reflective")
    worn = replace(worn, condition=worn.condition.with_location(replace(worn.condition["CT"], armour=9)))
    playing = struck(worn, hit(10, what="fall"), dice=(NO_CRITICAL,))
    assert playing.unit("blue").condition["CT"].structure == 16 - 5


@pytest.mark.proves("TO-281-hardened-armor-1", "armours.rate", "armours.kinds")
def test_a_point_of_hardened_armour_stops_two_of_damage_and_halves_of_points_are_kept() -> None:
    hardened = blue("hardened_armour")
    playing = struck(hardened, hit(5, "Medium Laser"), hit(5, "Medium Laser"), hit(5, "Medium Laser"))
    left = playing.unit("blue").condition["CT"].armour
    assert left == 20 - Fraction(15, 2)
    assert [event.after for event in told(playing.events, ArmourLost)] == ["35/2", 15, "25/2"]
    assert "CT 12.5+6/16" in "\n".join(diagram(playing.unit("blue")))


@pytest.mark.proves("TO-281-hardened-armor-1", "armours.rate")
def test_only_whole_points_of_hardened_armour_count_for_piloting_rolls() -> None:
    """Three hits of 5 cost 7 whole points and a half: 2 and a half, then 5, then 7 and a half."""
    hardened = blue("hardened_armour")
    playing = struck(hardened, *[hit(5, "Medium Laser")] * 3)
    assert playing.unit("blue").taken == 7
    assert playing.harm() == {"blue": 7}


@pytest.mark.proves("armours.rate")
def test_what_hardened_armour_cannot_stop_goes_on_inward() -> None:
    hardened = blue("hardened_armour")
    half = replace(hardened.condition["CT"], armour=Fraction(13, 2))
    hardened = replace(hardened, condition=hardened.condition.with_location(half))
    playing = struck(hardened, hit(14, "PPC"), dice=(NO_CRITICAL,))
    after = playing.unit("blue").condition["CT"]
    assert (after.armour, after.structure) == (0, 15)


def test_what_pierces_armour_finds_hardened_and_ferro_lamellor_like_any_other() -> None:
    assert losses(blue("hardened_armour"), 10, "AC/10", munition="Armor-Piercing") == 10
    assert losses(blue("ferro_lamellor"), 10, "AC/10", munition="Armor-Piercing") == 10


@pytest.mark.proves("armours.resists", "armours.kinds")
def test_armour_piercing_shells_go_through_some_armour_easily_and_through_some_not_at_all() -> None:
    """What an AC/10 takes off its roll is 2: reflective armour gives that back, impact-resistant half of it."""
    piercing = {
        "standard_armour": [6, -2],
        "is_reflective": [6, 0],
        "impact_resistant_armour": [6, -1],
        "hardened_armour": None,
        "ferro_lamellor": None,
        "is_reactive": None,
        "anti_penetrative_ablation": None,
    }
    for armour, rolled in piercing.items():
        made = shot("AC/10", target=blue(armour), ammunition="IS Ammo AC/10 (Armor-Piercing)")
        fired = replace(hit(5, "AC/10", munition=made.munition), by=made)
        with Scripted(*([] if rolled is None else [(3, 3)])) as dice:
            playing = scene(dice, made.target)
            hit_machine(playing, fired, "CT")
        found = [[part.value for part in event.rolled] for event in told(playing.events, CriticalRolled)]
        assert found == ([] if rolled is None else [rolled]), armour


@pytest.mark.proves("armours.criticals", "armours.kinds")
def test_hardened_armour_takes_two_off_rolls_for_critical_hits_while_it_lasts() -> None:
    with Scripted((4, 5)) as dice:
        playing = scene(dice, blue("hardened_armour"))
        roll_criticals(playing, "blue", "CT", hit(3))
    (rolled,) = told(playing.events, CriticalRolled)
    assert [part.value for part in rolled.rolled] == [9, -2]
    with Scripted((4, 5), 1, 4) as dice:
        playing = scene(dice, bared(blue("hardened_armour"), "CT"))
        roll_criticals(playing, "blue", "CT", hit(3))
    assert len(playing.unit("blue").condition["CT"].critical_hits) == 1


@pytest.mark.proves("armours.share", "armours.kinds")
def test_impact_resistant_armour_takes_a_third_off_blows_and_falls() -> None:
    worn = blue("impact_resistant_armour")
    assert [losses(worn, damage, what="kick") for damage in (1, 3, 10)] == [1, 2, 6]
    assert losses(worn, 10, what="fall") == 6
    assert losses(worn, 10, "PPC") == 10


@pytest.mark.proves("TO-343-reinforced-structure", "armours.structure_rate", "armours.structures", "impacts.inner_wear")
def test_a_point_of_reinforced_structure_takes_two_of_damage() -> None:
    bare = bared(blue(structure="reinforced_structure"), "LT", 6)
    playing = struck(bare, hit(5, "AC/5"), location="LT", dice=(NO_CRITICAL,))
    assert playing.unit("blue").condition["LT"].structure == Fraction(7, 2)
    playing = struck(bare, hit(11, "AC/5"), hit(1, "AC/5"), location="LT", dice=(NO_CRITICAL,))
    assert [event.location for event in told(playing.events, LocationLost)] == ["LT", "LA"]
    assert playing.unit("blue").condition["CT"].armour == 20
    playing = struck(bare, hit(14, "AC/5"), location="LT")
    assert playing.unit("blue").condition["CT"].armour == 18


@pytest.mark.proves("armours.structure_rate", "armours.structures")
def test_composite_structure_loses_two_points_for_one_and_passes_on_what_is_left() -> None:
    bare = bared(blue(structure="composite_structure"), "LT", 7)
    playing = struck(bare, hit(3, "AC/5"), location="LT", dice=(NO_CRITICAL,))
    assert playing.unit("blue").condition["LT"].structure == 1
    playing = struck(bare, hit(6, "AC/5"), location="LT")
    assert playing.unit("blue").condition["CT"].armour == 18


@pytest.mark.proves("armours.thin", "armours.barrier", "armours.barriers")
def test_commercial_armour_of_a_machine_lets_critical_hits_through() -> None:
    struck(blue("commercial_armour"), hit(5, "AC/5"))
    playing = struck(blue("commercial_armour"), hit(6, "AC/10"), dice=((4, 4), 1, 4))
    assert len(playing.unit("blue").condition["CT"].critical_hits) == 1


@pytest.mark.proves("armours.barriers", "armours.barrier")
@pytest.mark.parametrize("rating", range(2, 10))
def test_each_rating_of_armour_lets_through_what_is_more_than_it(rating: int) -> None:
    truck = unit(plated(vehicle(WARDEN), f"bar_{rating}_armour"), id="blue")
    for damage, rolled in ((rating, False), (rating + 1, True)):
        with Scripted(*([(3, 3)] if rolled else [])) as dice:
            playing = scene(dice, truck)
            hit_vehicle(playing, hit(damage), "FR")
        assert playing.unit("blue").condition.vehicle.driver_hit == rolled


@pytest.mark.proves("armours.rate", "armours.share", "armours.kinds")
def test_vehicles_wear_such_armour_too() -> None:
    for armour, left in (("hardened_armour", 44 - 5), ("ferro_lamellor", 44 - 8), ("is_reflective", 44 - 5)):
        tank = unit(plated(vehicle(WARDEN), armour), id="blue")
        playing = scene(Scripted(), tank)
        hit_vehicle(playing, hit(10, "PPC"), "FR")
        assert playing.unit("blue").condition["FR"].armour == left


@pytest.mark.proves("TO-281-reflective-armor-3", "TO-282-reactive-armor-3", "armours.halves")
def test_suits_have_the_good_of_such_armour_and_none_of_the_bad() -> None:
    def left(armour: str, *hits: Hit) -> object:
        worn = squad(id="blue", hex="0103")
        worn = replace(worn, sheet=plated(worn.sheet, armour))
        worn = unit(worn.sheet, id="blue", hex="0103")
        playing = scene(Scripted(), worn)
        for each in hits:
            take(playing, each.part(each.damage, "Trooper 1"))
        return playing.unit("blue").condition["Trooper 1"].armour

    whole = 10
    assert left("clan_ba_reflective", hit(6, "PPC")) == whole - 3
    assert left("clan_ba_reflective", hit(6, "AC/5")) == whole - 6
    assert left("clan_ba_reflective", hit(4, what="kick")) == whole - 4
    assert left("clan_ba_reactive", hit(6, "SRM 6")) == whole - 3
    assert left("ba_fire_resistant_armour", hit(6, "Flamer")) == whole
    assert left("ba_fire_resistant_armour", hit(6, "PPC")) == whole - 6


@pytest.mark.proves("armours.rate", "armours.kinds")
def test_a_preview_counts_the_points_that_a_hit_costs() -> None:
    """A medium laser does 5: two points and a half of hardened armour, or 2 of reflective, wherever it strikes.

    A kick for 10 takes all 16 points of a reflective leg, for 8 of it, and 2 inside.
    """
    for armour, points in (("hardened_armour", Fraction(5, 2)), ("is_reflective", 2), ("ferro_lamellor", 4)):
        attack = shot("Medium Laser", target=blue(armour))
        assert damage_of_hit(state(attack.attacker, attack.target), attack) == Distribution({points: 1})
    kicked = unit(blue("is_reflective").sheet, id="blue", hex="0102", facing=0)
    made = blow("kick", "RL", target=kicked)
    assert damage_of_blow(state(made.attacker, made.target, board="0 0"), made) == Distribution({16 + 2: 1})


@pytest.mark.proves("armours.rate")
def test_half_a_point_is_seen_on_the_sheet_and_by_programs() -> None:
    playing = struck(blue("hardened_armour"), hit(5, "Medium Laser"))
    worn = playing.unit("blue")
    assert live_sheet(worn).count(f'fill="{HALF}"') == 1
    seen = view(replace(playing.state, zones={}), "blue", None)
    assert seen["units"]["blue"]["condition"]["locations"]["CT"]["armour"] == 17.5


def asked(**facts: object) -> dict[str, object]:
    """What the adjudicator says of a hit on the centre torso of a bundled machine."""
    situation = json.dumps({"ask": "damage", "unit": "Atlas AS7-D", "location": "CT", **facts})
    found: dict[str, object] = json.loads(run("adjudicate", "--format", "json", typed=situation).stdout)
    return found


@pytest.mark.proves("TO-280-ferro-lamellor", "armours.share")
def test_the_adjudicator_is_asked_about_any_armour() -> None:
    """EX-280-ferro-lamellor-fractions, through the command."""
    hits = [asked(armour="Ferro-Lamellor", weapon="PPC", points=points)["damage"] for points in (1, 5, 6, 10, 20)]
    assert hits == [0, 4, 4, 8, 16]


@pytest.mark.proves("TO-080-glancing-blow-2", "glancing_blows.damage", "TO-280-ferro-lamellor", "direct_blows.damage")
def test_the_adjudicator_is_told_by_how_much_a_roll_beat_its_number() -> None:
    """EX-080-glancing-ferro-lamellor, through the command; a margin of six is two points more under direct blows."""
    rules = ["glancing_blows", "direct_blows"]
    glancing = asked(rules=rules, armour="Ferro-Lamellor", weapon="ER PPC", tech="Clan", margin=0)
    terms = glancing["terms"]
    assert isinstance(terms, list)
    assert (glancing["damage"], [term["value"] for term in terms]) == (5, [15, -8, -2])
    assert asked(rules=rules, weapon="PPC", margin=6)["damage"] == 12
    assert asked(rules=rules, weapon="PPC")["damage"] == 10


@pytest.mark.proves("TO-281-reflective-armor-2", "TO-281-hardened-armor-1", "TO-343-reinforced-structure")
def test_the_adjudicator_tells_what_armour_and_structure_lose() -> None:
    """EX-281-reflective, and halves of points."""
    kicked = asked(armour="Reflective", armour_left=9, points=5, harm="kick")
    assert (kicked["armour_lost"], kicked["structure_lost"], kicked["beyond"]) == (9, 0, 0)
    hardened = asked(armour="Hardened", armour_left=9, points=5, weapon="AC/5")
    assert hardened["armour_lost"] == "5/2"
    inside = asked(structure="Reinforced", armour_left=0, points=5, weapon="AC/5")
    assert (inside["structure_lost"], inside["critical_roll"]) == ("5/2", True)
