"""Figures of equipment under a ruleset: rows that change an entry, entries that a layer brings, and what is refused."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from machines import HUNTER, sheet
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.notation import parse
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.report.status import inventory
from overheat.classic.rulesets import CLASSIC, standard
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import heat_room, settle_one
from overheat.classic.turn.preview import heat_after, heat_told, of_shot
from overheat.classic.turn.weapons import attack_of
from overheat.classic.unit.equipment import Munition, Weapon, catalogue
from overheat.classic.unit.fielding import outfit, under
from overheat.classic.unit.figures import ENTRIES, FIGURES, Figure, catalogue_of, figured
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.mtf import parse_mtf
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Rolled
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.library import Library
from overheat.kernel.rules.rule import Ruleset
from overheat.table.classic.firing import facts
from skirmish import mount, replace, unit

HERE = Book("House rules")("Other figures")
LONG = (0, 4, 8, 12, 16)


def changing(rows: dict[str, Figure], id: str = "mine", needs: tuple[str, ...] = ("classic",)) -> Layer:
    return Layer(id, HERE, needs=needs, change=(FIGURES.amended(f"{id}.figures", rows, cite=HERE),))


def bringing(**entries: Any) -> Layer:
    return Layer("more", HERE, needs=("classic",), change=(ENTRIES.amended("more.entries", entries, cite=HERE),))


def under_figures(**changes: Any) -> Ruleset:
    """The classic game with other figures of the medium laser."""
    return compose(CLASSIC, changing({"Medium Laser": Figure(**changes)}))


def lasers(sheet: Sheet) -> list[Weapon]:
    return [item.weapon for item in sheet.mounts if item.weapon is not None and item.equipment.id == "is_medium_laser"]


def battle(rules: Ruleset, apart: int = 2) -> State:
    red = unit(rules=rules)
    blue = unit(id="blue", hex=f"01{1 + apart:02}", facing=0, rules=rules)
    board = parse(" / ".join("0" for _ in range(apart + 1)))
    return State(relief=Relief(board, rules), units={"red": red, "blue": blue}, phase="weapons", acting="red")


@pytest.mark.proves("equipment.figures")
def test_a_row_changes_the_fields_that_it_names_and_leaves_all_others() -> None:
    rules = under_figures(heat=Fraction(3, 2), damage=6, range=LONG)
    for laser in lasers(under(rules, sheet(HUNTER))):
        assert (laser.heat, laser.damage, laser.range) == (Fraction(3, 2), 6, LONG)
        assert (laser.tons, laser.cost, laser.flags) == (1, 40_000, catalogue()["is_medium_laser"].flags)
        assert laser.cite == str(HERE)
    assert under(rules, sheet(HUNTER)).weapons[1:] != sheet(HUNTER).weapons[1:]


def test_without_such_a_layer_a_sheet_is_the_very_same() -> None:
    plain = sheet(HUNTER)
    assert under(standard(), plain) is plain
    assert figured(under_figures(heat=1), bare := replace(plain, mounts=())) is bare
    assert catalogue_of(standard()) is catalogue()


def test_every_change_is_noted_with_the_row_that_says_so() -> None:
    [note] = outfit(under_figures(heat=Fraction(3, 2), range=LONG), sheet(HUNTER)).notes
    assert note.rule == "mine.figures"
    assert note.text == "Medium Laser: heat 3/2 in place of 3, range 0/4/8/12/16 in place of 0/3/6/9/12"
    assert note.cite == HERE


@pytest.mark.proves("equipment.figures")
def test_a_longer_range_is_seen_in_the_bracket_and_in_the_number() -> None:
    state, longer = battle(standard(), 4), battle(under_figures(range=LONG), 4)
    laser = mount(state.units["red"], "Medium Laser")
    needed = [target_number(attack_of(each, each.units["red"], Shot(laser, "blue"))) for each in (state, longer)]
    assert "to_hit.range" in needed[0]
    assert needed[0].total - needed[1].total == 2
    assert attack_of(longer, longer.units["red"], Shot(laser, "blue")).bracket == "short"


@pytest.mark.proves("equipment.figures")
def test_the_preview_knows_the_damage_and_the_heat() -> None:
    state = battle(under_figures(heat=Fraction(3, 2), damage=6))
    red = state.units["red"]
    seen = of_shot(state, red, Fire(mount(red, "Medium Laser"), "blue"))
    assert seen.heat == Fraction(3, 2)
    assert seen.damage == seen.chance * 6
    assert str(seen).endswith("heat 1.5")
    assert facts(state, red, Shot(mount(red, "Medium Laser"), "blue"))["heat"] == "3/2"


def fired(state: State, shots: int) -> Unit:
    """Red when it has fired some of its medium lasers."""
    red = state.units["red"]
    at = [number for number, item in enumerate(red.sheet.mounts) if item.equipment.id == "is_medium_laser"]
    return replace(red, volley=tuple(Shot(number, "blue") for number in at[:shots]))


@pytest.mark.proves("equipment.figures", "heat.weapons")
def test_fractions_of_heat_add_up_exactly() -> None:
    state = battle(under_figures(heat=Fraction(3, 2)))
    one, two = (heat_after(state, fired(state, shots))[0] for shots in (1, 2))
    assert one["heat.weapons"].value == Fraction(3, 2)
    assert two["heat.weapons"].value == 3
    assert heat_told(state, fired(state, 1)) == (
        "heat 0 + 1.5 (1.5 from 1 weapon fired) - 10 (10 from 10 single heat sinks) = 0 after this round"
    )


@pytest.mark.proves("equipment.figures")
def test_the_heat_phase_compares_the_scale_with_the_exact_sum() -> None:
    state = battle(under_figures(heat=Fraction(3, 2)))
    red = fired(state, 1)
    asked = []
    for before in (22, Fraction(45, 2)):
        warm = replace(red, condition=replace(red.condition, heat=before))
        scene = Scene(state.with_unit(warm), Scripted((6, 6)))
        settle_one(scene, "red")
        asked += [event.roll.purpose for event in scene.events if isinstance(event, Rolled)]
    assert asked == ["heat.shutdown"]


def test_the_heat_that_does_no_harm_is_counted_exactly() -> None:
    state = battle(under_figures(heat=Fraction(3, 2)))
    red = state.units["red"]
    warm = replace(red, condition=replace(red.condition, heat=Fraction(1, 2)))
    cool, warmer = heat_room(state, red), heat_room(state, warm)
    assert cool is not None
    assert warmer is not None
    assert cool - warmer == Fraction(1, 2)


def test_the_terminal_tells_the_figures_in_force() -> None:
    red = unit(rules=under_figures(heat=Fraction(3, 2), range=LONG))
    assert "  Medium Laser HD  heat 1.5  range 4/8/12" in list(inventory(red))


@pytest.mark.proves("equipment.figures")
def test_shots_in_a_ton_are_those_that_a_bin_begins_with() -> None:
    rules = compose(CLASSIC, changing({"is_ac_10_ammo": Figure(shots=12)}))
    red = unit(rules=rules)
    ton = mount(red, "IS Ammo AC/10")
    assert red.condition.shots[ton] == 12
    assert unit().condition.shots[ton] == 10


@pytest.mark.proves("equipment.figures")
def test_special_ammunition_follows_the_ordinary_kind_that_it_is_made_from() -> None:
    rules = compose(CLASSIC, changing({"is_srm_6_ammo": Figure(shots=20), "Inferno": Figure(cost_multiplier=2)}))
    made = catalogue_of(rules).find("IS Ammo SRM-6 Inferno")
    plain = catalogue_of(rules).find("IS Ammo SRM-6")
    assert made is not None
    assert plain is not None
    assert made.shots == plain.shots == 20  # type: ignore[attr-defined]
    assert made.cost == 2 * plain.cost


def test_an_upper_layer_that_needs_a_lower_one_changes_other_fields_of_the_same_entry() -> None:
    upper = changing({"Medium Laser": Figure(heat=1)}, "upper", ("classic", "mine"))
    rules = compose(CLASSIC, changing({"Medium Laser": Figure(heat=2, damage=7)}), upper)
    laser = lasers(under(rules, sheet(HUNTER)))[0]
    assert (laser.heat, laser.damage) == (1, 7)
    assert outfit(rules, sheet(HUNTER)).notes[0].rule == "upper.figures"


REFUSED = {
    "no such equipment": (changing({"Medium Lazer": Figure(heat=1)}), "'Medium Lazer' is no equipment that there is"),
    "no such field": (changing({"Medium Laser": Figure(haet=1)}), "is a weapon and has no 'haet'; it has name, cite"),
    "a field of another kind": (changing({"Heat Sink": Figure(range=LONG)}), "is a gear and has no 'range'"),
    "a figure that does not fit": (changing({"Medium Laser": Figure(damage="much")}), "cannot be changed so: Expected"),
    "heat that is no number": (changing({"Medium Laser": Figure(heat="hot")}), "'hot' is no number"),
    "a name of several": (changing({"SRM 6": Figure(heat=1)}), "the row is for 'is_srm_6' or 'clan_srm_6'"),
    "one entry twice": (
        changing({"Medium Laser": Figure(heat=1), "is_medium_laser": Figure(damage=1)}),
        "is changed twice",
    ),
    "an entry that is there": (bringing(is_medium_laser=catalogue()["is_medium_laser"]), "is in the catalogue already"),
    "an entry of another id": (bringing(mine=catalogue()["is_medium_laser"]), "is no id that its entry has"),
}


@pytest.mark.parametrize(("layer", "reason"), REFUSED.values(), ids=REFUSED)
def test_rows_that_fit_nothing_are_refused_when_composing(layer: Layer, reason: str) -> None:
    with pytest.raises(RefusedError) as error:
        compose(CLASSIC, layer)
    assert reason in error.value.refusal.reason
    assert f"layer {layer.id!r}" in error.value.refusal.reason
    assert error.value.refusal.cite == HERE


@pytest.mark.proves("equipment.rows_fit")
def test_a_layer_of_nonsense_figures_makes_no_ruleset() -> None:
    with pytest.raises(RefusedError):
        compose(CLASSIC, changing({"Medium Lazer": Figure(heat=1)}))


GUN = Weapon(
    id="thunder_gun",
    name="Thunder Gun",
    cite="House rules",
    tech="IS",
    tons=4,
    slots=2,
    heat=Fraction(1, 2),
    damage=4,
    range=(0, 2, 4, 6, 8),
    flags=frozenset({"direct", "energy"}),
)
ARMED = HUNTER.replace("Medium Laser\n-Empty-\n-Empty-", "Thunder Gun\nThunder Gun\n-Empty-", 1)


@pytest.mark.proves("equipment.entries")
def test_a_unit_file_may_name_a_weapon_that_only_a_layer_brings() -> None:
    rules = compose(CLASSIC, bringing(thunder_gun=GUN))
    assert "Thunder Gun" in ARMED
    armed = parse_mtf(ARMED).sheet
    known, unknown = unit(armed, rules=rules), unit(armed)
    assert [item.location for item in known.sheet.weapons if item.equipment is GUN] == ["LA"]
    assert not [item for item in unknown.sheet.weapons if item.equipment is GUN]
    at = next(number for number, item in enumerate(known.sheet.mounts) if item.equipment is GUN)
    assert known.plan.mount_slots[at] == [("LA", 4), ("LA", 5)]
    assert under(rules, under(rules, armed)) == under(rules, armed)
    assert known.refitted[0].text == "Thunder Gun: equipment of these rules"


@pytest.mark.proves("equipment.entries")
def test_a_munition_that_a_layer_brings_turns_ammunition_into_its_kind() -> None:
    treacle = Munition(
        id="treacle", name="Treacle", cite="House rules", words=("Treacle",), families=("srm",), shots_multiplier=0.5
    )
    rules = compose(CLASSIC, bringing(treacle=treacle))
    made = catalogue_of(rules).find("IS Ammo SRM-6 Treacle")
    assert made is not None
    assert (made.name, made.shots) == ("SRM 6 Ammo (Treacle)", 7)  # type: ignore[attr-defined]
    assert catalogue().find("IS Ammo SRM-6 Treacle") is None


TOML = """
id = "hot_lasers"
needs = ["classic"]

