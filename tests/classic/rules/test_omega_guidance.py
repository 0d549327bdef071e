"""Omega's guided missiles: what finds a target, who lights it up, and what leads missiles astray, felt in battle."""

from typing import Any

import pytest

from overheat.classic.attack.decisions import DECISIONS, Moment
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import RoundBegan, ShotsSpent, Struck
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import asking
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega.countermeasures import Decoyed
from overheat.classic.rules.omega.guidance import GLOW, GuidanceLost, made_last_turn
from overheat.classic.rules.omega.illumination import Illuminate, lights
from overheat.classic.rules.omega.jammers import SetJammer, jams_within
from overheat.classic.rules.omega.missiles import tubes_of
from overheat.classic.rules.standard.fire import guides
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.played import unplayed
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.round import carry_out, legal, most_worth
from overheat.classic.turn.weapons import finish
from overheat.classic.unit.fielding import holders, outfit
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Tally
from overheat.lab.players import make_bot
from skirmish import NORTH, SOUTH, armed, field, known, relief, replace, told

RULES = ("omega",)
ARCHER = "Archer ARC-2R"
"""Two LRM 20 with two tons of missiles each."""


def archer(id: str = "red", hex: str = "0101", facing: int = SOUTH, *items: str, **loads: str) -> Unit:
    """An Archer as it is fielded under Omega, with some more equipment and loads."""
    named = {name.replace("_", " "): what for name, what in loads.items()}
    sheet = armed(known(ARCHER), *items) if items else known(ARCHER)
    return Unit.fresh(ruleset(RULES), id, id, sheet, Hex.parse(hex), facing, named)


def rack(of: Unit) -> int:
    return next(at for at in of.plan.weapons if of.sheet.mounts[at].equipment.name == "LRM 20")


def feed(of: Unit, guide: str) -> int:
    return next(at for at in tubes_of(of, rack(of)) if of.sheet.mounts[at].equipment.name == f"LRM {guide}")


def state_of(*units: Unit, board: Any = None, **others: Any) -> State:
    ground = field(3, 12) if board is None else board
    return State(relief=relief(ground, RULES), units={unit.id: unit for unit in units}, round=2, **others)


def attack(red: Unit, blue: Unit, guide: str, board: Any = None, *others: Unit, **facts: Any) -> WeaponAttack:
    ground = relief(field(3, 12) if board is None else board, RULES)
    units = (red, blue, *others)
    return WeaponAttack(ground, red, blue, rack(red), feed=feed(red, guide), others=units, **facts)


def blue_at(hex: str = "0109", *items: str, **loads: str) -> Unit:
    return archer("blue", hex, NORTH, *items, **loads)


@pytest.mark.proves("OM-guidance-ir", "omega.glows", "to_hit.infrared")
def test_the_heat_that_a_unit_makes_in_a_round_counts_against_it_in_the_next() -> None:
    fired = replace(archer(), volley=(Shot(rack(archer()), "blue", feed(archer(), "IR")),) * 4)
    scene = Scene(replace(state_of(fired, blue_at()), round=1), Scripted())
    scene.tell(RoundBegan(2))
    scene.follow()
    # Four missiles of 3 points each.
    assert made_last_turn(scene.unit("red")) == 12
    hot = replace(blue_at(), marks={GLOW: Mark(12)})
    number = target_number(attack(archer(), hot, "IR"))
    assert number["to_hit.infrared"].value == -2


@pytest.mark.proves("to_hit.infrared_in_fire")
def test_fire_around_a_target_blinds_infrared_missiles() -> None:
    flames = {Hex(1, 9): {"inferno": Mark(1)}}
    number = target_number(attack(archer(), blue_at(), "IR", effects=flames))
    assert number["to_hit.infrared_in_fire"].value == 2


@pytest.mark.proves("OM-guidance-ar", "omega.out_of_sight", "omega.unseen_ground")
def test_active_radar_needs_no_line_of_sight_and_nothing_in_the_way_counts_then() -> None:
    hill = "0 0 9 0w1 0 0 0 0 0"
    board = relief(hill, RULES).board
    hidden = attack(archer(), blue_at(), "AR", board)
    assert not hidden.sight.visible
    assert refusal(hidden) is None
    assert {term.id for term in target_number(hidden)} == {"to_hit.gunnery", "to_hit.active_radar", "to_hit.range"}
    no = refusal(attack(archer(), blue_at(), "IR", board))
    assert no is not None


@pytest.mark.proves("to_hit.radar", "omega.radar_bonuses")
def test_radar_missiles_gain_by_the_weight_of_their_target() -> None:
    assert target_number(attack(archer(), blue_at(), "AR"))["to_hit.active_radar"].value == -2


