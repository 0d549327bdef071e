"""What lies over armour and around parts: modular armour, shields, spikes, HarJel, CASE II, component armour."""

from __future__ import annotations

import pytest

from machines import HUNTER, LEG, machine, sheet
from overheat.classic.attack.blows import number_of, resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.damage.hull.plates import close_holes
from overheat.classic.damage.kinds.machine import explode, hit_machine, hit_slot, hittable, roll_criticals, strike_slots
from overheat.classic.damage.kinds.vehicle import hit_vehicle
from overheat.classic.facts.events import (
    ArmourLost,
    ArmourMended,
    CrewHurt,
    CriticalHit,
    DamageSummed,
    MountLost,
    PlateStruck,
    Struck,
    StructureLost,
)
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Unit
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.armours import reactive_slots
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.piloting import BLOWS, Check, cause, piloting_number
from overheat.classic.rules.standard.switches import may_hide
from overheat.classic.rulesets import standard
from overheat.classic.unit.plan import Plan
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Scripted
from plating import hit, plated
from skirmish import armed, blow, replace, scene, shot, state, told, unit
from vehicles import WARDEN
from vehicles import sheet as vehicle

NO_CRITICAL, AWAKE = (3, 4), (6, 6)


def blue(*items: str, of: Sheet | None = None) -> Unit:
    return unit(armed(of or sheet(HUNTER), *items), id="blue", hex="0102", facing=0)


def struck(target: Unit, *hits: Hit, location: str = "CT", dice: tuple[int | tuple[int, ...], ...] = ()) -> Scene:
    with Scripted(*dice) as fallen:
        playing = scene(fallen, target)
        for each in hits:
            hit_machine(playing, each, location)
    return playing


@pytest.mark.proves("TO-281-modular-armor-1", "plates.modular")
def test_modular_armour_takes_ten_points_and_the_rest_is_a_hit_on_the_armour_below() -> None:
    playing = struck(blue("Modular Armor@CT"), hit(8, "PPC"), hit(7, "PPC"))
    assert [event.left for event in told(playing.events, PlateStruck)] == [2, 0]
    assert [event.damage for event in told(playing.events, Struck)] == [5]
    assert playing.unit("blue").condition["CT"].armour == 15
    assert playing.unit("blue").taken == 15
    first = told(playing.events, PlateStruck)[0]
    words = sentence(first, Cast(playing.state.units.values()))
    assert words == "the Modular Armor of Hunter (blue) takes 8, 2 left"


@pytest.mark.proves("TO-281-modular-armor-1", "plates.modular")
def test_the_armour_below_makes_of_the_rest_what_it_does() -> None:
    worn = blue("Modular Armor@CT", of=plated(sheet(HUNTER), "ferro_lamellor"))
    playing = struck(worn, hit(15, "PPC"))
    assert playing.unit("blue").condition["CT"].armour == 20 - 4


@pytest.mark.proves("plates.modular")
def test_modular_armour_of_a_vehicle_takes_hits_first() -> None:
    tank = unit(armed(vehicle(WARDEN), "Modular Armor@FR"), id="blue")
    playing = scene(Scripted(), tank)
    hit_vehicle(playing, hit(12, "PPC"), "FR")
    assert playing.unit("blue").condition["FR"].armour == 42


@pytest.mark.proves("TO-281-modular-armor-3", "movement.modular_armour", "piloting.modular_armour")
def test_modular_armour_burdens_nobody_when_all_of_it_is_gone() -> None:
    worn = blue("Modular Armor@CT")
    gone = struck(worn, hit(10, "PPC")).unit("blue")
    rules = standard()
    points = [allowance(state(each), each, "walk") for each in (worn, gone)]
    numbers = [piloting_number(Check(rules, each, cause(BLOWS, "kicked"))).total for each in (worn, gone)]
    assert points == [3, 4]
    assert numbers == [6, 5]


@pytest.mark.proves("TO-281-modular-armor-2")
def test_modular_armour_keeps_stealth_armour_from_working() -> None:
    rules, hidden = standard(), plated(armed(HUNTER, "Guardian ECM Suite@RT"), "stealth_armour")
    assert rules[may_hide](rules, unit(hidden)) is None
    assert rules[may_hide](rules, unit(armed(hidden, "Modular Armor@CT"))) is not None


