"""Hidden devices on the table: laid by sappers or before the battle, set off by who comes near or from afar."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Slot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Attach, Detonate, Lay
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Detonating, Device, Ducking, Probing, Unit, Watching
from overheat.platoon.damage import losses
from overheat.platoon.ground.geometry import Body, Spot, gap
from overheat.platoon.rules.standard import devices
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import weapon_row

GOES_OFF: Slot[[Battle, Device], None] = Slot("devices.goes_off", None)
"""What a device does besides, or in place of a weapon, that goes off. Rules may do all that a verb may."""


def sapper(battle: Battle, unit: Unit) -> bool:
    """Whether a unit on the table lays devices."""
    return "sapper" in battle.sheet(unit).flags and unit.place == "table"


def _engineers(battle: Battle, unit: Unit) -> bool:
    return not battle.sheet(unit).flags.isdisjoint(("engineer", "sapper"))


def _reach(battle: Battle, unit: Unit, to: Spot) -> float:
    """Inches from a unit to a place."""
    return min((gap(body, Body(to, 0)) for body in battle.bodies(unit)), default=float("inf"))


def lay_refused(battle: Battle, unit: Unit, command: Lay) -> Refusal | None:
    """Why a unit may not lay a device so, or None."""
    if not sapper(battle, unit) or not battle.ground.on_table(command.at):
        return Refusal("devices.who", "only sappers lay devices, and on the table", devices.SAPPERS)
    length = _reach(battle, unit, command.at._replace(z=0))
    return battle.rules[devices.lay_refused](battle.rules, command.kind, unit.order, length, unit.charges)


def lay(battle: Battle, unit: Unit, command: Lay) -> None:
    """A sapper lays a device or a decoy."""
    _place(battle, unit, Device(unit.side, command.kind, command.at._replace(z=0), unit.id))


def attach_refused(battle: Battle, unit: Unit, command: Attach) -> Refusal | None:
    """Why a sapper may not attach a device to a vehicle, or None."""
    target = battle.units.get(command.vehicle)
    if not sapper(battle, unit) or target is None or target.place != "table" or battle.sheet(target).soft:
        return Refusal("devices.vehicle", "sappers attach devices to vehicles on the table", devices.SAPPERS)
    return battle.rules[devices.lay_refused](
        battle.rules, "ied", unit.order, battle.distance(unit, target), unit.charges
    )


def attach(battle: Battle, unit: Unit, command: Attach) -> None:
    """A sapper attaches a device to a vehicle."""
    target = battle.units[command.vehicle]
    _place(battle, unit, Device(unit.side, "ied", target.at, unit.id, target.id))


def _place(battle: Battle, unit: Unit, device: Device) -> None:
    left = unit.charges - devices.row_of(battle.rules, device.kind).charges
    battle.tell(told.DeviceLaid(unit.id, device.at, device.kind, device.carrier, left))


def _remove(battle: Battle, device: Device) -> None:
    """A marker is taken off the table."""
    battle.tell(told.DeviceGone(battle.devices.index(device)))


def set_off_refused(battle: Battle, side: int | None, command: Detonate) -> Refusal | None:
    """Why a side may not set a device off from afar, or None."""
    if not battle.turn:
        return Refusal("devices.early", "the battle has not begun", devices.DEVICES)
    if not 0 <= command.device < len(battle.devices) or battle.devices[command.device].side != side:
        return Refusal("devices.none", "that side has no such device", devices.DEVICES)
    return remote_refused(battle, battle.devices[command.device])


def detonate(battle: Battle, device: Device) -> None:
    """A real device goes off where it lies, or on the vehicle that carries it."""
    if device not in battle.devices:
        return
    _remove(battle, device)
    carrier = battle.units.get(device.carrier or "")
    if carrier is not None and carrier.place != "table":
        return
    row = devices.row_of(battle.rules, device.kind)
    if row.weapon:
        _burst(battle, device, row.weapon, carrier.at if carrier else device.at)
    for rule in battle.rules[GOES_OFF]:
        rule.function(battle, device)
    losses.settle_morale(battle)


def _burst(battle: Battle, device: Device, id: str, at: Spot) -> None:
    """What a device goes off as hurts everybody around it."""
    weapon = weapon_row(battle.rules, id)
    losses.explode(
        battle,
        at,
        weapon.he or 3,
        why=device.kind,
        weapon=id,
        pins="D3",
        pen=battle.rules[devices.pen_of](battle.rules, weapon),
        facing=battle.rules[devices.strikes](battle.rules),
    )


def hidden_from(battle: Battle, unit: Unit) -> list[Device]:
    """The markers that an enemy has laid for a unit."""
    return [device for device in battle.devices if device.side != unit.side and device.carrier is None]


def trigger(battle: Battle, id: str) -> None:
    """A unit that has come near hidden markers of the enemy sets the nearest off, and then the next."""
    unit = battle.units[id]
    if unit.place != "table" or unit.at.z > 0:
        return
    met = [(_reach(battle, unit, device.at), device) for device in hidden_from(battle, unit)]
    met = [(length, device) for length, device in met if battle.rules[devices.near](battle.rules, length)]
    meet(battle, id, *(device for _, device in sorted(met, key=lambda each: each[0])))


def meet(battle: Battle, id: str, *markers: Device) -> None:
    """A unit comes near markers, one after the other: their owner is asked whatever they are, so that nobody learns
    what from the asking."""
    battle.push(*(Watching(device.side, id, device) for device in markers))


def remote_refused(battle: Battle, device: Device) -> Refusal | None:
    """Why a marker cannot be set off from afar by its owner, or None."""
    owner = battle.units.get(device.owner)
    alive = owner is not None and owner.alive
    return battle.rules[devices.set_off_refused](battle.rules, device.kind, device.carrier is not None, alive)


def watched(battle: Battle, id: str, device: Device, now: bool) -> None:
    """Its owner sets a device off before anybody can go down, or leaves it to the die."""
    if now:
        battle.tell(told.DeviceMet(id, device.at, "set_off"))
        detonate(battle, device)
    else:
        _roll(battle, id, device)


def _roll(battle: Battle, id: str, device: Device) -> None:
    """The die that is rolled when a unit has come near a marker."""
    rules = battle.rules
    found = rules[devices.TRIGGERS][battle.hand(id).roll("devices.trigger", 1).total]
    engineers = _engineers(battle, battle.units[id])
    if not devices.row_of(rules, device.kind).real:
        _remove(battle, device)
        battle.tell(told.DeviceMet(id, device.at, "decoy"))
        for pins in rules[devices.decoy_pins](rules, engineers, found.decoy):
            battle.add_pins(id, count(rules, battle.hand("", target=id), pins, "devices.decoy"))
    elif rules[devices.tries_again](rules, engineers, found):
        battle.push(Probing(battle.units[id].side, id, device))
    else:
        _follow(battle, id, device, found)


def probe(battle: Battle, id: str, device: Device, again: bool) -> None:
    """Engineers roll again, or leave it at the warning."""
    face = battle.hand(id).roll("devices.trigger.again", 1).total if again else None
    _follow(battle, id, device, devices.WARNED if face is None else battle.rules[devices.TRIGGERS][face])


def _follow(battle: Battle, id: str, device: Device, found: devices.Trigger) -> None:
    """What a roll means where a real device lies."""
    battle.tell(told.DeviceMet(id, device.at, found.real))
    unit = battle.units[id]
    if found.real == "nothing":
        _remove(battle, device)
    elif found.real == "at_once":
        detonate(battle, device)
    else:
        battle.push(Detonating(device))
        if battle.sheet(unit).soft:
            battle.push(Ducking(unit.side, id))
