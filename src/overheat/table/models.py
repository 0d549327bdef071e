"""What is asked and answered over HTTP, as the description of the interface shows it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from overheat.table.layers import MOST_LAYERS

Name = Annotated[str, Field(min_length=1, max_length=200)]
Skill = Annotated[int, Field(ge=0, le=8)]
Long = Annotated[str, Field(max_length=2_000_000)]
Loads = Annotated[
    dict[Name, Name],
    Field(max_length=100, description="What bins, tubes and racks hold, where that is not what the unit's file says."),
]


Once = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""An id that a client gives to what it says."""


class Asked(BaseModel):
    """A request: fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid")


class NewGame(Asked):
    """A game to be made: from a scenario, from a set-up of one's own, or from a position."""

    kind: Name = Field("classic", description="The game, as named by /api/kinds.")
    scenario: str | None = Field(None, max_length=200, description="The name of a bundled scenario.")
    setup: dict[str, Any] | None = Field(None, description="A set-up of one's own, in the form of a scenario's.")
    position: Long | None = Field(
        None, description="How a game stands, in the notation of positions; it names game, rules and set-up itself."
    )
    rules: list[Name] | None = Field(
        None, max_length=MOST_LAYERS, description="Layers of rules; the scenario's when left out."
    )
    seed: int | None = Field(None, ge=0, le=2**53 - 1, description="What the dice follow; drawn when left out.")
    seats: dict[Name, Name] = Field(
        default={}, max_length=20, description="`human` or the name of a bot for each side; human when left out."
    )
    hot_seat: bool = Field(False, description="All humans play in turn at one screen, with one token.")
    open_to_all: bool = Field(False, description="Anybody may find the game and watch it.")
    pace: float = Field(0.4, ge=0, le=10, description="Seconds that a bot waits before each command.")
    title: str = Field("", max_length=200)


class PositionAsked(Asked):
    """A position to be looked at before a game is made of it."""

    position: Long


class PositionInfo(BaseModel):
    """What a position says of itself."""

    kind: str
    rules: list[str]
    sides: list[str]
    round: int
    to_act: str | None


class BroughtGame(Asked):
    """A game that was played before: its log, and who goes on with it."""

    log: str = Field(max_length=32 * 1024 * 1024, description="The lines of the log.")
    as_told: bool = Field(False, description="Open a log that does not replay as its events tell it, to be looked at.")
    seats: dict[Name, Name] = Field(default={}, max_length=20)
    hot_seat: bool = False
    open_to_all: bool = False
    pace: float = Field(0.4, ge=0, le=10)
    title: str = Field("", max_length=200)


class Said(Asked):
    """A command of a player."""

    command: dict[str, Any] = Field(description="One of the commands that /legal lists, or like them.")
    player: str | None = Field(None, max_length=200, description="The side that says it; the one to act when left out.")
    epoch: int | None = Field(
        None, ge=0, description="With `number` or `step`: refuse the command if the game has moved on."
    )
    number: int | None = Field(None, ge=0, le=2**31)
    step: int | None = Field(None, ge=0, le=2**31)
    id: Once | None = Field(None, description="Said again with the same id, a command is done once and answered alike.")


WANTED_BACK = "The command that is to be taken back, in words; empty where nobody asks or you may not know of it."


class Vote(Asked):
    """Whether the last command is to be taken back."""

    agree: bool = True
    decisions: bool = Field(False, description="Take back as far as the last thing that there was a choice about.")
    id: Once | None = Field(None, description="Said again with the same id, it takes back nothing more.")


class UnitRef(Asked):
    """A unit: the name of a bundled one, or a file's name and its text."""

    unit: Name
    text: Long = ""
    gunnery: Skill | None = None
    piloting: Skill | None = None
    rules: list[Name] = Field(
        default=[], max_length=MOST_LAYERS, description="The layers of rules that it is worked out by."
    )
    loads: Loads = Field(default={})