[rows."equipment.figures"]
"Medium Laser" = {heat = "3/2", damage = 6, range = [0, 4, 8, 12, 16], cite = "my page 3"}

[rows."equipment.entries"]
thunder_gun = {kind = "weapon", name = "Thunder Gun", heat = 1.5, damage = 4, range = [0, 2, 4, 6, 8]}
"""


def brought(text: str, folder: Path) -> Ruleset:
    """The rules of a file of one's own, in a library of its own."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    library = Library(CLASSIC)
    return library.ruleset([library.bring(str(file))])


def test_a_file_of_rows_changes_figures_and_brings_entries(tmp_path: Path) -> None:
    rules = brought(TOML, tmp_path)
    laser = lasers(under(rules, sheet(HUNTER)))[0]
    assert (laser.heat, laser.damage, laser.range, laser.cite) == (Fraction(3, 2), 6, LONG, "my page 3")
    gun = catalogue_of(rules)["thunder_gun"]
    assert isinstance(gun, Weapon)
    assert gun.heat == Fraction(3, 2)


WRONG = {
    "figures that are none": ('"Medium Laser" = 6', "figures are given by name, as in {damage = 6}"),
    "no such equipment": ('"Medium Lazer" = {heat = 6}', "'Medium Lazer' is no equipment that there is"),
    "no such field": ('"Medium Laser" = {haet = 6}', "has no 'haet'"),
}


@pytest.mark.parametrize(("row", "reason"), WRONG.values(), ids=WRONG)
def test_a_file_with_wrong_rows_is_refused_by_name(row: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=reason):
        brought(f'id = "wrong"\nneeds = ["classic"]\n[rows."equipment.figures"]\n{row}\n', tmp_path)


def test_an_entry_of_a_file_has_a_kind(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="an entry has a kind, one of weapon"):
        brought('id = "w"\nneeds = ["classic"]\n[rows."equipment.entries"]\ngun = {name = "Gun"}\n', tmp_path)
