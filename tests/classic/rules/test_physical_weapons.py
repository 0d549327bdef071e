"""Physical weapons, claws and talons: their numbers, what they do, what they need, what comes back at their bearer."""

from typing import Any

import pytest

from machines import HUNTER, KNIGHT
from overheat.classic.attack.blows import number_of, refusal, resolve
from overheat.classic.facts.commands import Engage, Strike
from overheat.classic.facts.events import Felled, Struck
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.blow_force import force_of, from_above_damage
from overheat.classic.rules.standard.gadgets import may_switch
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.physical_weapons import DRAWN, PHYSICAL_WEAPONS
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.preview import of_blow
from overheat.classic.unit.equipment import catalogue
from overheat.kernel.dice import Scripted
from skirmish import armed, blow, broken, maimed, on_turn, replace, say, scene, told, unit
from soldiers import platoon, squad
from vehicles import WARDEN
from vehicles import sheet as vehicle

PILOTING = 5


def wielding(item: str, arm: str = "RA", **facts: Any) -> Unit:
    """A machine of 50 tons with something to strike with."""
    return unit(armed(HUNTER, f"{item}@{arm}"), **facts)


def ready(bearer: Unit) -> Unit:
    """With what it carries out, or running."""
    return replace(bearer, marks={each(DRAWN, len(bearer.sheet.mounts) - 1): Mark()})


def number(attack: PhysicalAttack) -> int:
    return int(number_of(attack).total)


def force(attack: PhysicalAttack) -> int:
    return int(force_of(attack).total)


def forbidden(attack: PhysicalAttack) -> str | None:
    no = refusal(attack)
    return None if no is None else no.id


@pytest.mark.proves(
    "physical.weapons",
    "TO-289-chain-whip-1",
    "TO-290-lance",
)
@pytest.mark.parametrize(
    ("item", "kind", "added", "damage"),
    [
        ("Hatchet", "hatchet", -1, 10),
        ("Sword", "sword", -2, 6),
        ("Mace", "mace", 1, 13),
        ("Lance", "lance", 1, 10),
        ("Flail", "flail", 0, 9),
        ("Chain Whip", "chain whip", -2, 3),
        ("Small Vibroblade", "small vibroblade", -2, 6),
        ("Backhoe", "backhoe", 1, 6),
        ("Chainsaw", "chainsaw", 0, 5),
        ("Combine", "combine", -2, 3),
        ("Dual Saw", "dual saw", 0, 7),
        ("Heavy-Duty Pile Driver", "pile driver", 2, 10),
        ("Mining Drill", "mining drill", -1, 4),
        ("Rock Cutter", "rock cutter", 1, 5),
        ("Spot Welder", "spot welder", -1, 5),
        ("Wrecking Ball", "wrecking ball", 1, 8),
    ],
)
def test_each_weapon_has_its_number_and_its_damage(item: str, kind: str, added: int, damage: int) -> None:
    attack = blow(kind, "RA", wielding(item))
    assert (forbidden(attack), number(attack), force(attack)) == (None, PILOTING + added, damage)


@pytest.mark.proves("physical.weapons")
@pytest.mark.parametrize(
    ("item", "kind", "added", "damage"),
    [
        ("Retractable Blade", "retractable blade", -2, 5),
        ("Small Vibroblade", "small vibroblade", -2, 7),
        ("Medium Vibroblade", "medium vibroblade", -2, 10),
        ("Large Vibroblade", "large vibroblade", -2, 14),
        ("Small Shield", "small shield", -2, 3),
        ("Medium Shield", "medium shield", -3, 5),
        ("Large Shield", "large shield", -4, 7),
    ],
)
def test_what_is_drawn_or_switched_on_has_a_number_and_damage_of_its_own(
    item: str, kind: str, added: int, damage: int
) -> None:
    attack = blow(kind, "RA", ready(wielding(item)))
    assert (forbidden(attack), number(attack), force(attack)) == (None, PILOTING + added, damage)


