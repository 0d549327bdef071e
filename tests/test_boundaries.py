"""What holds the project together: arrows between packages, rules that are all tested, an engine free of options."""

import re
import subprocess
import sys
from pathlib import Path

from overheat.classic.rulesets import LAYERS
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


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "icepool", "typer", "rich", "msgspec", "shapely")
    code = f"import sys, overheat; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