def lit(*, artemis: str = "0102", mark: bool = True) -> tuple[Unit, Unit, Unit]:
    """Red with semi-active missiles, blue, and a friend whose Artemis may light blue up."""
    red = archer(LT_LRM_20="SARaH", RT_LRM_20="ARM")
    friend = replace(archer("green", artemis, SOUTH, "Artemis IV@CT"), side="red")
    at = next(at for at, mount in enumerate(friend.sheet.mounts) if "artemis_iv" in mount.equipment.flags)
    marks = {f"illuminates:{at}": Mark(about="blue")} if mark else {}
    return red, blue_at(), replace(friend, marks=marks)


@pytest.mark.proves("OM-guidance-sarah", "omega.illuminated", "omega.from_one_side", "omega.illumination")
def test_a_semi_active_missile_needs_somebody_who_lights_the_target_up_from_its_side() -> None:
    red, blue, friend = lit()
    assert refusal(attack(red, blue, "SARaH", None, friend)) is None
    assert target_number(attack(red, blue, "SARaH", None, friend))["to_hit.semi_active_radar"].value == -3
    dark = refusal(attack(red, blue, "SARaH", None, replace(friend, marks={})))
    assert dark is not None
    assert dark.id == "omega.illuminated"
    behind = replace(friend, hex=Hex(1, 12), facing=NORTH, torso=NORTH)
    no = refusal(attack(red, blue, "SARaH", None, behind))
    assert no is not None


@pytest.mark.proves("omega.illuminate_verb", "OM-reaction-phase")
def test_artemis_lights_an_enemy_up_in_the_reaction_phase() -> None:
    red, blue, friend = lit(mark=False)
    state = state_of(red, blue, friend, phase="reaction", acting="green")
    at = next(at for at, mount in enumerate(friend.sheet.mounts) if "artemis_iv" in mount.equipment.flags)
    assert Illuminate(at, "blue") in list(legal(state, friend))
    assert most_worth(state, friend, [Illuminate(at, "blue")]) == Illuminate(at, "blue")
    scene = Scene(state, Scripted())
    assert carry_out(scene, friend, Illuminate(at, "blue")) is None
    assert lights(scene.unit("green")) == (at,)
    again = carry_out(scene, scene.unit("green"), Illuminate(at, "blue"))
    assert again is not None


@pytest.mark.proves("OM-guidance-arm", "omega.radiates", "to_hit.anti_radiation")
def test_anti_radiation_missiles_are_for_who_lights_somebody_up() -> None:
    red, _, friend = lit()
    blue = replace(friend, id="blue", side="blue", hex=Hex(1, 9), facing=NORTH, torso=NORTH)
    arm = next(at for at in red.plan.weapons if red.sheet.mounts[at].location == "RT")
    fed = tubes_of(red, arm)[0]
    ground = relief(field(3, 12), RULES)
    shot = WeaponAttack(ground, red, blue, arm, feed=fed, others=(red, blue))
    assert refusal(shot) is None
    assert target_number(shot)["to_hit.anti_radiation"].value == -3
    away = replace(blue, facing=SOUTH, torso=SOUTH)
    no = refusal(WeaponAttack(ground, red, away, arm, feed=fed, others=(red, away)))
    assert no is not None
    assert no.id == "omega.radiates"


def lasing(*dice: tuple[int, ...]) -> Scene:
    """Red points its designator at blue, and follows it with a laser-guided missile."""
    red = archer("red", "0101", SOUTH, "TAG@RT", LT_LRM_20="LGM")
    tag = next(at for at in red.plan.weapons if "tag" in red.sheet.mounts[at].equipment.flags)
    shots = (Shot(tag, "blue"), Shot(rack(red), "blue", feed(red, "LGM"), spotter="red"))
    units = (replace(red, volley=shots), blue_at())
    return Scene(state_of(*units, phase="weapons"), Scripted(*dice))


@pytest.mark.proves("OM-guidance-lgm", "omega.laser_spot", "omega.hits_the_spot", "omega.laser_number")
def test_a_laser_guided_missile_that_rolls_well_hits_the_spot_of_the_designator() -> None:
    # The designator hits, its spot is the head; the missile rolls 8 and needs no location.
    scene = lasing((6, 6), (6, 6), (4, 4), *[(6, 6)] * 2)
    finish(scene)
    assert [event.location for event in told(scene.events, Struck)] == ["HD"]
    anywhere = lasing((6, 6), (6, 6), (3, 4), (3, 4))
    finish(anywhere)
    assert [event.location for event in told(anywhere.events, Struck)] == ["CT"]


@pytest.mark.proves("omega.lost_spot")
def test_a_laser_guided_missile_misses_when_its_designator_has() -> None:
    scene = lasing((1, 1), (6, 6))
    finish(scene)
    assert told(scene.events, GuidanceLost)
    assert not told(scene.events, Struck)


