"""What squads in battle armour cost, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.cost.unit import unit_cost
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def squad(
    *gear: str, troopers: int = 4, weight: int = 2, walk: int = 1, jump: int = 0, motion: str = "Leg", more: str = ""
) -> Sheet:
    """A squad of medium suits with eight points of armour."""
    head = block("UnitType", "BattleArmor") + block("Name", "Vole") + block("type", "IS Level 2")
    body = block("motion_type", motion) + block("cruiseMP", walk) + block("jumpingMP", jump) + block("armor", 8)
    suit = block("Trooper Count", troopers) + block("weightclass", weight) + block("armor_type", 28)
    return parse_blk(head + body + suit + block("Squad Equipment", *gear) + more).sheet


def paid(sheet: Sheet) -> dict[str, Number]:
    return {term.id: term.value for term in unit_cost(sheet).structure.tally}


@pytest.mark.proves("cost.suit.classes", "cost.suit.figures", "cost.suit.chassis", "cost.suit.worn")
def test_a_squad_by_hand() -> None:
    sheet = unit_cost(squad("BABattleClaw:LA", "BASmallLaser:RA", walk=2, jump=3, motion="Jump"))
    suit = 100_000 + 3 * 75_000 + 25_000 + 10_000 + 8 * 10_000
    assert sheet.structure.tally.total == suit
    assert sheet.structure.total == 4 * suit
    assert [step.total for step in sheet.others] == [4 * 150_000, 0]
    assert sheet.equipment.total == 4 * 11_250
    assert sheet.total == sheet.dry == 4 * (suit + 150_000 + 11_250)


CLASSES = [(0, 50_000, 50_000), (1, 50_000, 50_000), (2, 100_000, 75_000), (3, 200_000, 150_000), (4, 400_000, 300_000)]


@pytest.mark.parametrize(("weight", "chassis", "jump"), CLASSES)
def test_heavier_suits_pay_more_for_chassis_and_jumping(weight: int, chassis: int, jump: int) -> None:
    told = paid(squad(weight=weight, jump=2, motion="Jump"))
    assert (told["cost.chassis"], told["cost.jump"]) == (chassis, 2 * jump)


SWIMMERS = [("UMU", 2, 75_000), ("UMU", 3, 100_000), ("UMU", 4, 150_000), ("VTOL", 1, 50_000), ("VTOL", 2, 100_000)]


@pytest.mark.parametrize(("motion", "weight", "point"), SWIMMERS)
def test_rotors_and_diving_have_prices_of_their_own(motion: str, weight: int, point: int) -> None:
    assert paid(squad(weight=weight, jump=3, motion=motion))["cost.jump"] == 3 * point


@pytest.mark.proves("cost.suit.training")
def test_suits_and_training_of_the_clans_cost_more() -> None:
    clan = unit_cost(msgspec.structs.replace(squad(), tech="Clan"))
    assert clan.structure.total == 180_000 * Fraction(11, 10) * 4
    assert clan.others[0].total == 4 * 200_000


@pytest.mark.proves("cost.item")
def test_what_one_trooper_carries_is_paid_for_once() -> None:
    single = unit_cost(squad(more=block("Trooper 2 Equipment", "BASmallLaser:RA")))
    assert not single.equipment.tally.terms
    assert single.others[1].total == 11_250


def test_the_ammunition_of_all_troopers_is_left_out_of_the_dry_price() -> None:
    sheet = unit_cost(squad("BASRM2:Body", "BASRM2 Ammo:Body:Shots1#"))
    assert sheet.total - sheet.dry == sheet.ammunition.total > 0


@pytest.mark.proves("cost.suit.boosted")
def test_a_myomer_booster_gives_a_light_suit_two_points() -> None:
    assert unit_cost(squad("CLBAMyomerBooster:Body", weight=1)).equipment.tally.total == 2 * 75_000


BOOSTERS = [
    ("CLBAMyomerBooster", 1, 2 * 75_000),
    ("CLBAMyomerBooster", 3, 75_000),
    ("ISMechanicalJumpBooster", 2, 75_000),
]


@pytest.mark.parametrize(("item", "weight", "price"), BOOSTERS)
def test_boosters_cost_by_what_they_do(item: str, weight: int, price: int) -> None:
    assert unit_cost(squad(f"{item}:Body", weight=weight)).equipment.tally.total == price


def test_a_squad_without_suits_is_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        unit_cost(msgspec.structs.replace(squad(), suit=None))
    assert refused.value.refusal.id == "cost.suit"


@needs_corpus
def test_every_official_squad_has_a_price() -> None:
    for path in sorted((CORPUS / "units" / "battlearmor").rglob("*.blk")):
        sheet = unit_cost(read_blk(path).sheet)
        assert 0 < sheet.dry <= sheet.total, path.name
