"""Omega's pods and Arrows: salvos at hexes, countermeasures in the reaction phase, missiles flown leg by leg."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.attack.to_hit import refusal
from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import (
    AttackRolled,
    EffectLaid,
    FateMet,
    Scattered,
    Struck,
    ThingGone,
    ThingPlaced,
    ThingRolled,
)
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega import inferno, mines, payloads
from overheat.classic.rules.omega.arrow_pilots import DropFromArrow, FlyArrow, LaunchArrow, StrikeWithArrow
from overheat.classic.rules.omega.reaction import SCREEN
from overheat.classic.rules.omega.rockets import FireCountermeasures
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.classic.turn.round import legal
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import Dice, Scripted
from overheat.kernel.refusal import Refusal
from skirmish import NORTH, SOUTH, armed, field, known, moved, replace, told, unit
from soldiers import platoon

RULES = ("omega",)
HELD = ruleset(RULES)
BASE = unit().sheet


def carrier(item: str, hex: str = "0101", **loads: str) -> Unit:
    """A machine with one more part, whose tubes hold what is said: `RT LRM 5` is `RT_LRM_5`."""
    declared = {name.replace("_", " "): what for name, what in loads.items()}
    return Unit.fresh(HELD, "red", "red", armed(BASE, item), Hex.parse(hex), SOUTH, declared)


def battle(*units: Unit, board: Board | None = None, phase: Any = "weapons", **facts: Any) -> State:
    """The first unit is on turn, and the last of its side to be so; everybody else is done."""
    first, *others = units
    sides = tuple(dict.fromkeys(each.side for each in units))
    return State(
        relief=Relief(board or field(1, 12), HELD),
        units={each.id: each for each in units},
        round=1,
        phase=phase,
        initiative=sides if len(sides) > 1 else (*sides, "nobody"),
        order=(first.side,),
        acting=first.id,
        acted=frozenset(each.id for each in others),
        **facts,
    )


def play(state: State, dice: Dice, *commands: Any) -> tuple[State, list[Any]]:
    events: list[Any] = []
    for command in commands:
        assert state.acting is not None
        answer = Classic(RULES).apply(state, state.units[state.acting].side, command, dice)
        assert not isinstance(answer, Refusal), answer
        state, happened = answer
        events += happened
    return state, events


def refused(state: State, command: Any) -> str:
    answer = Classic(RULES).apply(state, "red", command, Scripted())
    assert isinstance(answer, Refusal), answer
    return answer.id


def rack(of: Unit, name: str = "LRM 5") -> int:
    return next(at for at, held in enumerate(of.sheet.mounts) if held.equipment.name == name)


def tube(of: Unit, munition: str) -> int:
    """The mount of some missiles in the last of a unit's racks."""
    held = enumerate(of.sheet.mounts)
    return [at for at, each in held if each.ammunition is not None and each.ammunition.munition == munition][-1]


def foe(hex: str = "0108", **others: Any) -> Unit:
    return replace(unit(id="blue", hex=hex, facing=NORTH, rules=HELD), **others)


def salvo(payload: str, name: str = "LRM 5") -> tuple[Unit, tuple[Any, ...]]:
    """A machine with a rack full of pods, and what it says to fire one at hex 0108."""
    red = carrier(f"{name}@RT", "0101", **{f"RT_{name.replace(' ', '_')}": payload})
    return red, (Aim("0108"), Fire(rack(red, name), "hex 0108", tube(red, payload)), Done())


@pytest.mark.proves("OM-rocket-pods", "omega.may_carry", "omega.payloads", "omega.payload_question")
def test_pods_carry_any_payload_and_guided_missiles_none() -> None:
    assert not adjudicated("payload", "omega", payload="Inferno", pod="LRM", guided=True)["legal"]
    assert adjudicated("payload", "omega", payload="Inferno", pod="LRM")["legal"]


