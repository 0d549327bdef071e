"""Collects what the code claims and what the tests prove, for the two indexes that coverage reads.

Claims are found by importing every module of the rule packages; proofs by reading the test files without running them.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import msgspec

from overheat.kernel.refusal import refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Entry, Rows, Rule, Table
from overheat.register.coverage import Claim

RULE_PACKAGES = ("overheat.classic", "overheat.platoon", "overheat.alphastrike")


EVERY_FIGURE = "*"
"""What a mark `proves_figures` names: every ruling that a figure of our data claims."""

Known = Entry | Rows[Any, Any]
"""What can claim rulings: rules, tables and single rows."""


class Sighting(NamedTuple):
    """Who was met, the module and name that it was met under, and the layer that brings it, with what it replaces."""

    entry: Known
    module: ModuleType
    name: str
    layer: str | None = None
    replaces: str | None = None


def modules(packages: Sequence[str] = RULE_PACKAGES) -> Iterator[ModuleType]:
    """Every module of those packages that are present, imported; packages that are absent are passed over."""
    for name in packages:
        if importlib.util.find_spec(name) is None:
            continue
        package = importlib.import_module(name)
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.endswith(".__main__"):
                yield importlib.import_module(found.name)


def sightings(packages: Sequence[str] = RULE_PACKAGES) -> Iterator[Sighting]:
    """Every rule and table that a module names, itself, in a collection or in a layer; as often as it is named."""
    for module in modules(packages):
        for name, value in sorted(vars(module).items()):
            yield from _seen(value, module, name)


def entries(packages: Sequence[str] = RULE_PACKAGES) -> list[Known]:
    """Every rule and table of those packages, once."""
    return list({id(seen.entry): seen.entry for seen in sightings(packages)}.values())


class Claimant(Protocol):
    """Data that carries rulings: neither rule nor table, but it can be taken out of use for a while.

    A claimant that is a single figure has a `door`, the command that shows it, and is put back as it was before. Where
    that command shows any such figure it is `listed`, and one test proves them all.
    """

    id: str
    where: str
    implements: tuple[str, ...]

    def taken_out(self) -> AbstractContextManager[None]: ...


def claimants(packages: Sequence[str] = RULE_PACKAGES) -> list[Claimant]:
    """The data that carries rulings: what the `claimants` function of a module lists."""
    found: list[Claimant] = []
    for module in modules(packages):
        listing = vars(module).get("claimants")
        if callable(listing) and getattr(listing, "__module__", None) == module.__name__:
            found += listing()
    return found


def gather_claims(packages: Sequence[str] = RULE_PACKAGES) -> dict[str, tuple[Claim, ...]]:
    """Who claims each register id: one claim for every layer that brings the rule, or one for a rule of no layer."""
    met: dict[int, list[Sighting]] = {}
    for seen in sightings(packages):
        met.setdefault(id(seen.entry), []).append(seen)
    claims: dict[str, set[Claim]] = {}
    for sightings_of_one in met.values():
        for claim in _claims_of(sightings_of_one):
            for register_id in sightings_of_one[0].entry.implements:
                claims.setdefault(register_id, set()).add(claim)
    for claimant in claimants(packages):
        for register_id in claimant.implements:
            door = getattr(claimant, "door", None)
            claims.setdefault(register_id, set()).add(Claim(claimant.id, claimant.where, door=door))
    return {register_id: tuple(sorted(claims[register_id], key=_order)) for register_id in sorted(claims)}


def gather_proofs(tests: Path) -> dict[str, tuple[str, ...]]:
    """Which tests prove each register id, read from the `proves` marks of every test file under a folder."""
    return {id: proofs for id, proofs in _all_proofs(tests).items() if not is_rule_id(id)}


def gather_rule_proofs(tests: Path) -> dict[str, tuple[str, ...]]:
    """Which tests prove each rule or table that they name by its own id."""
    return {id: proofs for id, proofs in _all_proofs(tests).items() if is_rule_id(id)}


def is_rule_id(id: str) -> bool:
    """Whether an id is that of a rule or table, `topic.name`, and not of a ruling in the register, `QR-name`."""
    return "." in id


def rulings_of_figures(packages: Sequence[str] = RULE_PACKAGES) -> list[str]:
    """The rulings that are proven figure by figure, through the door that shows any of them."""
    shown = (claimant for claimant in claimants(packages) if getattr(claimant, "listed", False))
    return sorted({register_id for claimant in shown for register_id in claimant.implements})


def _all_proofs(tests: Path) -> dict[str, tuple[str, ...]]:
    proofs: dict[str, set[str]] = {}
    for path in sorted(tests.rglob("*.py")):
        file = path.relative_to(tests.parent).as_posix()
        for test, named in proofs_of(path.read_text(encoding="utf-8"), file):
            for register_id in rulings_of_figures() if named == EVERY_FIGURE else (named,):
                proofs.setdefault(register_id, set()).add(test)
    return {register_id: tuple(sorted(proofs[register_id])) for register_id in sorted(proofs)}


def index_text(index: Mapping[str, Any]) -> str:
    """An index as it is kept: JSON with a line for each id."""
    rows = [f"{_compact(id)}: {_compact(value)}" for id, value in sorted(index.items())]
    return "{\n" + ",\n".join(rows) + "\n}\n" if rows else "{}\n"


def proofs_of(source: str, file: str) -> Iterator[tuple[str, str]]:
    """The test names and register ids of one test file's `proves` marks.

    Marks stand on test functions, on classes of tests, or in the module's `pytestmark`. A mark anywhere else, or one
    whose ids are not plain strings, is refused: it could not be read without running the tests.
    """
    tree = ast.parse(source, file)
    read: set[ast.Attribute] = set()
    marks = [_mark(node, read, file) for node in _module_marks(tree)]
    yield from _proofs_in(tree.body, file, [id for ids in marks for id in ids], read, file)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_proves(node) and node not in read:
            raise refuse("register.mark", f"{file}:{node.lineno}: a proves mark here cannot be read", file=file)


def _seen(value: object, module: ModuleType, name: str) -> Iterator[Sighting]:
    """The rules and tables in one module-level value."""
    if isinstance(value, Rule | Table | Rows):
        yield Sighting(value, module, name)
    elif isinstance(value, Layer):
        yield from (Sighting(entry, module, name, value.id) for entry in value.add)
        yield from (Sighting(swap.new, module, name, value.id, swap.old.id) for swap in value.swaps)
        yield from (Sighting(rows, module, name, value.id, rows.table.id) for rows in value.rows)
    elif isinstance(value, tuple | list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            if isinstance(inner, Rule | Table | Rows | Layer):
                yield from _seen(inner, module, name)


def _claims_of(seen: list[Sighting]) -> Iterator[Claim]:
    """The claims of one rule or table, from all the places it was met."""
    where = seen[0].entry.where or _assigned(seen)
    layered = [sighting for sighting in seen if sighting.layer is not None]
    for sighting in layered or seen[:1]:
        yield Claim(sighting.entry.id, where, sighting.layer, sighting.replaces)


def _assigned(seen: list[Sighting]) -> str:
    """`package.module.name` of a table that does not tell its place: where its name is assigned, not imported."""
    named = sorted(seen, key=lambda sighting: sighting.layer is not None)
    for sighting in named:
        pattern = rf"^{re.escape(sighting.name)}\b[^=\n]*="
        if re.search(pattern, inspect.getsource(sighting.module), re.MULTILINE):
            return f"{sighting.module.__name__}.{sighting.name}"
    return f"{named[0].module.__name__}.{named[0].name}"


def _order(claim: Claim) -> tuple[str, str, str, str]:
    return claim.where, claim.rule, claim.layer or "", claim.replaces or ""


def _compact(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _proofs_in(
    body: list[ast.stmt], prefix: str, outer: list[str], read: set[ast.Attribute], file: str
) -> Iterator[tuple[str, str]]:
    """The proofs of the tests and test classes in a body; the marks of what lies around hold for all of them."""
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        ids = outer + [id for mark in node.decorator_list for id in _mark(mark, read, file)]
        if isinstance(node, ast.ClassDef):
            yield from _proofs_in(node.body, f"{prefix}::{node.name}", ids, read, file)
        elif node.name.startswith("test"):
            yield from ((f"{prefix}::{node.name}", id) for id in ids)
        elif ids != outer:
            raise refuse("register.mark", f"{file}:{node.lineno}: {node.name} proves something but is no test")


def _module_marks(tree: ast.Module) -> list[ast.expr]:
    """The marks in the module's `pytestmark`, be it one mark or a list."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(to, ast.Name) and to.id == "pytestmark" for to in node.targets
        ):
            return node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    return []


def _mark(node: ast.expr, read: set[ast.Attribute], file: str) -> list[str]:
    """The ids of a `proves(...)` mark, or that of every figure; none for any other decorator."""
    if isinstance(node, ast.Attribute) and node.attr == "proves_figures":
        return [EVERY_FIGURE]
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_proves(node.func)):
        return []
    read.add(node.func)
    ids = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    if not ids or len(ids) != len(node.args) or node.keywords:
        raise refuse("register.mark", f"{file}:{node.lineno}: proves takes register ids as plain strings", file=file)
    return ids


def _is_proves(node: ast.Attribute) -> bool:
    """Whether this is `mark.proves` or `pytest.mark.proves`."""
    holder = node.value
    named = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", None)
    return node.attr == "proves" and named == "mark"
