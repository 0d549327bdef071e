"""Broken files of rules: each is one line with the file, the line in it and the reason, and nothing is lost."""

from pathlib import Path

import pytest

from overheat.classic.rulesets import LIBRARY
from terminal import refused, run

HEAD = """import msgspec
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, RANGES, gunnery
from overheat.classic.rules.standard.victory import VICTORY
from overheat.classic.battle.scene import COUNTS_AS, FOLLOWS
from overheat.classic.facts.state import State
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Bundle, Layer
from overheat.kernel.questions import Question
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Waving")


class Wave(msgspec.Struct, frozen=True, tag=True):
    pass


class Waved(Event, frozen=True):
    what: object


def waving(**others):
    given = dict(
        command=Wave,
        phases=("movement",),
        offers=lambda state, unit: (Wave(),),
        refuses=lambda state, unit, command: None,
        does=lambda scene, unit, command: scene.tell(MarkLaid(unit.id, "hand up")),
        words=always("wave"),
        worth=lambda state, unit, command: 0.0 if "hand up" in unit.marks else 1.0,
    )
    return VERBS.amended("waving.verbs", {"waving.wave": Verb(**{**given, **others})}, cite=HERE)


def layer(*add, change=(), id="waving", needs=("classic",), **others):
    return Layer(id, HERE, needs=needs, add=add, change=tuple(change), **others)


"""
FIRST = len(HEAD.splitlines()) + 1
"""The line that what follows the head begins in."""


def shot(body: str, facts: str = "attack: WeaponAttack", slot: str = "EVERY_SHOT") -> str:
    """A rule of a slot, and a layer that adds it."""
    return (
        f'@rule("waving.rule", cite=HERE, slot={slot})\ndef mine({facts}):\n    return {body}\n\nLAYER = layer(mine)\n'
    )


