"""The words of the ids that events hold. A layer adds its own: `WAYS["mine.hop"] = Way("hops")`, `FATES.says(...)`."""

from __future__ import annotations

import msgspec

from overheat.kernel.wording.phrases import in_words
from overheat.kernel.wording.vocabulary import Vocabulary


class Way(msgspec.Struct, frozen=True):
    """How a unit comes to be where it is, in words, and how a report tells it."""

    words: str
    """What the unit does; `{mode}` stands for how it has said that it moves."""
    step: str | None = None
    """What is said of it among other steps, if that is something else."""
    enters: bool = False
    """Whether it leads into a hex, which is told among other steps."""
    begins: bool = False
    """Whether the unit has only said how it moves."""
    forced: bool = False
    """Whether it is no step of the unit's own turn."""


WAYS: dict[str, Way] = {
    "begin": Way("begins to {mode}", begins=True),
    "forward": Way("moves forward", "", enters=True),
    "climb": Way("climbs forward", "climb", enters=True),
    "back": Way("moves back", "back", enters=True),
    "shift_left": Way("moves shift left", "shift left", enters=True),
    "shift_right": Way("moves shift right", "shift right", enters=True),
    "turn_left": Way("turns left"),
    "turn_right": Way("turns right"),
    "up": Way("goes up"),
    "down": Way("goes down"),
    "land": Way("lands"),
    "jump": Way("jumps", enters=True),
    "stand": Way("tries to stand up"),
    "rise": Way("stands up"),
    "adopt": Way("goes into a posture"),
    "drop_sensor": Way("drops a remote sensor"),
    "crush_sensor": Way("crushes a remote sensor"),
    "lie_down": Way("lies down"),
    "stand_still": Way("stands still"),
    "stop": Way("stops"),
    "board": Way("holds on"),
    "alight": Way("climbs down"),
    "skid": Way("skids"),
    "slide": Way("slides", enters=True),
    "slip": Way("slips", enters=True),
    "regain_control": Way("regains control"),
    "come_down": Way("comes down"),
    "sink_in": Way("sinks in", forced=True),
    "climb_out": Way("climbs out"),
    "fall": Way("falls", forced=True),
    "push": Way("pushed", enters=True, forced=True),
    "follow": Way("follows", enters=True, forced=True),
    "drive_back": Way("driven back", forced=True),
    "make_room": Way("makes room", forced=True),
    "go_past": Way("goes past", forced=True),
    "crash": Way("crashes", forced=True),
    "sag": Way("sags", forced=True),
    "end_up": Way("ends up", forced=True),
    "emergency_landing": Way("makes an emergency landing", forced=True),
}
"""What a unit does that moves, by the id of it."""

HARMS = Vocabulary({"spread": "fire spreads"})
"""What does harm where no item does: a blow, a fall, walls, a blast."""

GROUND = Vocabulary(
    {
        "hit": "the building is worn from {before} to {after} ({by})",
        "collapse": "building collapses",
        "bridge_collapse": "bridge collapses",
        "ignite": "{by}: woods burn",
        "put_out": "{by}: the fire is out",
        "smoke": "fire smokes",
        "drift": "smoke drifts",
        "burn_down": "fire burns down",
        "go_out": "the fire goes out",
        "burst_into_flames": "{by}: the ground burns",
        "ice_breaks": "the ice breaks",
        "crust_breaks": "the magma crust breaks",
        "quicksand": "the swamp turns into quicksand",
        "quicksand_deepens": "the quicksand deepens",
    }
)
"""What becomes of a hex: by what, and from which construction factor to which."""

FATES = Vocabulary(
    {
        "cockpit_destroyed": "cockpit destroyed, pilot killed",
        "crew_leaves": "the crew leaves it",
    }
)
"""Why a unit is out of the battle."""

THINGS = Vocabulary({})
"""What lies on the map, flies over it or stands beyond its edge."""

INJURIES = Vocabulary({})
"""What hurts a crew."""

DAMAGES = Vocabulary(
    {
        "motive": "{grade} motive damage",
        "stabiliser": "stabiliser hit ({location})",
        "flight_stabiliser": "flight stabiliser hit",
        "co_pilot_hit": "co-pilot hit",
        "malfunction": "{mount} malfunctions",
        "works_again": "{mount} works again",
    }
)
"""What happens to a vehicle: of which grade, where, to which of its weapons."""


def harm_of(what: str, item: str = "") -> str:
    """What does harm, in words: the item that does, or what else it is."""
    return item or HARMS.told(what)


def way_of(how: str) -> Way:
    """How a unit moves, by its id; one without words is told by the id."""
    return WAYS.get(how) or Way(in_words(how))
