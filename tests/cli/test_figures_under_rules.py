"""Battle values, prices, checks, sheets and cards under rules of one's own: what a user's file changes is felt."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from overheat.alphastrike import rulesets as conversion
from overheat.classic import rulesets as classic
from overheat.cli.main import app
from terminal import refused, run

ATLAS = "Atlas AS7-D"

THICK = """id = "thick_armour"
needs = ["classic"]

[rows."bv.factors"]
armour = 3
"""


@pytest.fixture(autouse=True)
def _libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in (classic.LIBRARY, conversion.LIBRARY):
        monkeypatch.setattr(library, "layers", dict(library.layers))
        monkeypatch.setattr(library, "files", {})
        monkeypatch.setattr(library, "_composed", {})


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def exactly(command: str, unit: str, *rules: str) -> Fraction:
    """A figure of a unit before it is rounded, as a command gives it to programs."""
    layers = [word for name in rules for word in ("--rules", name)]
    (row,) = json.loads(run(command, unit, *layers, "--worksheet", "--format", "json").stdout)
    return Fraction(str(row["worksheet"]["exact"]))


def test_a_row_of_a_users_file_changes_a_battle_value(tmp_path: Path) -> None:
    thick = written(tmp_path, "thick.toml", THICK)
    assert "Standard x 3" in run("bv", ATLAS, "--rules", thick, "--worksheet").stdout
    # 304 points of armour count half a point more, times a defensive factor of 1.2 for running five hexes.
    assert exactly("bv", ATLAS, thick) - exactly("bv", ATLAS) == 304 * Fraction(1, 2) * Fraction(6, 5)


def defence(unit: str, *rules: str) -> Fraction:
    """The defensive half of a battle value."""
    layers = [word for name in rules for word in ("--rules", name)]
    (row,) = json.loads(run("bv", unit, *layers, "--worksheet", "--format", "json").stdout)
    return Fraction(str(row["worksheet"]["steps"][0]["product"]))


@pytest.mark.parametrize(
    ("unit", "table", "row"),
    [
        ("Sparrowhawk SPR-H5", "bv.factors", '"aerospace fighter" = "12/5"'),
        ("Scorpion Light Tank", "bv.vehicle.motives", "tracked = 18"),
        ("Foot Platoon (Rifle)", "bv.factors", "soldier = 3"),
    ],
)
def test_what_is_twice_as_much_in_a_users_file_doubles_the_defence_of_any_kind(
    tmp_path: Path, unit: str, table: str, row: str
) -> None:
    twice = written(tmp_path, "twice.toml", f'id = "twice"\nneeds = ["classic"]\n[rows."{table}"]\n{row}\n')
    assert defence(unit, twice) == 2 * defence(unit)


def test_a_row_of_a_users_file_changes_what_a_squad_is_worth_together(tmp_path: Path) -> None:
    apart = 'id = "apart"\nneeds = ["classic"]\n[rows."bv.factors"]\n"each further trooper" = 0\n'
    squad, alone = "Cavalier Battle Armor [Laser](Sqd4)", written(tmp_path, "apart.toml", apart)
    # Three others beside each trooper made four of them worth 4 x 1.3.
    assert exactly("bv", squad, alone) / exactly("bv", squad) == Fraction(10, 13)


def test_a_row_of_a_users_file_changes_the_heat_that_weapons_may_make(tmp_path: Path) -> None:
    hot = 'id = "hot"\nneeds = ["classic"]\n[rows."bv.heat"]\nallowance = 0\n'
    cooler = written(tmp_path, "hot.toml", hot)
    beyond = ", beyond the heat it can bear"
    awesome = "Awesome AWS-8Q"
    plain, changed = (run("bv", awesome, *layers, "--worksheet").stdout for layers in ((), ("--rules", cooler)))
    assert changed.count(beyond) > plain.count(beyond)


def test_a_file_that_is_no_layer_ends_the_command_in_one_line(tmp_path: Path) -> None:
    wrong = written(tmp_path, "wrong.toml", THICK.replace("bv.factors", "bv.nothing"))
    for command in ("bv", "cost", "convert"):
        assert "there is no table 'bv.nothing'" in refused(command, ATLAS, "--rules", wrong, code=1)


CARDS = """id = "long_reach"
needs = ["alphastrike"]

