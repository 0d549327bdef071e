"""What is found out once by who looks ahead is what everybody finds out each time."""

from __future__ import annotations

from functools import partial

import msgspec
import numpy as np
import pytest

from overheat.classic.attack.resolution import groups
from overheat.classic.attack.to_hit import target_number, to_hit
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Mark, named, of_attacks
from overheat.classic.facts.state import Shot, State
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rules.tacops.individual_initiative import ROLLED
from overheat.classic.turn.preview import Usual, usual_damage
from overheat.classic.turn.weapons import attack_of, fires, offered_attack
from overheat.kernel.dice import Dice, every
from overheat.kernel.log.replay import Session
from overheat.kernel.refusal import Refusal
from overheat.lab.players import make_bot
from overheat.lab.players.classic_guns import Gun, _curve, damage_curve


def told(scene: bool, state: State, attack: WeaponAttack, dice: Dice) -> tuple[int, ...]:
    made = Scene(state, dice)
    made.foresees = scene
    return groups(made, attack)


def at_war(scenario: str, layers: tuple[str, ...], shots: int, cluster: int = 0) -> list[tuple[State, str, Shot]]:
    """Shots that may be fired in a battle, of so many projectiles, each with the state that it may be fired in."""
    game, found = Classic(layers), list[tuple[State, str, Shot]]()
    session = Session(game, find(scenario)[1], 2)
    bots = {side: make_bot("classic", "greedy", 2, side) for side in ("red", "blue")}
    while len(found) < shots and (player := game.to_act(session.state)) is not None:
        state = game.known(session.state, player)
        if state.phase == "weapons" and state.acting and not state.units[state.acting].volley:
            unit = state.units[state.acting]
            ways = (fire.shot for fire in fires(state, unit))
            found += [(state, unit.id, shot) for shot in ways if attack_of(state, unit, shot).weapon.cluster >= cluster]
        session.apply(player, bots[player].choose(game, state, player, tuple(game.legal(session.state, player))))
    return found


@pytest.mark.parametrize(("scenario", "layers"), [("combined_arms", ()), ("lance", ()), ("combined_arms", ("tacops",))])
def test_salvos_that_are_foreseen_fall_as_those_that_are_fired(scenario: str, layers: tuple[str, ...]) -> None:
    shots = at_war(scenario, layers, 12, cluster=2)
    salvos = 0
    for state, id, shot in shots:
        for margin in (0, 4):
            attack = attack_of(state, state.units[id], shot).rolled(margin)
            foreseen = every(partial(told, True, state, attack), totals=True)
            assert foreseen == every(partial(told, False, state, attack.rolled(margin)), totals=True), shot
            salvos += attack.salvo is not None
    assert salvos


def test_a_shot_that_was_just_offered_is_the_shot_itself() -> None:
    for state, id, shot in at_war("lance", (), 40):
        unit = state.units[id]
        offered = {fire.shot: offered_attack(state, unit, fire.shot)[0] for fire in fires(state, unit)}
        anew = attack_of(state, unit, shot)
        facts = ("attacker", "target", "index", "feed", "rate", "spotter", "secondary", "mode", "aimed", "distance")
        assert all(getattr(offered[shot], fact) == getattr(anew, fact) for fact in facts)
        assert offered[shot].bracket == anew.bracket
        assert offered[shot].sight == anew.sight


@pytest.mark.parametrize("layers", [("tacops",), ("rapid_fire_machine_guns", "hot_loading")])
def test_a_shot_in_another_way_is_judged_and_weighed_as_if_it_were_the_only_one(layers: tuple[str, ...]) -> None:
    ways = set()
    for state, id, _ in at_war("combined_arms", layers, 24)[::8]:
        unit, known = state.units[id], dict[Shot, list[Usual]]()
        offered = {fire.shot: offered_attack(state, unit, fire.shot) for fire in fires(state, unit)}
        assert offered
        for shot, (attack, needed) in offered.items():
            anew = attack_of(state, unit, shot)
            assert needed == to_hit(anew), shot
            alike = known.setdefault(msgspec.structs.replace(shot, mode=""), [])
            usual = usual_damage(state, attack, needed, alike)
            assert usual == usual_damage(state, anew, target_number(anew)), shot
            ways.add(shot.mode)
        everything = (
            Shot(shot.mount, shot.target, shot.feed, shot.rate, mode=mode) for shot in offered for mode in ways
        )
        for shot in everything:
            weapon, rules = unit.sheet.mounts[shot.mount].weapon, state.relief.rules
            assert weapon is not None
            used = shot.mode in rules[modes](rules, weapon, state.units[shot.target])
            assert (shot in offered) == (used and not isinstance(to_hit(attack_of(state, unit, shot)), Refusal)), shot
    assert len(ways) > 1


def test_marks_that_stand_aside_change_nothing_of_what_guns_do() -> None:
    state = Session(Classic(("tacops",)), find("lance")[1], 1).state
    red, blue = state.units["red-1"], state.units["blue-1"]
    for value in (2, 12):
        marks = {ROLLED: Mark(value, this_round=True)}
        acts = msgspec.structs.replace(red, marks=marks)
        assert of_attacks(acts.marks) == {}
        assert np.array_equal(_curve(state, acts, blue), damage_curve(state, red, blue))
    assert of_attacks({named("law of marks", "held"): Mark()})


@pytest.mark.parametrize("layers", [(), ("tacops",)])
def test_a_gun_that_is_looked_at_over_all_distances_is_as_good_as_one_looked_at_from_each(
    layers: tuple[str, ...],
) -> None:
    state = Session(Classic(layers), find("lance")[1], 1).state
    red, blue = state.units["red-1"], state.units["blue-2"]
    for mount in red.plan.weapons:
        feed = next(iter(red.plan.feeds.get(mount) or (None,)))
        near, gun = attack_of(state, red, Shot(mount, blue.id, feed)), Gun(state)
        for far in (1, 4, 8, 12, 15):
            attack, alone = near.from_afar(far), Gun(state)
            if attack.within is not None:
                state.relief.kept.pop("bot damages", None)
                found = gun.number(attack), gun.damage(attack)
                state.relief.kept.pop("bot damages", None)
                assert found == (alone.number(attack), alone.damage(attack)), (mount, far)