@pytest.mark.proves("OM-rocket-pods", "omega.pods", "omega.pods_at_hexes", "omega.pod_bursts", "omega.pod_entries")
def test_a_pod_is_fired_at_a_hex_as_at_what_cannot_move_and_strikes_who_is_there() -> None:
    red, commands = salvo("Explosive")
    # Gunnery 4, against a hex -4.
    rolls = ((1, 1), *[(3, 4)] * 4)
    with Scripted(*rolls) as dice:
        after, events = play(battle(red, foe()), dice, *commands)
    assert [sum(part.value for part in event.needed) for event in told(events, AttackRolled)] == [0]
    assert [hit.damage for hit in told(events, Struck)] == [1, 1, 1, 1]
    assert after.units["red"].condition.shots[tube(red, "Explosive")] == 4


@pytest.mark.parametrize(("pod", "hits"), [("LRM", 4), ("SRM", 6), ("Arrow", 6)])
@pytest.mark.proves("OM-rocket-explosive", "omega.bombed", "omega.bomblets")
def test_bomblets_strike_armour_by_points_and_wipe_out_soldiers(pod: str, hits: int) -> None:
    assert adjudicated("payload", "omega", pod=pod)["hits"] == [1] * hits
    assert adjudicated("payload", "omega", pod=pod, target="Foot Platoon (Rifle)")["destroyed"]


@pytest.mark.proves("OM-rocket-explosive", "omega.bombed")
def test_a_platoon_under_bomblets_is_lost() -> None:
    red, commands = salvo("Explosive")
    soldiers = replace(platoon(), id="blue", side="blue", hex=Hex(1, 8))
    with Scripted((6, 6)) as dice:
        _, events = play(battle(red, soldiers), dice, *commands)
    assert [event.why for event in told(events, FateMet)] == [payloads.WIPED_OUT]


@pytest.mark.proves("OM-rocket-pods", "omega.pods_at_hexes_only")
def test_pods_are_fired_at_no_unit_and_countermeasures_not_with_other_weapons() -> None:
    red, _ = salvo("Explosive")
    state = battle(red, foe())
    no = refusal(attack_of(state, red, Shot(rack(red), "blue", tube(red, "Explosive"))))
    assert no is not None
    assert no.id == "omega.pods"
    smoky = carrier("LRM 5@RT", RT_LRM_5="Smoke")
    late = refusal(attack_of(battle(smoky, foe()), smoky, Shot(rack(smoky), "hex 0108", tube(smoky, "Smoke"))))
    assert late is not None
    assert late.id == "omega.pods"


@pytest.mark.proves("OM-rocket-pods", "omega.pods_astray")
def test_a_pod_that_misses_comes_down_elsewhere_but_not_beyond_its_reach() -> None:
    red, commands = salvo("FAScaM")
    runner = replace(red, gunnery=8, motion=moved("run"))
    # 8, +2 for the run, -4 against a hex: a 3 falls three short.
    with Scripted((1, 2), (1,)) as dice:
        _, events = play(battle(runner, foe("0112")), dice, *commands)
    assert [event.hex for event in told(events, Scattered)] == [Hex(1, 5)]
    assert [event.thing.hex for event in told(events, ThingPlaced)] == [Hex(1, 5)]
    red, commands = salvo("FAScaM", "SRM 2")
    runner = replace(red, gunnery=8, motion=moved("run"))
    # At long range 10: a 7 falls three short, and short-range rockets reach nine hexes.
    with Scripted((3, 4), (4,)) as dice:
        _, events = play(battle(runner, foe("0112")), dice, *commands)
    assert [event.hex for event in told(events, Scattered)] == [Hex(1, 11)]
    assert [event.thing.hex for event in told(events, ThingPlaced)] == [Hex(1, 10)]


@pytest.mark.proves("OM-rocket-fascam", "omega.payloads", "omega.payload_hexes")
def test_a_pod_mines_one_hex_and_an_arrow_five() -> None:
    assert adjudicated("payload", "omega", payload="FAScaM", pod="LRM")["hexes"] == 1
    assert adjudicated("payload", "omega", payload="FAScaM", pod="Arrow")["hexes"] == 5
    red, commands = salvo("FAScaM")
    with Scripted((6, 6)) as dice:
        _, events = play(battle(red, foe()), dice, *commands)
    assert [(event.thing.kind, event.thing.hex) for event in told(events, ThingPlaced)] == [(mines.FIELD, Hex(1, 8))]
    assert told(events, Struck) == []