[new."as.weapons"]
is_medium_laser = [0.5, 0.5, 0.5, 0]
"""

SLOW = '''"""Whoever goes less than ten inches counts as standing still."""

from overheat.alphastrike.movement import target_movement_modifier
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

HERE = Book("House rules")("Slow movers")


@rule("slow.modifier", cite=HERE)
def modifier(rules: Ruleset, inches: int) -> int:
    """Below ten inches there is no modifier."""
    return rules.below(modifier)(rules, inches) if inches >= 10 else 0


LAYER = Layer("slow", HERE, needs=("alphastrike",), change=(target_movement_modifier.wrapped_in(modifier),))
'''


def card(unit: str, *rules: str) -> dict[str, Any]:
    """A card as `overheat convert` gives it to programs."""
    layers = [word for name in rules for word in ("--rules", name)]
    (row,) = json.loads(run("convert", unit, *layers, "--format", "json").stdout)
    return dict(row)


def test_a_row_of_a_users_file_changes_the_damage_on_a_card(tmp_path: Path) -> None:
    far = written(tmp_path, "far.toml", CARDS)
    plain = run("convert", ATLAS, "--worksheet").stdout
    reaching = run("convert", ATLAS, "--rules", far, "--worksheet").stdout
    assert "Damage at long range" in reaching
    lines = [line for line in reaching.split("Damage at long range")[1].splitlines() if "Medium Laser" in line]
    assert lines
    assert "Medium Laser" not in plain.split("Damage at long range")[1].split("Heat output")[0]


def test_a_rule_of_a_users_file_changes_a_card_and_its_points(tmp_path: Path) -> None:
    slow = written(tmp_path, "slow.py", SLOW)
    plain, changed = card(ATLAS), card(ATLAS, slow)
    assert (plain["tmm"], changed["tmm"]) == (1, 0)
    assert changed["pv"] < plain["pv"]


THIN = """id = "thin_cards"
needs = ["alphastrike"]

[rows."as.protection"]
"armour points" = 60

[rows."as.movement"]
"inches for a point" = "5/2"

[rows."as.points.factors"]
"damage at medium range" = 1
"""

FAMOUS = '''"""Whoever is called Atlas is famous."""

from overheat.alphastrike.abilities import abilities
from overheat.alphastrike.card import Ability
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.movement import Movement
from overheat.alphastrike.subject import Subject
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

HERE = Book("House rules")("Famous names")


@rule("famous.abilities", cite=HERE)
def famous(subject: Subject, *, movement: Movement, firepower: Firepower) -> tuple[Ability, ...]:
    """One ability more."""
    found = subject.rules.below(famous)(subject, movement=movement, firepower=firepower)
    named = subject.sheet.name.startswith("Atlas")
    return (*found, Ability("FAME", "FAME", "a famous name")) if named else found


LAYER = Layer("famous", HERE, needs=("alphastrike",), change=(abilities.wrapped_in(famous),))
'''


def test_rows_of_a_users_file_change_armour_movement_and_points_of_a_card(tmp_path: Path) -> None:
    plain, changed = card(ATLAS), card(ATLAS, written(tmp_path, "thin.toml", THIN))
    # 304 points of armour by thirty and by sixty; three movement points of two inches, and of two and a half.
    assert [each["armor"] for each in (plain, changed)] == [10, 5]
    assert [each["move"] for each in (plain, changed)] == ['6"', '8"']
    assert changed["pv"] < plain["pv"]


def test_a_rule_of_a_users_file_adds_an_ability_to_a_card(tmp_path: Path) -> None:
    famous = written(tmp_path, "famous.py", FAMOUS)
    assert "FAME" in card(ATLAS, famous)["specials"]
    assert card("Locust LCT-1V", famous) == card("Locust LCT-1V")


def test_cards_are_made_from_the_figures_of_classic_layers_too(tmp_path: Path) -> None:
    """What a kit divides damage by is a row of the classic game, and the armour of a card follows from it."""
    kits = 'id = "good_kits"\nneeds = ["classic"]\n[rows."bv.infantry.divisors"]\ndivisor_1 = 2\n'
    worn, platoon = written(tmp_path, "kits.toml", kits), "Foot Platoon (Rifle)"
    # 28 soldiers by fifteen, rounded to the nearest
    assert (card(platoon)["armor"], card(platoon, worn)["armor"]) == (2, 4)


def test_several_processes_work_under_the_rules_of_a_file(tmp_path: Path) -> None:
    thick = written(tmp_path, "thick.toml", THICK)
    alone = run("bv", ATLAS, "Locust LCT-1V", "--rules", thick).stdout
    assert run("bv", ATLAS, "Locust LCT-1V", "--rules", thick, "--jobs", "2").stdout == alone


def test_a_fault_in_a_users_rule_names_the_file(tmp_path: Path) -> None:
    broken = written(tmp_path, "broken.py", SLOW.replace("if inches >= 10 else 0", "/ 0"))
    assert "broken.py" in refused("convert", ATLAS, "--rules", broken, code=1)


NAMES = '''"""A famous name makes a machine worth more."""

from collections.abc import Iterator

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.battle_value.machine.value import final
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Famous names")


@rule("names.final", cite=HERE)
def famous(build: Build) -> Iterator[Term]:
    """Whatever is called Atlas is worth twice as much."""
    yield from build.rules.below(famous)(build)
    if build.sheet.name.startswith("Atlas"):
        yield Term("names.famous", 2, "a famous name", HERE)


LAYER = Layer("names", HERE, needs=("classic",), change=(final.wrapped_in(famous),))
'''


def test_a_rule_of_a_users_file_changes_a_battle_value(tmp_path: Path) -> None:
    names = written(tmp_path, "names.py", NAMES)
    assert "x 2  a famous name  [House rules: Famous names]" in run("bv", ATLAS, "--rules", names, "--worksheet").stdout
    assert exactly("bv", ATLAS, names) == 2 * exactly("bv", ATLAS)
    assert exactly("bv", "Locust LCT-1V", names) == exactly("bv", "Locust LCT-1V")


GYROS = """id = "dear_gyros"
needs = ["classic"]

