"""What holds the project together: arrows between packages, rules that are all tested, an engine free of options."""

import importlib
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from bypasses import bypasses, slots_asked
from overheat.alphastrike import rulesets as conversion
from overheat.classic import rulesets as classic
from overheat.classic.rules import packages
from overheat.classic.rulesets import LAYERS
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Rows, Rule, Ruleset, Slot, Table, rule
from overheat.platoon import rulesets as platoon
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


def test_a_variant_is_named_by_its_own_layers_and_by_data_alone() -> None:
    for path in SOURCE.rglob("*"):
        place = path.relative_to(SOURCE).parts
        if path.suffix not in (".py", ".js", ".css", ".html") or "data" in place or "omega" in place:
            continue
        assert "omega" not in path.read_text(encoding="utf-8").lower(), path


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


def every_module() -> Iterator[ModuleType]:
    """Every module of ours, imported; those that only run as programs are left out."""
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        if "migrations" not in parts and parts[-1] != "__main__":
            yield importlib.import_module(".".join(parts).removesuffix(".__init__"))


def brought(layers: Iterable[Layer]) -> set[int]:
    """Every rule, table and change of rows that some layers bring."""
    return {id(entry) for layer in layers for entry in (*layer.add, *(swap.new for swap in layer.swaps), *layer.rows)}


def out_of_reach(module: ModuleType, layers: Iterable[Layer]) -> list[str]:
    """The rules, tables and changes of rows that a module names and none of some layers brings."""
    within = brought(layers)
    known = {name: value for name, value in vars(module).items() if isinstance(value, Rule | Table | Rows)}
    return [f"{module.__name__}.{name}" for name, value in known.items() if id(value) not in within]


EVERY_LAYER = [*classic.LAYERS.values(), *conversion.LAYERS.values(), *platoon.LAYERS.values()]


def test_every_rule_and_table_is_brought_by_a_layer() -> None:
    assert [name for module in every_module() for name in out_of_reach(module, EVERY_LAYER)] == []