@pytest.mark.proves("OM-rocket-inferno", "omega.payloads")
def test_a_pod_of_inferno_sets_its_hex_on_fire() -> None:
    red, commands = salvo("Inferno")
    with Scripted((6, 6)) as dice:
        _, events = play(battle(red, foe("0110")), dice, *commands)
    laid = [event for event in told(events, EffectLaid) if event.effect == inferno.FLAMES]
    assert [(event.hex, event.detail.value) for event in laid] == [(Hex(1, 8), 3)]


@pytest.mark.parametrize(
    ("facts", "added"),
    [
        ({"missile": "IR", "path_flare_salvos": 2}, 4),
        ({"missile": "ARM", "path_chaff_salvos": 1}, 0),
        ({"missile": "AR", "path_chaff_salvos": 1, "path_flare_salvos": 3}, 2),
        ({"missile": "SARaH", "path_chaff_salvos": 3}, 6),
    ],
)
def test_flares_and_chaff_add_two_for_each_salvo(facts: dict[str, Any], added: int) -> None:
    assert adjudicated("payload", "omega", **facts)["modifier"] == added


@pytest.mark.proves("OM-rocket-countermeasures", "omega.cloud_adds", "omega.payload_figures", "omega.clouds_against")
def test_the_sum_of_countermeasures_is_asked_for() -> None:
    assert adjudicated("payload", "omega", missile="IR", path_flare_salvos=2)["modifier"] == 4


def guided(munition: str, **effects: Any) -> WeaponAttack:
    red = carrier("LRM 5@RT", RT_LRM_5=munition)
    state = battle(red, foe(), effects=effects.get("effects", {}))
    return attack_of(state, red, Shot(rack(red), "blue", tube(red, munition)))


@pytest.mark.proves("OM-rocket-countermeasures", "to_hit.clouds")
def test_missiles_miss_more_easily_that_fly_through_or_into_countermeasures() -> None:
    hung = {Hex(1, 4): {payloads.FLARES: Mark(2)}, Hex(1, 8): {payloads.CHAFF: Mark(1)}}
    clouds = HELD[payloads.clouds]
    values = [None if (term := clouds(guided(kind, effects=hung))) is None else term.value for kind in ("IR", "AR")]
    assert values == [4, 2]
    assert clouds(guided("IR")) is None


@pytest.mark.proves("OM-rocket-countermeasures", "omega.countermeasures_verb", "omega.launch_heat")
def test_countermeasures_are_fired_in_the_reaction_phase_and_count_as_a_launch() -> None:
    red = carrier("LRM 5@RT", RT_LRM_5="Smoke")
    state = battle(red, foe(), phase="reaction")
    command = FireCountermeasures(rack(red), tube(red, "Smoke"), "0105")
    assert command in list(legal(state, red))
    with Scripted((6, 6)) as dice:
        after, events = play(state, dice, command)
    assert [(event.hex, event.effect) for event in told(events, EffectLaid)] == [(Hex(1, 5), SCREEN)]
    assert told(events, Struck) == []
    built, _ = heat_of(toil_of(after, after.units["red"]))
    assert built["heat.launches"].value == 3
    assert not [each for each in legal(after, after.units["red"]) if isinstance(each, FireCountermeasures)]


@pytest.mark.proves("omega.launched_before")
def test_a_rack_that_launched_in_the_reaction_phase_does_not_again() -> None:
    red = carrier("LRM 5@RT", RT_LRM_5="Smoke", RT_LRM_5_tube_5="AR")
    state = battle(red, foe(), phase="reaction")
    with Scripted((6, 6)) as dice:
        after, _ = play(state, dice, FireCountermeasures(rack(red), tube(red, "Smoke"), "0105"))
    shots = [each for each in legal(replace(after, phase="weapons"), after.units["red"]) if isinstance(each, Fire)]
    assert rack(red) not in {each.mount for each in shots}
    fresh = [each for each in legal(replace(state, phase="weapons"), red) if isinstance(each, Fire)]
    assert rack(red) in {each.mount for each in fresh}


