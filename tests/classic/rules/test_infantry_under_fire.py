"""What weapons do to conventional infantry: by their class, by where soldiers are, and by what they ride and wear."""

from typing import Any

import pytest

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.attack.blows import refusal
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.events import FateMet, Felled
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import burst_dice
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from skirmish import NORTH, blow, known, replace, scene, shot, told, unit
from soldiers import RIFLES, TRACKS, platoon

TWELVE = (6, 6)
WOODS, OPEN = "0 0 0w1", "0 0 0"


def blue(of: str = RIFLES, **others: Any) -> Unit:
    return platoon(of, id="blue", hex="0103", facing=NORTH, **others)


def fire(weapon: str, board: str, target: Unit, *dice: Any, **facts: Any) -> Scene:
    """A machine hits a platoon with a weapon."""
    attack = shot(weapon, board, target=target, **facts)
    with Scripted(TWELVE, *dice) as thrown:
        around = scene(thrown, attack.attacker, attack.target, board=board)
        resolve(around, attack)
    return around


def fallen(around: Scene, start: int = 28) -> int:
    return start - around.unit("blue").condition.troopers


@pytest.mark.proves("infantry.weapon_class", "infantry.weapon_classes")
@pytest.mark.parametrize(
    ("weapon", "men"),
    [
        ("PPC", 1),
        ("Medium Laser", 1),
        ("Autocannon/20", 2),
        ("Large Pulse Laser", 3),
    ],
)
def test_a_direct_hit_fells_a_tenth_of_its_damage_rounded_up_and_a_pulse_laser_two_more(weapon: str, men: int) -> None:
    """10/10 and 5/10 are 1, 20/10 is 2; a pulse laser of 9 does 9/10 and 2, which is 3."""
    facts = {"ammunition": "IS Ammo AC/20"} if weapon == "Autocannon/20" else {}
    assert fallen(fire(weapon, WOODS, blue(), **facts)) == men


@pytest.mark.proves("infantry.weapon_class", "infantry.one_lump")
def test_cluster_shells_do_a_tenth_and_one_more_in_one_lump() -> None:
    """Ten pellets of an LB 10-X: 10/10 and 1."""
    around = fire("LB 10-X AC", WOODS, blue(), ammunition="IS LB 10-X Cluster Ammo")
    assert fallen(around) == 2


@pytest.mark.proves("infantry.weapon_class", "infantry.one_lump")
@pytest.mark.parametrize(
    ("weapon", "ammunition", "men"), [("SRM 6", "IS Ammo SRM-6", 3), ("LRM 20", "IS Ammo LRM-20", 4)]
)
def test_missiles_do_a_fifth_of_the_whole_salvo_and_nobody_rolls_for_clusters(
    weapon: str, ammunition: str, men: int
) -> None:
    """Six missiles of 2 are 12 points, a fifth rounded up 3; twenty of 1 are 4."""
    assert fallen(fire(weapon, WOODS, blue(), ammunition=ammunition)) == men


@pytest.mark.proves("infantry.burst_dice", "infantry.burst_dice_of")
@pytest.mark.parametrize(
    ("weapon", "ammunition", "dice", "men"),
    [
        ("Machine Gun", "IS Ammo MG - Full", (3, 5), 8),
        ("Small Pulse Laser", None, (1, 2), 3),
        ("Flamer", None, (1, 2, 3, 4), 10),
    ],
)
def test_burst_weapons_fell_as_many_as_their_dice_say(
    weapon: str, ammunition: str | None, dice: tuple[int, ...], men: int
) -> None:
    board = "0 0w1"
    target = replace(blue(), hex=unit(hex="0102").hex)
    assert fallen(fire(weapon, board, target, dice, ammunition=ammunition)) == men


def struck(ground: str) -> int:
    """How many fall to a hit of 8 points on a platoon in such a hex."""
    with Scripted() as dice:
        around = scene(dice, unit(), blue(), board=f"0 0 {ground}")
        take(around, Hit("blue", "front", 8, "PPC", weapon=shot("PPC").weapon))
    return fallen(around)


@pytest.mark.proves("infantry.in_the_open")
@pytest.mark.parametrize("ground", ["0", "0r1", "0s1"])
def test_soldiers_in_the_open_fall_twice_over(ground: str) -> None:
    assert struck(ground) == 2


