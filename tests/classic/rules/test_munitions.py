"""Special munitions: what each changes of the number to hit, of a salvo, of the damage and of what goes critical."""

from typing import Any

import pytest

from machines import KNIGHT
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ClusterRolled, CriticalRolled, Felled, Jammed, MountLost, Struck
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.guidance import beacon_of
from overheat.classic.rules.standard.loadouts import bins
from overheat.classic.rules.standard.munitions import burning_bonus
from overheat.classic.rulesets import standard
from overheat.classic.turn.preview import damage_of_hit
from overheat.classic.unit.fielding import Fielding, under
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, known, marked, moved, replace, scene, shot, state, term, told, unit
from soldiers import ELEMENTALS, platoon, squad

TWO, SEVEN, TEN, TWELVE = (1, 1), (3, 4), (5, 5), (6, 6)


def loaded(weapon: str, rounds: str, munition: str, of: str | None = None) -> Unit:
    """Red with a weapon and a bin of a munition."""
    sheet = armed(of or unit().sheet, f"{weapon}@RT", f"{rounds}@RT")
    key = bins(Fielding(standard(), sheet))[-1].key
    return unit(under(standard(), sheet, {key: munition}))


def fired(
    weapon: str, rounds: str, munition: str, target: Unit | None = None, column: str = "0 0 0", **facts: Any
) -> WeaponAttack:
    """A shot with a munition."""
    red = loaded(weapon, rounds, munition)
    return shot(weapon, column, red, target, feed=len(red.sheet.mounts) - 1, **facts)


