"""A digest changes when the rules in force change, and only then."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from overheat.classic.game import Classic
from overheat.classic.rulesets import ruleset
from overheat.kernel.rules.digest import digest_of, layer_digest
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.platoon.game import PlatoonGame
from toy import TURNS

FILE = '''"""Rules of one's own."""

from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Slot, Table, rule
from toy import TURNS

STEP = 2
"""How far one goes."""
SIZE: Slot[[int], int] = Slot("size", 0)
COSTS = Table("costs", {"road": 1, "wood": (2, 3)}, cite=TURNS)


def beside(number: int) -> int:
    return number + STEP


def apart(number: int) -> int:
    return number - 1


@rule("far", cite=TURNS)
def far(number: int) -> int:
    """Twice as far."""
    return 2 * beside(number)


@rule(
    "near",
    cite=TURNS,
    slot=SIZE,
)
def near(number: int) -> int:
    return number if far else 0


LAYER = Layer("own", TURNS, add=(far, near, COSTS))
'''
NUMBERS = count()


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("own_rules_")]:
        del sys.modules[name]


def loaded(folder: Path, text: str | bytes) -> ModuleType:
    name = f"own_rules_{next(NUMBERS)}"
    path = folder / f"{name}.py"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def rules_of(folder: Path, text: str | bytes) -> Ruleset:
    return compose(loaded(folder, text).LAYER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return 2 * beside(number)", "return 3 * beside(number)"),
        ("STEP = 2", "STEP = 3"),
        ("return number + STEP", "return number * STEP"),
        ('"wood": (2, 3)', '"wood": (2, 4)'),
        ("add=(far, near, COSTS)", "add=(far, COSTS)"),
        ("    slot=SIZE,\n", ""),
    ],
)
def test_what_a_rule_or_a_table_says_changes_the_digest(files: Path, old: str, new: str) -> None:
    assert old in FILE
    before, after = digest_of(rules_of(files, FILE)), digest_of(rules_of(files, FILE.replace(old, new)))
    assert before.whole != after.whole
    assert before.changed(after) == ("own",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return number - 1", "return number - 2"),
        ("Rules of one's own.", "Rules."),
        ('"road": 1, "wood": (2, 3)', '"wood": (2, 3), "road": 1'),
        ("far, near, COSTS", "COSTS, near, far"),
        ("\n", "\r\n"),
    ],
)
def test_what_no_rule_in_force_uses_does_not(files: Path, old: str, new: str) -> None:
    assert old in FILE
    assert digest_of(rules_of(files, FILE)) == digest_of(rules_of(files, FILE.replace(old, new)))


def test_a_rule_that_is_named_as_a_key_is_no_part_of_another(files: Path) -> None:
    changed = FILE.replace("return 2 * beside(number)", "return 3 * beside(number)")
    one, other = loaded(files, FILE), loaded(files, changed)
    alone = [layer_digest(Layer("near", TURNS, add=(module.near,))) for module in (one, other)]
    assert alone[0] == alone[1]


def test_a_rule_that_a_layer_puts_aside_does_not_count_but_its_layer_does(files: Path) -> None:
    one = loaded(files, FILE)
    other = loaded(files, FILE.replace('"wood": (2, 3)', '"wood": (2, 4)'))
    before, after = (
        digest_of(
            compose(module.LAYER, Layer("dear", TURNS, change=(module.COSTS.amended("dear", {"wood": 9}, cite=TURNS),)))
        )
        for module in (one, other)
    )
    assert before.whole == after.whole
    assert before.changed(after) == ("own",)


def test_the_order_within_a_slot_counts(files: Path) -> None:
    both = FILE.replace("slot=SIZE,", "slot=SIZE,").replace(
        '@rule("far", cite=TURNS)', '@rule("far", cite=TURNS, slot=SIZE)'
    )
    one, other = rules_of(files, both), rules_of(files, both.replace("far, near", "near, far"))
    assert digest_of(one).whole != digest_of(other).whole


def test_a_table_of_things_without_a_text_is_an_error() -> None:
    odd = Layer("odd", TURNS, add=(Table("odd", {"it": object()}, cite=TURNS),))
    with pytest.raises(TypeError, match="holds object"):
        digest_of(compose(odd))


def test_an_option_changes_the_digest_of_the_whole_and_leaves_the_layers_below() -> None:
    plain, option = digest_of(ruleset([])), digest_of(ruleset(["dead_zones"]))
    assert plain.whole != option.whole
    assert plain.changed(option) == ()
    assert option.changed(plain) == ("dead_zones",)


def test_digests_do_not_depend_on_the_process() -> None:
    told = [Classic(("dead_zones",)).digest, PlatoonGame(("he_radius",)).digest]
    script = (
        "from overheat.classic.game import Classic; from overheat.platoon.game import PlatoonGame;"
        "print([Classic(('dead_zones',)).digest, PlatoonGame(('he_radius',)).digest])"
    )
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        found = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        assert found.stdout.strip() == str(told)


def test_a_rule_below_counts_when_the_one_above_asks_it(files: Path) -> None:
    above = '\n\n@rule("over", cite=TURNS)\ndef over(number: int) -> int:\n    return {}\n'
    other = FILE.replace("return 2 * beside(number)", "return 3 * beside(number)")
    for body, counts in (("RULES.below(over)(number)", True), ("number", False)):
        told = set()
        for text in (FILE, other):
            module = loaded(files, text + above.format(body))
            over = Layer("over", TURNS, change=(module.far.wrapped_in(module.over),))
            told.add(digest_of(compose(module.LAYER, over)).whole)
        assert (len(told) == 2) is counts
