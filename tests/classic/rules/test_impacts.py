"""Damage as an explained sum: a layer's terms on its way, at the place that it strikes, and in rolls for criticals."""

from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import pytest

from overheat.classic.attack.blows import number_of
from overheat.classic.attack.blows import resolve as strike
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import fall
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_machine, roll_criticals
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import (
    ArmourLost,
    CriticalRolled,
    DamageSummed,
    Fell,
    Struck,
    StructureLost,
)
from overheat.classic.facts.phrases import Cast
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.classic.rules.standard.falls import Fall
from overheat.classic.rules.standard.impacts import (
    AT_THE_PLACE,
    CRITICAL_ROLL,
    DAMAGE_TERMS,
    CriticalChance,
    Hit,
    Impact,
    Wear,
    wear,
)
from overheat.classic.rules.standard.piloting import BLOWS, cause
from overheat.classic.rulesets import CLASSIC, LIBRARY
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import damage_of_hit
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.odds import Distribution
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Change, Entry, Ruleset, rule
from overheat.kernel.terms import Number, Term, scaled
from skirmish import blow, ground, replace, shot, state, told, unit
from terminal import run

HERE = Book("House rules")("Damage")
HALF = Fraction(1, 2)


def under(*add: Entry, change: tuple[Change, ...] = ()) -> Ruleset:
    """The standard game with a layer of a test over it."""
    return compose(CLASSIC, Layer("ours", HERE, needs=("classic",), add=add, change=change))


def playing(rules: Ruleset, dice: Scripted, attack: WeaponAttack | None = None, board: str = "0 0 0") -> Scene:
    """Red and blue on a board under some rules."""
    units = (attack.attacker, attack.target) if attack else (unit(), unit(id="blue", hex="0103", facing=0))
    return Scene(replace(state(*units, board=board), relief=Relief(ground(board), rules)), dice)


def aimed(rules: Ruleset, weapon: str = "PPC", ammunition: str | None = None) -> WeaponAttack:
    """Red's shot at blue as those rules see it."""
    made = shot(weapon, ammunition=ammunition)
    return WeaponAttack(Relief(made.relief.board, rules), made.attacker, made.target, made.index, feed=made.feed)


