"""The reference cases of sight: computed by an established engine, and equal but for differences that are ruled on."""

import csv
from collections import Counter
from functools import cache

from boards import CORPUS, needs_corpus
from overheat.classic.board.board_file import read_board
from overheat.classic.board.hexes import Hex
from overheat.classic.rulesets import standard
from overheat.classic.sight.model import Sight, Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.sight.wording import IMPOSSIBLE, as_row

Case = dict[str, str]
FIGURES = {
    "visible": "can_see",
    "light_woods": "light_woods",
    "heavy_woods": "heavy_woods",
    "light_smoke": "light_smoke",
    "heavy_smoke": "heavy_smoke",
    "target_partial_cover": "target_partial_cover",
    "attacker_partial_cover": "attacker_partial_cover",
    "modifier": "los_mod",
}
"""Our figures by the names of theirs."""

pytestmark = needs_corpus


def cases() -> list[Case]:
    with (CORPUS / "sight_cases.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@cache
def relief(board: str) -> Relief:
    return Relief(read_board(CORPUS / "boards" / board).board, standard())


def line(case: Case) -> Sight:
    seen = relief(case["board"])
    viewer, target = (
        Viewpoint(
            Hex.parse(case[f"{end}_hex"]),
            int(case[f"{end}_elev"]) + int(case[f"{end}_height"]),
            int(case[f"{end}_height"]),
        )
        for end in ("attacker", "target")
    )
    return sight(seen, viewer, target)


def differences(case: Case) -> tuple[str, ...]:
    ours = as_row(line(case))
    return tuple(name for name, theirs in FIGURES.items() if str(ours[name]) != case[theirs])


def test_every_case_sees_alike() -> None:
    assert [case for case in cases() if "visible" in differences(case)] == []


def test_at_least_97_percent_are_equal_in_every_figure() -> None:
    listed = cases()
    equal = sum(not differences(case) for case in listed)
    assert equal >= 0.97 * len(listed)


def test_every_difference_is_one_that_is_ruled_on() -> None:
    """Blocked lines only: a number where we refuse, and what is counted behind the hex that already blocks."""
    unruled: Counter[tuple[str, ...]] = Counter()
    for case in cases():
        differing = differences(case)
        if not differing:
            continue
        blocked = case["can_see"] == "0"
        number_for_a_blocked_line = differing == ("modifier",) and case["los_mod"] != IMPOSSIBLE
        divided = case["los_between_hexes"] == "1" and "modifier" not in differing
        if not (blocked and (number_for_a_blocked_line or divided)):
            unruled[differing] += 1
    assert unruled == Counter()


def test_the_terrain_of_the_target_hex_costs_the_same_except_for_smoke_over_water() -> None:
    for case in cases():
        found = line(case)
        ours = sum(term.value for term in found.target_hex if term.id.startswith("to_hit.target_in"))
        smoke_over_water = case["target_elev"] == "-1" and "to_hit.target_in.heavy_smoke" in found.target_hex
        if found.visible and not smoke_over_water:
            assert ours == int(case["target_hex_terrain_mod"])