WIDE = field(20, 24)


def archer(munition: str = "AR", **others: Any) -> Unit:
    made = carrier("Arrow IV@RT", hex="1002", RT_Arrow_V=munition)
    return replace(made, **others)


def undefended(target: Unit) -> Unit:
    """A unit that has used up its flares and chaff."""
    mounts = zip(target.sheet.mounts, target.condition.shots, strict=True)
    shots = tuple(0 if mount.equipment.flags & {"flares", "chaff"} else left for mount, left in mounts)
    return replace(target, condition=replace(target.condition, shots=shots))


def launched(munition: str = "AR", target: str = "blue", at: str = "1015", **others: Any) -> tuple[State, Unit]:
    red = archer(munition)
    blue = replace(undefended(unit(known("Atlas AS7-D"), id="blue", hex=at, facing=NORTH, rules=HELD)), **others)
    state = battle(red, blue, board=WIDE)
    state, _ = play(state, Scripted(), LaunchArrow(rack(red, "Arrow V"), tube(red, munition), target))
    return state, red


@pytest.mark.proves("OM-arrow-launcher", "omega.racks_is", "omega.racks_clan")
def test_a_launcher_holds_five_and_sends_one_a_turn() -> None:
    for tech, heat in (("IS", 8), ("Clan", 6)):
        answer = adjudicated("arrow", "omega", tech=tech)
        assert [answer[name] for name in ("heat", "missiles", "launches", "damage")] == [heat, 5, 1, 25]
    state, red = launched()
    assert state.units["red"].condition.shots[tube(red, "AR")] == red.condition.shots[tube(red, "AR")] - 1
    built, _ = heat_of(toil_of(state, state.units["red"]))
    assert built["heat.launches"].value == 8
    assert refused(state, LaunchArrow(rack(red, "Arrow V"), tube(red, "AR"))) == "omega.launch"


@pytest.mark.parametrize(
    ("tech", "far", "bracket", "base", "penalty"),
    [("IS", 40, "long", 8, 0), ("IS", 10, "short", 4, 3), ("Clan", 6, "short", 4, 1), ("Clan", 102, "long", 8, 0)],
)
@pytest.mark.proves("OM-arrow-ranges", "omega.arrow_base")
def test_the_ranges_of_arrows(tech: str, far: int, bracket: str, base: int, penalty: int) -> None:
    told = adjudicated("arrow", "omega", tech=tech, range=far)
    assert [told[name] for name in ("bracket", "base", "min_penalty")] == [bracket, base, penalty]
    assert told["hexes_per_turn"] == 17


@pytest.mark.proves("OM-arrow-terrain", "omega.arrow_terrain")
def test_nothing_on_the_ground_bothers_an_arrow_but_partial_cover() -> None:
    woods = adjudicated("arrow", "omega", range=10, intervening=["heavy woods", "light woods"])
    assert woods["terms"] == []
    assert [term["value"] for term in adjudicated("arrow", "omega", range=10, partial_cover=True)["terms"]] == [1]
    assert [adjudicated("arrow", "omega", partial_cover=cover)["terrain"] for cover in (False, True)] == [0, 1]


@pytest.mark.proves("OM-arrow-direct", "omega.arrow_direct", "omega.arrow_figures")
def test_an_arrow_is_fired_directly_within_seventeen_hexes() -> None:
    assert adjudicated("arrow", "omega", range=17)["direct_legal"]
    assert not adjudicated("arrow", "omega", range=18)["direct_legal"]


