"""Standing orders: said in the weapon attack phase, carried out in the End Phase. Starting up is said in that."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.commands import DumpAmmunition, PowerDown, StartUp, SwitchLater, ThrowOff
from overheat.classic.facts.events import MarkLaid, MarkLifted, PowerChanged, ShotsSpent
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.burdens import (
    THROWING_OFF,
    THROWN_OFF,
    has_packs,
    launchers_on,
    may_throw_off,
)
from overheat.classic.rules.standard.heat import Overheating, avoid_number, certainly_shuts_down
from overheat.classic.rules.standard.orders import (
    POWERED_DOWN,
    POWERING_DOWN,
    about_to_dump,
    bin_mark,
    dumped_bins,
    dumping,
    may_dump,
    may_power_down,
    may_start_up,
    may_switch_later,
)
from overheat.classic.turn import switches
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal


def carry_out_orders(scene: Scene) -> None:
    """The End Phase: what was dumped is gone, what was ordered in this round is done."""
    for id, unit in scene.state.units.items():
        if unit.marks and unit.active:
            _empty(scene, unit)
            _begin_to_dump(scene, unit)
            _switch_now(scene, unit)
            _throw_off_now(scene, unit)
            if POWERING_DOWN in unit.marks:
                scene.tell(MarkLifted(id, POWERING_DOWN))
                scene.tell(MarkLaid(id, POWERED_DOWN, Mark(value=scene.state.round)))
                scene.tell(PowerChanged(id, shut_down=True))


def _empty(scene: Scene, unit: Unit) -> None:
    for mount in dumped_bins(unit):
        scene.tell(MarkLifted(unit.id, dumping(mount), bin_mark(unit, mount)))
        if unit.condition.shots[mount]:
            scene.tell(ShotsSpent(unit.id, mount, 0))


def _begin_to_dump(scene: Scene, unit: Unit) -> None:
    for mount in range(len(unit.sheet.mounts)):
        if about_to_dump(mount) in unit.marks:
            scene.tell(MarkLifted(unit.id, about_to_dump(mount), bin_mark(unit, mount)))
            scene.tell(MarkLaid(unit.id, dumping(mount), bin_mark(unit, mount)))


def _throw_off_now(scene: Scene, unit: Unit) -> None:
    if THROWING_OFF not in unit.marks:
        return
    scene.tell(MarkLifted(unit.id, THROWING_OFF))
    for mount in launchers_on(unit):
        scene.tell(ShotsSpent(unit.id, mount, 0))
    if has_packs(unit):
        scene.tell(MarkLaid(unit.id, THROWN_OFF))


def _order_of(command: SwitchLater) -> str:
    """The mark of something that is switched in the End Phase."""
    return f"about_to_switch_{command.what}_{'on' if command.on else 'off'}"


def _switch_now(scene: Scene, unit: Unit) -> None:
    for order in (SwitchLater(what, on) for what in switches.SYSTEMS for on in (True, False)):
        if _order_of(order) in unit.marks:
            scene.tell(MarkLifted(unit.id, _order_of(order)))
            if switches.refuses(scene.state, scene.unit(unit.id), order) is None:
                switches.switch(scene, scene.unit(unit.id), order)


def _dumps(state: State, unit: Unit) -> tuple[DumpAmmunition, ...]:
    rules, bins = state.relief.rules, unit.plan.bins if unit.machine or unit.vehicle else ()
    return tuple([DumpAmmunition(mount) for mount in bins if rules[may_dump](rules, unit, mount) is None])


def _dump(scene: Scene, unit: Unit, command: DumpAmmunition) -> None:
    scene.tell(MarkLaid(unit.id, about_to_dump(command.mount), bin_mark(unit, command.mount)))


def _dump_words(state: State, unit: Unit, command: DumpAmmunition, names: object) -> str:
    held = unit.sheet.mounts[command.mount]
    return f"dump {held.equipment.name} ({held.location}) in the next round"


def _power_down(scene: Scene, unit: Unit, command: PowerDown) -> None:
    scene.tell(MarkLaid(unit.id, POWERING_DOWN))


def _too_hot(state: State, unit: Unit) -> Refusal | None:
    """Why a machine cannot be started up."""
    rules = state.relief.rules
    no = rules[may_start_up](rules, unit, state.round)
    if no is None and rules[certainly_shuts_down](rules, unit.condition.heat):
        return Refusal("orders.start_up", "it is too hot to be started up", avoid_number.cite)
    return no


def _start_up(scene: Scene, unit: Unit, command: StartUp) -> None:
    """A cool machine runs at once; a hot one as it does after a shutdown, by a roll in this and every heat phase."""
    scene.tell(MarkLifted(unit.id, POWERED_DOWN))
    needed = scene.rules[avoid_number](
        Overheating(scene.rules, unit, unit.condition.heat, "shutdown", state=scene.state)
    )
    if needed is None or scene.roll("heat.restart", who=unit.id, needed=needed) >= needed:
        scene.tell(PowerChanged(unit.id, shut_down=False))


def _switches(state: State, unit: Unit) -> tuple[SwitchLater, ...]:
    return tuple([SwitchLater(now.what, now.on) for now in switches.offers(state, unit)])


def _cannot_switch(state: State, unit: Unit, command: SwitchLater) -> Refusal | None:
    rules = state.relief.rules
    return rules[may_switch_later](rules, unit, _order_of(command)) or switches.refuses(state, unit, command)


def _switch_later(scene: Scene, unit: Unit, command: SwitchLater) -> None:
    scene.tell(MarkLaid(unit.id, _order_of(command), Mark(until=scene.state.round)))


VERBS: dict[str, Verb] = {
    "orders.dump": Verb(
        command=DumpAmmunition,
        phases=("weapons",),
        offers=_dumps,
        refuses=lambda state, unit, command: state.relief.rules[may_dump](state.relief.rules, unit, command.mount),
        does=_dump,
        words=_dump_words,
        sure=True,
    ),
    "orders.switch": Verb(
        command=SwitchLater,
        phases=("weapons",),
        offers=_switches,
        refuses=_cannot_switch,
        does=_switch_later,
        words=lambda state, unit, command, names: (
            f"switch the {switches.THINGS[command.what]} {'on' if command.on else 'off'} in the End Phase"
        ),
    ),
    "orders.throw_off": Verb(
        command=ThrowOff,
        phases=("weapons",),
        only=lambda unit: unit.sheet.suit is not None,
        offers=lambda state, unit: (ThrowOff(),),
        refuses=lambda state, unit, command: state.relief.rules[may_throw_off](state.relief.rules, unit),
        does=lambda scene, unit, command: scene.tell(MarkLaid(unit.id, THROWING_OFF)),
        words=always("throw off packs and launchers in the End Phase"),
    ),
    "orders.power_down": Verb(
        command=PowerDown,
        phases=("weapons",),
        offers=lambda state, unit: (
            (PowerDown(),) if state.relief.rules[may_power_down](state.relief.rules, unit) is None else ()
        ),
        refuses=lambda state, unit, command: state.relief.rules[may_power_down](state.relief.rules, unit),
        does=_power_down,
        words=always("power down in the End Phase"),
        sure=True,
    ),
    "orders.start_up": Verb(
        command=StartUp,
        phases=("end",),
        offers=lambda state, unit: (StartUp(),) if _too_hot(state, unit) is None else (),
        refuses=lambda state, unit, command: _too_hot(state, unit),
        does=_start_up,
        words=always("start up"),
        sure=True,
    ),
}