[rows."cost.machine.gyros"]
"standard gyro" = 400000
"""

TAX = '''"""A machine pays a tax for each of its legs, and nothing for its cockpit."""

from collections.abc import Iterable

from overheat.classic.construction.machine.plan import Plan
from overheat.classic.cost.machine import cockpit
from overheat.classic.cost.parts import FURTHER
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Taxes")


@rule("taxes.cockpit", cite=HERE)
def free(plan: Plan) -> Iterable[Term]:
    """Cockpits are free."""
    return ()


@rule("taxes.legs", cite=HERE, slot=FURTHER)
def legs(plan: Plan) -> Iterable[Term]:
    """A thousand C-bills for each leg."""
    return (Term("taxes.legs", 1000 * len(plan.legs), "tax on legs", HERE),)


LAYER = Layer("taxes", HERE, needs=("classic",), add=(legs,), change=(cockpit.replaced_by(free),))
'''


def test_a_row_of_a_users_file_changes_a_price(tmp_path: Path) -> None:
    dear = written(tmp_path, "dear.toml", GYROS)
    # A gyro of three tons costs a hundred thousand more for each, times two for a hundred tons.
    assert exactly("cost", ATLAS, dear) - exactly("cost", ATLAS) == 3 * 100_000 * 2


def test_rules_of_a_users_file_change_a_price(tmp_path: Path) -> None:
    taxes = written(tmp_path, "taxes.py", TAX)
    assert "2,000  tax on legs" in run("cost", ATLAS, "--rules", taxes, "--worksheet").stdout
    # Cockpit, life support and sensors are gone.
    assert exactly("cost", ATLAS, taxes) - exactly("cost", ATLAS) == (2000 - 450_000) * 2


NARROW = """id = "narrow_yards"
needs = ["classic"]

[rows."construction.limits"]
"most tons" = 95

[rows."construction.engines"]
300 = 20
"""

LEAN = '''"""The head of a machine holds four things at most."""

from overheat.classic.construction.machine.frame import slots
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

HERE = Book("House rules")("Lean machines")


@rule("lean.slots", cite=HERE, slot=slots.slot)
def lean(plan: Plan) -> tuple[Finding, ...]:
    """Four slots of the head may be filled."""
    full = [place.code for place in plan.sheet.locations if place.code == "HD" and sum(map(bool, place.slots)) > 4]
    found = tuple(Finding(id="lean.slots", location=code, reason="the head is full", cite=HERE) for code in full)
    return (*plan.rules.below(lean)(plan), *found)


LAYER = Layer("lean", HERE, needs=("classic",), change=(slots.wrapped_in(lean),))
'''


def faults(unit: str, rules: str) -> str:
    """What is found in a unit that is not built by some rules."""
    told = CliRunner().invoke(app, ["unit", "check", unit, "--rules", rules])
    assert told.exit_code == 1
    return told.stdout


def test_rows_of_a_users_file_change_what_construction_allows_and_weighs(tmp_path: Path) -> None:
    narrow = written(tmp_path, "narrow.toml", NARROW)
    assert "built by the rules" in run("unit", "check", ATLAS).stdout
    told = faults(ATLAS, narrow)
    assert "100 tons; 10 to 95 are possible" in told
    # An engine rated 300 weighs nineteen tons in the book.
    assert "weighs 101 tons of 100" in told
    assert (
        run("unit", "check", "Locust LCT-1V", "--rules", narrow).stdout == run("unit", "check", "Locust LCT-1V").stdout
    )


def test_a_rule_of_a_users_file_checks_a_machine(tmp_path: Path) -> None:
    lean = written(tmp_path, "lean.py", LEAN)
    assert "error lean.slots in HD: the head is full [House rules: Lean machines]" in faults("Locust LCT-1V", lean)


MASSED = '''"""Soldiers do a point of damage each."""

from fractions import Fraction

from overheat.classic.rules.standard.infantry import soldiers_damage
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

HERE = Book("House rules")("Massed fire")


@rule("massed.damage", cite=HERE)
def massed(rules: Ruleset, each: Fraction, soldiers: int) -> int:
    """A point for each soldier."""
    return soldiers


LAYER = Layer("massed", HERE, needs=("classic",), change=(soldiers_damage.replaced_by(massed),))
'''


def test_a_rule_of_a_users_file_changes_a_record_sheet(tmp_path: Path) -> None:
    massed, platoon = written(tmp_path, "massed.py", MASSED), "Foot Platoon (Rifle)"
    plain, changed = (run("unit", "sheet", platoon, *layers).stdout for layers in ((), ("--rules", massed)))
    # Each soldier has his number, and beside it the damage that so many do together.
    assert (plain.count(">28</text>"), changed.count(">28</text>")) == (1, 2)
