"""CRMs of Omega: the missiles of squads and of elementals, each guided in its own way and chosen tube by tube.

A launcher of soldiers is a rack as those of machines are, so that guidance, countermeasures and anti-missile systems
are the same for its missiles. Its tubes are named by who carries it: `Squad 1 CRM`, `Squad 1 CRM tube 2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from overheat.classic.rules.omega.missiles import Load, declared
from overheat.classic.rules.omega.racks import GUIDES, RACK, TUBE, TUBES, missile_id
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.fielding import Holder, Loads
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset

CRM = "CRM"
"""The family of missiles that soldiers launch."""


def guides(rules: Ruleset) -> tuple[str, ...]:
    """How CRMs may be guided."""
    return tuple(guide for guide, row in rules[GUIDES].rows.items() if CRM in row.families)


def usual_load(rules: Ruleset, missiles: int) -> Load:
    """What a launcher of so many missiles holds where nobody says otherwise: the usual kinds in turn."""
    usual = rules[TUBES][CRM]
    return tuple(usual[tube % len(usual)] for tube in range(missiles))


def declared_load(rules: Ruleset, missiles: int, place: str, loads: Loads) -> Load:
    """What a set-up has in each tube of the launcher of a squad or an elemental."""
    return declared(f"{place} {CRM}", usual_load(rules, missiles), loads, guides(rules))


def crm_mounts(rules: Ruleset, launcher: Weapon, place: str, load: Load) -> Iterator[Mount]:
    """A launcher with some missiles, a mount for each kind."""
    fed = f"{RACK} {place}"
    yield Mount(equipment=msgspec.structs.replace(launcher, ammunition=fed), location=place, slots=0)
    for guide, many in Counter(load).items():
        entry = catalogue_of(rules).entries[missile_id(guide, CRM)]
        assert isinstance(entry, Ammunition)
        yield Mount(equipment=msgspec.structs.replace(entry, feeds=fed), location=place, slots=0, shots=many)


def is_missile(mount: Mount) -> bool:
    """Whether a mount is missiles in the tubes of a launcher."""
    return TUBE in mount.equipment.flags


def crm_holders(rules: Ruleset, missiles: int, place: str, filled: Callable[[Sheet, str], Sheet]) -> Iterator[Holder]:
    """What a set-up may choose of a launcher: a word for all its tubes, and one for each."""
    fits = guides(rules)
    yield Holder(key=f"{place} {CRM}", holds="mixed", fits=("mixed", *fits), filled=filled)
    for tube, holds in enumerate(usual_load(rules, missiles), 1):
        yield Holder(key=f"{place} {CRM} tube {tube}", holds=holds, fits=fits, filled=filled)
