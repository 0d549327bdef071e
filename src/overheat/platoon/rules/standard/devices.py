"""Hidden devices: what sets them off, what they do, who lays them, and what engineers make of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset, Shown, Table, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Facing, Order
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard.orders import kind_of
from overheat.platoon.units.weapons import Count, Weapon

DEVICES = UPSTREAM("IED")
SAPPERS = UPSTREAM("Sappers")
DeviceKind = str
"""The id of a kind of device: a row of `devices.kinds`."""
DECOY = "decoy"
"""What every marker of the enemy looks like."""


class DeviceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of device is, what it goes off as, and who has it."""

    name: str
    weapon: str = ""
    """The weapon that it goes off as; nothing for what only layers know what it does."""
    real: bool = True
    """Whether anything goes off at all."""
    laid: bool = True
    """Whether sappers lay it; what they do not lies there from the beginning."""
    charges: int = 0
    """How many of the devices that a sapper has it takes to lay it."""
    remote: bool = False
    """Whether its owner sets it off from afar."""
    worth: float = 0
    """What laying it is worth to a bot, in enemy units."""


KINDS: Table[DeviceKind, DeviceRow] = Table(
    "devices.kinds",
    {
        "ied": DeviceRow("device", "ied", charges=1, remote=True),
        "mine": DeviceRow("mine", "mine", laid=False),
        DECOY: DeviceRow("decoy", real=False),
    },
    cite=DEVICES,
    implements=("HEAT-up-ied", "HEAT-up-mine"),
    of="device",
    shows=lambda id, row: Shown(row.name.capitalize()),
)


def row_of(rules: Ruleset, kind: DeviceKind) -> DeviceRow:
    """What a kind of device is under some rules; refused where they do not know it."""
    found = rules[KINDS].get(kind)
    if found is None:
        raise refuse("devices.kind", f"no device {kind[:40]!r}; there are {', '.join(rules[KINDS].rows)}")
    return found


class Trigger(msgspec.Struct, frozen=True):
    """What a roll means where a real device lies, and the pins that a decoy gives."""

    real: Literal["at_once", "warned", "nothing"]
    decoy: tuple[Count, ...]


AT_ONCE, WARNED = Trigger("at_once", ("D2", "D2")), Trigger("warned", ("D2",))
TRIGGERS: Table[int, Trigger] = Table(
    "devices.triggers",
    {1: AT_ONCE, 2: AT_ONCE, 3: WARNED, 4: WARNED, 5: WARNED, 6: Trigger("nothing", ())},
    cite=DEVICES,
    implements=("HEAT-up-ied-trigger",),
)


@rule("devices.near", cite=DEVICES, implements=("HEAT-up-ied", "HEAT-up-mine"))
def near(rules: Ruleset, length: float) -> bool:
    """An enemy within 3 inches of a marker may set it off."""
    return rules[within](rules, length, 3)


@rule("devices.pen", cite=DEVICES, implements=("HEAT-up-ied",))
def pen_of(rules: Ruleset, weapon: Weapon) -> int:
    """A device that was laid pierces as 4, a mine as its row says."""
    return weapon.pen if isinstance(weapon.pen, int) else 4


@rule("devices.facing", cite=DEVICES, implements=("HEAT-up-mine", "HEAT-up-sapper-attach"))
def strikes(rules: Ruleset) -> Facing:
    """What goes off below or on a vehicle gains nothing from its facing."""
    return "front"


@rule("devices.decoy_pins", cite=SAPPERS, implements=("HEAT-up-engineers",))
def decoy_pins(rules: Ruleset, engineers: bool, pins: tuple[Count, ...]) -> tuple[Count, ...]:
    """Engineers and sappers get one pin at most from a decoy."""
    return (1,) if engineers and pins else pins


@rule("devices.tries_again", cite=SAPPERS, implements=("HEAT-up-engineers",))
def tries_again(rules: Ruleset, engineers: bool, found: Trigger) -> bool:
    """Engineers and sappers who are warned of a real device that they have set off may roll again."""
    return engineers and found.real == "warned"


@rule("devices.lay_refused", cite=SAPPERS, implements=("HEAT-up-sappers",))
def lay_refused(rules: Ruleset, kind: DeviceKind, order: Order | None, length: float, left: int) -> Refusal | None:
    """A sapper lays within an inch, on a Fire order or after an Advance, decoys without end and the devices he has."""
    if not kind_of(rules, order).shoots:
        return Refusal("devices.order", f"devices are laid on a Fire order or an Advance, not on {order}", SAPPERS)
    if not rules[within](rules, length, 1):
        return Refusal("devices.far", f"a device is laid within an inch, not {length:.1f} inches away", SAPPERS)
    row = rules[KINDS].get(kind)
    if row is None or not row.laid or left < row.charges:
        return Refusal("devices.left", "there is no such device left", SAPPERS)
    return None


@rule("devices.set_off_refused", cite=SAPPERS, implements=("HEAT-up-ied", "HEAT-up-sapper-attach"))
def set_off_refused(rules: Ruleset, kind: DeviceKind, attached: bool, sapper_alive: bool) -> Refusal | None:
    """Its owner sets an improvised device off at any time; one on a vehicle only while the sapper lives."""
    if not row_of(rules, kind).remote:
        return Refusal("devices.remote", "only an improvised device is set off from afar", DEVICES)
    if attached and not sapper_alive:
        return Refusal("devices.sapper", "the sapper who attached it is lost", SAPPERS)
    return None


RULES = (KINDS, TRIGGERS, near, pen_of, strikes, decoy_pins, tries_again, lay_refused, set_off_refused)