@pytest.mark.proves("OM-arrow-launch", "omega.arrow_base", "omega.same_turn", "omega.arrow_figures")
def test_the_base_number_is_written_down_at_launch() -> None:
    assert adjudicated("arrow", "omega", range=30)["base"] == 6
    assert adjudicated("arrow", "omega", range=10, switched=True)["base"] == 8
    assert adjudicated("arrow", "omega", range=10, named=False)["base"] == 8
    assert not adjudicated("arrow", "omega", path=18)["same_turn_attack"]
    assert adjudicated("arrow", "omega", path=17)["same_turn_attack"]
    state, _ = launched()
    (thing,) = state.things.values()
    assert (thing.value, thing.about, thing.by) == (4, "blue", "red")
    unnamed, _ = launched(target="")
    assert [thing.value for thing in unnamed.things.values()] == [8]


@pytest.mark.parametrize(
    ("hexes", "turns", "legal"), [(8, (), False), (9, (), True), (17, (1, 1, 1), True), (18, (), False)]
)
@pytest.mark.proves("omega.arrow_questions")
def test_how_far_an_arrow_flies(hexes: int, turns: tuple[int, ...], legal: bool) -> None:
    assert adjudicated("arrow_course", "omega", hexes=hexes, turns=list(turns))["legal"] is legal


@pytest.mark.proves("OM-arrow-flight", "omega.course", "omega.arrow_flight")
def test_an_arrow_turns_by_one_hexside_in_a_hex_and_three_in_all() -> None:
    assert not adjudicated("arrow_course", "omega", hexes=12, turns=[2])["legal"]
    assert not adjudicated("arrow_course", "omega", hexes=12, turns=[1, 1, 1, 1])["legal"]
    assert not adjudicated("arrow_course", "omega", hexes=8)["legal"]
    assert not adjudicated("arrow_course", "omega", hexes=18)["legal"]


def flights(state: State) -> set[str]:
    return {each.hex for each in legal(state, state.units["red"]) if isinstance(each, FlyArrow)}


@pytest.mark.proves("OM-arrow-flight", "omega.arrow_verbs", "omega.arrow_flight")
def test_an_arrow_is_flown_in_straight_legs_that_everybody_sees() -> None:
    state, _ = launched(at="1020")
    (id,) = state.things
    assert {"1003", "1019"} <= flights(state)
    assert "1020" not in flights(state)
    state, _ = play(state, Scripted(), FlyArrow(id, "1006"))
    # On south, or turned by one hexside to the south-east and the south-west.
    assert {"1007", "1019", "1107", "0907"} <= flights(state)
    assert not {"1005", "1106", "0906", "1020"} & flights(state)
    state, _ = play(state, Scripted(), FlyArrow(id, "1107"), FlyArrow(id, "1108"), FlyArrow(id, "1008"))
    assert {state.things[id].flown, len(state.things[id].path)} == {7, 8}
    assert flights(state) <= {str(hex) for hex in WIDE if hex.column <= 10}
    seen = next(each for each in Classic(RULES).view(state, "blue")["things"] if each["id"] == id)
    assert seen["path"] == ["1002", "1003", "1004", "1005", "1006", "1107", "1108", "1008"]
    assert refused(state, FlyArrow(id, "1109")) == "omega.fly"


@pytest.mark.proves("OM-arrow-flight", "omega.arrow_flies_on", "omega.arrow_flight")
def test_an_arrow_that_nobody_steers_flies_straight_on_and_off_the_map_is_lost() -> None:
    state, _ = launched(at="1820")
    (id,) = state.things
    with Scripted() as dice:
        _, events = play(state, dice, FlyArrow(id, "1004"), Done())
    assert [str(event.thing.hex) for event in told(events, ThingPlaced)][-1] == "1011"
    red = replace(archer(), hex=Hex(10, 20))
    short = battle(red, foe("1810"), board=WIDE)
    short, _ = play(
        short, Scripted(), LaunchArrow(rack(red, "Arrow V"), tube(red, "AR"), ""), FlyArrow("red-arrow-1", "1021")
    )
    _, events = play(short, Scripted(), Done())
    assert [event.thing.id for event in told(events, ThingGone)] == ["red-arrow-1"]