class CheckedUnit(UnitRef):
    """A unit to be checked: by the rules of construction, and whether it can be had in a year and by whom."""

    year: int | None = Field(None, ge=1, le=9999)
    technology: str = Field("", max_length=40, description="inner_sphere, clan or mixed; not asked where it is empty.")


class Printed(Asked):
    """Units to be printed."""

    units: list[UnitRef] = Field(min_length=1, max_length=200)
    paper: str = Field("a4", max_length=20)
    heading: str = Field("", max_length=200)


class No(BaseModel):
    """Why something may not be."""

    id: str
    reason: str
    cite: str | None
    facts: dict[str, Any]


class Problem(BaseModel):
    """An answer to what cannot be done."""

    refusal: No


class ServerInfo(BaseModel):
    """How busy a server is."""

    version: str
    games: int
    rooms: int
    clients: int


class RowInfo(BaseModel):
    """A place of a table that a layer changes."""

    place: str
    before: str = Field(description="What stands there without the layer; empty for what is new.")
    now: str = Field(description="What stands there under it; empty for what is taken out.")


class ChangeInfo(BaseModel):
    """Something that a layer changes, in words."""

    id: str
    what: str = Field(description="What it is: a rule, a table, a command, a phase, a way to move, equipment.")
    change: str = Field(description="adds, changes, replaces, wraps or drops")
    says: str = Field(description="As it is under the layer.")
    before: str = Field(description="As it is without it.")
    cite: str
    rows: list[RowInfo] = Field(description="The rows of a table that are otherwise.")
    more: int = Field(description="How many more rows there are.")


class ConflictInfo(BaseModel):
    """A layer that another cannot lie with, and why."""

    layer: str
    reason: str


class LayerInfo(BaseModel):
    """A layer of rules and what it changes."""

    id: str
    title: str
    cite: str
    group: str = Field(description="The heading that it is listed under.")
    needs: list[str]
    conflicts: list[ConflictInfo] = Field(description="The layers that it cannot lie with.")
    base: bool
    about: str
    says: list[ChangeInfo]


class BundleInfo(BaseModel):
    """A name for several layers."""

    id: str
    title: str
    cite: str
    layers: list[str]


class ScenarioInfo(BaseModel):
    """A scenario that comes with the project."""

    name: str
    title: str
    story: str
    rules: list[str]
    sides: list[str]


class KindInfo(BaseModel):
    """A game that can be played here."""

    name: str
    scenarios: list[ScenarioInfo]
    rules: list[LayerInfo]
    bundles: list[BundleInfo]
    bots: list[str]


class WordInfo(BaseModel):
    """A word of a game, what it means, and where that is written."""

    word: str
    says: str
    cite: str | None


class SeatInfo(BaseModel):
    """A side and who plays it."""

    player: str
    who: str
    bot: str


class ReadOnlyInfo(BaseModel):
    """Why a game can be looked at and not played."""

    reason: str
    shown: int = Field(description="The number of the last event that the board can be shown for; 0 where it cannot.")
    board: bool = Field(description="Whether there is any board to show.")
    version: str = Field(description="The version that began the game, where its log says so.")


class GameInfo(BaseModel):
    """A game and how far it has come."""

    id: str
    kind: str
    title: str
    rules: list[str]
    under: list[str] = Field(description="The optional rules in force, in words.")
    explained: bool = Field(description="Whether there are words of the game for newcomers.")
    open_to_all: bool
    seats: list[SeatInfo]
    you: list[str] = Field(description="The sides that your token plays.")
    epoch: int
    number: int = Field(description="The number of the last event.")
    step: int = Field(description="How many commands were carried out, also such that no event tells of.")
    to_act: str | None
    outcome: dict[str, Any] | None
    votes: list[str] = Field(description="The sides that want the last command taken back.")
    wanted_back: str = Field(description=WANTED_BACK)
    read_only: ReadOnlyInfo | None = Field(description="Given for a game whose log does not replay in this version.")


class OpenGame(BaseModel):
    """A game that anybody may watch."""

    id: str
    kind: str
    title: str
    created: float
    seats: list[SeatInfo]
    over: bool


