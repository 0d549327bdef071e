"""What squads of Omega do besides firing: soldiers go over to other squads, and launchers are loaded again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.advance import on
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import MarkLaid, ShotsSpent
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import Place, State, Unit
from overheat.classic.report.wording import of
from overheat.classic.rules.omega.infantry import squads_of, with_squad
from overheat.classic.rules.omega.squad_kits import UNTRAINED, missing, untrained
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.unit.equipment import Gear
from overheat.classic.unit.fielding import HOLDERS, Fielding, Holder
from overheat.classic.unit.figures import ENTRIES, catalogue_of
from overheat.classic.unit.infantry_fire import TROOPERS
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Who
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.wording.phrases import counted

TRANSFERS = Book("Omega Rules")("Inter-squad transfer", 18)
CRMS = Book("Omega Rules")("CRM squads", 17)
JOINED = named("joined", "")
"""The mark of a squad that has taken in soldiers this round; one for each squad."""
STORE = "crm_store"
"""The effect of a hex, a building, in which CRMs are stored."""
CARGO, NOTHING, MISSILES = "cargo", "nothing", "CRMs"


class Transfer(msgspec.Struct, frozen=True, tag=True):
    """Soldiers of another squad fill up a squad."""

    squad: str
    giver: str
    source: str


class Reload(msgspec.Struct, frozen=True, tag=True):
    """A squad loads its launcher again."""

    squad: str


class Transferred(Event, frozen=True):
    """Soldiers went over from one squad to another, of the same platoon or of another in the same hex."""

    unit: Who
    squad: Place
    giver: Who
    source: Place
    soldiers: int


@on(Transferred)
def _transferred(state: State, event: Transferred) -> State:
    for id, squad, change in (
        (event.giver, event.source, -event.soldiers),
        (event.unit, event.squad, event.soldiers),
    ):
        unit = state.units[id]
        unit = with_squad(unit, squad, int(unit.condition[squad].structure) + change)
        troopers = sum(int(place.structure) for place in squads_of(unit))
        all_of_it = msgspec.structs.replace(unit.condition[TROOPERS], structure=troopers)
        condition = msgspec.structs.replace(unit.condition.with_location(all_of_it), troopers=troopers)
        state = state.with_unit(msgspec.structs.replace(unit, condition=condition))
    return state


@of(Transferred)
def _told(event: Transferred, cast: Cast, roll: Roll | None) -> str:
    whose = "" if event.giver == event.unit else f" of {cast.name(event.giver)}"
    who = f"{counted(event.soldiers, 'soldier')} of {event.source}{whose}"
    return f"{cast.name(event.unit)}: {who} join {event.squad}"


def _transfers(state: State, unit: Unit) -> Iterator[Transfer]:
    if unit.sheet.kind != "infantry":
        return
    givers = [other for other in state.at(unit.hex) if other.side == unit.side]
    for squad in squads_of(unit):
        if not missing(unit, squad.code):
            continue
        for giver in givers:
            yield from (
                Transfer(squad.code, giver.id, source.code)
                for source in squads_of(giver)
                if source.structure and (giver.id, source.code) != (unit.id, squad.code)
            )


def _cannot_transfer(state: State, unit: Unit, command: Transfer) -> Refusal | None:
    giver = state.units.get(command.giver)
    squad = next((place for place in squads_of(unit) if place.code == command.squad), None)
    if squad is None or not missing(unit, command.squad):
        return Refusal("omega.transfer", f"{command.squad} lacks nobody", TRANSFERS)
    if giver is None or not giver.active or giver.side != unit.side or giver.hex != unit.hex:
        return Refusal("omega.transfer", "soldiers go over in the same hex only", TRANSFERS)
    source = next((place for place in squads_of(giver) if place.code == command.source), None)
    if source is None or not source.structure or (giver.id, command.source) == (unit.id, command.squad):
        return Refusal("omega.transfer", f"nobody of {command.source} can go over", TRANSFERS)
    if each(JOINED, command.squad) in unit.marks:
        return Refusal("omega.transfer", f"soldiers have joined {command.squad} this round already", TRANSFERS)
    return None


def _transfer(scene: Scene, unit: Unit, command: Transfer) -> None:
    giver = scene.unit(command.giver)
    many = min(missing(unit, command.squad), int(giver.condition[command.source].structure))
    strangers = 0 if _climbs(giver, command.source) else many
    scene.tell(Transferred(unit.id, command.squad, giver.id, command.source, many))
    scene.tell(MarkLaid(unit.id, each(JOINED, command.squad), Mark(this_round=True)))
    if _climbs(unit, command.squad) and strangers:
        held = Mark(untrained(unit, command.squad) + strangers, about=command.squad)
        scene.tell(MarkLaid(unit.id, each(UNTRAINED, command.squad), held))


def _climbs(unit: Unit, squad: str) -> bool:
    """Whether a squad is trained against 'Mechs."""
    return any(mount.location == squad and "anti_mech" in mount.equipment.flags for mount in unit.sheet.mounts)


