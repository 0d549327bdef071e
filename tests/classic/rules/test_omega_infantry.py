"""Omega's soldiers: squads with arms of their own, what hits do to platoons, elementals, and who joins whom."""

from fractions import Fraction
from typing import Any

import pytest

from overheat.api.questions import ask
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import entry_of
from overheat.classic.board.hexes import Hex
from overheat.classic.construction.check import check
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire, Go, Step
from overheat.classic.facts.events import (
    CriticalHit,
    FateMet,
    Felled,
    HeatSettled,
    ShotsSpent,
    Struck,
)
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega.infantry import SquadHit, with_squad
from overheat.classic.rules.omega.squad_actions import Reload, Transfer, Transferred
from overheat.classic.rules.omega.squad_kits import ABANDONED, BURNING, UNTRAINED, missing
from overheat.classic.rules.standard.assaults import Assault, allowed
from overheat.classic.rules.standard.fire import WORTH
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import in_one_lump
from overheat.classic.rules.standard.movement import entry_cost
from overheat.classic.rules.standard.played import unplayed
from overheat.classic.rules.standard.salvos import times_a_round
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import settle_one
from overheat.classic.turn.preview import heat_of_hit
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unit.fielding import outfit
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.terms import Tally
from skirmish import known, moved, on_turn, relief, replace, told, unit

OMEGA = ("omega",)
FOOT, JUMP, ELEMENTALS = "Foot Platoon (Rifle)", "Jump Platoon (SRM)", "Elemental Battle Armor [Laser](Sqd5)"
SPHERE = "IS Standard Battle Armor [MG](Sqd4)"
COLUMN = "0 0 0 0"


def asked(question: str, **facts: Any) -> dict[str, Any]:
    return ask(question, OMEGA, **facts)


def squad(kind: str, **facts: Any) -> dict[str, Any]:
    return asked("squad", kind=kind, **facts)


def platoon(name: str = FOOT, *kinds: str, id: str = "red", hex: str = "0101", **others: Any) -> Unit:
    """A platoon with squads of some kinds."""
    loads = {f"Squad {at}": kind for at, kind in enumerate(kinds, start=1)}

    made = Unit.fresh(ruleset(OMEGA), id, others.pop("side", id), known(name), Hex.parse(hex), 3, loads)
    return replace(made, **others)


def battle(*units: Unit, board: str = COLUMN, **others: Any) -> State:
    return State(relief=relief(board, OMEGA), units={each.id: each for each in units}, round=1, **others)


def arm(of: Unit, name: str, location: str = "Squad 1") -> int:
    mounts = enumerate(of.sheet.mounts)
    return next(at for at, mount in mounts if mount.location == location and mount.equipment.name == name)


def omega_turn(acting: Unit, *others: Unit, phase: str, board: str = COLUMN) -> State:
    return replace(on_turn(acting, *others, phase=phase, board=board), relief=relief(board, OMEGA))


def chances(answer: dict[str, Any]) -> dict[Any, Fraction]:
    return {row["value"]: Fraction(*row["chance"]) for row in answer["distribution"]["rows"]}


@pytest.mark.proves("OM-inf-types", "omega.no_inner_sphere_suits")
def test_only_the_clans_field_battle_armour() -> None:
    assert asked("platoon", unit=SPHERE)["refusal"]["id"] == "omega.infantry_types"
    assert asked("platoon", unit=ELEMENTALS)["refusal"] is None
    assert [asked("platoon", unit=name)["legal"] for name in (SPHERE, ELEMENTALS)] == [False, True]


@pytest.mark.proves("OM-inf-platoons", "omega.platoons", "omega.into_squads", "omega.squad_figures")
def test_platoons_are_drawn_up_in_squads_of_four() -> None:
    foot, jump = asked("platoon", unit=FOOT), asked("platoon", unit=JUMP)
    assert (foot["troops"], len(foot["squads"]), foot["walk"], foot["jump"]) == (24, 6, 1, 0)
    assert (jump["troops"], len(jump["squads"]), jump["walk"], jump["jump"]) == (20, 5, 1, 3)


