"""What holds the project together: arrows between packages, rules that are all tested, an engine free of options."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from overheat.classic.rules import packages
from overheat.classic.rulesets import LAYERS
from overheat.kernel.rules import Rule, Ruleset, Table
from overheat.register.gather import entries, gather_proofs, gather_rule_proofs

PROJECT = Path(__file__).parents[1]
SOURCE = PROJECT / "src" / "overheat"


def imports(folder: Path) -> set[str]:
    """Every module of ours that a folder's code imports, wherever in the file it does."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return set(re.findall(r"^\s*(?:from|import) (overheat[\w.]*)", text, re.MULTILINE))


VERSION = "overheat"
"""The package itself, which holds its version and nothing else."""


def test_the_kernel_imports_nothing_above_it() -> None:
    assert {name for name in imports(SOURCE / "kernel") if not name.startswith("overheat.kernel")} <= {VERSION}
    below = ("overheat.kernel", "overheat.drawing")
    assert {name for name in imports(SOURCE / "drawing") if not name.startswith(below)} == set()


def test_the_board_knows_neither_rules_nor_sight() -> None:
    known = ("overheat.classic.board", "overheat.kernel")
    assert {name for name in imports(SOURCE / "classic" / "board") if not name.startswith(known)} == set()


def test_games_do_not_know_the_command_line() -> None:
    for game in ("classic", "register"):
        assert not [name for name in imports(SOURCE / game) if name.startswith("overheat.cli")]


GAME_WORDS = ("hex", "mech", "mek", "gunnery", "piloting", "platoon", "armour", "armor", "heat", "woods", "infantry")


def test_the_kernel_and_the_drawing_have_no_game_words() -> None:
    for path in (*(SOURCE / "kernel").glob("*.py"), *(SOURCE / "drawing").glob("*.py")):
        words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
        assert words.isdisjoint(GAME_WORDS), path.name


def test_the_engine_names_no_option() -> None:
    options = [layer for layer in LAYERS if layer != "classic"]
    assert options
    for path in (SOURCE / "classic").rglob("*.py"):
        if "rules" not in path.relative_to(SOURCE).parts:
            text = path.read_text(encoding="utf-8")
            assert not [option for option in options if re.search(rf"\b{option}\b", text)], path.name


def test_every_rule_and_table_is_proven_by_a_test() -> None:
    rulings, rules = gather_proofs(PROJECT / "tests"), gather_rule_proofs(PROJECT / "tests")
    unproven = [
        entry.id for entry in entries() if entry.id not in rules and not any(id in rulings for id in entry.implements)
    ]
    assert unproven == []


def test_every_rule_that_a_test_names_is_there() -> None:
    assert gather_rule_proofs(PROJECT / "tests").keys() - {entry.id for entry in entries()} == set()


def test_every_layer_brings_only_rules_with_a_sentence_of_their_own() -> None:
    for entry in entries():
        assert "." in entry.id
        assert getattr(entry, "says", entry.id)


def holds_a_table(annotation: Any) -> bool:
    """Whether an annotation is a table, or has one somewhere in it."""
    kind = get_origin(annotation) or annotation
    if isinstance(kind, type) and issubclass(kind, Table):
        return True
    return any(holds_a_table(part) for part in get_args(annotation))


def tables_asked_for(function: Callable[..., Any]) -> list[str]:
    """The parameters of a function that take a table; an alias counts as what it stands for."""
    hints = get_type_hints(function)
    return [name for name, annotation in hints.items() if name != "return" and holds_a_table(annotation)]


def test_no_decision_takes_a_table_as_an_argument() -> None:
    decisions = [entry for entry in entries() if isinstance(entry, Rule) and entry.slot is None]
    assert {"clusters.count", "to_hit.cover_by_water_from_level", "orders.passes"} <= {rule.id for rule in decisions}
    assert {rule.id: found for rule in decisions if (found := tables_asked_for(rule.function))} == {}


Prices = Table[str, int]


def by_table(rules: Ruleset, prices: Table[str, int]) -> None: ...
def by_alias(prices: Prices) -> None: ...
def by_one_of_several(prices: tuple[Prices, ...] | None) -> None: ...
def by_rules(rules: Ruleset, price: int) -> Prices | None: ...


@pytest.mark.parametrize(
    ("function", "found"),
    [(by_table, ["prices"]), (by_alias, ["prices"]), (by_one_of_several, ["prices"]), (by_rules, [])],
)
def test_a_table_among_the_arguments_is_found_under_any_name(function: Callable[..., Any], found: list[str]) -> None:
    assert tables_asked_for(function) == found


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "icepool", "typer", "rich", "msgspec", "shapely")
    code = f"import sys, overheat; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_packages_of_options_are_found_by_being_there_and_nothing_imports_from_them() -> None:
    """`rulesets` asks for the packages beside the standard game; no module names one."""
    names = {package.__name__ for package in packages()}
    assert names
    assert "overheat.classic.rules.standard" not in names
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(("overheat", *path.relative_to(SOURCE).with_suffix("").parts))
        found = [name for name in names if name in path.read_text(encoding="utf-8") and not module.startswith(name)]
        assert not found, f"{module} names {found[0]}"