@pytest.mark.proves("OM-arrow-attack-ar-ir", "omega.arrow_strikes", "omega.arrow_number", "omega.arrow_figures")
def test_an_arrow_strikes_by_the_number_of_its_launch_and_not_by_its_pilots_skill() -> None:
    state, _ = launched(motion=moved("run", 5))
    state = state.with_unit(replace(state.units["red"], gunnery=8, motion=moved("run", 4)))
    command = StrikeWithArrow("red-arrow-1", "blue")
    assert command in list(legal(state, state.units["red"]))
    with Scripted((6, 6), (3, 4)) as dice:
        after, events = play(state, dice, command, Done())
    (roll,) = told(events, ThingRolled)
    by_id = {part.id: part.value for part in roll.needed}
    assert by_id["omega.arrow.base"] == 4
    assert by_id["omega.arrow.indirect"] == 1
    assert by_id["to_hit.target_movement"] == 2
    assert "to_hit.gunnery" not in by_id
    assert "to_hit.attacker_movement" not in by_id
    assert [hit.damage for hit in told(events, Struck)] == [25]
    assert after.things == {}


@pytest.mark.proves("OM-arrow-attack-ar-ir", "omega.arrow_figures")
def test_smoke_around_the_target_adds_two_and_other_smoke_nothing() -> None:
    state, _ = launched()
    hung = {Hex(10, 15): {SCREEN: Mark()}, Hex(10, 9): {SCREEN: Mark()}}
    with Scripted((1, 1)) as dice:
        _, events = play(replace(state, effects=hung), dice, StrikeWithArrow("red-arrow-1", "blue"), Done())
    (roll,) = told(events, ThingRolled)
    assert {part.id: part.value for part in roll.needed}["omega.arrow.smoke"] == 2
    assert "to_hit.smoke_screen" not in {part.id for part in roll.needed}


@pytest.mark.proves("OM-arrow-attack-ar-ir", "omega.arrow_strikes")
def test_an_arrow_strikes_the_side_that_it_comes_from_by_its_course() -> None:
    state, _ = launched(at="1010")
    turned = state.with_unit(replace(state.units["blue"], facing=5, torso=5))
    assert refused(turned, StrikeWithArrow("red-arrow-1", "red")) == "omega.strike"
    struck = []
    for legs in ((), (FlyArrow("red-arrow-1", "1304"),)):
        # From the north it strikes the front of who looks to the north-west, from the north-east its right side.
        with Scripted((6, 6), (3, 4)) as dice:
            _, events = play(turned, dice, *legs, StrikeWithArrow("red-arrow-1", "blue"), Done())
        struck += [hit.location for hit in told(events, Struck)]
    assert struck == ["CT", "RT"]


@pytest.mark.proves("OM-arrow-payloads", "omega.arrow_verbs", "omega.payload_hexes")
def test_an_arrow_strews_its_load_over_five_hexes_of_its_way() -> None:
    state, _ = launched("FAScaM", target="")
    state, _ = play(state, Scripted(), FlyArrow("red-arrow-1", "1010"))
    assert refused(state, DropFromArrow("red-arrow-1", "1012")) == "omega.drop"
    drops = [DropFromArrow("red-arrow-1", f"10{row:02}") for row in range(4, 9)]
    _, events = play(state, Scripted(), *drops)
    mined = [event.thing.hex for event in told(events, ThingPlaced) if event.thing.kind == mines.FIELD]
    assert mined == [Hex(10, row) for row in range(4, 9)]
    assert [event.thing.id for event in told(events, ThingGone)] == ["red-arrow-1"]


@pytest.mark.proves("OM-arrow-payloads", "omega.arrow_verbs")
def test_an_arrow_with_countermeasures_is_launched_in_the_reaction_phase() -> None:
    red = archer("Chaff")
    command = LaunchArrow(rack(red, "Arrow V"), tube(red, "Chaff"), "")
    assert refused(battle(red, foe(), board=WIDE), command) == "omega.launch"
    state = battle(red, foe(), board=WIDE, phase="reaction")
    _, events = play(state, Scripted(), command, FlyArrow("red-arrow-1", "1008"), DropFromArrow("red-arrow-1", "1006"))
    assert [(event.hex, event.effect) for event in told(events, EffectLaid)] == [(Hex(10, 6), payloads.CHAFF)]
