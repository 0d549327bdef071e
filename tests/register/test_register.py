"""The register is whole, and what is claimed and proven answers each other."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from overheat.kernel.refusal import RefusedError
from overheat.register import Claim, Counts, Ruling, documents, find, load, rulings, standing, status
from overheat.register.coverage import check_status, claims, coverage, dishonest, judge, proofs, reasons
from overheat.register.gather import gather_claims, gather_proofs, index_text

PROJECT = Path(__file__).parents[2]
DATA = PROJECT / "src" / "overheat" / "register" / "data"
EXTRACTS = PROJECT.parent / "shared" / "rules"

COUNTS = {"quickref": 80, "tacops": 856, "omega": 124, "alphastrike": 25, "heat": 324}
FINGERPRINT = "a976955e0ee216cb99f73a3fe08c69e2f5653b67531f2e30385a790225629ad7"


def fingerprint(ids: Iterable[str]) -> str:
    """One number for a set of ids: it changes when an id goes, comes or is renamed."""
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()


def made_up(id: str = "MADE-rule", kind: str = "rule") -> Ruling:
    return Ruling(id=id, document="quickref", title="Made up", area="to-hit", kind=kind, summary="Nothing.")


def test_no_id_has_vanished() -> None:
    assert Counter(ruling.document for ruling in rulings()) == COUNTS
    assert len(load()) == sum(COUNTS.values())
    assert fingerprint(load()) == FINGERPRINT


def test_the_fingerprint_notices_an_id_that_goes() -> None:
    ids = list(load())
    assert fingerprint(ids[1:]) != FINGERPRINT
    assert fingerprint([*ids[1:], "QR-other"]) != FINGERPRINT


@pytest.mark.parametrize("document", COUNTS)
def test_every_extracted_ruling_is_carried_whole(document: str) -> None:
    path = EXTRACTS / f"{document}.json"
    if not path.exists():
        pytest.skip("the rule extracts are not beside the project")
    extracts = {row["id"]: row for row in json.loads(path.read_text(encoding="utf-8"))}
    carried = {row["id"]: row for row in json.loads((DATA / f"{document}.json").read_text(encoding="utf-8"))}
    assert carried.keys() == extracts.keys()
    kept = set(Ruling.__struct_fields__) - {"source", "document"}
    for id, row in extracts.items():
        told = {name: value for name, value in row.items() if name in kept and value not in (None, [], {}, False)}
        assert {name: carried[id].get(name) for name in told} == told
        where = {"source", "source_lines"} & {name for name, value in row.items() if value}
        assert not where or {"source", "origin"} & carried[id].keys()


def test_only_the_errata_have_editorial_rulings() -> None:
    assert Counter(ruling.document for ruling in rulings() if ruling.editorial) == {"tacops": 141}


def test_what_we_call_editorial_has_a_reason_and_is_claimed_by_nobody() -> None:
    for id, reason in reasons().items():
        assert not find(id).editorial
        assert status(id) == "editorial"
        assert reason.endswith(".")
        assert id not in claims()


def test_sources_name_lines_and_no_files() -> None:
    sources = [ruling.source for ruling in rulings() if ruling.source is not None]
    assert all(source.startswith("line") and ".txt" not in source for source in sources)
    assert find("QR-attacker-movement").source == "lines 5-10"


def test_code_and_tests_answer_each_other() -> None:
    assert dishonest(load(), gather_claims(), gather_proofs(PROJECT / "tests")) == []


def test_the_indexes_are_fresh() -> None:
    told = "run `make register`"
    assert (DATA / "claims.json").read_text(encoding="utf-8") == index_text(gather_claims()), told
    assert (DATA / "proofs.json").read_text(encoding="utf-8") == index_text(gather_proofs(PROJECT / "tests")), told


def test_every_kind_of_dishonesty_is_told() -> None:
    claim = (Claim("to_hit.high", "made.up.high"),)
    known = {"MADE-good", "MADE-unproven", "MADE-unclaimed"}
    claimed = {"MADE-good": claim, "MADE-unproven": claim, "MADE-typo": claim}
    proven = {"MADE-good": ("t::a",), "MADE-unclaimed": ("t::b",), "MADE-wrong": ("t::c",)}
    assert dishonest(known, claimed, proven) == [
        "made.up.high claims MADE-typo, which is not in the register",
        "made.up.high claims MADE-unproven, which no test proves",
        "t::b proves MADE-unclaimed, which no rule or table claims",
        "t::c proves MADE-wrong, which is not in the register",
    ]


@pytest.mark.parametrize(
    ("kind", "claimed", "proven", "expected"),
    [
        ("rule", True, True, "done"),
        ("rule", True, False, "open"),
        ("rule", False, True, "open"),
        ("rule", False, False, "open"),
        ("editorial", False, False, "editorial"),
        ("editorial", True, True, "editorial"),
    ],
)
def test_done_takes_code_and_a_test(kind: str, claimed: bool, proven: bool, expected: str) -> None:
    ids = {"MADE-rule"}
    assert judge(made_up(kind=kind), ids if claimed else (), ids if proven else ()) == expected


def test_coverage_counts_every_ruling_once() -> None:
    found = coverage()
    assert list(found) == [document.id for document in documents()]
    assert {id: counts.total for id, counts in found.items()} == COUNTS
    assert found["tacops"].editorial == 141 + len(reasons())
    assert sum(counts.done for counts in found.values()) == sum(status(id) == "done" for id in load())


def test_the_percentage_leaves_editorial_rulings_out() -> None:
    assert Counts(done=1, open=3, editorial=6).percent == 25
    assert Counts(editorial=6).percent == 0


def test_standing_tells_claims_and_proofs() -> None:
    for id in load():
        evidence = standing(id)
        assert evidence.claims == claims().get(id, ())
        assert evidence.proofs == proofs().get(id, ())


def test_an_unknown_id_is_refused_with_close_ones() -> None:
    with pytest.raises(RefusedError, match="QR-attacker-movement") as error:
        find("qr-atacker-movement")
    assert error.value.refusal.id == "register.unknown"
    with pytest.raises(RefusedError):
        status("QR-atacker-movement")
    with pytest.raises(RefusedError):
        standing("QR-atacker-movement")


def test_an_unknown_document_or_status_is_refused() -> None:
    with pytest.raises(RefusedError, match="did you mean quickref"):
        rulings("quikref")
    with pytest.raises(RefusedError, match="there are quickref, tacops"):
        rulings("zzz")
    with pytest.raises(RefusedError, match="did you mean done"):
        check_status("don")