def _served(unit: Unit, squad: str) -> bool:
    return any(mount.location == squad and "served" in mount.equipment.flags for mount in unit.sheet.mounts)


def _worth(state: State, unit: Unit, command: Transfer) -> float:
    """Who serves something that four must carry is worth more than who does not."""
    giver = state.units[command.giver]
    useful = _served(unit, command.squad) and not _served(giver, command.source)
    return 1.0 + missing(unit, command.squad) if useful else -1.0


def _transfer_words(state: State, unit: Unit, command: Transfer, names: Names) -> str:
    whose = "" if command.giver == unit.id else f" of {names[command.giver]}"
    return f"soldiers of {command.source}{whose} join {command.squad}"


def launcher_of(unit: Unit, squad: str) -> int | None:
    """The launcher of a squad."""
    mounts = enumerate(unit.sheet.mounts)
    return next((at for at, each in mounts if each.location == squad and "crm" in each.equipment.flags), None)


def _reloads(state: State, unit: Unit) -> Iterator[Reload]:
    if unit.sheet.kind == "infantry" and unit.plan.flags.issuperset({"crm"}):
        yield from (Reload(squad.code) for squad in squads_of(unit))


def stored_at(state: State, unit: Unit) -> bool:
    """Whether there are missiles to load where a platoon is: in its building, or in a vehicle of its side."""
    here = state.at(unit.hex)
    carried = any(other.side == unit.side and other.vehicle and "crm_stores" in other.plan.flags for other in here)
    building = "building" in state.relief.board[unit.hex] and state.effect(unit.hex, STORE) is not None
    return carried or building


def _cannot_reload(state: State, unit: Unit, command: Reload) -> Refusal | None:
    at = launcher_of(unit, command.squad)
    if at is None or missing(unit, command.squad) >= unit.sheet[command.squad].structure:
        return Refusal("omega.reload", f"{command.squad} has no launcher", CRMS)
    if not _emptied(unit, at):
        return Refusal("omega.reload", "the launcher is full", CRMS)
    if unit.motion.travelled or any(unit.sheet.mounts[shot.mount].location == command.squad for shot in unit.volley):
        return Refusal("omega.reload", "loading takes a turn in which the squad does nothing else", CRMS)
    if not stored_at(state, unit):
        return Refusal("omega.reload", "there are no missiles to load here", CRMS)
    return None


def _reload(scene: Scene, unit: Unit, command: Reload) -> None:
    at = launcher_of(unit, command.squad)
    for tube, full in _emptied(unit, at).items() if at is not None else ():
        scene.tell(ShotsSpent(unit.id, tube, full))


def _emptied(unit: Unit, launcher: int) -> dict[int, int]:
    """The missiles of a launcher that lack some, each with how many there were at first."""
    held = {at: unit.sheet.mounts[at].shots or 0 for at in unit.plan.feeds.get(launcher, ())}
    return {at: full for at, full in held.items() if unit.condition.shots[at] < full}


COMMANDS = VERBS.amended(
    "omega.squad_verbs",
    {
        "omega.transfer": Verb(
            command=Transfer,
            phases=("end",),
            offers=_transfers,
            refuses=_cannot_transfer,
            does=_transfer,
            words=_transfer_words,
            worth=_worth,
            title="Soldiers who go over to another squad",
        ),
        "omega.reload": Verb(
            command=Reload,
            phases=("end",),
            offers=_reloads,
            refuses=_cannot_reload,
            does=_reload,
            words=lambda state, unit, command, names: f"load the launcher of {command.squad}",
            worth=lambda state, unit, command: 2.0,
        ),
    },
    cite=TRANSFERS,
    implements=("OM-inf-transfer", "OM-inf-crm"),
    where="overheat.classic.rules.omega.squad_actions.COMMANDS",
)

STORES = ENTRIES.amended(
    "omega.crm_stores",
    {"crm_stores": Gear(id="crm_stores", name="CRM Stores", cite=str(CRMS), slots=0, flags=frozenset({"crm_stores"}))},
    cite=CRMS,
)


@rule("omega.cargo", cite=CRMS, implements=("OM-inf-crm",), slot=HOLDERS)
def cargo(fielding: Fielding) -> tuple[Holder, ...]:
    """A vehicle may carry CRMs for squads that share its hex."""
    if fielding.sheet.kind not in ("vehicle", "support vehicle"):
        return ()

    def filled(sheet: Sheet, what: str) -> Sheet:
        if what == NOTHING:
            return sheet
        item = catalogue_of(fielding.rules).entries["crm_stores"]
        place = sheet.locations[0].code
        return msgspec.structs.replace(sheet, mounts=(*sheet.mounts, Mount(equipment=item, location=place, slots=0)))

    return (Holder(key=CARGO, holds=NOTHING, fits=(NOTHING, MISSILES), filled=filled),)


LAYER = Layer(
    "omega_squad_actions",
    title="Squads: transfers and reloading",
    group="Omega",
    cite=TRANSFERS,
    needs=("classic", "omega_squads"),
    add=(cargo,),
    change=(COMMANDS, STORES),
)