@pytest.mark.proves("plates.shields", "TO-291-shield-1")
def test_a_shield_takes_points_of_each_hit_on_its_arm() -> None:
    attack = shot("PPC", target=blue("Medium Shield@LA"))
    fired = replace(hit(10, "PPC"), by=attack)
    playing = struck(blue("Medium Shield@LA"), *[fired] * 2, location="LA")
    assert [event.damage for event in told(playing.events, PlateStruck)] == [5, 5]
    assert playing.unit("blue").condition["LA"].armour == 6
    for past in (replace(fired, what="charge"), replace(fired, by=None, what="fall")):
        assert told(struck(blue("Medium Shield@LA"), past, location="LA").events, PlateStruck) == []
    assert told(struck(blue("Medium Shield@LA"), fired, location="RA").events, PlateStruck) == []


@pytest.mark.proves("TO-291-spikes-1", "plates.spikes")
def test_spikes_soften_a_blow_before_ferro_lamellor_does_and_hurt_who_strikes() -> None:
    """A kick for 10 is 6 at the spikes, and 2 are taken off that."""
    spiky = blue("Spikes@RL", of=plated(sheet(HUNTER), "ferro_lamellor"))
    made = blow("kick", "RL", target=spiky)
    with Scripted((6, 6), 1, (4, 4)) as dice:
        playing = Scene(state(made.attacker, made.target, board="0 0"), dice)
        resolve(playing, made, number_of(made))
    (summed,) = told(playing.events, DamageSummed)
    assert [part.value for part in summed.damage] == [10, -4, -2]
    assert [(event.unit, event.location, event.damage) for event in told(playing.events, Struck)] == [
        ("blue", "RL", 4),
        ("red", "RL", 2),
    ]


@pytest.mark.proves("TO-291-spikes-2", "plates.spikes_break")
def test_spikes_may_break_whatever_hits_them() -> None:
    for roll, broken in (((4, 4), False), ((4, 5), True)):
        playing = struck(blue("Spikes@CT"), hit(3, "PPC"), dice=(roll,))
        assert bool(told(playing.events, MountLost)) == broken


@pytest.mark.proves("TO-291-spikes-3", "plates.spikes_break")
def test_nobody_rolls_for_spikes_where_armour_leaves_nothing_of_a_hit() -> None:
    spiky = blue("Spikes@CT", of=plated(sheet(HUNTER), "ferro_lamellor"))
    playing = struck(spiky, hit(1, "PPC"), hit(2, "PPC"), dice=((5, 5),))
    assert len(told(playing.events, MountLost)) == 1


@pytest.mark.proves("plates.damper")
def test_a_particle_field_damper_halves_what_particle_cannons_do() -> None:
    worn = blue("Blue Shield Particle Field Damper@CT")
    assert struck(worn, hit(15, "Clan ER PPC")).unit("blue").condition["CT"].armour == 20 - 7
    assert struck(worn, hit(15, "AC/10")).unit("blue").condition["CT"].armour == 5


@pytest.mark.proves("plates.reseals")
@pytest.mark.parametrize(("system", "points"), [("HarJel II", 2), ("HarJel III", 4)])
def test_harjel_puts_armour_back_where_some_was_lost_and_some_is_left(system: str, points: int) -> None:
    worn = blue(f"{system} Self-Repair System@LA")
    playing = struck(worn, hit(6, "PPC"), location="LA")
    close_holes(playing)
    assert told(playing.events, ArmourMended) == [ArmourMended("blue", "LA", False, 10, 10 + points)]
    playing = struck(worn, hit(1, "PPC"), location="LA")
    close_holes(playing)
    assert playing.unit("blue").condition["LA"].armour == 16
    bare = struck(worn, hit(16, "PPC"), location="LA")
    close_holes(bare)
    assert told(bare.events, ArmourMended) == []


def cased(location: str) -> Unit:
    return blue(f"CASE II@{location}")


@pytest.mark.proves("TO-299-case-ii-a", "case_ii.vents", "damage.explosion_crew_hits")
def test_case_ii_lets_an_explosion_out_through_the_rear_of_a_torso() -> None:
    with Scripted(NO_CRITICAL, AWAKE) as dice:
        playing = scene(dice, cased("RT"))
        explode(playing, "blue", "RT", "test", 60)
    assert told(playing.events, StructureLost) == [StructureLost("blue", "RT", 12, 11)]
    assert told(playing.events, ArmourLost) == [ArmourLost("blue", "RT", True, 5, 0)]
    assert playing.unit("blue").condition["CT"].structure == 16
    assert len(told(playing.events, CrewHurt)) == 1