@pytest.mark.proves("omega.most_squads", "omega.squads_played")
def test_platoons_are_built_by_the_rules_and_all_of_them_is_played() -> None:
    rules = ruleset(OMEGA)
    assert [finding.reason for finding in check(known(FOOT), rules) if finding.severity == "error"] == []
    sheet = outfit(rules, known(FOOT)).sheet
    assert rules[unplayed](rules, sheet) == ()


@pytest.mark.proves("omega.into_squads")
def test_the_refit_is_told() -> None:
    notes = [str(note) for note in outfit(ruleset(OMEGA), known("Motorized Platoon (MG)")).notes]
    assert notes[0].startswith("6 squads of 4: 6 anti-mech rifle")
    assert any("fights on foot" in note for note in notes)


@pytest.mark.proves("OM-inf-battlearmor-point", "omega.elementals", "omega.into_point")
def test_a_point_is_five_elementals() -> None:
    point = asked("platoon", unit=ELEMENTALS)
    assert (point["troops"], point["walk"], point["jump"], point["armour"], point["armoured"]) == (5, 2, 3, 11, True)


@pytest.mark.proves("OM-inf-gunnery", "omega.soldiers_aim", "omega.soldiers")
def test_soldiers_need_four_six_and_eight_whatever_their_crew() -> None:
    assert [squad("laser", range=hexes)["target_number"] for hexes in (3, 6, 9)] == [4, 6, 8]
    red, blue = platoon(FOOT, "laser", gunnery=1), unit(id="blue", hex="0103", facing=0)
    assert target_number(WeaponAttack(relief(COLUMN, OMEGA), red, blue, arm(red, "Squad Laser"))).total == 4


@pytest.mark.proves("OM-inf-stacking", "omega.stacking", "omega.infantry_questions")
def test_soldiers_share_a_hex_with_one_other_unit() -> None:
    machine = "Marauder MAD-3R"
    assert asked("stack", units=[FOOT, machine])["legal"]
    assert asked("stack", units=[FOOT, FOOT])["legal"]
    assert not asked("stack", units=[FOOT, FOOT, machine])["legal"]


@pytest.mark.parametrize("target", [FOOT, ELEMENTALS])
@pytest.mark.proves("OM-inf-target-mod", "omega.small_target")
def test_soldiers_are_hard_to_hit_for_everybody(target: str) -> None:
    blue = platoon(target, id="blue", hex="0103")
    red = unit()
    assert target_number(WeaponAttack(relief(COLUMN, OMEGA), red, blue, 0))["battle_armour.small"].value == 1
    soldiers = platoon(FOOT, "laser")
    shot = WeaponAttack(relief(COLUMN, OMEGA), soldiers, blue, arm(soldiers, "Squad Laser"))
    assert target_number(shot)["battle_armour.small"].value == 1


@pytest.mark.proves("OM-inf-movement", "omega.lightly", "omega.no_water")
def test_soldiers_mind_no_ground_and_never_enter_water() -> None:
    for ground in ("0w2", "1"):
        found = [_step(who, ground) for who in (FOOT, ELEMENTALS)]
        assert [cost.total for cost in found if not isinstance(cost, Refusal)] == [1, 1]
    wet = _step(ELEMENTALS, "0~1")
    assert isinstance(wet, Refusal)
    assert wet.id == "omega.no_water"
    assert isinstance(_step(FOOT, "0~1"), Refusal)


def _step(who: str, ground: str) -> Tally | Refusal:
    """What a step costs into some ground; none is told for what the ground asks nothing of."""
    red = platoon(who)
    before = battle(red, board=f"0 {ground} 0 0")
    target = before.relief.board[Hex(1, 2)]
    level = target.level
    return entry_cost(entry_of(before, red, before.relief.board[red.hex], Hex(1, 2), (0, level)))


