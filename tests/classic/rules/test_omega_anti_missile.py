"""Omega's anti-missile system: its owner chooses, once everything is rolled for and before anything hits."""

from fractions import Fraction
from typing import Any

import pytest

from overheat.classic.attack.decisions import Moment
from overheat.classic.battle.chances import chance_of
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Choose, Decide, Done, Fire
from overheat.classic.facts.events import Asked, AttackRolled, ClusterRolled, ShotsSpent, Struck
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega.anti_missile import HOLD, ID, MissileEngaged, engaged, engages, number
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.preview import damage_of_hit
from overheat.kernel.dice import Scripted, Seeded
from overheat.kernel.questions import Question
from overheat.lab.players import make_bot
from skirmish import armed, moved, on_turn, relief, replace, shot, told, unit

RULES = ("omega_anti_missile",)
GUARDED = armed(unit().sheet, "Anti-Missile System@LT", "IS Ammo AMS@LT")
ARCHER = armed(unit().sheet, "LRM 20@LA", "LRM 20@RA", "IS Ammo LRM-20@LT", "IS Ammo LRM-20@RT")


def guard(**others: Any) -> Unit:
    return unit(GUARDED, id="blue", hex="0108", facing=0, **others)


def mount_of(who: Unit, name: str) -> int:
    return next(at for at, mount in enumerate(who.sheet.mounts) if mount.equipment.name == name)


AMS = mount_of(guard(), "Anti-Missile System")
BIN = len(GUARDED.mounts) - 1


def attack(target: Unit | None = None, weapon: str = "LRM 20") -> WeaponAttack:
    return shot(weapon, "0 0 0 0 0 0 0 0", unit(ARCHER), target or guard(), rules=RULES)


def moment(attack: WeaponAttack, *answered: tuple[Question, str], hit: bool = True) -> Moment:
    state = State(relief=attack.relief, units={"red": attack.attacker, "blue": attack.target})
    return Moment(state, attack, 9, hit, answered)


@pytest.mark.parametrize(
    ("who", "needed", "chance"),
    [
        (guard(), 4, Fraction(33, 36)),
        (guard(motion=moved("run", 5), heat=9), 7, Fraction(21, 36)),
        (guard(motion=moved("walk", 1)), 5, Fraction(30, 36)),
        (guard(motion=moved("jump", 3), heat=13), 9, Fraction(10, 36)),
    ],
)
@pytest.mark.proves("OM-ams", "omega.anti_missile_figures")
def test_it_needs_four_and_what_its_owners_movement_and_heat_add(who: Unit, needed: int, chance: Fraction) -> None:
    found = int(number(ruleset(RULES), who).total)
    assert (found, chance_of(found)) == (needed, chance)
    scene = scene_of(attack(who), Scripted((6, 6), (1, 1)))
    assert sum(part.value for part in run(scene, attack(who)).needed) == needed


def scene_of(attack: WeaponAttack, dice: Scripted) -> Scene:
    return Scene(moment(attack).state, dice)


def run(scene: Scene, attack: WeaponAttack) -> MissileEngaged:
    attack.decided = {ID: str(AMS)}
    attack.rules[engaged](scene, attack)
    event = told(scene.events, MissileEngaged)[0]
    assert isinstance(event, MissileEngaged)
    return event


@pytest.mark.proves("OM-ams", "omega.engaged", "omega.anti_missile_figures")
def test_each_attempt_fires_two_dice_of_ammunition_and_what_is_short_does_not_spoil_it() -> None:
    few = guard(motion=moved("walk", 1))
    few = replace(
        few,
        condition=replace(
            few.condition, shots=tuple(3 if at == BIN else n for at, n in enumerate(few.condition.shots))
        ),
    )
    scene = scene_of(attack(few), Scripted((4, 6), (4, 5)))
    assert run(scene, attack(few)).destroyed
    assert told(scene.events, ShotsSpent) == [ShotsSpent("blue", BIN, 0)]