@pytest.mark.proves("omega.designators", "omega.needs_a_laser", "omega.not_indirect")
def test_a_laser_guided_missile_names_a_designator_that_was_declared() -> None:
    scene = lasing()
    red, rules = scene.unit("red"), scene.rules
    missile = red.volley[1]
    assert rules[guides](scene.state, red, missile) == ("red",)
    undeclared = replace(red, volley=())
    assert rules[guides](scene.state, undeclared, missile) == ()
    aimed = replace(red, volley=red.volley[:1])
    state = replace(scene.state.with_unit(aimed), acting="red")
    offered = [command for command in legal(state, aimed) if isinstance(command, Fire) and command.spotter == "red"]
    assert rack(red) in {command.mount for command in offered}
    no = carry_out(Scene(state, Scripted()), aimed, Fire(rack(red), "blue", feed(red, "LGM")))
    assert no is not None
    assert no.id == "omega.needs_a_laser"
    other = archer()
    heat_seeking = refusal(attack(other, blue_at(), "IR", None, spotter=other))
    assert heat_seeking is not None
    assert heat_seeking.id == "fire.indirect"


@pytest.mark.proves("OM-missile-vs-hex-infantry", "to_hit.missile_at_infantry", "omega.guidance_figures")
def test_missiles_are_harder_to_aim_at_soldiers() -> None:
    soldiers = Unit.fresh(ruleset(RULES), "blue", "blue", known("Foot Platoon (Rifle)"), Hex(1, 9), NORTH)
    assert target_number(attack(archer(), soldiers, "AR"))["to_hit.missile_at_infantry"].value == 2


def hit_by(guide: str, *dice: tuple[int, ...], shots: int = 2) -> Scene:
    """Red launches missiles at blue, who has flares and chaff."""
    red = archer()
    volley = (Shot(rack(red), "blue", feed(red, guide)),) * shots
    return Scene(state_of(replace(red, volley=volley), blue_at(), phase="weapons"), Scripted(*dice))


@pytest.mark.proves("OM-flares", "omega.fires_decoys", "omega.decoyed", "omega.decoys_spent")
def test_a_burst_of_flares_meets_every_infrared_missile_that_hit_and_is_paid_for_once() -> None:
    scene = hit_by("IR", (6, 6), (6, 6), (3, 4), (4, 4), (3, 3), (3, 4))
    finish(scene)
    assert [(event.decoy, event.diverted) for event in told(scene.events, Decoyed)] == [
        ("flares", True),
        ("flares", False),
    ]
    spent = [event for event in told(scene.events, ShotsSpent) if event.unit == "blue"]
    # A bay of flares and chaff has six of each, and eight are rolled for.
    assert [event.left for event in spent] == [0]
    assert len(told(scene.events, Struck)) == 1


@pytest.mark.proves("OM-chaff", "omega.decoy_kinds")
def test_chaff_is_for_radar_missiles() -> None:
    scene = hit_by("AR", (6, 6), (3, 4), (1, 1), shots=1)
    finish(scene)
    assert [event.decoy for event in told(scene.events, Decoyed)] == ["chaff"]
    assert not told(scene.events, Struck)


@pytest.mark.proves("omega.decoys")
def test_the_owner_of_flares_is_asked_in_words_and_may_keep_them() -> None:
    scene = hit_by("IR", (6, 6), (3, 4), shots=1)
    red, blue = scene.unit("red"), scene.unit("blue")
    moment = Moment(scene.state, attack(red, blue, "IR"), 12, True)
    question = next(found for rule in scene.rules[DECISIONS] if (found := rule.function(moment)) is not None)
    asks = asking(scene.rules, question.id)
    assert asks.words(scene.state, question).endswith("with a missile (IR): fire flares?")
    assert asks.option(scene.state, question, "hold") == "keep the flares"
    assert asks.best(scene.state, question) == "fire"
    kept = Scene(scene.state, Scripted((6, 6), (3, 4)), ["hold"])
    finish(kept)
    assert not told(kept.events, Decoyed)
    assert told(kept.events, Struck)


@pytest.mark.proves("to_hit.ircm")
def test_infrared_countermeasures_count_against_infrared_missiles_alone() -> None:
    assert target_number(attack(archer(), blue_at(), "IR"))["to_hit.ircm"].value == 1
    assert "to_hit.ircm" not in target_number(attack(archer(), blue_at(), "AR"))