@pytest.mark.proves("OM-inf-squads", "omega.squads", "omega.squads_to_choose", "omega.squads_fire")
def test_every_squad_is_of_any_kind_and_fires_at_whom_it_likes() -> None:
    mixed = {"Squad 1": "laser", "Squad 2": "flamer", "Squad 3": "anti-mech CRM"}
    found = asked("platoon", unit=FOOT, loads=mixed)
    assert (found["squads"][:4], found["most_targets"]) == (["laser", "flamer", "anti-mech CRM", "rifle"], 6)


@pytest.mark.proves("OM-inf-squads", "omega.squads_apart")
def test_a_platoon_fires_at_several_targets_without_any_being_secondary() -> None:
    red = platoon(FOOT, "laser", "laser")
    red = replace(red, volley=(Shot(arm(red, "Squad Laser"), "blue"),))
    blue, other = unit(id="blue", hex="0102", facing=0), unit(id="green", hex="0104", facing=0)
    state = battle(red, blue, other)
    shot = attack_of(state, red, Shot(arm(red, "Squad Laser", "Squad 2"), "green"))
    assert refusal(shot) is None
    assert "to_hit.secondary_target" not in target_number(shot)
    machine = replace(unit(id="grey"), volley=(Shot(0, "blue"),))
    assert target_number(attack_of(state, machine, Shot(0, "green")))["to_hit.secondary_target"].value == 1


@pytest.mark.parametrize(
    ("weapon", "hits", "killed", "squads"),
    [("Gauss Rifle", 1, 1, 1), ("AC/5", 2, 8, 2), ("AC/2", 3, 6, 3), ("SRM 6", 1, 4, 1), ("Machine Gun", 3, 3, 1)],
)
@pytest.mark.proves("OM-inf-damage-taken", "omega.harm_to_soldiers", "omega.platoon_hit")
def test_what_falls_depends_on_what_hits(weapon: str, hits: int, killed: int, squads: int) -> None:
    found = asked("casualties", weapon=weapon, hits=hits)
    assert found["killed"] == killed
    assert found["squads_hit"] == (squads if weapon != "Machine Gun" else hits)


@pytest.mark.proves("OM-inf-damage-taken", "omega.platoon_hit", "omega.soldiers_fallen", "damage.platoon")
def test_squads_and_soldiers_are_picked_by_dice() -> None:
    foot = platoon(id="blue")
    playing = Scene(battle(foot), Scripted(3, 2))
    shell = next(mount.weapon for mount in unit().sheet.mounts if mount.equipment.name == "AC/10")
    take(playing, Hit("blue", "front", 10, "fire", weapon=shell))
    take(playing, Hit("blue", "front", 1, "test"))
    assert [(hit.squad, hit.before, hit.after) for hit in told(playing.events, SquadHit)] == [
        ("Squad 3", 4, 0),
        ("Squad 1", 4, 3),
    ]
    assert [event.left for event in told(playing.events, Felled)] == [20, 19]
    assert not any(isinstance(event, FateMet) for event in playing.events)
    assert ask("damage", OMEGA, unit=FOOT, weapon="AC/10")["fallen"] == 4
    standard = Scene(State(relief=relief(COLUMN), units={"blue": unit(known(FOOT), id="blue")}), Scripted())
    take(standard, Hit("blue", "front", 10, "fire", weapon=shell))
    assert [event.left for event in told(standard.events, Felled)] == [26]


@pytest.mark.proves("damage.soldiers_fallen")
def test_in_the_standard_game_ten_points_fell_one_and_twice_as_many_in_the_open() -> None:
    assert ask("damage", unit=FOOT, weapon="AC/10")["fallen"] == 2


@pytest.mark.proves("omega.shot_by_shot")
def test_every_missile_strikes_a_platoon_by_itself() -> None:
    red, blue = unit(gunnery=0), platoon(id="blue", hex="0103")
    shot = WeaponAttack(relief(COLUMN, OMEGA), red, blue, red.plan.weapons[0])
    assert shot.rules[in_one_lump](shot) is False