@pytest.mark.proves("infantry.in_the_open", "infantry.shelter")
@pytest.mark.parametrize("ground", ["0w1", "0w2", "0j2", "0b2.40.2"])
def test_woods_jungle_and_buildings_shelter_soldiers(ground: str) -> None:
    assert struck(ground) == 1


@pytest.mark.proves("infantry.in_the_open")
def test_soldiers_on_a_roof_are_in_the_open_and_those_below_are_not() -> None:
    found = []
    for elevation in (0, 2):
        with Scripted() as dice:
            around = scene(dice, unit(), blue(elevation=elevation), board="0 0 0b2.40.2")
            take(around, Hit("blue", "front", 8, "PPC", weapon=shot("PPC").weapon))
        found.append(fallen(around))
    assert found == [1, 2]


@pytest.mark.proves("infantry.riding_vehicles")
def test_mechanised_infantry_takes_double_from_a_cannon_and_half_of_a_burst() -> None:
    """A PPC fells 1, twice over 2; a burst of 9 halved is 4 when rounded down."""
    assert fallen(fire("PPC", WOODS, blue(TRACKS))) == 2
    near = replace(blue(TRACKS), hex=unit(hex="0102").hex)
    assert fallen(fire("Machine Gun", "0 0w1", near, (4, 5), ammunition="IS Ammo MG - Full")) == 4


@pytest.mark.proves("infantry.armour")
def test_what_soldiers_wear_divides_what_comes_through_rounded_up() -> None:
    """Flak armour with a divisor of 2: a pulse laser of 9 fells 3, halved and rounded up 2."""
    sheet = known(RIFLES)
    assert sheet.platoon is not None
    worn = replace(sheet, platoon=replace(sheet.platoon, armour_divisor=2.0))
    target = platoon(worn, id="blue", hex="0103", facing=NORTH)
    assert fallen(fire("Large Pulse Laser", WOODS, target)) == 2


@pytest.mark.proves("infantry.in_the_open", "infantry.armour")
def test_the_log_says_term_by_term_how_many_fell() -> None:
    around = fire("PPC", OPEN, blue())
    (event,) = told(around.events, Felled)
    assert [(part.id, part.value) for part in event.fallen] == [("infantry.hit", 1), ("infantry.in_the_open", 1)]
    assert event.left == 26


def test_a_platoon_without_soldiers_is_out_of_the_battle() -> None:
    around = fire("Autocannon/20", OPEN, blue(left=3), ammunition="IS Ammo AC/20")
    assert [event.unit for event in told(around.events, FateMet)] == ["blue"]
    assert around.unit("blue").condition.troopers == 0


@pytest.mark.proves("infantry.too_small")
def test_soldiers_on_the_same_level_are_kicked_and_neither_punched_nor_charged() -> None:
    target = platoon(id="blue", hex="0102", facing=NORTH)
    answers = [
        refusal(blow(kind, limb, target=target)) for kind, limb in (("punch", "LA"), ("charge", ""), ("kick", "LL"))
    ]
    assert [no and no.id for no in answers] == ["physical.height", "infantry.too_small", None]


@pytest.mark.proves("infantry.burst_dice", "infantry.burst_dice_of")
@pytest.mark.parametrize(
    ("weapon", "dice"),
    [
        ("ISBALightMortar", 1),
        ("BA Light Recoilless Rifle", 1),
        ("BA Medium Recoilless Rifle", 2),
        ("BA Heavy Flamer", 4),
    ],
)
def test_what_suits_lob_bursts_among_soldiers(weapon: str, dice: int) -> None:
    found, rules = catalogue().find(weapon), standard()
    assert isinstance(found, Weapon), weapon
    assert rules[burst_dice](rules, found) == dice


def test_the_adjudicator_takes_the_dice_of_a_burst() -> None:
    """9 on two dice, twice over in the open."""
    facts = {"ask": "damage", "unit": RIFLES, "weapon": "Machine Gun", "points": 2}
    assert ADJUDICATOR.answer(question_of({**facts, "dice": [4, 5]})).as_json()["fallen"] == 18
    assert ADJUDICATOR.answer(question_of(facts)).as_json()["fallen"] is None
