"""Electronics that units carry: Angel suites against streak launchers, and communications equipment."""

from __future__ import annotations

import pytest

from machines import HUNTER
from overheat.classic.attack.resolution import resolve
from overheat.classic.facts.events import ClusterRolled, FireHeld, ShotsSpent
from overheat.classic.rules.standard.turns import Claim, added_to_initiative
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from skirmish import armed, mount, rearmed, replace, scene, shot, state, told, unit

SEVEN, TWO = (3, 4), (1, 1)


def streak(dice: Scripted, *items: str) -> list[Event]:
    """A streak launcher is fired at somebody with some equipment."""
    blue = unit(armed(HUNTER, *items), "blue", "0103", 0)
    attack = shot(
        "Streak SRM 4", attacker=rearmed(unit(), "Streak SRM 4@RT"), ammunition="IS Streak SRM 4 Ammo", target=blue
    )
    red = attack.attacker
    again = shot("Streak SRM 4", attacker=red, target=blue, feed=attack.feed, others=(red, blue))
    around = scene(dice, red, blue)
    resolve(around, again)
    return list(around.events)


@pytest.mark.proves("jamming.no_lock")
def test_an_angel_suite_takes_the_lock_from_streak_launchers_and_a_guardian_does_not() -> None:
    plain = streak(Scripted(TWO), "Guardian ECM Suite@LT")
    assert told(plain, FireHeld)
    assert not told(plain, ShotsSpent)
    missed = streak(Scripted(TWO), "Angel ECM Suite@LT")
    assert told(missed, ShotsSpent)
    assert not told(missed, FireHeld)
    hit = streak(Scripted((6, 6), SEVEN, *[SEVEN] * 4), "Angel ECM Suite@LT")
    assert [event.hits for event in told(hit, ClusterRolled)] == [3]
    assert not told(streak(Scripted((6, 6), *[SEVEN] * 4), "Guardian ECM Suite@LT"), ClusterRolled)


def headquarters(tons: float) -> Sheet:
    """A machine with so many tons of communications equipment."""
    sheet = armed(HUNTER, "Communications Equipment@LT")
    *others, last = sheet.mounts
    return replace(sheet, mounts=(*others, replace(last, size=tons)))


@pytest.mark.proves("turns.headquarters", "turns.communications")
def test_the_best_communications_equipment_of_a_side_adds_to_its_initiative() -> None:
    def bonus(*tons: float) -> int:
        units = [unit(headquarters(each), f"red-{at}", side="red") for at, each in enumerate(tons)]
        battle = state(*units, unit(id="blue", hex="0103"))
        return int(added_to_initiative(Claim(battle.relief.rules, battle, "red")).total)

    assert [bonus(tons) for tons in (1, 2, 3, 6, 7, 15)] == [0, 0, 1, 1, 2, 2]
    assert bonus(3, 3, 1) == 1
    whole = unit(headquarters(7))
    hit = replace(whole, condition=replace(whole.condition, lost=frozenset({mount(whole, "Communications Equipment")})))
    battle = state(hit, unit(id="blue", hex="0103"))
    assert added_to_initiative(Claim(battle.relief.rules, battle, "red")).total == 0