@pytest.mark.proves("omega.bays_filled", "omega.usual_bays", "omega.bay_contents", "omega.countermeasure_parts")
def test_the_bays_that_bins_leave_hold_countermeasures() -> None:
    made = outfit(ruleset(RULES), known(ARCHER))
    notes = [note.text for note in made.notes]
    assert "LT bay of 1 ton: flares and chaff" in notes
    assert "LT bay of 1 ton: smoke screens" in notes
    red = archer()
    held = {mount.equipment.name: red.condition.shots[at] for at, mount in enumerate(red.sheet.mounts)}
    assert (held["Flares"], held["Chaff"], held["Smoke Screen"]) == (6, 6, 4)
    both = [slot for slots in red.plan.slots.values() for slot in slots if len(slot.mounts) == 2]
    assert {red.sheet.mounts[at].equipment.name for at in both[0].mounts} == {"Flares", "Chaff"}


@pytest.mark.proves("omega.bays")
def test_a_set_up_says_what_a_bay_holds() -> None:
    red = archer(LT_bay="TAG", LT_bay_2="flares")
    names = [mount.equipment.name for mount in red.sheet.mounts]
    assert names.count("TAG") == 1
    assert names.count("Chaff") == 0
    flares = names.index("Flares")
    assert red.condition.shots[flares] == 12
    fits = {holder.key: holder.holds for holder in holders(ruleset(RULES), archer().sheet)}
    assert fits["LT bay"] == "flares and chaff"
    assert fits["RT bay 2"] == "IRCM"


@pytest.mark.proves("omega.played_countermeasures", "omega.played_jammers")
def test_countermeasures_are_played() -> None:
    parts = {part.name for part in unplayed(ruleset(RULES), archer().sheet)}
    assert parts.isdisjoint({"Flares", "Chaff", "Smoke Screen", "IRCM", "ECM I"})


def jammer(of: Unit) -> int:
    return next(at for at, mount in enumerate(of.sheet.mounts) if "ecm_unit" in mount.equipment.flags)


@pytest.mark.proves("OM-ecm-modes", "omega.jammer_verb", "to_hit.ecm", "heat.ecm", "omega.ecm_modes")
def test_a_jammer_is_set_in_the_reaction_phase_makes_heat_and_costs_radar_missiles() -> None:
    blue = blue_at()
    state = state_of(archer(), blue, phase="reaction", acting="blue")
    assert SetJammer(jammer(blue), 1) in list(legal(state, blue))
    assert most_worth(state, blue, [SetJammer(jammer(blue), 1)]) == SetJammer(jammer(blue), 1)
    scene = Scene(state, Scripted())
    assert carry_out(scene, blue, SetJammer(jammer(blue), 1)) is None
    jams = scene.unit("blue")
    assert target_number(attack(archer(), jams, "AR"))["to_hit.ecm"].value == 1
    assert "to_hit.ecm" not in target_number(attack(archer(), jams, "IR"))
    built = Tally.of(rule.function(toil_of(scene.state, jams)) for rule in scene.rules[BUILDS])
    assert built["heat.ecm"].value == 1
    assert carry_out(scene, jams, SetJammer(jammer(blue), 0)) is None
    assert not [name for name in scene.unit("blue").marks if name.startswith("ecm_mode")]


@pytest.mark.proves("OM-ecm-units", "omega.ecm_mode_fits", "omega.ecm_units")
def test_a_jammer_has_no_mode_beyond_its_rating() -> None:
    blue = blue_at()
    scene = Scene(state_of(archer(), blue, phase="reaction", acting="blue"), Scripted())
    no = carry_out(scene, blue, SetJammer(jammer(blue), 2))
    assert no is not None
    assert no.reason == "ECM I has no mode II"


@pytest.mark.proves("omega.ecm_fitted")
def test_a_suite_of_another_kind_counts_as_a_jammer_that_its_weight_allows() -> None:
    raven = Unit.fresh(ruleset(RULES), "red", "red", known("Raven RVN-3L"), Hex(1, 1), SOUTH)
    suite = raven.sheet.mounts[jammer(raven)]
    assert suite.equipment.name == "ECM Suite (Guardian)"
    assert "ecm_rating_1" in suite.equipment.flags
    assert jams_within(ruleset(RULES), raven) == -1


@pytest.mark.proves("omega.pointing_verb")
def test_greedy_points_its_designator_and_follows_it_with_missiles() -> None:
    scene = lasing()
    state = replace(scene.state.with_unit(replace(scene.unit("red"), volley=())), acting="red", order=("red",))
    bot = make_bot("classic", "greedy", 1, "red")
    while not isinstance(command := bot.choose(Classic(RULES), state, "red", list(legal(state, red_of(state)))), Done):
        scene = Scene(state, Scripted())
        assert carry_out(scene, red_of(state), command) is None
        state = scene.state
    shots = red_of(state).volley
    assert "tag" in red_of(state).sheet.mounts[shots[0].mount].equipment.flags
    assert "red" in {shot.spotter for shot in shots[1:]}


def red_of(state: State) -> Unit:
    return state.units["red"]