class Link(BaseModel):
    """A way in; the token is in the part of the address that no server sees."""

    token: str
    link: str


class MadeGame(BaseModel):
    """A new game with its links, which are told this once."""

    game: GameInfo
    host: str = Field(description="The token that may end the game.")
    watch: Link
    seats: dict[str, Link]


class ExpectedInfo(BaseModel):
    """What a game waits for, in words for who looks."""

    player: str | None = Field(description="Who is to act.")
    what: str = Field(description="What he is to do; for everybody else what follows his name.")
    task: str = Field(description="What a unit of his is to do, or the kind of decision.")
    step: str = Field("", description="The title of the step that the game is in, where it has one.")


class View(BaseModel):
    """What a player may know of a game."""

    epoch: int
    number: int
    step: int
    player: str
    view: Any
    expected: ExpectedInfo | None = Field(
        description="What is awaited of whom, in words; null where the game has none."
    )


class TermInfo(BaseModel):
    """A part of a sum and where it is written."""

    id: str
    value: int | str = Field(description="A fraction as text, such as `3/2`.")
    label: str
    cite: str | None


class Sum(BaseModel):
    """A number and its parts."""

    total: int | str
    terms: list[TermInfo]


class CommandGroup(BaseModel):
    """Commands of one kind."""

    id: str
    title: str
    foretells: bool = Field(description="Whether it is known what its commands promise: /foreseen tells.")
    commands: list[int] = Field(description="Their places in the list.")


class Legal(BaseModel):
    """What a player may say now."""

    epoch: int
    number: int
    step: int
    player: str
    commands: list[dict[str, Any]]
    words: list[str] = Field(description="Each command in words; [] where the game has none.")
    costs: dict[str, dict[str, Sum]] = Field(
        description="What commands take, by their places in the list and by what it is taken from."
    )
    groups: list[CommandGroup] = Field(description="The commands by what they are listed under.")
    unasked: list[dict[str, Any]] = Field(
        description="What a page may say by itself, one after another, because there is nothing to decide; usually []."
    )


class ForeseenAsked(Asked):
    """Commands that somebody thinks of."""

    commands: list[dict[str, Any]] = Field(max_length=60)
    player: str | None = Field(None, max_length=200)


class TitledSum(Sum):
    """A number, what it is, and its parts."""

    title: str


class ForeseenInfo(BaseModel):
    """What a command promises."""

    words: str
    says: str = Field(description="What it promises in a line; empty where nothing is known of it.")
    sums: list[TitledSum]
    chance: tuple[int, int] | None
    costs: dict[str, Sum]
    refusal: No | None = Field(description="Why it may not be given.")


class ToldEvent(BaseModel):
    """An event, its number and its wording, how far it is set in, and the sum it is about."""

    number: int
    kind: str
    event: dict[str, Any]
    text: str
    level: int = Field(description="0 a round, 1 a phase, 2 what a unit does, 3 what follows from that.")
    terms: list[TermInfo] = Field(description="The number that the event is about, part by part.")
    about: str = Field("", description="What dice were thrown for, in words.")
    summed: bool = Field(False, description="Whether dice are added up.")
    reason: str = Field("", description="Why a bot did what begins with this event, in a line.")
    short: str = Field("", description="It in few words, for a folded log; empty for details.")
    section: str = Field(
        "", description="The part of a round it belongs to, where no event of its own announces that part."
    )
    idle: bool = Field(False, description="Whether nothing changed by it, so that a folded log need not tell it.")


class Events(BaseModel):
    """Events in order, and the number up to which they are complete."""

    epoch: int
    after: int
    to: int
    last: int
    events: list[ToldEvent]


class Position(BaseModel):
    """How far a game has come after something was said."""

    epoch: int
    number: int
    step: int
    to_act: str | None
    outcome: dict[str, Any] | None


class VoteResult(BaseModel):
    """What came of a vote."""

    undone: bool
    votes: list[str]
    wanted_back: str = Field(description=WANTED_BACK)
    epoch: int
    number: int