@rule("ours.direct", cite=HERE, slot=DAMAGE_TERMS)
def direct(impact: Impact) -> Term | None:
    """A third of the margin is added."""
    margin = None if impact.attack is None else impact.attack.margin
    return Term("ours.direct", margin // 3, "direct blow", HERE) if margin else None


@rule("ours.divided", cite=HERE, slot=DAMAGE_TERMS)
def divided(impact: Impact) -> Term | None:
    """Everything does half its damage, rounded up."""
    return scaled("ours.divided", impact.damage, HALF, ceil, "half", HERE)


@rule("ours.soft_ground", cite=HERE, slot=DAMAGE_TERMS)
def soft_ground(impact: Impact) -> Term | None:
    """Water breaks a fall."""
    by = impact.hit.by
    if not isinstance(by, Fall) or not by.depth:
        return None
    return scaled("ours.soft_ground", impact.damage, HALF, floor, "into water", HERE)


@rule("ours.plated", cite=HERE, slot=AT_THE_PLACE)
def plated(impact: Impact) -> Term | None:
    """Two points less in the centre torso."""
    return Term("ours.plated", -2, "plated", HERE) if impact.location == "CT" else None


@rule("ours.hardened", cite=HERE)
def hardened(impact: Impact, armour: Number) -> Wear:
    """Every point of armour stops two of damage."""
    lost = min(armour, ceil(impact.damage / 2))
    return Wear(lost, max(0, impact.damage - 2 * int(lost)))


@rule("ours.exposed", cite=HERE, slot=CRITICAL_ROLL)
def exposed(chance: CriticalChance) -> Term | None:
    """Two more for a hit from the rear."""
    rear = chance.hit is not None and chance.hit.side == "rear"
    return Term("ours.exposed", 2, "from the rear", HERE) if rear else None


@rule("ours.tight", cite=HERE, slot=EVERY_CLUSTER)
def tight(attack: WeaponAttack) -> Term | None:
    """A salvo that hits by more than two hits with more."""
    return Term("ours.tight", 3, "well placed", HERE) if (attack.margin or 0) > 2 else None


def test_the_margin_of_the_roll_reaches_the_damage_and_the_sum_is_told() -> None:
    rules = under(direct)
    attack = aimed(rules)
    with Scripted((5, 6), (3, 4)) as dice:
        scene = playing(rules, dice, attack)
        resolve(scene, attack)
    (summed,) = told(scene.events, DamageSummed)
    assert [part.label for part in summed.damage] == ["PPC", "direct blow"]
    assert [part.value for part in summed.damage] == [10, 1]
    assert [struck.damage for struck in told(scene.events, Struck)] == [11]
    words = sentence(summed, Cast(scene.state.units.values()))
    assert words == "damage to Hunter (blue): 10 PPC, +1 direct blow = 11"


def test_a_hit_whose_damage_is_only_its_own_is_told_as_ever() -> None:
    rules = under(direct)
    attack = aimed(rules)
    with Scripted((3, 4), (3, 4)) as dice:
        scene = playing(rules, dice, attack)
        resolve(scene, attack)
    assert told(scene.events, DamageSummed) == []
    assert [struck.damage for struck in told(scene.events, Struck)] == [10]


def test_terms_are_asked_with_what_those_before_them_have_left() -> None:
    rules = under(direct, divided)
    attack = aimed(rules)
    with Scripted((5, 6), (3, 4)) as dice:
        scene = playing(rules, dice, attack)
        resolve(scene, attack)
    assert [part.value for part in told(scene.events, DamageSummed)[0].damage] == [10, 1, -5]


def test_a_salvo_that_is_divided_falls_in_groups_of_the_same_size() -> None:
    rules = under(divided)
    attack = aimed(rules, "LRM 20", ammunition="LRM 20 Ammo")
    with Scripted((6, 6), (6, 6), (3, 4), (3, 4)) as dice:
        scene = playing(rules, dice, attack)
        resolve(scene, attack)
    assert [struck.damage for struck in told(scene.events, Struck)] == [5, 5]


def test_the_margin_of_the_roll_reaches_the_cluster_table() -> None:
    rules = under(tight)
    attack = aimed(rules, "LRM 20", ammunition="LRM 20 Ammo")
    bonus = []
    for roll in ((4, 5), (6, 6)):
        scene = playing(rules, Scripted(roll, (3, 4), *[(3, 4)] * 4), attack)
        resolve(scene, attack)
        bonus.append(sum(struck.damage for struck in told(scene.events, Struck)))
    assert bonus == [12, 16]


def test_a_kick_is_divided_like_a_shot() -> None:
    rules = under(divided)
    made = blow("kick", "RL")
    made.relief, made.rules = Relief(made.relief.board, rules), rules
    scene = Scene(replace(state(made.attacker, made.target, board="0 0"), relief=made.relief), Scripted((6, 6), 4))
    strike(scene, made, number_of(made))
    assert [struck.damage for struck in told(scene.events, Struck)] == [5]


def test_a_term_of_a_fall_knows_the_ground_that_is_fallen_on() -> None:
    damage = []
    for board in ("0 0 0", "0~1 0 0"):
        scene = playing(under(soft_ground), Scripted((6, 6), 1, *[(3, 4)] * 1), board=board)
        fall(scene, "red", cause(BLOWS, "kicked"))
        damage.append(told(scene.events, Fell)[0].damage)
    assert damage == [5, 5 // 2 // 2]


def test_armour_takes_off_what_it_does_at_the_place_that_is_struck() -> None:
    scene = playing(under(plated), Scripted((3, 4), (1, 2)))
    take(scene, Hit("blue", "front", 5, "test"))
    take(scene, Hit("blue", "front", 5, "test"))
    assert [(struck.location, struck.damage) for struck in told(scene.events, Struck)] == [("CT", 3), ("RA", 5)]
    assert [event.location for event in told(scene.events, DamageSummed)] == ["CT"]


def test_a_hit_of_which_nothing_is_left_does_nothing() -> None:
    scene = playing(under(plated), Scripted((1, 1)))
    take(scene, Hit("blue", "front", 2, "test"))
    assert told(scene.events, Struck) == []


def _points(lost: ArmourLost | StructureLost) -> Number:
    return Fraction(lost.before) - Fraction(lost.after)


@pytest.mark.proves("impacts.wear")
def test_armour_stops_a_point_of_damage_for_every_point_that_is_lost() -> None:
    scene = playing(compose(CLASSIC), Scripted((3, 4)))
    hit_machine(scene, Hit("blue", "front", 25, "test"), "CT")
    (lost,) = told(scene.events, ArmourLost)
    (inside,) = told(scene.events, StructureLost)
    assert _points(lost) + _points(inside) == 25
    assert lost.after == 0


def test_a_layer_says_how_much_armour_stops() -> None:
    rules = compose(CLASSIC, Layer("hard", HERE, needs=("classic",), change=(wear.replaced_by(hardened),)))
    scene = playing(rules, Scripted())
    hit_machine(scene, Hit("blue", "front", 9, "test"), "CT")
    (lost,) = told(scene.events, ArmourLost)
    assert _points(lost) == 5
    assert told(scene.events, StructureLost) == []


def test_what_is_added_to_a_roll_for_critical_hits_counts_and_is_told() -> None:
    rules = under(exposed)
    with Scripted((3, 3), 1, 4) as dice:
        scene = playing(rules, dice)
        roll_criticals(scene, "blue", "CT", Hit("blue", "rear", 1, "test"))
    added = told(scene.events, CriticalRolled)[0].rolled[1]
    assert (added.id, added.value, added.label) == ("ours.exposed", 2, "from the rear")
    assert len(scene.unit("blue").condition["CT"].critical_hits) == 1


def test_a_roll_to_which_nothing_is_added_is_told_as_ever() -> None:
    scene = playing(under(exposed), Scripted((3, 3)))
    roll_criticals(scene, "blue", "CT", Hit("blue", "front", 1, "test"))
    assert told(scene.events, CriticalRolled) == []


def test_a_preview_counts_every_roll_that_hits_where_its_margin_matters() -> None:
    """Inside the minimum range 6 or more: 10 points by 5 + 6 + 5 ways, from 9 on 11 by 4 + 3 + 2, 12 on a 12."""
    rules = under(direct)
    attack = aimed(rules)
    scene = playing(rules, Scripted(), attack)
    assert damage_of_hit(scene.state, attack) == Distribution({10: 16, 11: 9, 12: 1})


def test_a_preview_counts_what_armour_takes_off_where_it_is_likely_to_strike() -> None:
    """From the front 7 rolls of 36 strike the centre torso."""
    rules = under(plated)
    attack = aimed(rules)
    scene = playing(rules, Scripted(), attack)
    assert damage_of_hit(scene.state, attack) == Distribution({8: 7, 10: 29})


FILE = '''"""Everything hits half as hard."""

from fractions import Fraction
from math import floor

from overheat.classic.rules.standard.impacts import DAMAGE_TERMS
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import scaled

HERE = Book("House rules")("Gentle")


@rule("gentle.half", cite=HERE, slot=DAMAGE_TERMS)
def half(impact):
    """Half of everything."""
    return scaled("gentle.half", impact.damage, Fraction(1, 2), floor, "gently", HERE)


LAYER = Layer("gentle", HERE, needs=("classic",), add=(half,))
'''


def test_a_users_file_changes_damage_in_a_battle_and_its_log_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    rules, log = tmp_path / "gentle.py", tmp_path / "duel.jsonl"
    rules.write_text(FILE, encoding="utf-8")
    heard = run("battle", "duel", "--seed", "3", "--rules", str(rules), "--save", str(log)).stdout
    assert "10 PPC, -5 gently = 5" in heard
    assert "every byte the same" in run("replay", str(log), "--rules", str(rules)).stdout
