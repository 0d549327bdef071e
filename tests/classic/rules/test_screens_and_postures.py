"""What a layer does to sight: effects in the way, another line of sight, postures that make a unit small."""

import msgspec
import numpy as np
import pytest

from overheat.classic.attack.to_hit import to_hit
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Adopt, Done, DropProne, Rise, Step
from overheat.classic.facts.events import EffectLaid, EffectLifted, PhaseBegan, Posture, RoundBegan
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.cover import in_cover
from overheat.classic.rules.standard.postures import POSTURES
from overheat.classic.rules.standard.postures import Posture as Kind
from overheat.classic.rules.standard.sight import HANGS
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.field import all_pairs, viewpoints
from overheat.classic.sight.model import Hanging, Obstacle, Sight, Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import Gaze, line_of_sight, sight
from overheat.classic.turn.reach import reach
from overheat.classic.turn.round import carry_out, legal
from overheat.classic.turn.verb import VETOES, Saying
from overheat.classic.unit.condition import Stance
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term
from skirmish import field, ground, moved, replace, shot, unit

HERE = Book("House rules")("Screens and postures")
FLAT = ground("0 0 0 0 0")


@rule("screens.hang", cite=HERE, slot=HANGS)
def hang(hanging: Hanging) -> tuple[Obstacle, ...]:
    """A screen stands two levels high and counts three points: it blocks the view."""
    if hanging.effect != "screen":
        return ()
    return (Obstacle("screen", hanging.ground.level + 2, False, 6, "screens.hang", HERE),)


@rule("screens.night", cite=HERE)
def night(gaze: Gaze) -> Sight:
    """Nobody sees farther than three hexes."""
    seen = gaze.relief.rules.below(night)(gaze)
    if seen.distance <= 3:
        return seen
    return msgspec.structs.replace(seen, refusal=Refusal("screens.night", "it is too dark", HERE))


@rule("screens.crouching", cite=HERE, slot=POSTURES)
def crouching(rules: Ruleset) -> Kind:
    """A unit may crouch behind something."""
    return Kind(title="crouching", stature=0, lowered=1, takes=_two, rises=_two, bars=_bars)


def _two(state: State, unit: Unit) -> Tally | Refusal:
    if unit.quad:
        return Refusal("screens.quad", "four legs do not crouch", HERE)
    return Tally((Term("screens.crouch", 2, "crouching or rising", HERE),))


def _bars(state: State, unit: Unit, command: object) -> Refusal | None:
    return Refusal("screens.low", "nobody walks crouching", HERE) if isinstance(command, Step) else None


@rule("screens.no_left", cite=HERE, slot=VETOES)
def no_left(saying: Saying) -> Refusal | None:
    """Nobody turns to the left."""
    return Refusal("screens.left", "left is out of fashion", HERE) if saying.command == Step("left") else None


def under(*entries: object) -> Ruleset:
    return compose(CLASSIC, Layer("screens", HERE, needs=("classic",), add=entries))  # type: ignore[arg-type]


def laid(relief: Relief, *hexes: Hex, mark: Mark | None = None) -> State:
    scene = Scene(State(relief=relief, units={}), Scripted())
    for hex in hexes:
        scene.tell(EffectLaid(hex, "screen", mark or Mark()))
    return scene.state


def line(state: State) -> Sight:
    return sight(state.relief, Viewpoint(Hex(1, 1), 1, 1), Viewpoint(Hex(1, 5), 1, 1))


def test_an_effect_of_a_layer_stands_in_the_way_until_it_is_lifted() -> None:
    state = laid(Relief(FLAT, under(hang)), Hex(1, 3))
    assert "screen in 0103" in str(line(state).refusal)
    scene = Scene(state, Scripted())
    scene.tell(EffectLifted(Hex(1, 3), "screen"))
    assert line(scene.state).visible


@pytest.mark.parametrize("ends", [RoundBegan(3), PhaseBegan("weapons")])
def test_a_screen_that_ends_with_a_round_or_a_phase_is_out_of_the_way_then(ends: RoundBegan | PhaseBegan) -> None:
    mark = Mark(until=2) if isinstance(ends, RoundBegan) else Mark(this_phase=True)
    state = laid(Relief(FLAT, under(hang)), Hex(1, 3), mark=mark)
    assert not line(state).visible
    scene = Scene(state, Scripted())
    scene.tell(ends)
    assert line(scene.state).visible


def test_both_twins_of_sight_see_a_screen() -> None:
    relief = laid(Relief(field(5, 5), under(hang)), Hex(3, 3), Hex(2, 4)).relief
    fast = all_pairs(relief).visible
    plain = [[sight(relief, a, b).visible for b in viewpoints(relief, 1)] for a in viewpoints(relief, 1)]
    assert np.array_equal(fast, np.array(plain))
    assert not fast.all()


