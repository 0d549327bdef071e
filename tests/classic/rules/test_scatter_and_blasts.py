"""What misses its hex scatters, and what bursts in a hex hurts everybody around, with nobody who attacks."""

from fractions import Fraction
from math import floor

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.blasts import SCARS, burst
from overheat.classic.damage.scattering import scatter
from overheat.classic.damage.terrain import factor_at, ignite
from overheat.classic.facts.events import Burst, DamageSummed, Felled, Scattered, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.impacts import DAMAGE_TERMS, Impact
from overheat.classic.rules.standard.scattering import Drift, Stray, distance
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term, scaled
from skirmish import NORTH, SOUTH, field, known, marked, replace, state, told, unit
from soldiers import platoon, squad

HERE = Book("House rules")("Bombs")
MIDDLE = Hex(3, 3)
SEVEN, EIGHT = (3, 4), (4, 4)


def around(dice: Scripted, *units: Unit, cell: str = "0", layers: tuple[Layer, ...] = ()) -> Scene:
    """A scene on a board of five by five hexes."""
    before = state(*units, board=field(5, 5, cell))
    return Scene(replace(before, relief=Relief(before.relief.board, compose(CLASSIC, *layers))), dice)


def missed(scene: Scene, margin: int) -> Hex | None:
    return scatter(scene, Drift(scene.rules, "bomb", MIDDLE, margin))


@pytest.mark.proves("scattering.distance", "scattering.directions")
@pytest.mark.parametrize(
    ("die", "direction", "landed"),
    [(1, 0, "0301"), (2, 1, "0502"), (3, 2, "0504"), (4, 3, "0305"), (5, 4, "0104"), (6, 5, "0102")],
)
def test_a_miss_scatters_a_hex_for_every_point_in_the_direction_of_a_die(die: int, direction: int, landed: str) -> None:
    with Scripted((die,)) as dice:
        scene = around(dice)
        assert missed(scene, 2) == Hex.parse(landed)
    assert told(scene.events, Scattered) == [Scattered("bomb", MIDDLE, direction, 2, Hex.parse(landed))]


@pytest.mark.proves("scattering.distance")
def test_what_scatters_off_the_map_is_gone_and_what_does_not_miss_stays() -> None:
    with Scripted((1,)) as dice:
        scene = around(dice)
        assert missed(scene, 3) is None
    assert told(scene.events, Scattered) == [Scattered("bomb", MIDDLE, 0, 3, None)]
    assert missed(around(Scripted()), 0) == MIDDLE


@rule("bombs.roll", cite=HERE)
def by_a_die(drift: Drift) -> Stray:
    """Bombs go astray by a die, whatever was rolled."""
    return Stray(0, 1)


def test_a_layer_says_how_far_something_scatters_by_dice() -> None:
    by_dice = Layer("bombs", HERE, needs=("classic",), change=(distance.replaced_by(by_a_die),))
    with Scripted((1,), (4,)) as dice:
        assert missed(around(dice, layers=(by_dice,)), 9) == Hex(3, 4)


def bomb(scene: Scene, *damage: int, hex: Hex = MIDDLE, origin: Hex | None = None) -> None:
    burst(scene, Blast(scene.rules, "bomb", hex, damage, "blue", origin))


def hits(scene: Scene) -> list[tuple[str, str, int]]:
    return [(hit.unit, hit.location, hit.damage) for hit in told(scene.events, Struck)]


@pytest.mark.proves("blasts.at", "blasts.on_unit", "blasts.splinters", "clusters.groups")
def test_a_blast_strikes_friend_and_foe_in_groups_of_five_and_less_further_off() -> None:
    """Twelve points in the hex fall as 5, 5 and 2, four beside it as one; nothing two hexes off."""
    here, beside, off = unit(hex="0303"), unit(id="blue", hex="0302"), unit(id="green", hex="0301")
    with Scripted(SEVEN, SEVEN, EIGHT, SEVEN) as dice:
        scene = around(dice, here, beside, off)
        bomb(scene, 12, 4)
    assert hits(scene) == [("red", "CT", 5), ("red", "CT", 5), ("red", "LT", 2), ("blue", "CT", 4)]
    assert told(scene.events, Burst) == [Burst("bomb", MIDDLE, (12, 4), "blue")]


@pytest.mark.proves("blasts.side")
@pytest.mark.parametrize(("facing", "rear"), [(NORTH, True), (SOUTH, False)])
def test_a_blast_strikes_the_side_that_is_turned_to_it(facing: int, rear: bool) -> None:
    """Who stands north of it and looks north is hit in the back."""
    with Scripted(SEVEN) as dice:
        scene = around(dice, unit(hex="0302", facing=facing))
        bomb(scene, 9, 4)
    assert [hit.rear for hit in told(scene.events, Struck)] == [rear]


