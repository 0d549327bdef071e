"""Every weapon of every bundled machine and vehicle, fired at every range bracket: it works, and does what it should.

The shot hits and every other roll is a seven, so that the damage is that of the published tables: the weapon's own, or
what the column of its salvo gives for a seven.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import refusal
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import AttackRolled, Marked, ShotsSpent, Struck
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rulesets import standard
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.library import find, names
from overheat.kernel.dice import Roll
from skirmish import told

DAMAGE = {
    "is_small_laser": 3,
    "is_medium_laser": 5,
    "is_large_laser": 8,
    "is_er_large_laser": 8,
    "is_medium_pulse_laser": 6,
    "is_large_pulse_laser": 9,
    "is_ppc": 10,
    "is_flamer": 2,
    "is_machine_gun": 2,
    "is_ac_2": 2,
    "is_ac_5": 5,
    "is_ac_10": 10,
    "is_ac_20": 20,
    "is_gauss_rifle": 15,
    "is_srm_2": 1 * 2,
    "is_srm_4": 3 * 2,
    "is_srm_6": 4 * 2,
    "is_lrm_5": 3,
    "is_lrm_10": 6,
    "is_lrm_15": 9,
    "is_lrm_20": 12,
    "clan_er_medium_laser": 7,
    "clan_er_large_laser": 10,
    "clan_medium_pulse_laser": 7,
    "clan_large_pulse_laser": 10,
    "clan_er_ppc": 15,
    "clan_flamer": 2,
    "clan_machine_gun": 2,
    "clan_ultra_ac_5": 5,
    "clan_lb_10_x_ac": 10,
    "clan_streak_srm_6": 6 * 2,
    "clan_lrm_10": 6,
    "clan_lrm_15": 9,
    "clan_lrm_20": 12,
}
"""What a weapon does when a salvo rolls a seven. An ultra autocannon at the double rate hits once, a streak whole."""

GUIDED = {"is_lrm_10": 8}
"""What launchers with guidance and the missiles for it do: they roll a nine."""

MARKING = {"is_narc", "is_tag"}
DEFENSIVE = {"is_ams", "clan_ams"}
KINDS = ("war machine", "vehicle")


class Sevens:
    """Dice that hit, and roll a seven for everything else."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6, **facts: Any) -> Roll:
        faces = (6, 6) if purpose == "fire.to_hit" else (3, 4)
        return Roll(purpose, sides, faces[:count])


@cache
def plain(hexes: int) -> Relief:
    """A column of open ground."""
    return Relief(Board(1, hexes, (Ground(),) * hexes), standard())


def bundled() -> list[str]:
    return [name for name in names() if find(name).sheet.kind in KINDS]


def at_range(sheet: Sheet, mount: int, hexes: int) -> tuple[State, Unit]:
    """A unit that can point a weapon at an Atlas so many hexes away."""
    target = Unit.fresh(standard(), "blue", "blue", find("Atlas AS7-D").sheet, Hex(1, hexes + 1))
    for facing in range(6):
        unit = Unit.fresh(standard(), "red", "red", sheet, Hex(1, 1), facing)
        state = State(relief=plain(hexes + 1), units={"red": unit, "blue": target}, round=1)
        if attack_of(state, unit, Shot(mount, "blue")).bears:
            return state, unit
    raise AssertionError(f"{sheet.name} cannot point mount {mount} anywhere")


def shots(unit: Unit, mount: int) -> Iterator[Shot]:
    """A shot from each kind of bin, at each rate of fire."""
    weapon = unit.sheet.mounts[mount].weapon
    assert weapon is not None
    for feed in unit.plan.feeds.get(mount, (None,)):
        for rate in (1, 2) if "ultra" in weapon.flags else (1,):
            yield Shot(mount, "blue", feed, rate)


@pytest.mark.parametrize("name", bundled())
def test_every_weapon_does_its_damage_at_every_range(name: str) -> None:
    sheet = find(name).sheet
    for mount in (at for at, item in enumerate(sheet.mounts) if item.weapon is not None):
        weapon = sheet.mounts[mount].weapon
        assert weapon is not None
        if weapon.id in DEFENSIVE:
            continue
        for hexes in dict.fromkeys(weapon.range[1:4]):
            state, unit = at_range(sheet, mount, hexes)
            for shot in shots(unit, mount):
                fire(state, unit, shot)


def fire(state: State, unit: Unit, shot: Shot) -> None:
    """Fire, and see that the weapon did what it should and used up what it should."""
    attack = attack_of(state, unit, shot)
    assert refusal(attack) is None
    scene = Scene(state, Sevens())
    resolve(scene, attack)
    (rolled,) = told(scene.events, AttackRolled)
    assert rolled.hit
    spent = [(event.mount, event.left) for event in told(scene.events, ShotsSpent)]
    assert spent == ([] if shot.feed is None else [(shot.feed, unit.condition.shots[shot.feed] - shot.rate)])
    id = attack.weapon.id
    if id in MARKING:
        assert told(scene.events, Marked)
        return
    expected = GUIDED[id] if "Artemis" in attack.munition else DAMAGE[id]
    assert sum(hit.damage for hit in told(scene.events, Struck)) == expected


@pytest.mark.parametrize("id", sorted(DEFENSIVE))
def test_anti_missile_systems_of_bundled_machines_are_no_weapons_to_fire(id: str) -> None:
    sheets = [find(name).sheet for name in bundled()]
    carriers = [sheet for sheet in sheets if any(item.equipment.id == id for item in sheet.mounts)]
    assert carriers
    for sheet in carriers:
        mount = next(at for at, item in enumerate(sheet.mounts) if item.equipment.id == id)
        state, unit = at_range(sheet, mount, 1)
        feed = unit.plan.feeds[mount][0]
        no = refusal(attack_of(state, unit, Shot(mount, "blue", feed)))
        assert no is not None
        assert no.id == "fire.by_itself"
