"""What a player may say, in words: as it is offered in a list."""

from __future__ import annotations

import msgspec

from overheat.classic import commands as say
from overheat.classic.phrases import FACINGS, place
from overheat.classic.state import State, Unit

PLAIN: dict[type[msgspec.Struct], str] = {
    say.Stand: "stand up",
    say.DropProne: "lie down",
    say.Leave: "leave the board over this edge",
    say.Spot: "spot for others",
    say.Done: "done",
}
"""Commands that are always said alike."""


def describe(command: say.Command, state: State, names: dict[str, str]) -> str:
    """A command as a short line; one that has no words of its own is told by its name and what it holds."""
    if type(command) in PLAIN:
        return PLAIN[type(command)]
    if isinstance(command, say.Choose):
        return f"take {names[command.unit]}"
    if isinstance(command, say.Go):
        return command.mode
    if isinstance(command, say.Step):
        return command.way
    if isinstance(command, say.Jump):
        return f"jump to {command.hex}"
    if isinstance(command, say.Charge):
        return f"charge {names[command.target]}"
    if isinstance(command, say.Twist):
        return f"twist {FACINGS[command.facing]}"
    if isinstance(command, say.Clear):
        mounts = _acting(state).sheet.mounts
        return f"clear the {'turret' if command.mount is None else mounts[command.mount].equipment.name}"
    if isinstance(command, say.Fire):
        return _fire(command, _acting(state), names)
    if isinstance(command, say.Strike):
        limb = f" with the {place(command.limb)}" if command.limb else ""
        return f"{command.kind} {names[command.target]}{limb}"
    held = " ".join(str(value) for value in msgspec.structs.astuple(command) if value not in (None, ""))
    return f"{_words(type(command).__name__)} {held}".strip()


def _acting(state: State) -> Unit:
    assert state.acting is not None
    return state.units[state.acting]


def _fire(command: say.Fire, unit: Unit, names: dict[str, str]) -> str:
    mount = unit.sheet.mounts[command.mount]
    told = f"{mount.equipment.name} {mount.location}{' rear' if mount.rear else ''}"
    if command.feed is not None:
        fed = unit.sheet.mounts[command.feed]
        munition = "" if fed.ammunition is None or fed.ammunition.munition == "standard" else f"{fed.equipment.name}, "
        told += f" ({munition}{unit.condition.shots[command.feed]} shots)"
    if command.rate > 1:
        told += f" x{command.rate}"
    told += f" at {names.get(command.target, command.target)}"
    told += f", aimed at the {place(command.aimed)}" if command.aimed else ""
    told += f", to {command.mode}" if command.mode else ""
    return f"{told}, seen by {names[command.spotter]}" if command.spotter else told


def _words(name: str) -> str:
    """`FlipArms` as `flip arms`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