@pytest.mark.proves("blasts.side")
@pytest.mark.parametrize(("origin", "rear"), [(None, False), (Hex(3, 20), True)])
def test_in_its_own_hex_it_strikes_from_where_it_came(origin: Hex | None, rear: bool) -> None:
    with Scripted(SEVEN) as dice:
        scene = around(dice, unit(hex="0303", facing=NORTH))
        bomb(scene, 4, origin=origin)
    assert [hit.rear for hit in told(scene.events, Struck)] == [rear]


@pytest.mark.proves("blasts.splinters", "infantry.weapon_class", "infantry.weapon_classes")
@pytest.mark.parametrize(("cell", "men"), [("0w1", 10), ("0", 20)])
def test_a_blast_fells_twice_its_damage_of_a_platoon_at_once_and_again_twice_in_the_open(cell: str, men: int) -> None:
    scene = around(Scripted(), platoon(hex="0303"), cell=cell)
    bomb(scene, 5)
    assert [felled.left for felled in told(scene.events, Felled)] == [28 - men]


@pytest.mark.proves("blasts.splinters")
def test_a_blast_strikes_every_trooper_in_battle_armour_in_full() -> None:
    scene = around(Scripted(), squad("Elemental Battle Armor [Laser](Sqd5)", 2, hex="0303"))
    bomb(scene, 7)
    assert [(place, damage) for _, place, damage in hits(scene)] == [(f"Trooper {at}", 7) for at in (1, 3, 4, 5)]


@pytest.mark.proves("blasts.reaches")
def test_who_flies_is_out_of_reach_and_who_rides_is_not_struck_twice() -> None:
    flying = unit(known("Warrior Attack Helicopter H-7"), hex="0303", elevation=3)
    carrier = unit(id="blue", hex="0303")
    rider = squad(id="rider", side="blue", hex="0303", marks=marked(ABOARD, about="blue"))
    with Scripted((2, 3)) as dice:
        scene = around(dice, flying, carrier, rider)
        bomb(scene, 2)
    assert hits(scene) == [("blue", "RL", 2)]


@pytest.mark.proves("blasts.walls", "buildings.absorbs")
def test_walls_stop_a_part_of_every_group_and_take_twice_the_damage() -> None:
    """Walls of factor 30 stop three points of each group of five, and lose twice ten."""
    inside = unit(hex="0303")
    with Scripted(SEVEN, SEVEN) as dice:
        scene = around(dice, inside, cell="0b2.30.3")
        bomb(scene, 10)
    assert hits(scene) == [("red", "CT", 2), ("red", "CT", 2)]
    assert factor_at(scene, MIDDLE) == 10


@pytest.mark.proves("buildings.reaches_soldiers")
def test_soldiers_inside_walls_take_their_share_of_a_blast() -> None:
    """Half of ten points reaches who is in a medium building, and fells twice as many."""
    scene = around(Scripted(), platoon(hex="0303"), cell="0b2.30.3")
    bomb(scene, 10)
    assert [felled.left for felled in told(scene.events, Felled)] == [28 - 10]


@rule("bombs.duds", cite=HERE, slot=DAMAGE_TERMS)
def half_at_the_edge(impact: Impact) -> Term | None:
    """Of a blast in another hex half of the damage arrives, rounded down."""
    blast = impact.blast
    if blast is None or blast.hex == impact.unit.hex:
        return None
    return scaled("bombs.duds", impact.damage, Fraction(1, 2), floor, "at the edge", HERE)


@rule("bombs.fire", cite=HERE, slot=SCARS)
def fire(scene: Scene, blast: Blast, hex: Hex, damage: int) -> None:
    """Ten points set a hex alight."""
    if damage >= 10:
        ignite(scene, hex, blast.what)


def test_terms_of_damage_see_the_blast_and_the_ground_shows_it() -> None:
    edges = Layer("edges", HERE, needs=("classic",), add=(half_at_the_edge, fire))
    with Scripted(SEVEN) as dice:
        scene = around(dice, unit(hex="0302", facing=SOUTH), cell="0w1", layers=(edges,))
        bomb(scene, 10, 5)
    assert hits(scene) == [("red", "CT", 2)]
    assert len(told(scene.events, DamageSummed)) == 1
    board = scene.state.relief.board
    assert [hex for hex in board if "fire" in board[hex]] == [MIDDLE]