@pytest.mark.proves("OM-inf-rifle", "omega.squad_throws", "omega.squad_equipment")
def test_rifles_fell_a_die_less_the_squads_losses() -> None:
    assert squad("rifle", lost=2, range=2, target="soldiers", dice=[3])["damage"] == 1
    assert squad("rifle", lost=2, range=2, target="soldiers", dice=[6])["damage"] == 4
    assert chances(squad("rifle", lost=2, range=2, target="soldiers"))[1] == Fraction(1, 2)
    assert [squad("rifle", range=hexes, target="soldiers")["base"] for hexes in (2, 4, 6)] == [4, 6, 8]


@pytest.mark.proves("OM-inf-rifle", "omega.soldiers_only")
def test_rifles_do_nothing_to_armour() -> None:
    for target in ("machine", "vehicle", "suits"):
        assert squad("rifle", range=2, target=target)["refusal"]["id"] == "omega.soldiers_only"


@pytest.mark.proves("OM-inf-laser", "omega.squad_may_fire", "omega.squad_equipment")
def test_a_laser_squad_fires_until_two_are_left_and_moves_while_it_is_whole() -> None:
    whole, weak, few = (squad("laser", lost=lost, range=8) for lost in (0, 2, 3))
    assert (whole["target_number"], whole["damage"]) == (8, 5)
    assert (weak["legal"], weak["can_fire"], weak["can_move_with_weapon"]) == (True, True, False)
    assert (few["legal"], few["can_fire"], few["refusal"]["id"]) == (False, False, "omega.squad_may_fire")


@pytest.mark.proves("OM-inf-sidearms", "omega.squad_equipment")
def test_side_arms_reach_two_hexes_and_do_one_to_three() -> None:
    assert squad("laser", weapon="side arms", range=2, target="soldiers")["base"] == 8
    assert squad("CRM", weapon="side arms", range=0, target="soldiers")["base"] == 4
    fired = squad("TAG", weapon="side arms", range=1, target="soldiers")
    assert chances(fired) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    assert squad("laser", weapon="side arms", range=1)["refusal"]["id"] == "omega.soldiers_only"


@pytest.mark.proves("omega.squad_may_fire")
def test_a_squad_fires_one_of_its_weapons_a_turn() -> None:
    red = platoon(FOOT, "laser")
    red = replace(red, volley=(Shot(arm(red, "Squad Laser"), "blue"),))
    blue = platoon(id="blue", hex="0102")
    no = refusal(attack_of(battle(red, blue), red, Shot(arm(red, "Side Arms"), "blue")))
    assert no is not None
    assert no.id == "omega.squad_may_fire"


@pytest.mark.parametrize(("lost", "heat", "kills"), [(0, 6, 8), (1, 5, 6), (2, 3, 4), (3, 2, 2)])
@pytest.mark.proves("OM-inf-flamer", "omega.squad_figures", "omega.squad_throws")
def test_flamers_burn_by_the_soldiers_who_are_left(lost: int, heat: int, kills: int) -> None:
    fired = squad("flamer", lost=lost, range=1, target="soldiers")
    assert (fired["heat"], fired["damage"]) == (heat, kills)


@pytest.mark.proves("OM-inf-flamer", "omega.burns", "omega.squad_throws")
def test_several_flamers_burn_longer_and_not_hotter() -> None:
    red, blue = platoon(FOOT, "flamer", "flamer", "flamer"), unit(id="blue", hex="0102", facing=0)
    playing = Scene(battle(red, blue), Scripted((6, 6), (6, 6), (6, 6)))
    for at in (1, 2, 3):
        resolve(playing, attack_of(playing.state, red, Shot(arm(red, "Squad Flamers", f"Squad {at}"), "blue")))
    mark = playing.unit("blue").marks[BURNING]
    assert (mark.value, mark.until) == (6, 3)
    settle_one(playing, "blue")
    [heat] = told(playing.events, HeatSettled)
    assert [part.value for part in heat.built if part.id == "omega.burns"] == [6]