def hit(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    """A shot that hits; what came of it."""
    with Scripted(TWELVE, *dice) as scripted:
        around = Scene(State(relief=attack.relief, units={"red": attack.attacker, "blue": attack.target}), scripted)
        resolve(around, attack)
    return around


def ten(munition: str, target: Unit | None = None, **facts: Any) -> WeaponAttack:
    return fired("AC/10", "IS Ammo AC/10", munition, target, **facts)


def missiles(munition: str, target: Unit | None = None, **facts: Any) -> WeaponAttack:
    return fired("LRM 10", "IS Ammo LRM-10", munition, target, "0 0 0 0 0 0 0 0", **facts)


def short(munition: str, target: Unit | None = None, **facts: Any) -> WeaponAttack:
    return fired("SRM 6", "IS Ammo SRM-6", munition, target, **facts)


@pytest.mark.proves("munitions.to_hit", "munitions.rounds", "loads.munitions")
def test_armour_piercing_shells_are_harder_to_hit_with_and_half_as_many() -> None:
    attack = ten("Armor-Piercing")
    assert term(attack, "munitions.to_hit") == 1
    assert attack.attacker.condition.shots[attack.feed or 0] == 5


@pytest.mark.proves("munitions.armour_piercing", "munitions.pierced", "TO-286-protomech-ac")
@pytest.mark.parametrize(
    ("weapon", "rounds", "added"),
    [
        ("AC/2", "IS Ammo AC/2", -4),
        ("AC/5", "IS Ammo AC/5", -3),
        ("AC/10", "IS Ammo AC/10", -2),
        ("AC/20", "IS Ammo AC/20", -1),
    ],
)
def test_they_may_go_through_armour_that_holds(weapon: str, rounds: str, added: int) -> None:
    """The centre torso holds ten points; a seven less something is no critical hit."""
    around = hit(fired(weapon, rounds, "Armor-Piercing"), SEVEN, SEVEN)
    (rolled,) = told(around.events, CriticalRolled)
    assert [part.value for part in rolled.rolled] == [7, added]


@pytest.mark.proves("munitions.pierced", "TO-286-protomech-ac")
@pytest.mark.parametrize(("size", "added"), [(2, -4), (4, -3), (8, -2)])
def test_autocannons_of_protomechs_pierce_as_their_size_says(size: int, added: int) -> None:
    sheet = armed(known("Timber Wolf Prime"), f"ProtoMech AC/{size}@RT", f"Clan Ammo ProtoMech AC/{size}@RT")
    key = bins(Fielding(standard(), sheet))[-1].key
    red = unit(under(standard(), sheet, {key: "Armor-Piercing"}))
    attack = shot(f"ProtoMech AC/{size}", "0 0 0", red, feed=len(red.sheet.mounts) - 1)
    (rolled,) = told(hit(attack, SEVEN, SEVEN).events, CriticalRolled)
    assert [part.value for part in rolled.rolled] == [7, added]


@pytest.mark.proves("munitions.precision")
@pytest.mark.parametrize(("hexes", "mode", "value"), [(3, "walk", -1), (7, "run", -2), (3, "jump", -2)])
def test_precision_shells_follow_a_target_that_moves(hexes: int, mode: str, value: int) -> None:
    runner = unit(id="blue", facing=NORTH, motion=moved(mode, hexes))
    assert term(ten("Precision", runner), "munitions.precision") == value


@pytest.mark.proves("munitions.fragments", "infantry.weapon_class")
def test_flechettes_do_half_to_machines_and_all_to_soldiers() -> None:
    assert [struck.damage for struck in told(hit(ten("Flechette"), SEVEN).events, Struck)] == [5]
    (felled,) = told(hit(ten("Flechette", platoon(id="blue"))).events, Felled)
    assert felled.left == platoon().condition.troopers - 20


@pytest.mark.proves("munitions.fragments", "infantry.weapon_class")
def test_fragmentation_missiles_harm_soldiers_on_foot_alone() -> None:
    """Ten missiles in the open fell twenty."""
    assert not told(hit(missiles("Fragmentation"), SEVEN).events, Struck)
    (felled,) = told(hit(missiles("Fragmentation", platoon(id="blue"))).events, Felled)
    assert felled.left == platoon().condition.troopers - 20
    attack = missiles("Fragmentation", platoon(id="blue"))
    whole = state(attack.attacker, attack.target, board="0 0 0 0 0 0 0 0")
    assert damage_of_hit(whole, attack).mean == 20


@pytest.mark.proves("munitions.luminous")
def test_tracers_show_where_they_go_in_the_dark() -> None:
    for munition in ("Tracer", "Incendiary (autocannon)"):
        assert term(ten(munition), "munitions.luminous") == 0
        assert term(ten(munition, weather=Weather(light="full moon")), "munitions.luminous") == -1


@pytest.mark.proves("fires.ignition", "fires.ignites_on", "TO-370-incendiary-lrm-1")
def test_incendiary_ammunition_lights_woods_with_four_less() -> None:
    rules = standard()
    assert rules[ignites_on](missiles("standard")) == 9
    assert rules[ignites_on](missiles("Incendiary (LRM)")) == 9 - 4
    assert rules[ignites_on](ten("Incendiary (autocannon)")) == 9 - 4


@pytest.mark.proves("munitions.incendiary", "TO-370-incendiary-lrm-2")
def test_incendiary_missiles_do_more_to_soldiers_for_every_five() -> None:
    """EX-370-incendiary-round."""
    rules = standard()
    assert [rules[burning_bonus](rules, count) for count in (5, 6, 10, 15, 20)] == [1, 2, 2, 3, 4]


@pytest.mark.proves("munitions.burns_soldiers", "munitions.burns_suits", "TO-370-incendiary-lrm-2")
def test_a_platoon_and_a_squad_feel_it() -> None:
    left = [hit(missiles(kind, platoon(id="blue"))) for kind in ("standard", "Incendiary (LRM)")]
    assert [told(each.events, Felled)[0].left for each in left] == [24, 22]
    plain = hit(missiles("standard", squad(ELEMENTALS, id="blue")), SEVEN, 1, 2)
    burning = hit(missiles("Incendiary (LRM)", squad(ELEMENTALS, id="blue")), SEVEN, 1, 2)
    assert [sum(struck.damage for struck in told(each.events, Struck)) for each in (plain, burning)] == [6, 8]


@pytest.mark.proves("munitions.scatter", "munitions.rounds", "salvos.loads")
def test_dead_fire_missiles_do_a_point_more_and_scatter_by_three() -> None:
    """Six missiles: a seven less three is a four, and three hit."""
    around = hit(short("Dead-Fire"), SEVEN, SEVEN, SEVEN, SEVEN)
    assert [rolled.hits for rolled in told(around.events, ClusterRolled)] == [3]
    assert [struck.damage for struck in told(around.events, Struck)] == [3, 3, 3]
    assert short("Dead-Fire").reach == (0, 2, 4, 6, 8)


@pytest.mark.proves("munitions.as_one", "munitions.following", "clusters.together", "TO-368-ftl-missiles")
def test_missiles_that_follow_their_leader_strike_one_place() -> None:
    """Ten missiles on a seven and one: six hit."""
    around = hit(missiles("Follow the Leader"), SEVEN, SEVEN)
    assert [struck.damage for struck in told(around.events, Struck)] == [6]
    assert [part.value for part in told(around.events, ClusterRolled)[0].rolled][:1] == [1]


@pytest.mark.proves("munitions.as_one", "TO-368-ftl-missiles")
def test_a_jammer_makes_ordinary_missiles_of_them() -> None:
    jammer = unit(KNIGHT, id="blue", facing=NORTH)
    around = hit(missiles("Follow the Leader", jammer, others=(jammer,)), SEVEN, SEVEN, SEVEN)
    assert [struck.damage for struck in told(around.events, Struck)] == [5, 1]


@pytest.mark.proves("munitions.listen_kill")
def test_listen_kill_missiles_hear_machines_of_the_inner_sphere() -> None:
    assert term(missiles("Listen-Kill"), "munitions.listen_kill") == -1
    wolf = unit(known("Timber Wolf Prime"), id="blue", facing=NORTH)
    assert term(missiles("Listen-Kill", wolf), "munitions.listen_kill") == 0
    jammer = unit(KNIGHT, id="blue", facing=NORTH)
    assert term(missiles("Listen-Kill", jammer, others=(jammer,)), "munitions.listen_kill") == 0


@pytest.mark.proves("munitions.heat_seeking")
@pytest.mark.parametrize(("heat", "value"), [(8, -1), (24, -4)])
def test_heat_seekers_find_hot_targets(heat: int, value: int) -> None:
    assert term(short("Heat-Seeking", unit(id="blue", facing=NORTH, heat=heat)), "munitions.heat_seeking") == value
    burning = fired("SRM 6", "IS Ammo SRM-6", "Heat-Seeking", None, "0 0 0w1f")
    assert term(burning, "munitions.heat_seeking") == -2


@pytest.mark.proves("munitions.anti_radiation", "TO-368-arad-missiles-1", "TO-368-arad-missiles-2")
def test_anti_radiation_missiles_find_what_sends_and_little_else() -> None:
    silent = unit(id="blue", facing=NORTH)
    beacon = replace(silent, marks=marked(beacon_of("red"), owner="red"))
    assert term(missiles("Anti-Radiation (ARAD)", silent), "munitions.anti_radiation") == 2
    assert term(missiles("Anti-Radiation (ARAD)", beacon), "munitions.anti_radiation") == -1
    assert term(missiles("Anti-Radiation (ARAD)", unit(KNIGHT, id="blue")), "munitions.anti_radiation") == -1
    for tons, value in ((3.0, 2), (3.5, -1)):
        loud = armed(silent.sheet, "Communications Equipment@CT")
        loud = replace(loud, mounts=(*loud.mounts[:-1], replace(loud.mounts[-1], size=tons)))
        assert term(missiles("Anti-Radiation (ARAD)", unit(loud, id="blue")), "munitions.anti_radiation") == value


@pytest.mark.proves("munitions.tandem_charge", "TO-372-tandem-charge")
def test_tandem_charges_may_go_through_armour() -> None:
    """Two missiles hit; each may pierce, and neither does."""
    around = hit(fired("SRM 2", "IS Ammo SRM-2", "Tandem-Charge"), TWELVE, SEVEN, SEVEN, SEVEN, SEVEN)
    found = [[part.value for part in rolled.rolled] for rolled in told(around.events, CriticalRolled)]
    assert found == [[7, -2], [7, -2]]


@pytest.mark.proves("munitions.tandem_charge")
def test_tandem_charges_fell_a_trooper_on_ten() -> None:
    around = hit(fired("SRM 2", "IS Ammo SRM-2", "Tandem-Charge", squad(id="blue")), TWO, 1, TEN)
    assert around.unit("blue").condition.troopers == squad().condition.troopers - 1


@pytest.mark.proves("munitions.acid", "munitions.acid_damage", "TO-367-acid-missiles")
def test_acid_eats_special_armour() -> None:
    """Six missiles on a seven less two: three hit."""
    stealthy = hit(short("Acid", unit(KNIGHT, id="blue", facing=NORTH)), SEVEN, *(SEVEN,) * 3)
    plain = hit(short("Acid"), SEVEN, *(SEVEN,) * 3)
    assert [struck.damage for struck in told(stealthy.events, Struck)] == [3, 3, 3]
    assert [struck.damage for struck in told(plain.events, Struck)] == [2, 2, 2]


@pytest.mark.proves("misfires.fails", "misfires.kinds")
@pytest.mark.parametrize(("roll", "lost", "jams"), [(SEVEN, 0, 1), (TEN, 1, 0)])
def test_caseless_shells_jam_a_gun_or_break_it(roll: tuple[int, int], lost: int, jams: int) -> None:
    attack = ten("Caseless")
    with Scripted(TWO, roll) as dice:
        around = scene(dice, attack.attacker, attack.target)
        resolve(around, attack)
    assert (len(told(around.events, MountLost)), len(told(around.events, Jammed))) == (lost, jams)


def test_the_sum_names_the_munition() -> None:
    assert "Armor-Piercing" in [found.label for found in target_number(ten("Armor-Piercing"))]
