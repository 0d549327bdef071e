"""Burning fuel on who keeps no heat: vehicles, squads and platoons."""

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CriticalRolled, Doused, Felled, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.infernos import FUEL
from overheat.classic.turn.preview import damage_of_hit, heat_of_hit
from overheat.kernel.dice import Scripted
from skirmish import known, marked, replace, scene, shot, state, told, unit
from soldiers import ELEMENTALS, platoon, squad

TWO, SEVEN, NINE, TWELVE = (1, 1), (3, 4), (4, 5), (6, 6)


def infernos(target: Unit, launcher: str = "SRM 6") -> WeaponAttack:
    return shot(launcher, "0 0 0", None, target, ammunition=f"IS Ammo {launcher.replace(' ', '-')} Inferno")


def hit(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    with Scripted(TWELVE, *dice) as scripted:
        around = scene(scripted, attack.attacker, attack.target)
        resolve(around, attack)
    return around


@pytest.mark.proves("infernos.vehicles", "infernos.figures", "salvos.scorches")
def test_each_missile_that_hits_a_vehicle_is_rolled_for_as_a_critical_hit_and_does_nothing_else() -> None:
    """Two missiles: one from the front and one, each with a roll of seven less two."""
    tank = unit(known("Vedette Medium Tank"), id="blue", facing=0)
    around = hit(infernos(tank, "SRM 2"), TWELVE, SEVEN, SEVEN, SEVEN, SEVEN)
    assert told(around.events, Doused) == [Doused("blue", 2, "SRM 2")]
    assert [[part.value for part in rolled.rolled] for rolled in told(around.events, CriticalRolled)] == [[7, -2]] * 2
    assert not told(around.events, Struck)


@pytest.mark.proves("infernos.suits", "infernos.figures")
def test_every_third_missile_fells_a_trooper_and_the_rest_count_this_turn() -> None:
    """Four of six missiles hit a squad that has two missiles' worth on it already: two troopers fall."""
    burning = replace(squad(ELEMENTALS, id="blue"), marks=marked(FUEL, value=2, this_round=True))
    around = hit(infernos(burning), SEVEN, 1, 2)
    assert around.unit("blue").condition.troopers == squad(ELEMENTALS).condition.troopers - 2
    first = hit(infernos(squad(ELEMENTALS, id="blue")), SEVEN, 1)
    assert first.unit("blue").marks[FUEL].value == 1


@pytest.mark.proves("infernos.soldiers", "infernos.figures")
def test_each_missile_fells_three_soldiers_and_all_hit() -> None:
    attack = infernos(platoon(id="blue"))
    (felled,) = told(hit(attack).events, Felled)
    assert felled.left == platoon().condition.troopers - 18
    whole = state(attack.attacker, attack.target)
    assert damage_of_hit(whole, attack).mean == 18
    assert heat_of_hit(whole, attack) == 0


def test_bots_know_that_fuel_is_worth_something_on_a_tank() -> None:
    attack = infernos(unit(known("Vedette Medium Tank"), id="blue", facing=0), "SRM 2")
    assert heat_of_hit(state(attack.attacker, attack.target), attack) > 2