def test_what_no_rule_hangs_in_the_way_costs_nothing() -> None:
    relief = Relief(FLAT, compose(CLASSIC))
    assert laid(relief, Hex(1, 3)).relief is relief


@pytest.mark.proves("sight.line")
def test_a_layer_may_lay_its_own_line_of_sight_over_the_published_one() -> None:
    rules = compose(CLASSIC, Layer("dark", HERE, needs=("classic",), change=(line_of_sight.wrapped_in(night),)))
    relief = Relief(FLAT, rules)
    red, blue = unit(), unit(id="blue", hex="0105", facing=0)
    assert sight(Relief(FLAT, compose(CLASSIC)), red.viewpoint, blue.viewpoint).visible
    said = to_hit(WeaponAttack(relief, red, blue, red.plan.weapons[0]))
    assert isinstance(said, Refusal)
    assert "it is too dark" in said.reason
    near = replace(blue, hex=Hex(1, 4))
    assert isinstance(to_hit(WeaponAttack(relief, red, near, red.plan.weapons[0])), Tally)
    assert all_pairs(relief).visible.tolist()[0] == [True, True, True, True, False]


@pytest.mark.proves("cover.partial")
def test_what_has_partial_cover_is_what_pays_for_it_in_the_number_to_hit() -> None:
    open_ground, behind = shot(column="0 0 0 0"), shot(column="0 0 1 0")
    assert behind.rules[in_cover](behind)
    assert not open_ground.rules[in_cover](open_ground)


def crouched(whole: Unit) -> Unit:
    return replace(whole, condition=replace(whole.condition, stance=Stance("screens.crouching", 0, 1)))


@pytest.mark.parametrize(
    ("column", "seen", "covered"),
    [("0 0 0 1 0", True, True), ("0 0 1 0 0", False, False), ("0 0 0 2 0", False, False), ("0 0 0 0 0", True, False)],
)
def test_a_unit_that_makes_itself_small_is_covered_by_what_stands_next_to_it_and_hidden_by_the_rest(
    column: str, seen: bool, covered: bool
) -> None:
    relief = Relief(ground(column), under(crouching))
    blue = crouched(unit(id="blue", hex="0105", facing=0))
    low = replace(unit(), condition=replace(unit().condition, prone=True))
    found = sight(relief, low.viewpoint, blue.viewpoint)
    assert (found.visible, found.target_cover is not None) == (seen, covered)


def on_the_move(*, spent: int = 0) -> State:
    relief = Relief(field(3, 5), under(crouching, no_left))
    red = unit(hex="0203", motion=replace(moved("walk"), spent=spent))
    return State(relief=relief, units={"red": red}, phase="movement", acting="red", order=("red",))


def test_a_posture_is_taken_for_its_points_and_bars_what_it_bars_until_the_unit_rises() -> None:
    state = on_the_move()
    scene = Scene(state, Scripted())
    assert Adopt("screens.crouching", 3) in list(legal(state, state.units["red"]))
    assert carry_out(scene, scene.unit("red"), Adopt("screens.crouching", 3)) is None
    low = scene.unit("red")
    assert (low.motion.spent, low.stature, low.viewpoint.lowered) == (2, 0, 1)
    no = carry_out(scene, low, Step("forward"))
    assert no is not None
    assert no.id == "screens.low"
    assert [place.hex for place in reach(scene.state, low)] == [low.hex]
    assert list(legal(scene.state, low)) == [Done(), DropProne(), Rise()]
    assert carry_out(scene, low, Rise()) is None
    assert (scene.unit("red").motion.spent, scene.unit("red").condition.stance) == (4, None)


def test_a_posture_that_costs_more_than_is_left_is_refused() -> None:
    state = on_the_move(spent=4)
    no = carry_out(Scene(state, Scripted()), state.units["red"], Adopt("screens.crouching", 3))
    assert no is not None
    assert Adopt("screens.crouching", 3) not in list(legal(state, state.units["red"]))


def test_a_fall_ends_a_posture() -> None:
    scene = Scene(on_the_move(), Scripted())
    carry_out(scene, scene.unit("red"), Adopt("screens.crouching", 3))
    scene.tell(Posture("red", prone=True))
    assert scene.unit("red").condition.stance is None


def test_a_veto_holds_for_what_is_legal_and_for_what_is_said() -> None:
    state = on_the_move()
    said = list(legal(state, state.units["red"]))
    assert Step("right") in said
    assert Step("left") not in said
    no = carry_out(Scene(state, Scripted()), state.units["red"], Step("left"))
    assert no is not None
    assert no.reason == "left is out of fashion"