@pytest.mark.proves("physical.held")
def test_a_blade_must_be_out_and_then_there_is_no_fist() -> None:
    folded = wielding("Retractable Blade")
    assert forbidden(blow("retractable blade", "RA", folded)) == "physical.held"
    assert forbidden(blow("punch", "RA", folded)) is None
    assert forbidden(blow("punch", "RA", ready(folded))) == "physical.held"
    assert forbidden(blow("punch", "LA", ready(folded))) is None


@pytest.mark.proves("gadgets.kinds", "gadgets.may_switch")
def test_a_blade_is_drawn_in_the_movement_phase_and_then_strikes() -> None:
    bearer = wielding("Retractable Blade")
    at, blue = len(bearer.sheet.mounts) - 1, unit(id="blue", hex="0102", facing=0)
    before = on_turn(bearer, blue, board="0 0", phase="movement")
    assert Engage(at) in Classic().legal(before, "red")
    drawn, _ = say(before, Scripted(), Engage(at))
    assert may_switch(drawn, drawn.units["red"], at, True) is not None
    later = on_turn(drawn.units["red"], blue, board="0 0", phase="physical")
    assert Strike("retractable blade", "RA", "blue") in set(strikes(later, later.units["red"]))


@pytest.mark.proves("heat.vibroblades")
def test_a_vibroblade_that_runs_makes_heat_every_turn() -> None:
    def built(bearer: Unit) -> int:
        toil = toil_of(on_turn(bearer, phase="physical"), bearer)
        return sum(int(term.value) for rule in toil.rules[BUILDS] if (term := rule.function(toil)) is not None)

    blades = [wielding(f"{size} Vibroblade") for size in ("Small", "Medium", "Large")]
    assert [built(blade) for blade in blades] == [0, 0, 0]
    assert [built(ready(blade)) for blade in blades] == [3, 5, 7]


@pytest.mark.proves("TO-292-vibroblades", "physical.damage")
def test_hot_myomer_drives_what_has_no_motor_and_a_cold_vibroblade_up_to_a_running_one() -> None:
    def hot(item: str) -> Unit:
        return unit(armed(HUNTER, f"{item}@RA", "Triple Strength Myomer@LT"), heat=9)

    kinds = {"Mace": "mace", "Flail": "flail", "Chainsaw": "chainsaw", "Backhoe": "backhoe"}
    assert [force(blow(kind, "RA", hot(item))) for item, kind in kinds.items()] == [26, 9, 5, 12]
    assert force(blow("small vibroblade", "RA", hot("Small Vibroblade"))) == 7
    assert force(blow("large vibroblade", "RA", hot("Large Vibroblade"))) == 12


@pytest.mark.proves("physical.limb")
def test_what_is_held_needs_a_hand_and_what_is_mounted_does_not() -> None:
    for item, kind, refused in (("Mace", "mace", "physical.limb"), ("Dual Saw", "dual saw", None)):
        assert forbidden(blow(kind, "RA", broken(wielding(item), "hand actuator@RA"))) == refused
        assert forbidden(blow(kind, "RA", broken(wielding(item), "shoulder@RA"))) == "physical.limb"
    assert forbidden(blow("dual saw", "RT", wielding("Dual Saw", "RT"))) is None


@pytest.mark.proves("physical.weapons")
def test_a_flail_that_rolls_two_strikes_its_bearer_half_as_hard_and_shakes_it() -> None:
    around = scene(Scripted((1, 1), (3, 4)), wielding("Flail"), unit(id="blue", hex="0102", facing=0))
    attack = blow("flail", "RA", around.unit("red"), around.unit("blue"))
    resolve(around, attack, number_of(attack))
    assert [(hit.unit, hit.damage) for hit in told(around.events, Struck)] == [("red", 5)]
    assert [why.label for why in around.shaken["red"]] == ["struck by its own weapon"]


