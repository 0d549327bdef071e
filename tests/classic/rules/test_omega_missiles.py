"""Omega's missiles: racks with a missile in every tube, launched one by one, set off by a hit on ammunition."""

from collections import Counter

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.kinds.machine import hit_slot
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import AttackRolled, Exploded, FireHeld, ShotsSpent, Struck
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.omega.missiles import tubes_of
from overheat.classic.rules.standard.heat import weapon_heat
from overheat.classic.rules.standard.orders import may_dump
from overheat.classic.rules.standard.played import unplayed
from overheat.classic.rules.standard.salvos import wasted_on_miss
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.round import carry_out, legal
from overheat.classic.turn.weapons import finish
from overheat.classic.unit.fielding import holders, outfit
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import RefusedError
from overheat.lab.players.classic_volleys import best_volley
from skirmish import NORTH, SOUTH, field, forbidden, known, relief, replace, told, unit

RULES = ("omega_missiles",)
ARCHER = "Archer ARC-2R"
"""Two LRM 20 with two tons of missiles each, two medium lasers forward and two to the rear."""
STREAK = "streak_srm_4"


def archer(id: str = "red", hex: str = "0101", facing: int = SOUTH, **loads: str) -> Unit:
    """An Archer as it is fielded under Omega."""
    named = {name.replace("_", " "): what for name, what in loads.items()}
    return Unit.fresh(ruleset(RULES), id, id, known(ARCHER), Hex.parse(hex), facing, named)


def tubes(of: Unit) -> dict[str, int]:
    """What stands in the tubes, by name and place."""
    mounts = of.sheet.mounts
    return {
        f"{mounts[at].location} {mounts[at].equipment.name}": of.condition.shots[at]
        for rack in racks(of)
        for at in tubes_of(of, rack)
    }


def racks(of: Unit) -> list[int]:
    return [at for at in of.plan.weapons if of.sheet.mounts[at].equipment.name == "LRM 20"]


@pytest.mark.proves("OM-missile-capacity", "omega.tubes_loaded", "omega.usual_tubes", "omega.racks")
def test_a_unit_of_the_library_is_fielded_with_a_missile_in_every_tube_and_no_bins() -> None:
    made = outfit(ruleset(RULES), known(ARCHER))
    assert "LT LRM 20: 10 AR and 10 IR, not reloaded" in [note.text for note in made.notes]
    red = archer()
    assert tubes(red) == {"LT LRM AR": 10, "LT LRM IR": 10, "RT LRM AR": 10, "RT LRM IR": 10}
    assert [mount.equipment.name for mount in red.sheet.mounts].count("Empty Bay") == 4
    assert red.plan.slots["LT"].count(red.plan.slots["LT"][0]) == 5


@pytest.mark.proves("omega.missile_entries", "omega.aided_tubes")
def test_who_carries_artemis_or_a_designator_loads_what_they_guide() -> None:
    guided = replace(known(ARCHER), mounts=(*known(ARCHER).mounts, *known("Raven RVN-3L").flagged("tag")[:1]))
    red = Unit.fresh(ruleset(RULES), "red", "red", guided, Hex(1, 1), SOUTH)
    assert tubes(red)["LT LRM LGM"] == 7


@pytest.mark.proves("OM-guidance-types", "omega.tubes", "omega.guides")
def test_tubes_are_loaded_one_by_one_or_all_at_once() -> None:
    mixed = archer(LT_LRM_20="SARaH", LT_LRM_20_tube_3="ARM", RT_LRM_20_tube_1="LGM")
    found = tubes(mixed)
    assert found["LT LRM SARaH"] == 19
    assert found["LT LRM ARM"] == 1
    assert found == {**found, "RT LRM LGM": 1, "RT LRM AR": 9, "RT LRM IR": 10}
    with pytest.raises(RefusedError, match="holds no 'Streak'"):
        archer(LT_LRM_20="Streak")
    fits = {holder.key: holder.fits for holder in holders(ruleset(RULES), archer().sheet)}
    assert fits["LT LRM 20 tube 20"] == ("IR", "SARaH", "AR", "ARM", "LGM")


def firing(*dice: tuple[int, ...], shots: int = 3, feed: str = "IR") -> Scene:
    red = archer()
    rack = racks(red)[0]
    fed = next(at for at in tubes_of(red, rack) if red.sheet.mounts[at].equipment.name.endswith(feed))
    red = replace(red, gunnery=4, volley=(Shot(rack, "blue", fed),) * shots)
    board = field(1, 9)
    units = {"red": red, "blue": unit(id="blue", hex="0109", facing=NORTH)}
    return Scene(State(relief=relief(board, RULES), units=units, phase="weapons"), Scripted(*dice))


@pytest.mark.proves("omega.racks_is", "OM-missile-damage-heat", "OM-missile-single-location")
def test_each_missile_is_rolled_for_and_strikes_one_place_with_all_its_damage() -> None:
    scene = firing((6, 6), (3, 4), (1, 1), (6, 6), (3, 4), (6, 6))
    red = scene.unit("red")
    finish(scene)
    assert [event.hit for event in told(scene.events, AttackRolled)] == [True, False, True]
    assert [event.damage for event in told(scene.events, Struck)] == [10, 10]
    assert [event.left for event in told(scene.events, ShotsSpent)] == [9, 8, 7]
    heat = scene.rules[weapon_heat](toil_of(scene.state, red))
    assert heat is not None
    assert heat.value == 9