@pytest.mark.proves("OM-ams", "omega.engages")
def test_a_hit_by_a_missile_is_asked_about_and_a_system_engages_once_a_turn() -> None:
    asked = engages(moment(attack()))
    assert asked is not None
    assert (asked.player, asked.unit, asked.options) == ("blue", "blue", (HOLD, str(AMS)))
    assert engages(moment(attack(), hit=False)) is None
    assert engages(moment(attack(), (asked, HOLD))) is not None
    assert engages(moment(attack(), (asked, str(AMS)))) is None
    empty = guard()
    empty = replace(empty, condition=replace(empty.condition, shots=tuple(0 for _ in empty.condition.shots)))
    assert engages(moment(attack(empty))) is None


@pytest.mark.proves("OM-ams-arc", "omega.engages")
def test_a_system_engages_only_what_was_fired_from_its_arc() -> None:
    assert engages(moment(attack())) is not None
    assert engages(moment(attack(replace(guard(), facing=3, torso=3)))) is None


@pytest.mark.proves("OM-ams", "omega.engages")
def test_who_cannot_walk_still_engages_and_who_is_shut_down_does_not() -> None:
    stuck = guard()
    still = replace(stuck, condition=replace(stuck.condition, vehicle=replace(stuck.condition.vehicle, immobile=True)))
    assert still.immobile
    assert engages(moment(attack(still))) is not None
    off = replace(stuck, condition=replace(stuck.condition, shut_down=True))
    assert engages(moment(attack(off))) is None


def test_lasers_and_rockets_are_not_engaged() -> None:
    assert engages(moment(attack(weapon="Medium Laser"))) is None
    assert engages(moment(attack(weapon="Rocket Launcher 10"))) is None


def volley() -> tuple[Classic, State]:
    """Two salvos are declared at a guarded machine, and everybody is done but their owner."""
    archer = unit(ARCHER, gunnery=0)
    before = on_turn(archer, guard(), phase="weapons", board="0 0 0 0 0 0 0 0")
    state = replace(before, relief=relief("0 0 0 0 0 0 0 0", RULES), order=("red",))
    game = Classic(RULES)
    while shots := [
        c
        for c in game.legal(state, "red")
        if isinstance(c, Fire) and "LRM 20" in archer.sheet.mounts[c.mount].equipment.name
    ]:
        state, _ = played(game, state, "red", shots[0])
    return game, state


def played(game: Classic, state: State, player: str, command: Any, dice: Any = None) -> tuple[State, tuple[Any, ...]]:
    result = game.apply(state, player, command, dice or Seeded(2))
    assert isinstance(result, tuple), result
    return result


@pytest.mark.proves("omega.rolls_first", "omega.no_screen_of_fire", "omega.anti_missile")
def test_both_salvos_are_rolled_for_then_the_owner_chooses_one_and_only_the_other_hits() -> None:
    game, state = volley()
    dice = Seeded(2)
    state, events = played(game, state, "red", Done(), dice)
    assert len(told(events, AttackRolled)) == 2
    assert all(event.hit for event in told(events, AttackRolled))
    assert told(events, ClusterRolled) == []
    assert game.to_act(state) == "blue"
    assert "up to 20" in str(game.view(state, "blue")["question"]["words"])
    state, events = played(game, state, "blue", Decide(HOLD), dice)
    assert told(events, Struck) == []
    state, events = played(game, state, "blue", Decide(str(AMS)), dice)
    engagement = told(events, MissileEngaged)
    assert [event.unit for event in engagement] == ["blue"]
    assert len(told(events, ClusterRolled)) == 2 - engagement[0].destroyed
    assert not any(part.id == "clusters.anti_missile" for event in told(events, ClusterRolled) for part in event.rolled)


def test_the_preview_expects_the_system_to_be_used() -> None:
    alone, guarded = attack(unit(id="blue", hex="0108", facing=0)), attack()
    plain = damage_of_hit(moment(alone).state, alone).mean
    assert damage_of_hit(moment(guarded).state, guarded).mean == plain * Fraction(3, 36)


def test_bots_are_asked_and_answer() -> None:
    game, state = volley()
    state, events = played(game, state, "red", Done())
    assert told(events, Asked)
    bot = make_bot("classic", "greedy", 1, "blue")
    legal = list(game.legal(state, "blue"))
    assert bot.choose(game, game.known(state, "blue"), "blue", legal) == Decide(str(AMS))
    assert Choose not in {type(command) for command in legal}
