"""Writes a set of logs for tests to keep: whole battles and battles cut in the middle of a turn, for both games.

    python scripts/make_saves.py tests/saves/format1

Each log is packed with gzip. The logs of a format are written once, by the version that introduces the format, and kept
for good: later versions must open every one of them. The script refuses to write over a log.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from overheat.classic.board.board_file import parse_board, write_board
from overheat.classic.board.generate import generate
from overheat.classic.board.library import find as find_board
from overheat.classic.facts.commands import Eject, Leave
from overheat.classic.facts.state import Objective, Weather
from overheat.classic.muster.places import Recruit, muster
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from overheat.lab.games import kind_named
from overheat.lab.players import make_bot
from overheat.platoon.battle.scenario import arrange, load_scenario
from overheat.platoon.rosters import roster
from overheat.platoon.rulesets import ruleset


class Moment(NamedTuple):
    """Where a battle is cut: in a round, in a phase or a kind of task, a unit in the middle of its turn."""

    round: int
    step: str
    commands: int = 1
    """The fewest commands before it."""

    def reached(self, state: Any, commands: int) -> bool:
        """Whether a state is at this moment, or in a later round."""
        if commands < self.commands:
            return False
        if hasattr(state, "tasks"):
            top = type(state.tasks[-1]).__name__ if state.tasks else ""
            return state.turn > self.round or (state.turn == self.round and top == self.step)
        here = state.phase == self.step and state.acting is not None and state.acted
        return state.round > self.round or (state.round == self.round and bool(here))


class Battle(NamedTuple):
    """One log to write: who plays what under which rules, and where it is cut."""

    name: str
    game: str
    setup: Any
    layers: tuple[str, ...]
    bots: tuple[str, str]
    seed: int
    cut: Moment | None = None

    def played(self) -> Session[Any, Any, Any]:
        """The battle, played up to its moment."""
        game = kind_named(self.game).make(self.layers)
        session: Session[Any, Any, Any] = Session(game, self.setup, self.seed)
        sides = kind_named(self.game).sides(self.setup)
        names = dict(zip(sides, (*self.bots, self.bots[-1]), strict=False))
        seats = {side: _player(self.game, names[side], self.seed, side) for side in sides}
        while (player := game.to_act(session.state)) is not None:
            if self.cut is not None and self.cut.reached(session.state, len(session.commands)):
                break
            legal = tuple(game.legal(session.state, player))
            session.apply(player, seats[player].choose(game, session.state, player, legal))
        return session


class Curious:
    """Chooses a kind of command first, all kinds alike. It seldom idles, and does not run away."""

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice

    def choose(self, game: Any, state: Any, player: str, legal: Sequence[Any]) -> Any:
        """One of the legal commands."""
        kinds: dict[type, list[Any]] = {}
        for command in legal:
            if not isinstance(command, Leave | Eject):
                kinds.setdefault(type(command), []).append(command)
        if not kinds:
            return legal[0]
        idle = {kind for kind in kinds if kind.__name__ in ("Done", "Hold", "DropProne")}
        if len(idle) < len(kinds) and self._dice.roll("idle", 1, 6).total > 1:
            kinds = {kind: those for kind, those in kinds.items() if kind not in idle}
        return self._any_of(self._any_of(list(kinds.values())))

    def _any_of(self, those: list[Any]) -> Any:
        return those[self._dice.roll("choice", 1, len(those)).total - 1] if len(those) > 1 else those[0]


def _player(game: str, name: str, seed: int, side: str) -> Any:
    return Curious(Seeded(seed, f"curious {side}")) if name == "curious" else make_bot(game, name, seed, side)


def classic() -> Iterator[Battle]:
    """Battles of the classic game: every bundled scenario, every kind of unit, every option at least once."""
    greedy, mixed = ("greedy", "greedy"), ("random", "greedy")

    def bundled(name: str) -> Setup:
        found: Setup = kind_named("classic").find(name).setup
        return found

    layers: tuple[str, ...]
    yield Battle("duel_whole", "classic", bundled("duel"), (), greedy, 7)
    yield Battle("duel_moving", "classic", bundled("duel"), ("dead_zones",), mixed, 11, Moment(4, "movement"))
    yield Battle("lance_firing", "classic", bundled("lance"), (), greedy, 5, Moment(6, "weapons"))
    layers = ("published_clusters", "water_cover_negated", "lower_arm_firing")
    yield Battle("breakthrough_moving", "classic", bundled("breakthrough"), layers, greedy, 2, Moment(5, "movement"))
    yield Battle("combined_arms_whole", "classic", bundled("combined_arms"), (), greedy, 4)
    layers = ("rough_shelters", "whole_platoons_hit", "swarms_strike_at_once")
    yield Battle("combined_arms_striking", "classic", bundled("combined_arms"), layers, mixed, 9, Moment(7, "physical"))
    brawl = (
        ("Axman AXM-2N", "Charger CGR-1A1", "Atlas AS7-D"),
        ("Hatchetman HCT-3F", "Banshee BNC-3E", "Goliath GOL-1H"),
    )
    layers = ("published_landings", "steady_charger")
    yield Battle("brawl_whole", "classic", _meeting("valley", 10, *brawl), layers, greedy, 21)
    yield Battle("brawl_striking", "classic", _meeting("pass", 9, *brawl), (), greedy, 22, Moment(5, "physical"))
    tanks = (
        (
            "Condor Heavy Hover Tank",
            "Schrek PPC Carrier",
            "Hetzer Wheeled Assault Gun",
            "Warrior Attack Helicopter H-7",
        ),
        ("Saladin Assault Hover Tank", "SRM Carrier", "Patton Tank", "LRM Carrier"),
    )
    layers = ("turretless_vehicles", "vehicle_front_left")
    yield Battle(
        "tanks_firing", "classic", _meeting("crossroads", 10, *tanks), layers, greedy, 31, Moment(4, "weapons")
    )
    soldiers = (
        ("Elemental Battle Armor [Laser](Sqd5)", "Mechanized Tracked Platoon (Rifle)", "Firestarter FS9-H"),
        (
            "Purifier Adaptive Battle Armor [Laser](Sqd4)",
            "Motorized Platoon (MG)",
            "Jump Platoon (SRM)",
            "Stinger STG-3R",
        ),
    )
    yield Battle("soldiers_moving", "classic", _meeting("valley", 12, *soldiers), (), greedy, 41, Moment(4, "movement"))
    clans = (
        ("Black Hawk (Nova) Prime", "Vulture (Mad Dog) Prime"),
        ("Masakari (Warhawk) Prime", "Loki (Hellbringer) Prime"),
    )
    layers = ("life_support_at_25", "ejection_seats", "errata_arrays")
    night = msgspec.structs.replace(_meeting("lakeside", 8, *clans), weather=Weather(light="moonless"))
    yield Battle("night_heat", "classic", night, layers, greedy, 51, Moment(5, "weapons"))
    yield Battle("own_files_holding", "classic", _own_files(), (), greedy, 61, Moment(4, "physical"))
    yield Battle("three_sides", "classic", _three_sides(), (), ("greedy", "random"), 71, Moment(4, "weapons"))
    yield Battle("grapple_striking", "classic", _grapple(), (), ("curious", "curious"), 91, Moment(4, "physical"))
    yield Battle("grapple_whole", "classic", _grapple(), ("steady_charger",), ("curious", "greedy"), 92)
    chance, curious = ("random", "random"), ("curious", "curious")
    yield Battle("curious_whole", "classic", _close(7), (), curious, 81)
    yield Battle("curious_striking", "classic", _close(10), (), curious, 84, Moment(8, "physical"))
    yield Battle("chance_close_moving", "classic", _close(8), (), chance, 82, Moment(7, "movement"))
    yield Battle("chance_close_firing", "classic", _close(9), (), chance, 83, Moment(6, "weapons"))


def _meeting(board: str, rounds: int, red: tuple[str, ...], blue: tuple[str, ...]) -> Setup:
    """Two forces drawn up on a bundled board."""
    forces = {"red": tuple(map(_recruit, red)), "blue": tuple(map(_recruit, blue))}
    return Setup(board=board, units=muster(find_board(board).board, standard(), forces), rounds=rounds)


def _recruit(unit: str) -> Recruit:
    return Recruit(unit=unit, gunnery=3, piloting=4)


def _own_files() -> Setup:
    """A battle whose board and one of whose units are brought as files, about ground to hold."""
    data = files("overheat.classic").joinpath("data")
    own = data.joinpath("units/machines/Wolfhound WLF-1.mtf").read_text(encoding="utf-8")
    board = data.joinpath("boards/valley.board").read_text(encoding="utf-8")
    forces = {
        "gate": (Recruit(unit="mine.mtf", text=own), _recruit("Scorpion SCP-1N")),
        "wall": (_recruit("Rakshasa MDG-1A"), _recruit("UrbanMech UM-R60")),
    }
    units = muster(find_board("valley").board, standard(), forces)
    hold = Objective(kind="hold", side="wall", hexes=("0808", "0809"))
    return Setup(board="mine.board", board_text=board, units=units, rounds=8, objectives=(hold,))


def _three_sides() -> Setup:
    forces = {
        "red": (_recruit("Raven RVN-3L"),),
        "blue": (_recruit("Panther PNT-9R"),),
        "green": (_recruit("Crab CRB-27"),),
    }
    return Setup(board="pass", units=muster(find_board("pass").board, standard(), forces), rounds=9)


def _close(seed: int) -> Setup:
    """Units of many kinds on a small board: charges, boarding, fires, electronics."""
    text = write_board(generate(seed, 8, 8, "hills"))
    red = ("Raven RVN-3L", "Daishi (Dire Wolf) Prime", "Cavalier Battle Armor [Laser](Sqd4)", "Manticore Heavy Tank")
    blue = (
        "Atlas AS7-K",
        "Firestarter FS9-H",
        "Elemental Battle Armor [Laser](Sqd5)",
        "LRM Carrier",
        "Jump Platoon (SRM)",
    )
    forces = {"red": tuple(map(_recruit, red)), "blue": tuple(map(_recruit, blue))}
    units = muster(parse_board(text, "close").board, standard(), forces)
    return Setup(board="close.board", board_text=text, units=units, rounds=10)


def _grapple() -> Setup:
    """Machines, soldiers and suits that stand beside each other: clubs, kicks, charges, riders and swarms."""
    text = write_board(generate(3, 8, 8, "plains"))
    placed = (
        ("red", "Black Hawk (Nova) Prime", "0403"),
        ("red", "Elemental Battle Armor [Laser](Sqd5)", "0403"),
        ("red", "Hatchetman HCT-3F", "0503"),
        ("red", "Jump Platoon (SRM)", "0303"),
        ("blue", "Charger CGR-1A1", "0405"),
        ("blue", "Goliath GOL-1H", "0504"),
        ("blue", "Daishi (Dire Wolf) Prime", "0305"),
        ("blue", "IS Standard Battle Armor [MG](Sqd4)", "0305"),
    )
    units = tuple(
        Combatant(id=f"{side}-{number}", side=side, unit=unit, hex=hex, facing=3 if side == "red" else 0)
        for number, (side, unit, hex) in enumerate(placed, start=1)
    )
    return Setup(board="field.board", board_text=text, units=units, rounds=8)


def platoon() -> Iterator[Battle]:
    """Battles of the platoon game: every bundled scenario and platoon, and platoons with what those leave out."""
    greedy, mixed = ("greedy", "greedy"), ("random", "greedy")
    guns, air = "border_guns", "response_air"

    def bundled(name: str, *platoons: str, layers: tuple[str, ...] = ()) -> Any:
        scenario = load_scenario(name)
        rules = ruleset(layers)
        first, second = (roster.muster(roster.bundled()[each], rules) for each in platoons or scenario.platoons)
        return arrange(scenario, first, second)

    layers: tuple[str, ...]
    yield Battle("crossroads_whole", "platoon", bundled("crossroads"), (), greedy, 3)
    yield Battle("crossroads_deploying", "platoon", bundled("crossroads"), (), mixed, 4, Moment(0, "Deploying", 9))
    yield Battle("heath_moving", "platoon", bundled("heath"), (), greedy, 5, Moment(4, "Moving"))
    layers = ("stray_shells", "squad_smoke", "six_directions")
    yield Battle("ridge_shells", "platoon", bundled("ridge", air, guns), layers, greedy, 6, Moment(4, "Shooting"))
    yield Battle("sectors_whole", "platoon", bundled("sectors"), ("he_radius", "leash_36"), greedy, 7)
    layers = ("machine_gun_pins", "double_one_steadies", "full_strength_reroll")
    yield Battle("village_firing", "platoon", bundled("village"), layers, mixed, 8, Moment(4, "Firing"))
    layers = ("later_weapons", "later_kit", "later_drones", "later_helicopters")
    own = _armour(layers), _sappers(layers)
    yield Battle(
        "armour_moving", "platoon", arrange(load_scenario("heath"), *own), layers, greedy, 9, Moment(4, "Moving")
    )
    yield Battle("sappers_whole", "platoon", arrange(load_scenario("village"), *own), layers, greedy, 10)
    layers = ("pins_by_weapon", "no_massive_damage", "ones_may_succeed", "chart_on_hit", "guided_limits")
    yield Battle("air_reacting", "platoon", bundled("sectors", air, guns), layers, greedy, 12, Moment(3, "Reacting"))
    layers = ("far_strays", "flamethrower_fuel", "dmr_0_36", "ar_long_range", "law_any_target")
    yield Battle("guns_ending", "platoon", bundled("ridge", guns, air), layers, mixed, 13, Moment(5, "Ordering"))
    yield Battle("chance_whole", "platoon", bundled("village", air, guns), (), ("random", "random"), 14)
    yield Battle(
        "chance_next_die", "platoon", bundled("heath", guns, air), (), ("random", "random"), 15, Moment(3, "NextDie")
    )
    own = _armour(layers := ("later_weapons", "later_kit")), _sappers(layers)
    yield Battle("curious_whole", "platoon", _at_hand(*own), layers, ("curious", "curious"), 17)
    yield Battle("curious_moving", "platoon", _at_hand(*own), layers, ("curious", "greedy"), 19, Moment(4, "Moving"))
    own = roster.muster(roster.bundled()[air], ruleset()), roster.muster(roster.bundled()[guns], ruleset())
    yield Battle("at_hand_moving", "platoon", _at_hand(*own), (), ("curious", "greedy"), 18, Moment(5, "Moving"))
    layers = (
        "later_weapons",
        "later_kit",
        "split_squads",
        "overloading",
        "many_axles",
        "list_prices",
        "list_bangalores",
    )
    own = _sappers(layers), _armour(layers)
    yield Battle(
        "close_quarters",
        "platoon",
        arrange(load_scenario("crossroads"), *own),
        layers,
        mixed,
        16,
        Moment(5, "Ordering"),
    )


def _at_hand(first: roster.Platoon, second: roster.Platoon) -> Any:
    """A battle in the village whose sides begin close to each other."""
    setup = arrange(load_scenario("village"), first, second)
    south, north = setup.zones
    near = (
        msgspec.structs.replace(south, west=14.0, south=10.0, east=34.0, north=20.0),
        msgspec.structs.replace(north, west=14.0, south=22.0, east=34.0, north=32.0),
    )
    return msgspec.structs.replace(setup, zones=near)


def _armour(layers: tuple[str, ...]) -> roster.Platoon:
    """A platoon of vehicles, and what a battle against them needs."""
    kinds = ("captain", "rifle_squad", "main_battle_tank", "light_tank", "heavy_ifv", "half_track", "quad_bikes")
    units = tuple(
        roster.Enlisted(unit=kind, quality="veteran") for kind in (*kinds, "attack_helicopter", "manpads_team")
    )
    return roster.muster(roster.Roster(name="Armour", points=3000, units=units), ruleset(layers))


def _sappers(layers: tuple[str, ...]) -> roster.Platoon:
    """A platoon of sappers, engineers and guns."""
    kinds = (
        "major",
        "medic",
        "sapper_team",
        "engineers",
        "scouts",
        "marksmen",
        "amr_team",
        "agl_team",
        "autocannon_gun",
    )
    units = tuple(roster.Enlisted(unit=kind) for kind in (*kinds, "flame_carrier", "technical", "heavy_mortar"))
    return roster.muster(roster.Roster(name="Sappers", points=3000, units=units), ruleset(layers))


def main() -> None:
    """Write the logs that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    for battle in (*classic(), *platoon()):
        path = folder / battle.game / f"{battle.name}.log.gz"
        if path.exists():
            sys.stdout.write(f"{path}: kept as it is\n")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        session = battle.played()
        path.write_bytes(gzip.compress(session.log(), mtime=0))
        over = "over" if session.game.over(session.state) else "unfinished"
        sys.stdout.write(f"{path}: {len(session.commands):,} commands, {over}, {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