@pytest.mark.proves("TO-299-case-ii-a", "case_ii.vents")
@pytest.mark.parametrize(("damage", "left"), [(4, 13), (40, 8)])
def test_a_limb_with_case_ii_loses_half_of_its_armour_at_most(damage: int, left: int) -> None:
    with Scripted(NO_CRITICAL, AWAKE) as dice:
        playing = scene(dice, cased("RA"))
        explode(playing, "blue", "RA", "test", damage)
    after = playing.unit("blue").condition
    assert (after["RA"].armour, after["RA"].structure, after["RT"].armour) == (left, 7, 18)


@pytest.mark.proves("TO-299-case-ii-b", "case_ii.ignored")
def test_a_critical_hit_of_such_an_explosion_is_ignored_on_eight_or_more() -> None:
    for roll, hits in (((4, 4), 0), ((3, 4), 1)):
        with Scripted((4, 4), roll, *([1, 3] if hits else []), AWAKE) as dice:
            playing = scene(dice, cased("RT"))
            explode(playing, "blue", "RT", "test", 20)
        assert len(told(playing.events, CriticalHit)) == hits


@pytest.mark.proves("TO-299-case-ii-b", "damage.spared_slot")
def test_no_critical_hit_strikes_case_ii_itself() -> None:
    text = HUNTER.replace("ISCASE", "ISCASEII")
    built = sheet(text)
    assert "case_ii" in Plan(built).flags
    playing = scene(Scripted(), unit(built, id="blue"))
    slot = next(at for at, line in enumerate(built["LT"].slots) if "CASE" in line)
    assert slot not in hittable(playing, "blue", "LT")


def armoured() -> Unit:
    text = HUNTER.replace("Gyro", "Gyro (ARMORED)")
    return unit(sheet(text), id="blue")


@pytest.mark.proves("TO-283-armored-components-masc", "plates.component_armour")
def test_component_armour_stops_the_first_critical_hit_on_its_slot_but_nothing_from_within() -> None:
    playing = scene(Scripted(), armoured())
    hit_slot(playing, "blue", "CT", 3)
    assert told(playing.events, CriticalHit) == []
    hit_slot(playing, "blue", "CT", 3)
    assert len(told(playing.events, CriticalHit)) == 1
    playing = scene(Scripted(1, 4), armoured())
    strike_slots(playing, "blue", "CT", 1, from_within=True)
    assert len(told(playing.events, CriticalHit)) == 1


def reactive(**locations: str) -> Unit:
    text = machine(
        HUNTER.partition("\n\nLeft Arm:")[0].replace("armor:Standard(Inner Sphere)", "armor:Reactive(IS)"),
        **{
            "LA": "Shoulder, Upper Arm Actuator, IS Reactive x2",
            "RA": "Shoulder, Upper Arm Actuator, Lower Arm Actuator, Hand Actuator",
            "LT": "IS Reactive x3",
            "RT": "Heat Sink",
            "CT": "Fusion Engine x3, Gyro x4, Fusion Engine x3",
            "HD": "Life Support, Sensors, Cockpit, -Empty-, Sensors, Life Support",
            "LL": LEG,
            "RL": LEG,
            **locations,
        },
    )
    return unit(sheet(text), id="blue")


@pytest.mark.proves("armours.goes_up")
def test_reactive_armour_that_a_critical_hit_finds_goes_up_on_a_two() -> None:
    assert reactive_slots(reactive(), "LA") == {2, 3}
    with Scripted((4, 4), 1, 3, (1, 1), NO_CRITICAL) as dice:
        playing = scene(dice, reactive())
        roll_criticals(playing, "blue", "LA")
    after = playing.unit("blue").condition["LA"]
    assert (after.armour, after.structure, after.critical_hits) == (0, 7, frozenset())
    with Scripted((4, 4), 1, 3, (1, 2), 1, 2) as dice:
        playing = scene(dice, reactive())
        roll_criticals(playing, "blue", "LA")
    assert playing.unit("blue").condition["LA"].critical_hits == {1}


@pytest.mark.proves("TO-282-reactive-armor-2", "armours.goes_up")
def test_a_location_of_nothing_but_reactive_armour_is_rolled_for_once_and_passes_the_hit_on() -> None:
    with Scripted((4, 4), (3, 4), 1, 1) as dice:
        playing = scene(dice, reactive())
        roll_criticals(playing, "blue", "LT")
    assert [event.location for event in told(playing.events, CriticalHit)] == ["CT"]
    with Scripted((4, 4), (1, 1), NO_CRITICAL) as dice:
        playing = scene(dice, reactive())
        roll_criticals(playing, "blue", "LT")
    assert playing.unit("blue").condition["LT"].armour == 0