@pytest.mark.proves("OM-missile-rate", "omega.launches")
def test_a_rack_launches_a_few_missiles_a_turn() -> None:
    scene = firing(shots=4)
    red = scene.unit("red")
    shot = red.volley[0]
    state = replace(scene.state.with_unit(red), acting="red")
    no = carry_out(Scene(state, Scripted()), red, Fire.of(shot))
    assert no is not None
    assert no.reason == "a weapon fires 4 times a turn"
    fewer = replace(red, volley=red.volley[:3])
    assert carry_out(Scene(state.with_unit(fewer), Scripted()), fewer, Fire.of(shot)) is None


@pytest.mark.proves("OM-guidance-streak", "omega.held_missiles")
def test_a_streak_missile_that_would_miss_stays_in_its_tube() -> None:
    red = Unit.fresh(ruleset(RULES), "red", "red", known("Loki (Hellbringer) Prime"), Hex(1, 1), SOUTH)
    rack = next(at for at in red.plan.weapons if "streak" in red.sheet.mounts[at].equipment.flags)
    fed = red.plan.feeds[rack][0]
    shot = Shot(rack, "blue", fed)
    for dice, held in ((((1, 1),), 6), (((6, 6), (3, 4)), 5)):
        units = {"red": replace(red, volley=(shot,)), "blue": unit(id="blue", hex="0103", facing=NORTH)}
        scene = Scene(State(relief=relief("0 0 0", RULES), units=units), Scripted(*dice))
        finish(scene)
        assert scene.unit("red").condition.shots[fed] == held
        assert bool(told(scene.events, FireHeld)) == (held == 6)
        assert len(scene.unit("red").volley) == 6 - held
    loose = WeaponAttack(relief("0 0 0", RULES), archer(), archer("blue", "0103"), racks(archer())[0])
    assert loose.rules[wasted_on_miss](loose)


@pytest.mark.proves("OM-missile-ammo-crits", "omega.rack_explosion", "omega.rack_emptied")
def test_a_hit_on_the_ammunition_of_a_rack_sets_off_all_that_is_left_in_it() -> None:
    red = archer()
    rack = racks(red)[0]
    few = tuple(2 if at in tubes_of(red, rack) else shots for at, shots in enumerate(red.condition.shots))
    red = replace(red, condition=replace(red.condition, shots=few))
    code, slot = red.plan.mount_slots[rack][0]
    scene = Scene(State(relief=relief("0 0", RULES), units={"red": red}), Scripted(*[(6, 6)] * 40))
    hit_slot(scene, "red", code, slot)
    scene.follow()
    assert [event.damage for event in told(scene.events, Exploded)] == [40]
    assert [scene.unit("red").condition.shots[at] for at in tubes_of(red, rack)] == [0, 0]
    code, slot = red.plan.mount_slots[rack][3]
    calm = Scene(State(relief=relief("0 0", RULES), units={"red": red}), Scripted())
    hit_slot(calm, "red", code, slot)
    assert not told(calm.events, Exploded)


@pytest.mark.proves("OM-no-narc-swarm", "omega.no_beacons")
def test_there_are_no_beacons() -> None:
    raven = Unit.fresh(ruleset(RULES), "red", "red", known("Raven RVN-3L"), Hex(1, 1), SOUTH)
    narc = next(at for at in raven.plan.weapons if "narc" in raven.sheet.mounts[at].equipment.flags)
    feed = raven.plan.feeds[narc][0]
    attack = WeaponAttack(relief("0 0 0", RULES), raven, unit(id="blue", hex="0103"), narc, feed=feed)
    assert forbidden(attack) == "omega.no_beacons"


@pytest.mark.proves("omega.played_missiles")
def test_missiles_in_tubes_are_played() -> None:
    rules = ruleset(RULES)
    assert not [part for part in unplayed(rules, archer().sheet) if "LRM" in part.name]


def test_greedy_launches_as_many_missiles_as_its_heat_allows_and_takes_others_when_the_best_run_out() -> None:
    scene = firing(shots=0)
    red = scene.unit("red")
    ir = next(at for at in tubes_of(red, racks(red)[0]) if red.sheet.mounts[at].equipment.name == "LRM IR")
    one = tuple(1 if at == ir else shots for at, shots in enumerate(red.condition.shots))
    state = scene.state.with_unit(replace(red, condition=replace(red.condition, shots=one)))
    fires = [command for command in legal(state, state.units["red"]) if isinstance(command, Fire)]
    _, plan = best_volley(state, state.units["red"], fires)
    launched = Counter(command.feed for command in plan if isinstance(command, Fire) and command.mount in racks(red))
    assert sum(launched.values()) > 2
    assert launched[ir] <= 1


@pytest.mark.parametrize(
    ("option", "layer"),
    [
        ("rapid_fire_autocannons", "omega_autocannons"),
        ("rapid_fire_machine_guns", "omega_autocannons"),
        ("hot_loading", "omega_missiles"),
    ],
)
def test_options_that_contradict_guns_and_racks_are_refused_by_name(option: str, layer: str) -> None:
    with pytest.raises(RefusedError, match=f"'{layer}' and '{option}' contradict each other"):
        ruleset(("omega", option))


@pytest.mark.proves("omega.stay_in_their_tubes")
def test_missiles_in_tubes_are_not_dumped() -> None:
    red = Unit.fresh(ruleset(["omega"]), "red", "red", known("Archer ARC-2R"), Hex(1, 1), 3)
    tubes = [at for at, mount in enumerate(red.sheet.mounts) if "tube" in mount.equipment.flags]
    assert {may_not.id for at in tubes if (may_not := ruleset(["omega"])[may_dump](ruleset(["omega"]), red, at))} == {
        "omega.stay_in_their_tubes"
    }
