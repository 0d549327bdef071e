"""Glancing blows: half the damage, fewer of a salvo, half the soldiers, rarer critical hits; with nothing to spare."""

import json
from math import ceil
from pathlib import Path

import pytest

from overheat.classic.attack.blows import number_of
from overheat.classic.attack.blows import resolve as strike
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import roll_criticals
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ClusterRolled, CriticalRolled, DamageSummed, Felled, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import AT_THE_PLACE, Hit, Impact
from overheat.classic.rules.tacops.glancing_blows import LAYER
from overheat.classic.rulesets import CLASSIC, ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import damage_of_hit
from overheat.classic.unit.equipment import Armour, catalogue
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.odds import Distribution
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from skirmish import blow, replace, shot, state, told, unit
from soldiers import platoon
from terminal import run

HERE = Book("House rules")("Lamellor")
CENTRE = (3, 4)


def fired(attack: WeaponAttack, *dice: int | tuple[int, ...], rules: Ruleset | None = None) -> Scene:
    """What comes of a shot under the layer when the dice fall so."""
    seen = Relief(attack.relief.board, rules or ruleset(["glancing_blows"]))
    made = WeaponAttack(seen, attack.attacker, attack.target, attack.index, feed=attack.feed)
    before = state(made.attacker, made.target, board=made.relief.board)
    with Scripted(*dice) as fallen:
        scene = Scene(replace(before, relief=seen), fallen)
        resolve(scene, made)
    return scene


def damage(scene: Scene) -> list[int]:
    return [struck.damage for struck in told(scene.events, Struck)]


@pytest.mark.proves("glancing_blows.damage")
def test_a_roll_of_just_the_number_does_half_the_damage_rounded_down() -> None:
    laser = shot("Medium Laser")
    assert damage(fired(laser, (1, 3), CENTRE)) == [2]


def test_a_roll_of_one_more_does_all_of_it() -> None:
    laser = shot("Medium Laser")
    assert damage(fired(laser, (1, 4), CENTRE)) == [5]


@pytest.mark.proves("glancing_blows.clusters", "glancing_blows.figures")
def test_a_salvo_rolls_at_four_less_and_is_not_halved_besides() -> None:
    """Of twenty missiles 16 hit on a 9 or 10, and on 10 - 4 = 6 there are 12."""
    salvo = shot("LRM 20", column="0 0 0 0 0 0 0 0", ammunition="LRM 20 Ammo")
    scene = fired(salvo, (1, 3), (4, 6), CENTRE, CENTRE, CENTRE)
    assert told(scene.events, ClusterRolled)[0].hits == 12
    assert damage(scene) == [5, 5, 2]


@pytest.mark.proves("glancing_blows.clusters")
def test_streak_missiles_that_glance_do_not_all_hit() -> None:
    """As if an 11 had been rolled, and four less: on a 7 four of six hit."""
    streak = shot("Streak SRM 6", ammunition="Streak SRM 6 Ammo")
    assert damage(fired(streak, (1, 3), *[CENTRE] * 4)) == [2, 2, 2, 2]


def fallen(weapon: str, ammunition: str | None, roll: tuple[int, int]) -> list[int]:
    """How many soldiers of a platoon in the woods fall."""
    whole = platoon(id="blue", hex="0103", facing=0)
    attack = shot(weapon, "0 0 0w1", target=whole, ammunition=ammunition)
    return [whole.condition.troopers - event.left for event in told(fired(attack, roll).events, Felled)]


@pytest.mark.proves("TO-080-glancing-blow-3", "glancing_blows.soldiers")
def test_of_a_platoon_half_as_many_fall_rounded_up() -> None:
    """Ten points fell a soldier, so 25 fell three; glancing, two. At two hexes the gun needs 8 into woods."""
    assert fallen("Heavy Gauss Rifle", "Heavy Gauss Ammo", (4, 5)) == [3]
    assert fallen("Heavy Gauss Rifle", "Heavy Gauss Ammo", (4, 4)) == [2]


def test_the_one_soldier_who_would_have_fallen_falls() -> None:
    assert fallen("Medium Laser", None, (2, 3)) == [1]


@pytest.mark.proves("glancing_blows.damage")
def test_a_kick_glances_as_well() -> None:
    made = blow("kick", "RL")
    seen = Relief(made.relief.board, ruleset(["glancing_blows"]))
    made.relief, made.rules = seen, seen.rules
    scene = Scene(replace(state(made.attacker, made.target, board="0 0"), relief=seen), Scripted((1, 2), 4))
    assert number_of(made).total == 3
    strike(scene, made, number_of(made))
    assert damage(scene) == [5]


@pytest.mark.proves("glancing_blows.critical_hits", "glancing_blows.figures")
def test_a_glancing_blow_rolls_for_critical_hits_at_two_less() -> None:
    seen = Relief(shot().relief.board, ruleset(["glancing_blows"]))
    attack = WeaponAttack(seen, shot().attacker, shot().target, 0).rolled(0)
    scene = Scene(replace(state(attack.attacker, attack.target), relief=seen), Scripted((4, 5)))
    roll_criticals(scene, "blue", "CT", Hit("blue", "front", 1, "test", by=attack))
    assert sum(part.value for part in told(scene.events, CriticalRolled)[0].rolled) == 7
    assert not scene.unit("blue").condition["CT"].critical_hits


@rule("lamellor.plates", cite=HERE, slot=AT_THE_PLACE)
def plates(impact: Impact) -> Term | None:
    """Ferro-lamellor armour takes a point off every five, or part of them."""
    if impact.armour is None or "ferro_lamellor" not in impact.armour.flags:
        return None
    return Term("lamellor.plates", -ceil(impact.damage / 5), "ferro-lamellor", HERE)


def armoured(id: str) -> Unit:
    """A machine in ferro-lamellor armour."""
    kind = catalogue().find("Ferro-Lamellor", "Clan")
    assert isinstance(kind, Armour)
    made = unit(id=id, hex="0103", facing=0)
    places = tuple(replace(place, armour_kind=kind) for place in made.sheet.locations)
    return replace(made, sheet=replace(made.sheet, locations=places))


@pytest.mark.proves("TO-080-glancing-blow-2", "glancing_blows.damage")
def test_armour_takes_its_share_of_what_the_glancing_blow_has_left() -> None:
    """15 points glance to 7, and the armour takes two of those: 5."""
    rules = compose(CLASSIC, Layer("lamellor", HERE, needs=("classic",), add=(plates,)), LAYER)
    attack = shot("Clan ER PPC", target=armoured("blue"))
    scene = fired(attack, (1, 3), CENTRE, rules=rules)
    assert [[part.value for part in event.damage] for event in told(scene.events, DamageSummed)] == [[15, -8], [7, -2]]
    assert damage(scene) == [5]


def test_a_preview_counts_how_often_a_shot_glances() -> None:
    """A 4 or more: three rolls of 33 glance."""
    attack = shot("Medium Laser", rules=["glancing_blows"])
    before = replace(state(attack.attacker, attack.target), relief=attack.relief)
    assert damage_of_hit(before, attack) == Distribution({2: 3, 5: 30})


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_play_under_it_and_the_log_replays(bot: str, tmp_path: Path) -> None:
    log = tmp_path / "duel.jsonl"
    bots = ("--bot", f"red={bot}", "--bot", f"blue={bot}")
    run("battle", "duel", "--seed", "3", "--rules", "glancing_blows", "--save", str(log), *bots)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["rules"][-1] == "glancing_blows"
    assert any("glancing_blows." in line for line in lines)
    assert "every byte the same" in run("replay", str(log)).stdout
