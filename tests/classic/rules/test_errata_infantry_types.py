"""Special infantry as the errata rule on it: its types, who may be in a squad, what it rides and wears."""

from pathlib import Path

import msgspec
import pytest

from builds import errors
from doors import told
from overheat.classic.construction.infantry import dressed_for
from overheat.classic.rules.standard.infantry_sheets import jump_points
from overheat.classic.rulesets import standard
from overheat.classic.unit.sheet import Sheet
from riflemen import RIFLEMEN
from vehicles import block, put, sheet

FINAL = "[TechManual: Battle Value, conventional infantry, final]"
TAG = "1024"
"""The number by which files say that a platoon has TAG troops."""


def pointers(count: int, motion: str = "Leg") -> str:
    """A platoon with some TAG troopers in each squad."""
    armed = block("Secondary", "TAG (Man-Portable)") + block("secondn", str(count)) if count else ""
    return put(RIFLEMEN, "motion_type", motion) + armed + block("specialization", TAG)


def test_a_mechanized_scuba_squad_has_no_more_than_five() -> None:
    """The kit of a soldier who dives: any squad of six is one too many."""
    divers = put(put(RIFLEMEN, "motion_type", "Submarine"), "squad_size", "6")
    assert "squad_size" in errors(divers)
    assert "squad_size" not in errors(put(divers, "squad_size", "5"))


@pytest.mark.proves("TO-341-specialized-infantry-8")
def test_tag_troops_do_their_work_with_two_to_a_squad_and_not_with_one() -> None:
    assert "tag_troops" in errors(pointers(1))
    assert "tag_troops" in errors(pointers(0))
    assert "tag_troops" not in errors(pointers(2))


@pytest.mark.proves("TO-341-specialized-infantry-9")
def test_no_squad_has_more_than_two_tag_troopers_and_they_slow_nobody() -> None:
    assert "tag_troops" in errors(pointers(3))
    jumping = sheet(pointers(2, "Jump"))
    assert jump_points(standard(), jumping) == jumping.jump == 3


@pytest.mark.proves("TO-341-specialized-infantry-9")
def test_a_squad_with_two_other_support_weapons_is_slowed() -> None:
    armed = (
        put(RIFLEMEN, "motion_type", "Jump") + block("Secondary", "InfantrySupportLaserHeavy") + block("secondn", "2")
    )
    assert jump_points(standard(), sheet(armed)) == 2


def riding(beast: str, soldiers: int, squads: int) -> Sheet:
    """A platoon on the backs of beasts."""
    built = sheet(RIFLEMEN)
    assert built.platoon is not None
    platoon = msgspec.structs.replace(built.platoon, beast=beast, squads=squads, squad_size=soldiers // squads)
    return msgspec.structs.replace(built, motive="beast", troopers=soldiers, platoon=platoon)


@pytest.mark.proves("TO-294-beast-mounted", "construction.platoon.most_beasts", "construction.platoon.riders")
def test_each_very_large_or_monstrous_beast_is_a_squad_of_its_own() -> None:
    """Two ride an elephant and four a hipposaur, so twelve soldiers make six squads of the one and three of the other.

    A platoon has up to seven very large beasts, and two monstrous ones.
    """
    assert "squads" not in errors(riding("Elephant", 12, 3))
    assert "squads" in errors(riding("Elephant", 16, 4))
    assert "squads" not in errors(riding("Hipposaur", 8, 4))
    assert "squads" in errors(riding("Hipposaur", 12, 3))


@pytest.mark.proves("TO-350-xenoplanetary-suits")
def test_troops_for_extreme_cold_or_heat_wear_a_hostile_or_marine_environment_suit() -> None:
    for condition in ("extreme cold", "extreme heat"):
        assert dressed_for(standard(), condition, "kit_environment_suit_hostile")
        assert dressed_for(standard(), condition, "kit_environment_suit_marine")
        assert not dressed_for(standard(), condition, "kit_spacesuit_combat")


@pytest.mark.proves("TO-381-infantry-type-modifier", "bv.infantry.unit_type")
def test_jump_infantry_is_rated_like_foot_and_beast_mounted_infantry(tmp_path: Path) -> None:
    """No term for what carries it; those on motorcycles lose two tenths."""
    path = tmp_path / "jumping.blk"
    path.write_text(put(RIFLEMEN, "motion_type", "Jump"), encoding="utf-8")
    worksheet = told(f"overheat bv {path} --worksheet")
    assert "defensive factor" in worksheet
    assert FINAL not in worksheet
    path.write_text(put(RIFLEMEN, "motion_type", "Motorized"), encoding="utf-8")
    assert f"x 0.8  motorized  {FINAL}" in told(f"overheat bv {path} --worksheet")
