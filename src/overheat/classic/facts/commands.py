"""Everything a player may say. Moves and volleys are built in steps, so that every choice is a short list."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.classic.facts.state import Mode, Shot


class Choose(msgspec.Struct, frozen=True, tag=True):
    """Take up a unit: its turn in this phase begins."""

    unit: str


class Decide(msgspec.Struct, frozen=True, tag=True):
    """Answer what is asked."""

    answer: str


class Deploy(msgspec.Struct, frozen=True, tag=True):
    """Place a unit that is not on the map yet."""

    hex: str
    facing: int = 0


class Go(msgspec.Struct, frozen=True, tag=True):
    """Say how the unit moves this turn."""

    mode: Mode


class Step(msgspec.Struct, frozen=True, tag=True):
    """One step: ahead, ahead onto a roof or a bridge, back, a turn of one hexside, a quad's step aside."""

    way: Literal["forward", "climb", "back", "left", "right", "shift left", "shift right", "up", "down"]


class Jump(msgspec.Struct, frozen=True, tag=True):
    """Leap to a hex; turns after landing are free."""

    hex: str


class Stand(msgspec.Struct, frozen=True, tag=True):
    """Try to stand up."""


class DropProne(msgspec.Struct, frozen=True, tag=True):
    """Lie down."""


class Adopt(msgspec.Struct, frozen=True, tag=True):
    """Go into a posture, facing some way."""

    posture: str
    facing: int


class Rise(msgspec.Struct, frozen=True, tag=True):
    """Stand up out of a posture."""


class Charge(msgspec.Struct, frozen=True, tag=True):
    """End the movement in a charge, or after a jump in a death from above."""

    target: str


class Board(msgspec.Struct, frozen=True, tag=True):
    """Climb onto a friend and ride on it."""

    carrier: str


class Alight(msgspec.Struct, frozen=True, tag=True):
    """Climb down from what the unit rides or swarms."""


class Leave(msgspec.Struct, frozen=True, tag=True):
    """Leave the board over its edge."""


class Twist(msgspec.Struct, frozen=True, tag=True):
    """Turn the torso or the turret."""

    facing: int


class Aim(msgspec.Struct, frozen=True, tag=True):
    """Take a hex for a target: a building to bring down, woods to set alight."""

    hex: str


class Fire(Shot, frozen=True, tag=True):
    """Declare a weapon attack: a shot as it is said."""

    @classmethod
    def of(cls, shot: Shot) -> Fire:
        """The command that declares a shot."""
        return cls(*msgspec.structs.astuple(shot))

    @property
    def shot(self) -> Shot:
        """The shot as the state and its events keep it."""
        return Shot(*msgspec.structs.astuple(self))


class FlipArms(msgspec.Struct, frozen=True, tag=True):
    """Flip both arms over, to fire to the rear this turn."""


class Switch(msgspec.Struct, frozen=True, tag=True):
    """Switch a searchlight or a stealth system on or off, before the unit moves."""

    what: Literal["searchlight", "stealth"]
    on: bool


class Engage(msgspec.Struct, frozen=True, tag=True):
    """Switch a part of the unit on or off, or use it."""

    mount: int
    on: bool = True


class HoldShield(msgspec.Struct, frozen=True, tag=True):
    """Hold a shield in active or passive defence, or lower it."""

    mount: int
    mode: str


class LetGo(msgspec.Struct, frozen=True, tag=True):
    """Let go of the unit that a chain whip is around."""


class Eject(msgspec.Struct, frozen=True, tag=True):
    """The pilot leaves a lost machine to itself."""


class Spot(msgspec.Struct, frozen=True, tag=True):
    """Spot for the indirect fire of others."""


class Bombard(msgspec.Struct, frozen=True, tag=True):
    """Fire artillery at a hex."""

    mount: int
    hex: str
    feed: int | None = None

    @property
    def shot(self) -> Shot:
        """The same as a shot."""
        return Shot(self.mount, self.hex, self.feed)


class Mine(msgspec.Struct, frozen=True, tag=True):
    """Lay mines from a dispenser, where the unit is."""

    mount: int


class SweepMines(msgspec.Struct, frozen=True, tag=True):
    """Clear the mines in the hex of a unit of soldiers."""


class DropSensor(msgspec.Struct, frozen=True, tag=True):
    """Drop a remote sensor from a dispenser, where the unit is."""

    mount: int


class CrushSensor(msgspec.Struct, frozen=True, tag=True):
    """Crush a remote sensor of the enemy, where the unit is."""


class Clear(msgspec.Struct, frozen=True, tag=True):
    """Spend the turn on a weapon that malfunctions, or without a mount on the jammed turret."""

    mount: int | None = None


class Strike(msgspec.Struct, frozen=True, tag=True):
    """Declare a physical attack."""

    kind: str
    limb: str
    target: str


class DumpAmmunition(msgspec.Struct, frozen=True, tag=True):
    """Dump what is left in a bin, in the next round."""

    mount: int


class SwitchLater(msgspec.Struct, frozen=True, tag=True):
    """Switch a searchlight or a stealth system on or off in the End Phase."""

    what: Literal["searchlight", "stealth"]
    on: bool


class ThrowOff(msgspec.Struct, frozen=True, tag=True):
    """A squad throws off packs and launchers in the End Phase."""


class PowerDown(msgspec.Struct, frozen=True, tag=True):
    """Shut the machine down in the End Phase."""


class StartUp(msgspec.Struct, frozen=True, tag=True):
    """Start a machine that was powered down."""


class Done(msgspec.Struct, frozen=True, tag=True):
    """End the unit's turn in this phase."""


Command = msgspec.Struct
"""Anything that a player says: the verbs in force say which commands there are."""