@pytest.mark.proves("omega.squad_scorches")
def test_bots_know_the_heat_of_a_squads_flamers() -> None:

    red, blue = platoon(FOOT, "flamer"), unit(id="blue", hex="0102", facing=0)
    state = battle(red, blue)
    assert heat_of_hit(state, attack_of(state, red, Shot(arm(red, "Squad Flamers"), "blue"))) == 6


@pytest.mark.proves("omega.squad_ignites")
def test_flamers_set_woods_alight_whenever_they_hit() -> None:

    red, blue = platoon(FOOT, "flamer"), unit(id="blue", hex="0102", facing=0)
    shot = WeaponAttack(relief(COLUMN, OMEGA), red, blue, arm(red, "Squad Flamers"))
    assert shot.rules[ignites_on](shot) == 2


@pytest.mark.proves("OM-inf-crm", "omega.crm_target", "omega.squad_equipment")
def test_a_crm_squad_has_four_missiles_for_whatever_is_no_soldier() -> None:
    far = squad("CRM", range=5)
    assert (far["target_number"], far["damage"]) == (8, 8)
    assert squad("CRM", range=5, target="soldiers")["refusal"]["id"] == "omega.crm_target"
    red = platoon(FOOT, "CRM")
    assert missiles(red, "Squad 1") == {"IR": 2, "AR": 2}
    assert ruleset(OMEGA)[times_a_round](ruleset(OMEGA), red, arm(red, "CRM-4")) == 1


def missiles(unit: Unit, place: str) -> dict[str, int]:
    """The missiles of a squad or an elemental by how they are guided."""
    held = ((mount.ammunition, at) for at, mount in enumerate(unit.sheet.mounts) if mount.location == place)
    return {rounds.munition: unit.condition.shots[at] for rounds, at in held if rounds is not None}


@pytest.mark.proves("OM-inf-crm", "OM-ba-elemental", "omega.squads_to_choose", "omega.elementals_to_choose")
def test_every_crm_is_guided_as_its_owner_chooses() -> None:
    rules = ruleset(OMEGA)
    loads = {"Squad 2 CRM": "Streak", "Squad 2 CRM tube 4": "SARaH", "Squad 2": "anti-mech CRM"}
    red = Unit.fresh(rules, "red", "red", known(FOOT), Hex(1, 1), 3, loads)
    assert missiles(red, "Squad 2") == {"Streak": 3, "SARaH": 1}
    suits = Unit.fresh(rules, "red", "red", known(ELEMENTALS), Hex(1, 1), 3, {"Trooper 3 CRM": "LGM"})
    assert (missiles(suits, "Trooper 3"), missiles(suits, "Trooper 1")) == ({"LGM": 2}, {"IR": 1, "AR": 1})
    with pytest.raises(RefusedError, match="holds no 'FAScaM'"):
        Unit.fresh(rules, "red", "red", known(FOOT), Hex(1, 1), 3, {"Squad 1": "CRM", "Squad 1 CRM": "FAScaM"})


@pytest.mark.proves("OM-inf-crm", "omega.racks", "omega.guides")
def test_a_crm_finds_its_target_as_any_missile_does() -> None:
    numbers = [squad("CRM", range=3, guidance=guide)["target_number"] for guide in ("IR", "AR", "Streak")]
    assert numbers == [6, 6 - 2, 6]
    assert squad("CRM", range=3, guidance="IR", target_heat=21)["target_number"] == 6 - 3


@pytest.mark.proves("OM-inf-crm", "omega.racks", "omega.guides")
def test_who_has_no_radar_or_laser_of_a_friend_launches_no_missile_that_needs_one() -> None:
    assert squad("CRM", guidance="SARaH")["refusal"]["id"] == "omega.illuminated"
    assert squad("CRM", guidance="LGM")["refusal"]["id"] == "omega.needs_a_laser"
    assert squad("CRM", guidance="ARM")["refusal"]["id"] == "omega.radiates"


