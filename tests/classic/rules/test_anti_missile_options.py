"""Options of anti-missile fire: at every salvo, or when its owner says so."""

import pytest

from machines import HUNTER
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Done
from overheat.classic.facts.events import ClusterRolled, Intercepted
from overheat.classic.facts.questions import answer_in_words, asked_now, best_answer
from overheat.classic.facts.state import Interrupted, State, Unit
from overheat.classic.rules.tacops.anti_missile_by_hand import FIRE, HOLD, ID
from overheat.kernel.dice import Scripted
from overheat.kernel.questions import Question
from skirmish import armed, relief, replace, shot, state, told, unit


def guarded() -> Unit:
    return unit(armed(HUNTER, "Anti-Missile System@CT", "Anti-Missile System Ammo@CT"), id="blue", hex="0103", facing=0)


def volleys(rules: list[str], *decided: str) -> Scene:
    """Two salvos of five missiles hit a machine with an anti-missile system, one after the other."""
    first = shot("LRM 5", "0 0 0", target=guarded(), ammunition="LRM 5 Ammo", rules=rules)
    dice = [((6, 6), (3, 4), (3, 4))] * 2
    with Scripted(*(roll for each in dice for roll in each)) as fallen:
        before = replace(state(first.attacker, first.target), relief=first.relief)
        scene = Scene(before, fallen, list(decided) if decided else None)
        for _ in range(2):
            target = scene.unit("blue")
            resolve(scene, WeaponAttack(first.relief, first.attacker, target, first.index, feed=first.feed))
    return scene


def hits(scene: Scene) -> list[int]:
    return [event.hits for event in told(scene.events, ClusterRolled)]


@pytest.mark.proves("anti_missile_at_everything.interceptor")
def test_a_system_fires_at_every_salvo_while_it_has_ammunition() -> None:
    """A 7 is three of five missiles, a 7 less 4 is two."""
    assert hits(volleys([])) == [2, 3]
    assert hits(volleys(["anti_missile_at_everything"])) == [2, 2]
    assert len(told(volleys(["anti_missile_at_everything"]).events, Intercepted)) == 2


@pytest.mark.proves("anti_missile_by_hand.asks", "anti_missile_by_hand.interceptor")
def test_who_holds_fire_has_it_for_the_next_salvo() -> None:
    assert hits(volleys(["anti_missile_by_hand"], HOLD, FIRE)) == [3, 2]
    assert hits(volleys(["anti_missile_by_hand"], FIRE)) == [2, 3]


@pytest.mark.proves("anti_missile_by_hand.fire")
def test_the_question_has_words_and_small_salvos_are_let_through() -> None:
    before = state(unit(), guarded())
    seen = relief(before.relief.board, ["anti_missile_by_hand"])

    def asked(damage: int) -> State:
        facts: dict[str, str | int] = {"attacker": "red", "weapon": "LRM 5", "damage": damage}
        question = Question(ID, "blue", (FIRE, HOLD), "blue", facts)
        pending = Interrupted(before=before, player="red", command=Done(), question=question)
        return replace(before, relief=seen, interrupted=pending)

    large = asked(20)
    assert asked_now(large).endswith("for up to 20: fire at the missiles?")
    assert [answer_in_words(large, answer) for answer in (FIRE, HOLD)] == ["fire at them", "hold fire"]
    assert best_answer(large) == FIRE
    assert best_answer(asked(2)) == HOLD