PYTHON: dict[str, tuple[str, int | None, str]] = {
    "syntax": ("LAYER = layer(", 0, "was never closed"),
    "import": ("import no_such_module", 0, "No module named 'no_such_module'"),
    "nothing": ("LAYERS = 1", None, "a file of rules defines LAYER, a Layer, or BUNDLE, a Bundle"),
    "another kind": ("LAYER = 1", None, "a file of rules defines LAYER, a Layer, or BUNDLE, a Bundle"),
    "end": ("raise SystemExit", None, "the file ends the program instead of defining LAYER"),
    "signature": (
        '@rule("waving.aim", cite=HERE)\ndef aim(attack: WeaponAttack, more: int) -> Term: ...\n'
        "LAYER = layer(change=[gunnery.replaced_by(aim)])",
        0,
        "'waving.aim', which is asked with 2 facts and not with 1",
    ),
    "facts of a slot": (shot("None", "state: State"), 0, "whose fact 1 is State and not WeaponAttack"),
    "facts of an empty slot": (
        shot("None", "scene", "FOLLOWS"),
        1,
        "mine() takes 1 positional argument but 3 were given",
    ),
    "answer": (shot("3"), 0, "the rule 'waving.rule' gives 3, which is no Term"),
    "outcome": (shot("'red'", "state", "VICTORY"), 2, "the rule 'waving.rule' gives 'red', which is no Ending"),
    "roll": (shot("'six'", "scene, roll, total", "COUNTS_AS"), 2, "'waving.rule' makes 'six' of a roll"),
    "absent": (
        'TALL = Table("waving.tall", {1: 2}, cite=HERE)\n' + shot("attack.rules[TALL][1]"),
        3,
        "no rule 'waving.tall' in force",
    ),
    "twice": (shot("None").replace("layer(mine)", "layer(mine, mine)"), 0, "which 'waving' already decides"),
    "taken": ('LAYER = layer(id="hull_down")', 0, "two layers or bundles are called 'hull_down'"),
    "needs": ('LAYER = layer(needs=("classic", "nonsense"))', 0, "needs 'nonsense' below it"),
    "needs as text": (
        'LAYER = Layer("waving", HERE, needs="classic")',
        0,
        "among 'needs', which holds names of layers",
    ),
    "change": (shot("None").replace("layer(mine)", "layer(change=[mine])"), None, "which holds what replaced_by"),
    "add": ("def mine(attack): ...\nLAYER = layer(mine)", None, "has mine among 'add', which holds rules and tables"),
    "row": ('LAYER = layer(change=[RANGES.amended("far", {"medium": "far"}, cite=HERE)])', 0, "which is str and not"),
    "phase of a verb": ('LAYER = layer(change=[waving(phases=("parade",))])', 0, "is for 'parade', which is no phase"),
    "phases as text": (
        'LAYER = layer(change=[waving(phases="movement")])',
        None,
        "are no tuple of names, but 'movement'",
    ),
    "phase": (
        'LAYER = layer(change=[PHASES.amended("p", {"parade": Phase(title="Parade", after="lunch")}, cite=HERE)])',
        0,
        "the phase 'parade' follows 'lunch', which is no phase before it",
    ),
    "no end of turns": (
        'LAYER = layer(change=[VERBS.amended("v", {}, out=("turns.done",), cite=HERE)])',
        0,
        "no turn ends",
    ),
    "command": (
        "class Bow(msgspec.Struct, tag=True): ...\nLAYER = layer(change=[waving(command=Bow)])",
        None,
        "the command of the verb 'waving.wave' is no frozen, tagged struct",
    ),
    "does": (
        "def does(scene, unit, command):\n    raise KeyError(5)\nLAYER = layer(change=[waving(does=does)])",
        1,
        "the verb 'waving.wave': KeyError: 5",
    ),
    "refuses": (
        "LAYER = layer(change=[waving(refuses=lambda state, unit, command: False)])",
        None,
        "refuses with False, which is no Refusal",
    ),
    "endless offers": (
        "def offers(state, unit):\n    while True:\n        yield Wave()\n"
        "LAYER = layer(change=[waving(offers=offers)])",
        None,
        "offers more than 100,000 commands",
    ),
    "endless turn": (
        "LAYER = layer(change=[waving(does=lambda scene, unit, command: None)])",
        None,
        "has not come to an end after 5,000 commands",
    ),
    "event": (
        "LAYER = layer(change=[waving(does=lambda scene, unit, command: scene.tell(Waved(object())))])",
        0,
        "Encoding objects of type object is unsupported",
    ),
    "no event": (
        "LAYER = layer(change=[waving(does=lambda scene, unit, command: scene.tell('hello'))])",
        0,
        "'hello' is told, which is no Event",
    ),
    "question": (
        'ASKED = Question("waving.back", "red", ("yes", "no"))\n'
        "LAYER = layer(change=[waving(does=lambda scene, unit, command: scene.ask(ASKED))])",
        1,
        "says how 'waving.back' is asked",
    ),
    "no answers": (
        'ASKED = Question("waving.back", "red", ())\n'
        "LAYER = layer(change=[waving(does=lambda scene, unit, command: scene.ask(ASKED))])",
        1,
        "the question 'waving.back' has no answer to choose from",
    ),
    "circle": ('BUNDLE = Bundle("waving", HERE, "Waving", ("waving",))', None, "is part of itself: waving > waving"),
    "bundle": ('BUNDLE = Bundle("all", HERE, "All", ("nonsense",))', None, "no layer 'nonsense' for the bundle"),
}
"""What follows the head of a file, the line of it that is to blame if there is one, and the reason."""