@pytest.mark.proves("piloting.deeds")
def test_a_mace_that_misses_shakes_its_bearer() -> None:
    around = scene(Scripted((1, 2)), wielding("Mace"), unit(id="blue", hex="0102", facing=0))
    attack = blow("mace", "RA", around.unit("red"), around.unit("blue"))
    resolve(around, attack, number_of(attack))
    assert [(why.label, why.value) for why in around.shaken["red"]] == [("missed mace", 2)]


@pytest.mark.proves("infantry.mown_down")
def test_a_saw_fells_as_many_soldiers_as_a_die_says() -> None:
    men = platoon(id="blue", hex="0102", facing=0)
    around = scene(Scripted((6, 6), 4), wielding("Chainsaw"), men, board="0 0w1")
    attack = blow("chainsaw", "RA", around.unit("red"), around.unit("blue"))
    resolve(around, attack, number_of(attack))
    assert [fallen.left for fallen in told(around.events, Felled)] == [men.condition.troopers - 4]


@pytest.mark.proves("physical.claws", "physical.damage")
def test_a_claw_punches_a_seventh_of_the_weight_at_one_more() -> None:
    clawed = broken(wielding("Claw"), "hand actuator@RA")
    attack = blow("punch", "RA", clawed)
    assert (number(attack), force(attack)) == (PILOTING + 1, 8)
    torn = replace(clawed, condition=replace(clawed.condition, lost=frozenset({len(clawed.sheet.mounts) - 1})))
    assert force(blow("punch", "RA", torn)) == 5


@pytest.mark.proves("physical.talons")
def test_talons_make_a_kick_half_as_strong_again() -> None:
    taloned = wielding("Talons", "LL")
    assert force(blow("kick", "LL", taloned)) == 15
    assert force(blow("kick", "RL", taloned)) == 10
    assert force(blow("kick", "LL", broken(taloned, "foot actuator@LL"))) == 10


@pytest.mark.proves("physical.from_above_damage")
def test_talons_make_a_death_from_above_half_as_strong_again() -> None:
    taloned = unit(armed(HUNTER, "Talons@LL", "Talons@RL"))
    rules = blow("kick", "LL").rules
    assert rules[from_above_damage](rules, taloned) == (23, 10)


@pytest.mark.proves("physical.enhanced_limbs", "TO-279-aes")
def test_enhanced_actuators_help_the_blows_of_their_limbs() -> None:
    arm = unit(armed(HUNTER, "Actuator Enhancement System@RA"))
    assert [number(blow("punch", limb, arm)) for limb in ("RA", "LA")] == [PILOTING - 1, PILOTING]
    legs = unit(armed(HUNTER, "Actuator Enhancement System@LL", "Actuator Enhancement System@RL"))
    assert number(blow("kick", "LL", legs)) == PILOTING - 2 - 1
    one = unit(armed(HUNTER, "Actuator Enhancement System@LL"))
    assert number(blow("kick", "LL", one)) == PILOTING - 2


@pytest.mark.proves("physical.industrial_myomer", "physical.damage")
def test_industrial_myomer_is_strong_and_clumsy() -> None:
    worker = unit(armed(HUNTER, "Industrial Triple Strength Myomer@LT"))
    attack = blow("punch", "RA", worker)
    assert (number(attack), force(attack)) == (PILOTING + 2, 10)


@pytest.mark.proves("physical.large_target")
def test_a_large_support_vehicle_is_hard_to_miss() -> None:
    largest = unit(replace(vehicle(WARDEN), tons=150, kind="support vehicle"), id="blue", hex="0102")
    assert number(blow("kick", "LL", target=largest)) == PILOTING - 2 - 2


@pytest.mark.proves("physical.soldiers_from_above")
def test_soldiers_are_hard_to_land_on() -> None:
    men = platoon(id="blue", hex="0102", facing=0)
    assert forbidden(blow("death from above", "", target=men)) is None
    plain = blow("death from above", "", target=unit(id="blue", hex="0102"))
    assert number(blow("death from above", "", target=men)) - number(plain) == 3