@pytest.mark.proves("OM-inf-platoons", "omega.platoons_jump")
def test_a_jump_platoon_jumps_three_hexes_whatever_it_carries() -> None:
    assert [asked("points", unit=name)["jump"] for name in (JUMP, FOOT, ELEMENTALS)] == [3, 0, 3]


@pytest.mark.proves("OM-inf-crm", "omega.squad_verbs", "omega.cargo", "omega.crm_stores")
def test_a_launcher_is_loaded_again_beside_a_vehicle_that_carries_missiles() -> None:

    rules = ruleset(OMEGA)
    red = platoon(FOOT, "CRM")
    tubes = red.plan.feeds[arm(red, "CRM-4")]
    empty = replace(red, condition=replace(red.condition, shots=tuple(0 for _ in red.condition.shots)))
    truck = Unit.fresh(rules, "truck", "red", known("Vedette Medium Tank"), Hex(1, 1), 0, {"cargo": "CRMs"})
    blue = unit(id="blue", hex="0104", facing=0)
    before = omega_turn(empty, truck, blue, phase="end")
    answer = Classic(OMEGA).apply(before, "red", Reload("Squad 1"), Scripted())
    assert not isinstance(answer, Refusal)
    assert [(event.mount, event.left) for event in told(answer[1], ShotsSpent)] == [(at, 2) for at in tubes]
    plain = Unit.fresh(rules, "truck", "red", known("Vedette Medium Tank"), Hex(1, 1), 0)
    no = Classic(OMEGA).apply(omega_turn(empty, plain, blue, phase="end"), "red", Reload("Squad 1"), Scripted())
    assert isinstance(no, Refusal)
    assert no.id == "omega.reload"


@pytest.mark.proves("OM-inf-tag", "omega.squad_equipment", "omega.squad_may_fire")
def test_a_tag_squad_designates_up_to_fifteen_hexes() -> None:
    assert squad("TAG", range=11)["target_number"] == 8
    assert squad("TAG", range=11, lost=3)["can_fire"] is squad("TAG", range=11, lost=3)["legal"] is False


@pytest.mark.proves("OM-inf-antimech", "omega.anti_mech", "omega.anti_mech_losses", "omega.at_its_feet")
def test_an_anti_mech_attack_needs_five_and_two_for_each_missing() -> None:
    assert squad("anti-mech rifle", weapon="charges", range=0)["target_number"] == 5
    assert squad("anti-mech rifle", weapon="charges", range=0, lost=2, target_hexes=3)["target_number"] == 10
    assert squad("anti-mech rifle", weapon="charges", range=0, target="vehicle")["refusal"]["id"] == "omega.at_its_feet"


@pytest.mark.proves("OM-inf-antimech", "omega.strikes_leg", "omega.squad_modes")
def test_the_leg_that_is_picked_takes_a_critical_hit() -> None:
    red, blue = platoon(FOOT, "anti-mech rifle"), unit(id="blue", facing=0)
    at = arm(red, "Anti-'Mech Charges")
    before = omega_turn(red, blue, phase="weapons")
    commands = [command for command in Classic(OMEGA).legal(before, "red") if isinstance(command, Fire)]
    assert Fire(at, "blue", mode="strike LL") in commands
    playing = Scene(before, Scripted((6, 6), 1))
    resolve(playing, attack_of(before, red, Shot(at, "blue", mode="strike LL")))
    assert [(hit.location, hit.slot) for hit in told(playing.events, CriticalHit)] == [("LL", 0)]
    assert told(playing.events, Struck) == []


@pytest.mark.proves("omega.no_swarms")
def test_a_platoon_has_no_other_attacks_on_legs() -> None:
    red, blue = platoon(), unit(id="blue", facing=0)
    state = battle(red, blue)
    no = state.relief.rules[allowed](Assault(state, red, blue, "leg attack"))
    assert no is not None


