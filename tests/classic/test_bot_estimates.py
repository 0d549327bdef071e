"""What bots and previews expect is what the rules in force say: odds, clusters, heat, whatever a throw counts as."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import numpy as np
import pytest

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.movement import MovementAsked, odds
from overheat.classic.battle.scene import COUNTS_AS, Scene
from overheat.classic.board.notation import parse
from overheat.classic.facts.commands import Command, Fire
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State
from overheat.classic.rules.standard.clusters import CLUSTERS
from overheat.classic.rules.standard.to_hit import HEAT_BANDS
from overheat.classic.rules.tacops.artillery import LAYER as ARTILLERY
from overheat.classic.rules.tacops.artillery import ORDNANCE, VERB, CallFire
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import harmless_heat, heat_room
from overheat.classic.turn.preview import of_shot
from overheat.classic.turn.weapons import fires
from overheat.kernel.cite import Book
from overheat.kernel.dice import Dice, Roll, every
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from overheat.kernel.verbs import Foreseen
from overheat.kernel.wording.phrases import as_id
from overheat.lab.players.classic_guns import Floats, damage_curve
from overheat.lab.players.classic_volleys import best_volley
from skirmish import known, mount, unit

HERE = Book("House rules")("Estimates")
HUNTER = "Warhammer WHM-6R"
TEN_AND_UP = Fraction(6, 36)


@rule("estimates.sure", cite=HERE, slot=COUNTS_AS)
def sure(scene: Scene, roll: Roll, total: int) -> int | None:
    """A throw of ten or more counts as two, any other as twelve."""
    return 2 if total >= 10 else 12


SURE = Layer("sure", HERE, needs=("classic",), add=(sure,))
DUDS = Layer("duds", HERE, needs=("classic",), change=(CLUSTERS.amended("duds.hits", {6: (1,) * 11}, cite=HERE),))
DIZZY = Layer("dizzy", HERE, needs=("classic",), change=(HEAT_BANDS.amended("dizzy.bands", {3: 1}, cite=HERE),))


def battle(*layers: Layer) -> State:
    rules = compose(CLASSIC, *layers)
    red = unit(known(HUNTER), rules=rules)
    blue = unit(known(HUNTER), id="blue", hex="0103", facing=0, rules=rules)
    return State(
        relief=Relief(parse("0 / 0 / 0"), rules), units={"red": red, "blue": blue}, phase="weapons", acting="red"
    )


def volley(state: State) -> tuple[float, list[Command]]:
    red = state.units["red"]
    return best_volley(state, red, tuple(fires(state, red)))


def curve(state: State) -> Floats:
    return damage_curve(state, state.units["red"], state.units["blue"])


@pytest.mark.parametrize("layers", [(), (DUDS,), (SURE,)])
def test_a_bot_expects_of_its_volley_what_the_previews_of_its_shots_say(layers: tuple[Layer, ...]) -> None:
    state = battle(*layers)
    promise, commands = volley(state)
    shots = [command for command in commands if isinstance(command, Fire)]
    assert any(state.units["red"].sheet.mounts[shot.mount].equipment.name == "SRM 6" for shot in shots)
    assert promise == pytest.approx(float(sum(of_shot(state, state.units["red"], shot).damage for shot in shots)))


def test_six_missiles_do_what_the_table_has_on_average() -> None:
    """2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6 of 6 hit on 2 to 12: 4 on average, for 2 points each."""
    state, duds = battle(), battle(DUDS)
    red = state.units["red"]
    shot = Fire(srm := mount(red, "SRM 6"), "blue", red.plan.feeds[srm][0])
    plain, few = of_shot(state, red, shot), of_shot(duds, duds.units["red"], shot)
    assert (plain.damage, few.damage) == (plain.chance * 8, few.chance * 2)


def test_where_a_bot_wants_to_stand_it_counts_throws_as_the_rules_do() -> None:
    """With what counts as twelve, numbers from 4 to 12 are all as likely."""
    assert np.ptp(curve(battle(SURE))[2][:5]) == pytest.approx(0)
    assert np.ptp(curve(battle())[2][:5]) > 1


def test_a_bot_that_moves_knows_how_many_missiles_hit() -> None:
    plain, duds = curve(battle()), curve(battle(DUDS))
    assert (plain[2] >= duds[2]).all()
    assert plain[2][0] - duds[2][0] == pytest.approx(6 * 33 / 36)


def test_heat_is_harmless_up_to_where_the_scale_begins() -> None:
    """A walking point is lost at 5, two at 10, and 8 cost a point on every shot."""
    state = battle()
    red = state.units["red"]
    assert (harmless_heat(state, red), harmless_heat(state, red, 1)) == (4, 9)
    assert heat_room(state, red) == 4 + 18
    dizzy = battle(DIZZY)
    assert (harmless_heat(dizzy, red), heat_room(dizzy, red)) == (2, 2 + 18)


def test_nobody_has_to_keep_cool_whom_heat_does_nothing_to() -> None:
    tank = unit(known("Bulldog Medium Tank"), id="tank")
    assert heat_room(battle(), tank) is None


@pytest.mark.parametrize(("layers", "chance"), [((), Fraction(3, 36)), ((SURE,), 1 - TEN_AND_UP)])
def test_a_shell_is_foretold_with_what_its_throw_counts_as(layers: tuple[Layer, ...], chance: Fraction) -> None:
    rules = compose(CLASSIC, ARTILLERY, *layers)
    gun = Thing("gun-red", as_id(next(iter(rules[ORDNANCE].rows))), owner="red")
    state = msgspec.structs.replace(battle(), relief=Relief(parse("0 / 0 / 0"), rules), things={gun.id: gun})
    preview = VERB.rows["artillery.call"].preview
    assert preview is not None
    foreseen = preview(state, state.units["red"], CallFire("0103"))
    assert isinstance(foreseen, Foreseen)
    assert foreseen.chance == chance


@pytest.mark.parametrize(("layers", "ways"), [((), (21, 36)), ((SURE,), (30, 36))])
def test_the_rolls_of_a_way_are_told_with_what_their_throws_count_as(
    layers: tuple[Layer, ...], ways: tuple[int, int]
) -> None:
    facts = MovementAsked(unit=HUNTER, mode="run", hex="0809", to="0808", damage=("CT gyro",), piloting=4)
    told = odds(Desk(compose(CLASSIC, *layers), lambda kind, name: name), facts)
    assert told.rolls is not None
    assert [roll.ways for roll in told.rolls] == [ways]
    assert told.outcomes is not None
    assert Fraction(*ways) in [row.value for row in told.outcomes.rows]


def test_only_totals_give_the_odds_of_all_faces() -> None:
    def thrown(dice: Dice) -> int:
        first = dice.roll("first").total
        return first + (dice.roll("again", 3).total if first > 7 else 0)

    assert every(thrown, totals=True) == every(thrown)