def source_of(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")


def test_every_slot_is_asked_for_the_rules_that_layers_bring_to_it() -> None:
    slots = {value.id for module in every_module() for value in vars(module).values() if isinstance(value, Slot)}
    asked = {slot.id for module in every_module() for slot in slots_asked(source_of(module), vars(module))}
    assert slots
    assert slots - asked == set()


def test_no_rule_is_asked_and_no_table_read_past_the_ruleset() -> None:
    found = {module.__name__: bypasses(source_of(module), vars(module)) for module in every_module()}
    assert {name: places for name, places in found.items() if places} == {}


HERE = Book("Test")("here")
FRUIT: Table[str, int] = Table("test.fruit", {"apple": 1}, cite=HERE)
DEARER = FRUIT.amended("test.dearer", {"apple": 2}, cite=HERE)
RIPE: Slot[[int], int] = Slot("test.ripe", nothing=0)


@rule("test.eaten", cite=HERE)
def eaten(rules: Ruleset, fruit: str) -> int:
    """Fruit is worth its row."""
    return rules[FRUIT][fruit]


@rule("test.sweet", cite=HERE)
def sweet(rules: Ruleset, fruit: str) -> int:
    """Sweet fruit is worth twice as much."""
    return 2 * rules.below(sweet)(rules, fruit)


PLANTED = ModuleType("planted")
vars(PLANTED).update(FRUIT=FRUIT, DEARER=DEARER, RIPE=RIPE, eaten=eaten, sweet=sweet, number=7)


@pytest.mark.parametrize(
    ("layer", "missing"),
    [
        (Layer("test", HERE, add=(FRUIT, eaten), change=(DEARER, eaten.wrapped_in(sweet))), set()),
        (Layer("test", HERE, add=(eaten,), change=(eaten.replaced_by(sweet),)), {"FRUIT", "DEARER"}),
        (Layer("test", HERE, add=(FRUIT,), change=(DEARER,)), {"eaten", "sweet"}),
    ],
)
def test_what_no_layer_brings_is_found(layer: Layer, missing: set[str]) -> None:
    assert set(out_of_reach(PLANTED, [layer])) == {f"planted.{name}" for name in missing}


@pytest.mark.parametrize(
    "planted",
    [
        "def f(rules): return eaten(rules, 'apple')",
        "def f(rules): return planted.eaten(rules, 'apple')",
        "def f(rules): return eaten.function(rules, 'apple')",
        "def f(rules): return [sweet for sweet in 'ab'] and sweet(rules, 'apple')",
        "def f(names): return max(names, key=eaten)",
        "WORTH = eaten(None, 'apple')",
        "class Basket:\n    def eaten(self): return eaten(self.rules, 'apple')",
        "def f():\n    from test_boundaries import sweet as s\n    return s(None, 'apple')",
        "def f(): return FRUIT['apple']",
        "def f(): return FRUIT.get('apple')",
        "def f(): return [*FRUIT.rows]",
        "def f(name): return name in FRUIT",
    ],
)
def test_what_reaches_past_the_ruleset_is_found(planted: str) -> None:
    names = vars(PLANTED) | {"planted": PLANTED}
    assert len(bypasses(planted, names)) == 1


@pytest.mark.parametrize(
    "fair",
    [
        "def f(rules): return rules[eaten](rules, 'apple') + rules[eaten].function(rules, 'apple')",
        "def f(rules): return rules.below(sweet)(rules, 'apple') + rules[FRUIT].rows['apple']",
        "def f(rules): return [rules[part](rules, 'apple') for part in (eaten, sweet)]",
        "def f(sweet): return sweet('apple')",
        "def f(rules):\n    eaten = rules[sweet]\n    return eaten(rules, 'apple')",
        "def f(baskets): return [eaten('apple') for eaten in baskets]",
        "CHANGE = eaten.wrapped_in(sweet), planted.eaten.replaced_by(sweet)",
        "MORE = FRUIT.amended('more', {'apple': FRUIT['apple'] + 1, **FRUIT.rows}, cite=HERE)",
    ],
)
def test_what_asks_the_ruleset_is_let_pass(fair: str) -> None:
    names = vars(PLANTED) | {"planted": PLANTED}
    assert bypasses(fair, names) == []


@pytest.mark.parametrize(
    ("planted", "asked"),
    [
        ("def f(rules): return rules[RIPE]", True),
        ("def f(rules): return total(rules, planted.RIPE)", True),
        ("@rule('mine', cite=HERE, slot=RIPE)\ndef f(days): return days", False),
    ],
)
def test_a_slot_that_only_rules_stand_in_is_found(planted: str, asked: bool) -> None:
    found = slots_asked(planted, vars(PLANTED) | {"planted": PLANTED})
    assert [slot.id for slot in found] == ["test.ripe"] * asked


CROWDED = 20
"""More modules than that in one folder are a corridor in which nobody finds anything."""


def crowded(folder: Path, suffix: str) -> list[str]:
    """The folders of code with too many modules; those of rules are lists of topics."""
    counts = Counter(path.parent for path in folder.rglob(f"*{suffix}") if path.name != "__init__.py")
    return [str(place) for place, count in counts.items() if count > CROWDED and "rules" not in place.parts]


@pytest.mark.parametrize("suffix", [".py", ".js"])
def test_no_folder_is_a_corridor(suffix: str) -> None:
    assert crowded(SOURCE, suffix) == []


def test_a_corridor_is_found(tmp_path: Path) -> None:
    for number in range(CROWDED + 1):
        (tmp_path / f"room_{number}.py").touch()
    assert crowded(tmp_path, ".py") == [str(tmp_path)]


COMPOUNDS = frozenset({"aircraft", "database", "fieldworks", "tabletop", "worksheet"})
"""Compounds that a dictionary has as one word."""


def module_names(*folders: Path) -> list[str]:
    """The names of all modules of Python and of the pages, tests by what they test."""
    paths = [path for folder in folders for suffix in (".py", ".js") for path in folder.rglob(f"*{suffix}")]
    return sorted({path.stem.removeprefix("test_") for path in paths if not path.stem.startswith("__")})


def in_two_spellings(names: list[str]) -> list[str]:
    """Names that differ from another in nothing but underscores."""
    alike = Counter(name.replace("_", "") for name in names)
    return [name for name in names if alike[name.replace("_", "")] > 1]


def fused(names: list[str]) -> list[str]:
    """Names in which two words that modules are named with elsewhere stand together without an underscore."""
    words = {word for name in names for word in name.split("_") if len(word) > 2}
    halves = {word: [(word[:cut], word[cut:]) for cut in range(3, len(word) - 2)] for word in words - COMPOUNDS}
    wrong = {word for word, cuts in halves.items() if any(first in words and last in words for first, last in cuts)}
    return [name for name in names if wrong.intersection(name.split("_"))]


def test_every_module_name_has_one_spelling() -> None:
    assert in_two_spellings(module_names(SOURCE, PROJECT / "tests")) == []


def test_no_module_name_fuses_words() -> None:
    assert fused(module_names(SOURCE, PROJECT / "tests")) == []


def test_second_spellings_and_fused_names_are_found() -> None:
    names = ["board_map", "boardmap", "classic", "classicforces", "forces", "tabletop"]
    assert in_two_spellings(names) == ["board_map", "boardmap"]
    assert fused(names) == ["boardmap", "classicforces"]


def test_the_map_is_fresh() -> None:
    written = runpy.run_path(str(PROJECT / "scripts" / "map_tree.py"))
    assert written["MAP"].read_text(encoding="utf-8") == written["map_text"](), "run `make map`"


def test_the_page_of_options_is_as_the_layers_have_it() -> None:
    written = runpy.run_path(str(PROJECT / "scripts" / "describe_options.py"))
    assert written["PAGE"].read_text(encoding="utf-8") == written["page"](), "run `make options`"


def test_every_file_of_standard_rules_is_in_the_index() -> None:
    index = (PROJECT / "docs" / "rules" / "index.md").read_text(encoding="utf-8")
    topics = [
        path for game in ("classic", "platoon") for path in (SOURCE / game / "rules" / "standard").glob("[!_]*.py")
    ]
    assert [path.name for path in topics if f"rules/standard/{path.name}" not in index] == []