@pytest.mark.proves("omega.worth_of_charges")
def test_bots_think_something_of_charges() -> None:
    red, blue = platoon(FOOT, "anti-mech rifle"), unit(id="blue", facing=0)
    state = battle(red, blue)
    attack = attack_of(state, red, Shot(arm(red, "Anti-'Mech Charges"), "blue"))
    assert sum(worth.function(attack) for worth in attack.rules[WORTH]) > 0


@pytest.mark.parametrize(
    ("kind", "target", "base"),
    [
        ("laser", "machine", 2),
        ("flamer", "machine", 2),
        ("TAG", "vehicle", 2),
        ("CRM", "machine", 6),
        ("rifle", "soldiers", 2),
        ("flamer", "soldiers", 2),
    ],
)
@pytest.mark.proves("OM-inf-same-hex", "omega.same_hex", "omega.soldiers_aim")
def test_in_the_same_hex_what_is_fired_says_what_is_needed(kind: str, target: str, base: int) -> None:
    assert squad(kind, range=0, target=target)["base"] == base


@pytest.mark.proves("OM-inf-same-hex", "omega.into_its_own_hex", "omega.soldiers")
def test_a_machine_hardly_hits_soldiers_at_its_feet() -> None:
    red, blue = unit(), platoon(id="blue")
    needed = target_number(WeaponAttack(relief(COLUMN, OMEGA), red, blue, 0))
    assert needed["to_hit.gunnery"].value + needed["omega.into_its_own_hex"].value == 8
    assert needed.total == 9


@pytest.mark.proves("OM-inf-transfer", "omega.anti_mech_losses")
def test_replacements_restore_a_squad_but_not_its_training() -> None:
    crm: dict[str, Any] = {"lost": 2, "replacements": 2, "range": 0}
    assert squad("anti-mech CRM", **crm)["can_fire"]
    assert squad("anti-mech CRM", **crm)["can_move_with_weapon"]
    assert squad("anti-mech CRM", weapon="charges", **crm)["base"] == 9
    assert squad("anti-mech CRM", weapon="charges", from_kind="anti-mech rifle", **crm)["base"] == 5


@pytest.mark.proves("OM-inf-transfer", "omega.squad_verbs")
def test_soldiers_go_over_to_a_squad_of_another_platoon_in_the_same_hex() -> None:
    weak = with_squad(platoon(FOOT, "anti-mech CRM"), "Squad 1", 2)
    weak = replace(weak, condition=replace(weak.condition, troopers=22))
    other = platoon(id="other", side="red")
    before = omega_turn(weak, other, unit(id="blue", hex="0104", facing=0), phase="end")
    assert Transfer("Squad 1", "other", "Squad 2") in set(Classic(OMEGA).legal(before, "red"))
    answer = Classic(OMEGA).apply(before, "red", Transfer("Squad 1", "other", "Squad 2"), Scripted())
    assert not isinstance(answer, Refusal)
    after = answer[0]
    assert told(answer[1], Transferred) == [Transferred("red", "Squad 1", "other", "Squad 2", 2)]
    assert (missing(after.units["red"], "Squad 1"), missing(after.units["other"], "Squad 2")) == (0, 2)
    assert (after.units["red"].condition.troopers, after.units["other"].condition.troopers) == (24, 22)
    assert after.units["red"].marks[each(UNTRAINED, "Squad 1")].value == 2


@pytest.mark.proves("OM-inf-laser", "omega.leaves_behind")
def test_a_squad_that_lacks_a_soldier_leaves_its_laser_behind_when_it_moves() -> None:

    weak = with_squad(platoon(FOOT, "laser", "laser"), "Squad 1", 3)
    before = omega_turn(weak, unit(id="blue", hex="0104", facing=0), phase="movement")
    for command in (Go("walk"), Step("forward")):
        answer = Classic(OMEGA).apply(before, "red", command, Scripted())
        assert not isinstance(answer, Refusal), answer
        before = answer[0]
    assert each(ABANDONED, "Squad 1") in before.units["red"].marks
    assert each(ABANDONED, "Squad 2") not in before.units["red"].marks
    red = before.units["red"]
    no = refusal(attack_of(before, red, Shot(arm(red, "Squad Laser"), "blue")))
    assert no is not None
    assert no.id == "omega.squad_may_fire"