ROWS = 'id = "far"\nneeds = ["classic"]\n'
TOML: dict[str, tuple[str, int | None, str]] = {
    "syntax": ("needs = [\n", 1, "Invalid value"),
    "letters": ('id = "\udcff"\n', 1, "can't decode byte 0xff"),
    "field": (f"{ROWS}row = 3\n", 3, "there is an unknown field `row`"),
    "form": (f'{ROWS}[rows]\n"to_hit.ranges" = 3\n', 3, "Expected a table, got `int`"),
    "table": (f'{ROWS}[rows."to_hit.range"]\nmedium = 3\n', 3, "did you mean 'to_hit.ranges'?"),
    "key": (f'{ROWS}[rows."to_hit.ranges"]\nmedum = 3\n', 4, "did you mean 'medium'?"),
    "type": (f'{ROWS}[rows."to_hit.ranges"]\nmedium = "far"\n', 4, "Expected `int`, got `str`"),
    "number": (f'{ROWS}[new."to_hit.heat_bands"]\nhot = 3\n', 4, "rows of this table stand under whole numbers"),
    "code": (f'{ROWS}[new."turns.phases"]\nparade = {{title = "P"}}\n', 4, "rows of Phase cannot be given in a file"),
    "figure": (
        f'{ROWS}[rows."equipment.figures"]\n"Medium Lazer" = {{heat = 1}}\n',
        4,
        "is no equipment that there is",
    ),
    "circle": ('id = "far"\nlayers = ["far"]\n', 1, "the bundle 'far' is part of itself: far > far"),
    "foreign": ('id = "far"\n[rows."to_hit.ranges"]\nmedium = 3\n', None, "has 'classic' among its needs"),
}
"""A file, the line of it that is to blame if there is one, and the reason."""


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "bundles", dict(LIBRARY.bundles))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})


def told_of(path: Path) -> str:
    """The one line in which a battle under a file is refused."""
    found = refused("battle", "duel", "--bot", "red=random", "--rules", str(path), code=1)
    assert found.count("\n") <= 1
    return found


@pytest.mark.parametrize("name", PYTHON)
def test_a_broken_python_file_is_one_line_with_its_place(tmp_path: Path, name: str) -> None:
    body, line, reason = PYTHON[name]
    path = tmp_path / "mine.py"
    path.write_text(HEAD + body, encoding="utf-8")
    told = told_of(path)
    assert f"{path}:" in told
    assert line is None or f"{path}:{FIRST + line}: " in told
    assert reason in told


@pytest.mark.parametrize("name", TOML)
def test_a_broken_toml_file_is_one_line_with_its_place(tmp_path: Path, name: str) -> None:
    text, line, reason = TOML[name]
    path = tmp_path / "mine.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    told = told_of(path)
    assert (f"{path}: " if line is None else f"{path}:{line}: ") in told
    assert reason in told


def far(folder: Path, id: str, others: str = "") -> Path:
    path = folder / f"{id}.toml"
    path.write_text(f'id = "{id}"\nneeds = ["classic"]\n{others}[rows."to_hit.ranges"]\nlong = 9\n', encoding="utf-8")
    return path


def test_two_files_that_change_one_row_or_exclude_each_other_are_refused_with_the_later_one(tmp_path: Path) -> None:
    one, other = far(tmp_path, "far"), far(tmp_path, "further")
    both = refused("battle", "duel", "--rules", str(one), "--rules", str(other), code=1)
    assert f"{other}:3: layers 'far' and 'further' both change the row 'long' of 'to_hit.ranges'" in both
    foe = far(tmp_path, "foe", 'excludes = ["far"]\n')
    apart = refused("battle", "duel", "--rules", str(one), "--rules", str(foe), code=1)
    assert f"{foe}:1: layers 'far' and 'foe' contradict each other" in apart


def test_a_game_in_the_terminal_is_kept_when_the_rules_of_its_file_fail(tmp_path: Path) -> None:
    path, kept = tmp_path / "mine.py", tmp_path / "kept.jsonl"
    body, _, reason = PYTHON["does"]
    path.write_text(HEAD + body, encoding="utf-8")
    left = run("play", "duel", "--rules", str(path), "--save", str(kept), code=1, typed="1\nstay\n")
    assert reason in left.stderr
    path.write_text(
        HEAD + body.replace("raise KeyError(5)", "scene.tell(MarkLaid(unit.id, 'hand up'))"), encoding="utf-8"
    )
    assert "You play red" in run("play", "--resume", str(kept), "--rules", str(path), typed="quit\n").stdout


def test_the_table_is_not_opened_with_a_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + PYTHON["phase of a verb"][0], encoding="utf-8")
    assert f"{path}:{FIRST}: the verb 'waving.wave'" in refused("serve", "--no-open", "--rules", str(path), code=1)


def test_the_file_without_a_mistake_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + "LAYER = layer(change=[waving()])\n", encoding="utf-8")
    assert "Left on the field" in run("battle", "duel", "--rules", str(path)).stdout
