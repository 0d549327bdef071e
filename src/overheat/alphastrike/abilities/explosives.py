"""Whether a unit carries anything that explodes, and what holds the blast."""

from __future__ import annotations

from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import CardType
from overheat.alphastrike.size import size
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Ruleset, rule

ENERGY = ALPHA_STRIKE("Special unit abilities: energy")
CASE = ALPHA_STRIKE("Special unit abilities: CASE")

WITHOUT_EXPLOSIONS: frozenset[CardType] = frozenset({"BA", "CI"})
"""Types that nothing is said of."""
TOOLS: frozenset[CardType] = frozenset({"IM", "PM", "CF"})
"""Types that need a weapon before it is told that none of theirs explodes."""
WITH_CASE: frozenset[CardType] = frozenset({"BM", "IM", "CV", "SV"})
"""Types that CASE is printed for."""
EXPLOSIVE, BOMBS = "explosive", "bomb_bay"
"""Flags of what may explode."""
CHARGED = frozenset({"ppc_capacitor", "chaff"})
"""Flags of what explodes in the classic game and does not count here."""


def explosives(pool: Pool, subject: Subject) -> None:
    """A unit without anything explosive has ENE, and no need for CASE."""
    if subject.type in WITHOUT_EXPLOSIONS:
        return
    culprit = _culprit(subject)
    if culprit is not None:
        if subject.rules[built_in_case].function(subject):
            pool.give("CASE", f"Clan unit with {culprit.equipment.name}")
        return
    pool.drop(("CASE", "CASEII", "CASEP"))
    if _worth_telling(subject):
        pool.give("ENE", "nothing that explodes")


def _culprit(subject: Subject) -> Mount | None:
    """The first that explodes of all that it mounts."""
    rules, explodes = subject.rules, subject.rules[explosive].function
    for mount in subject.having(EXPLOSIVE, BOMBS):
        if explodes(rules, mount):
            return mount
    return None


@rule("as.explosive", cite=ENERGY)
def explosive(rules: Ruleset, mount: Mount) -> bool:
    """Ammunition, Gauss weapons and all else that explodes when hit counts; capacitors and chaff do not."""
    flags = mount.equipment.flags
    return (EXPLOSIVE in flags and flags.isdisjoint(CHARGED)) or BOMBS in flags


@rule("as.built_in_case", cite=CASE)
def built_in_case(subject: Subject) -> bool:
    """Clan units come with CASE wherever it is needed; vehicles of mixed technology only where they mount it."""
    sheet = subject.sheet
    return sheet.clan and subject.type in WITH_CASE and (subject.machine or not sheet.mixed)


def _worth_telling(subject: Subject) -> bool:
    """Of small support vehicles it is not told, and of some types only where they have weapons at all."""
    if subject.type == "SV":
        return size(subject).value > 1
    return subject.type not in TOOLS or bool(subject.sheet.weapons)


RULES = (explosive, built_in_case)
