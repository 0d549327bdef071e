"""Individual initiative, forced withdrawal, and arcs of vehicles."""

import pytest

from overheat.classic.attack.to_hit import refusal
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Charge, Choose, Done, Step
from overheat.classic.facts.events import MarkLaid, PhaseBegan, TurnBegan
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.tacops.forced_withdrawal import GOES_HOME, crippled
from overheat.classic.rules.tacops.individual_initiative import ROLLED
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.moves import prospect
from overheat.classic.turn.verb import vetoed
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal
from skirmish import SOUTH, bared, broken, field, known, maimed, moved, replace, state, told, unit
from soldiers import platoon

WASP = "Wasp WSP-1A"


def skirmish() -> Setup:
    return Setup(
        board="valley",
        units=tuple(
            Combatant(id=f"{side}-{n}", side=side, unit=WASP, hex=f"0{n}{row}", facing=SOUTH)
            for side, row in (("red", "02"), ("blue", "10"))
            for n in (2, 4, 6)
        ),
    )


@pytest.mark.proves("individual_initiative.rolls", "individual_initiative.lowest_first", "individual_initiative.phases")
def test_who_rolls_lowest_acts_first_whichever_side_it_is_of() -> None:
    session = Session(Classic(("classic", "individual_initiative")), skirmish(), 7)
    rolled = {event.unit: event.detail.value for event in told(session.events, MarkLaid) if event.mark == ROLLED}
    assert len(rolled) == 6
    while session.state.phase == "movement":
        side = session.game.to_act(session.state) or ""
        chosen = [command for command in session.game.legal(session.state, side) if isinstance(command, Choose)]
        session.apply(side, chosen[0])
        session.apply(side, Done())
    order = [event.unit for event in told(session.events, TurnBegan)][:6]
    assert [rolled[id] for id in order] == sorted(rolled.values())
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


@pytest.mark.proves("individual_initiative.all_count")
def test_every_unit_has_a_turn_of_its_own_though_one_at_a_time_may_be_chosen() -> None:
    session = Session(Classic(("classic", "individual_initiative")), skirmish(), 7)
    begun = next(event for event in told(session.events, PhaseBegan) if event.phase == "movement")
    assert sorted(begun.order) == ["blue"] * 3 + ["red"] * 3
    offered = session.game.legal(session.state, session.game.to_act(session.state) or "")
    assert len([command for command in offered if isinstance(command, Choose)]) == 1


def ordinary(who: Unit) -> bool:
    rules = ruleset(["forced_withdrawal"])
    return rules[crippled](rules, who)


@pytest.mark.proves("forced_withdrawal.crippled", "forced_withdrawal.figures")
@pytest.mark.parametrize(
    "who",
    [
        maimed(unit(), "RT"),
        broken(unit(), "sensors", "sensors"),
        unit(crew_hits=4),
        bared(unit(known("Scorpion Light Tank")), "LS"),
        platoon(left=7),
    ],
)
def test_units_are_crippled_by_what_they_have_lost(who: Unit) -> None:
    assert ordinary(who)
    assert not ordinary(unit())
    assert not ordinary(platoon(left=8))


def withdrawn(who: Unit) -> State:
    place = Relief(field(5, 9), ruleset(["forced_withdrawal"]))
    before = replace(state(who, unit(id="blue", hex="0303")), relief=place, phase="movement", acting="red")
    scene = Scene(before, Scripted())
    scene.tell(PhaseBegan("end"))
    scene.follow()
    return replace(scene.state, phase="movement", acting="red", order=("red",))


CRIPPLED = maimed(unit(hex="0302", facing=SOUTH), "RT")


@pytest.mark.proves("forced_withdrawal.goes_home", "forced_withdrawal.homeward")
def test_a_crippled_unit_goes_no_further_from_home() -> None:
    after = withdrawn(CRIPPLED)
    red = replace(after.units["red"], motion=moved("walk"))
    assert (red.marks[GOES_HOME].about, red.marks[GOES_HOME].value) == ("north", 1)
    away = prospect(after, red, Step("forward"))
    assert isinstance(away, Refusal)
    assert away.id == "forced_withdrawal.homeward"
    assert not isinstance(prospect(after, replace(red, facing=0), Step("forward")), Refusal)


def test_a_whole_unit_goes_where_it_likes() -> None:
    after = withdrawn(unit(hex="0302", facing=SOUTH))
    assert GOES_HOME not in after.units["red"].marks


@pytest.mark.proves("forced_withdrawal.no_charges")
def test_who_withdraws_charges_nobody() -> None:
    after = withdrawn(CRIPPLED)
    no = vetoed(after, after.units["red"], Charge("blue"))
    assert no is not None
    assert no.id == "forced_withdrawal.no_charges"


@pytest.mark.proves("vehicle_arcs.edges_count", "vehicle_arcs.edges")
def test_a_target_on_the_line_between_two_arcs_lies_in_both() -> None:
    tank = unit(known("Scorpion Light Tank"), hex="0506", facing=0)
    held = next(at for at, mount in enumerate(tank.sheet.mounts) if mount.weapon is not None)
    aside = replace(tank.sheet.mounts[held], location="RS", turret=False)
    mounts = tuple(aside if at == held else mount for at, mount in enumerate(tank.sheet.mounts))
    tank = replace(tank, sheet=replace(tank.sheet, mounts=mounts))
    feed = tank.plan.feeds.get(held, (None,))[0]
    found = []
    for layers, direction in (([], 1), (["vehicle_arcs"], 1), (["vehicle_arcs"], 0)):
        there = tank.hex
        for _ in range(3):
            there = there.neighbour(direction)
        target = unit(id="blue", hex=str(there))
        attack = WeaponAttack(Relief(field(11, 11), ruleset(layers)), tank, target, held, feed=feed)
        no = refusal(attack)
        found.append(None if no is None else no.id)
    assert found == ["fire.arc", None, "fire.arc"]