@pytest.mark.proves("physical.under_water")
def test_a_limb_under_water_strikes_half_as_hard() -> None:
    def force_at(depth: int, kind: str, limb: str) -> int:
        return force(blow(kind, limb, unit(elevation=-depth), column=f"0~{depth} 0~{depth}"))

    assert [force_at(depth, "kick", "LL") for depth in (0, 1, 2)] == [10, 5, 5]
    assert [force_at(depth, "punch", "LA") for depth in (0, 1, 2)] == [5, 5, 3]


@pytest.mark.proves("physical.able", "infantry.too_small", "infantry.weapon_classes")
def test_a_prone_machine_thrashes_at_soldiers_around_it_and_always_hits() -> None:
    men = platoon(id="blue", hex="0101", facing=0)
    around = scene(Scripted((1, 1)), unit(prone=True), men, board="0w1 0")
    attack = blow("thrash", "", around.unit("red"), around.unit("blue"))
    assert (forbidden(attack), number(attack), force(attack)) == (None, 2, 17)
    resolve(around, attack, number_of(attack))
    assert [fallen.left for fallen in told(around.events, Felled)] == [men.condition.troopers - 17]
    assert forbidden(blow("thrash", "", unit(), men)) == "physical.able"
    tank = unit(vehicle(WARDEN), id="blue", hex="0101")
    assert forbidden(blow("thrash", "", unit(prone=True), tank)) == "infantry.too_small"


@pytest.mark.proves("physical.terrain")
def test_woods_shield_from_a_kick_and_not_from_above() -> None:
    numbers = [number(blow(kind, limb, column="0 0w1")) for kind, limb in (("kick", "LL"), ("death from above", ""))]
    assert numbers == [PILOTING - 2 + 1, PILOTING]


@pytest.mark.proves("physical.limb")
def test_a_machine_with_a_leg_gone_kicks_with_neither() -> None:
    assert forbidden(blow("kick", "LL", maimed(unit(), "RL"))) == "physical.limb"


@pytest.mark.proves("battle_armour.hidden_from_blows")
def test_suits_of_stealth_armour_are_hard_to_strike() -> None:
    plain, hidden = squad(id="blue", hex="0102"), stealthy(squad(id="blue", hex="0102"))
    assert number(blow("kick", "LL", target=hidden)) - number(blow("kick", "LL", target=plain)) == 1


def stealthy(suits: Unit) -> Unit:
    """The same squad in standard stealth armour."""
    armour = catalogue().find("IS BA Stealth", "IS")
    assert armour is not None
    places = tuple(replace(place, armour_kind=armour) for place in suits.sheet.locations)
    return replace(suits, sheet=replace(suits.sheet, locations=places))


@pytest.mark.proves("physical.frenzy_damage", "physical.frenzies", "physical.skill", "physical.adjacent")
def test_a_protomech_goes_for_who_is_in_its_own_hex() -> None:
    def frenzy(tons: int, hex: str = "0102") -> PhysicalAttack:
        proto = unit(replace(unit().sheet, kind="protomech", tons=tons), hex=hex, gunnery=4, piloting=6)
        return blow("frenzy", "", proto)

    assert [force(frenzy(tons)) for tons in (5, 6, 9, 10)] == [1, 2, 2, 3]
    assert (forbidden(frenzy(5)), number(frenzy(5))) == (None, 4)
    assert forbidden(frenzy(5, "0101")) == "physical.adjacent"


@pytest.mark.proves("physical.weapons")
def test_what_a_weapon_promises_is_what_bots_and_players_see() -> None:
    knight = unit(KNIGHT)
    state = on_turn(knight, unit(id="blue", hex="0102", facing=0), board="0 0", phase="physical")
    offered = [strike for strike in strikes(state, knight) if strike.kind in PHYSICAL_WEAPONS]
    assert [(strike.kind, strike.limb) for strike in offered] == [("hatchet", "RA")]
    assert int(of_blow(state, knight, offered[0]).needed.total) == PILOTING - 1