@pytest.mark.proves("omega.never_dragged")
def test_soldiers_who_have_moved_may_fire() -> None:
    red, blue = platoon(FOOT, motion=moved("walk", 1)), platoon(id="blue", hex="0102")
    assert refusal(attack_of(battle(red, blue), red, Shot(arm(red, "Squad Rifles"), "blue"))) is None


@pytest.mark.proves("OM-ba-elemental", "omega.elemental_equipment", "omega.elemental_packs", "omega.elemental_guns")
def test_every_elemental_has_a_pack_a_gun_and_one_against_soldiers() -> None:
    point = platoon(ELEMENTALS)
    first = [mount.equipment.name for mount in point.sheet.mounts if mount.location == "Trooper 1"]
    assert first == ["CRM-2 Pack", "CRM IR", "CRM AR", "Elemental ER Small Laser", "Anti-Personnel Gun"]
    other = platoon(ELEMENTALS, id="blue")
    far = WeaponAttack(
        relief("0 " * 8 + "0", OMEGA), replace(point), replace(unit(id="blue", hex="0108", facing=0)), 0, feed=1
    )
    assert (far.distance, target_number(far).total) == (7, 8)
    assert other.sheet == point.sheet


@pytest.mark.proves("OM-ba-elemental", "omega.elementals_to_choose")
def test_elementals_of_a_point_may_differ() -> None:

    loads = {"Trooper 2": "TAG and flamer"}
    point = Unit.fresh(ruleset(OMEGA), "red", "red", known(ELEMENTALS), Hex(1, 1), 3, loads)
    second = [mount.equipment.name for mount in point.sheet.mounts if mount.location == "Trooper 2"]
    assert second == ["Elemental TAG", "CRM", "CRM IR", "Elemental Flamer", "Anti-Personnel Gun"]


@pytest.mark.proves("OM-ba-elemental", "omega.second_target", "omega.two_targets", "omega.elementals")
def test_an_elemental_fires_at_two_targets_the_second_at_one_more() -> None:
    point = platoon(ELEMENTALS)
    others = [unit(id=id, hex=hex, facing=0) for id, hex in (("blue", "0102"), ("green", "0103"), ("grey", "0104"))]
    declared = replace(point, volley=(Shot(0, "blue", 1), Shot(3, "green")))
    state = battle(declared, *others)
    assert target_number(attack_of(state, declared, Shot(3, "green")))["to_hit.secondary_target"].value == 1
    assert "to_hit.secondary_target" not in target_number(attack_of(state, declared, Shot(8, "grey")))
    no = refusal(attack_of(state, declared, Shot(0, "grey", 1)))
    assert no is not None
    assert no.id == "omega.two_targets"


@pytest.mark.proves("omega.squad_throws")
def test_an_elementals_flamer_burns_as_a_whole_squad() -> None:

    loads = {"Trooper 1": "CRM-2 and flamer"}
    point = Unit.fresh(ruleset(OMEGA), "red", "red", known(ELEMENTALS), Hex(1, 1), 3, loads)
    blue = unit(id="blue", hex="0102", facing=0)
    playing = Scene(battle(point, blue), Scripted((6, 6)))
    resolve(playing, attack_of(playing.state, point, Shot(arm(point, "Elemental Flamer", "Trooper 1"), "blue")))
    assert playing.unit("blue").marks[BURNING].value == 6


@pytest.mark.proves("OM-ba-damage", "omega.elementals")
def test_eleven_points_end_a_suit_and_the_rest_is_wasted() -> None:
    whole = asked("suit", damage=15)
    assert (whole["armour"], whole["killed"], whole["carry_over"]) == (0, 1, 0)
    assert asked("suit", damage=6)["armour"] == 5
    assert asked("suit", damage=11)["killed"] == 1
    assert asked("suit", damage=10)["killed"] == 0
