"""A table under attack: people and bots play both games, first in peace, then while strangers do their worst.

    python benchmarks/hostile_load.py --seconds 60

A server runs as a process of its own on loopback, with its usual limits. The attackers are another process, at
addresses of their own where the system has them (127.0.0.2 and on): they ask for sixteen musters of sixty units on a
board of 99 by 99 again and again, leave uploads unfinished, do not read what they asked for, watch games over
websockets that they do not read, and hold a thousand idle connections. What is told: how long people's commands take to
be answered, and how many commands the bots say, in peace and under attack. Everything ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

SERVER = """
import socket, sys
from overheat.table.server import run
listening = socket.create_server(("127.0.0.1", int(sys.argv[2])), backlog=2048)
run(sys.argv[1], [listening])
"""
KINDS = (("classic", "duel"), ("platoon", None))
FORCE = [{"unit": "Atlas AS7-D"}, {"unit": "Wolverine WVR-6R"}] * 15
MUSTER = {"board": "a", "board_text": "size 99 99\nend\n", "sides": {"red": FORCE, "blue": FORCE}}
ATTACKERS = 4
"""The addresses that attackers come from."""


class Figures:
    """What is measured of those who play."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.statuses: Counter[int | str] = Counter()
        self.bots: dict[str, float] = {}


async def make(client: httpx.AsyncClient, kind: str, scenario: str, seed: int, seats: dict[str, str]) -> dict[str, Any]:
    wanted = {"kind": kind, "scenario": scenario, "seed": seed, "seats": seats, "pace": 0.2, "open_to_all": True}
    answer = await client.post("/api/games", json=wanted)
    answer.raise_for_status()
    made: dict[str, Any] = answer.json()
    return made


async def person(
    client: httpx.AsyncClient, kind: str, scenario: str, side: str, seed: int, figures: Figures, ends: float
) -> None:
    """Somebody who plays against a bot: looks at what is legal, thinks, says something."""
    luck = random.Random(seed)
    other = next(name for name in await sides_of(client, kind, scenario) if name != side)
    made = await make(client, kind, scenario, seed, {other: "random"})
    url = f"/api/games/{made['game']['id']}"
    headers = {"Authorization": f"Bearer {made['seats'][side]['token']}"}
    while time.monotonic() < ends:
        await asyncio.sleep(luck.uniform(0.5, 1.5))
        try:
            legal = await client.get(f"{url}/legal", headers=headers)
            commands = legal.json().get("commands")
            if not commands:
                continue
            began = time.perf_counter()
            said = await client.post(f"{url}/say", headers=headers, json={"command": luck.choice(commands)})
            figures.answers.append(time.perf_counter() - began)
            figures.statuses[said.status_code] += 1
        except httpx.HTTPError as error:
            figures.statuses[type(error).__name__] += 1


async def sides_of(client: httpx.AsyncClient, kind: str, scenario: str) -> list[str]:
    kinds = (await client.get("/api/kinds")).json()
    listed = next(known["scenarios"] for known in kinds if known["name"] == kind)
    found: list[str] = next(brief["sides"] for brief in listed if brief["name"] == scenario)
    return found


async def bots(client: httpx.AsyncClient, kind: str, scenario: str, name: str, figures: Figures, ends: float) -> None:
    """A game between bots, and another when it is over: how many commands they say in a second."""
    sides, steps, seed, began = await sides_of(client, kind, scenario), 0, 1, time.monotonic()
    made = await make(client, kind, scenario, seed, dict.fromkeys(sides, "random"))
    while True:
        await asyncio.sleep(2)
        with suppress(httpx.HTTPError):
            game = (await client.get(f"/api/games/{made['game']['id']}")).json()
            if time.monotonic() >= ends:
                figures.bots[name] = (steps + game["step"]) / (time.monotonic() - began)
                return
            if game["outcome"] is not None:
                steps, seed = steps + game["step"], seed + 1
                made = await make(client, kind, scenario, seed, dict.fromkeys(sides, "random"))


async def played(url: str, people: int, seconds: float) -> Figures:
    """What those who play see of the table."""
    figures = Figures()
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        scenarios = [(kind, name or (await first_scenario(client, kind))) for kind, name in KINDS]
        ends = time.monotonic() + seconds
        work = []
        for at in range(people):
            kind, scenario = scenarios[at % len(scenarios)]
            side = (await sides_of(client, kind, scenario))[0]
            work.append(person(client, kind, scenario, side, at, figures, ends))
        for at in range(4):
            kind, scenario = scenarios[at % len(scenarios)]
            work.append(bots(client, kind, scenario, f"{kind} {at // 2 + 1}", figures, ends))
        await asyncio.gather(*work)
    return figures


async def first_scenario(client: httpx.AsyncClient, kind: str) -> str:
    kinds = (await client.get("/api/kinds")).json()
    return str(next(known["scenarios"][0]["name"] for known in kinds if known["name"] == kind))


# The attack.


def addresses() -> list[str]:
    """Addresses of loopback to come from, as many as the system has."""
    import socket

    found = []
    for last in range(2, 2 + ATTACKERS):
        with socket.socket() as tried, suppress(OSError):
            tried.bind((f"127.0.0.{last}", 0))
            found.append(f"127.0.0.{last}")
    return found or ["127.0.0.1"]


class Attack:
    """What strangers do to a server, for a while."""

    def __init__(self, url: str, ends: float) -> None:
        self.url = url
        self.host, port = url.removeprefix("http://").split(":")
        self.port = int(port)
        self.ends = ends
        self.told: Counter[str] = Counter()
        self.from_ = addresses()

    async def musters(self, at: int) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=self.from_[at % len(self.from_)])
        async with httpx.AsyncClient(base_url=self.url, timeout=120, transport=transport) as client:
            while time.monotonic() < self.ends:
                try:
                    answer = await client.post("/api/classic/muster", json=MUSTER)
                    self.told[f"muster {answer.status_code}"] += 1
                except httpx.HTTPError as error:
                    self.told[f"muster {type(error).__name__}"] += 1
                await asyncio.sleep(0.25)

    async def held(self, what: str, at: int, words: bytes) -> None:
        """A connection that says something and then neither speaks nor reads; opened again when it is dropped."""
        while time.monotonic() < self.ends:
            try:
                reader, writer = await asyncio.open_connection(
                    self.host, self.port, local_addr=(self.from_[at % len(self.from_)], 0), limit=2
                )
                self.told[f"{what} opened"] += 1
                writer.write(words)
                await writer.drain()
                if what in ("slow reader", "silent websocket"):
                    await asyncio.sleep(max(0.0, min(20.0, self.ends - time.monotonic())))
                else:
                    async with asyncio.timeout(max(0.1, self.ends - time.monotonic())):
                        while await reader.read(4096):
                            pass
                        self.told[f"{what} dropped by the server"] += 1
                writer.transport.abort()
            except TimeoutError:
                writer.transport.abort()
            except OSError:
                self.told[f"{what} failed"] += 1
                await asyncio.sleep(0.5)

    async def all_of_it(self, sockets: int, game: str) -> None:
        host = f"Host: {self.host}:{self.port}\r\n"
        brings = f"POST /api/games/import HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
        upload = f"{brings}Content-Length: 99999\r\n\r\n{{"
        unread = f"GET /openapi.json HTTP/1.1\r\n{host}\r\n" * 40
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = f"GET /api/games/{game}/live HTTP/1.1\r\n{host}Connection: Upgrade\r\nUpgrade: websocket\r\n"
        silent = f"{upgrade}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        greeting = b"{}"
        mask = b"\0\0\0\0"
        silent += bytes([0x81, 0x80 | len(greeting)]) + mask + greeting
        await asyncio.gather(
            *(self.musters(at) for at in range(16)),
            *(self.held("upload", at, upload.encode()) for at in range(20)),
            *(self.held("slow reader", at, unread.encode()) for at in range(20)),
            *(self.held("silent websocket", at, silent) for at in range(20)),
            *(self.held("idle socket", at, b"") for at in range(sockets)),
        )


def attack(url: str, seconds: float, sockets: int, game: str) -> None:
    """Attack, and tell what the server did about it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    attacked = Attack(url, time.monotonic() + seconds)
    asyncio.run(attacked.all_of_it(sockets, game))
    sys.stdout.write(json.dumps({"addresses": len(attacked.from_), **dict(sorted(attacked.told.items()))}))


# The whole of it.


def serve(database: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A server in a process of its own."""
    port = random.randint(20_000, 60_000)
    process = subprocess.Popen([sys.executable, "-c", SERVER, f"sqlite:///{database}", str(port)])
    url = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            httpx.get(f"{url}/healthz", timeout=5).raise_for_status()
            return process, url
        except httpx.HTTPError:
            time.sleep(0.1)
    process.kill()
    raise SystemExit("the server does not start")


def told(figures: Figures) -> dict[str, Any]:
    answers = sorted(figures.answers)
    return {
        "commands": len(answers),
        "statuses": {str(status): many for status, many in figures.statuses.items()},
        "answer_ms": {
            str(share): round(1000 * answers[int(len(answers) * share / 100)], 1) for share in (50, 95, 99) if answers
        },
        "bot_commands_per_second": {name: round(pace, 2) for name, pace in sorted(figures.bots.items())},
    }


def measured(asked: argparse.Namespace, *, hostile: bool) -> dict[str, Any]:
    """One run with a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        process, url = serve(Path(folder) / "table.sqlite")
        attackers: subprocess.Popen[bytes] | None = None
        try:
            load = os.getloadavg()[0]
            if hostile:
                wanted = {"kind": "classic", "scenario": "duel", "open_to_all": True}
                game = httpx.post(f"{url}/api/games", json=wanted, timeout=60).json()["game"]["id"]
                command = [sys.executable, __file__, "--attack", url, "--seconds", str(asked.seconds), "--game", game]
                attackers = subprocess.Popen([*command, "--sockets", str(asked.sockets)], stdout=subprocess.PIPE)
                time.sleep(2)
            found = told(asyncio.run(played(url, asked.people, asked.seconds - 4 * hostile)))
            found["load_before"] = round(load, 2)
            if attackers is not None:
                found["attack"] = json.loads(attackers.communicate(timeout=180)[0])
            return found
        finally:
            if attackers is not None and attackers.poll() is None:
                attackers.kill()
            process.terminate()
            process.wait()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--people", type=int, default=20)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--sockets", type=int, default=1000, help="Idle connections of the attackers.")
    options.add_argument("--attack", metavar="URL", help=argparse.SUPPRESS)
    options.add_argument("--game", help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.attack:
        attack(asked.attack, asked.seconds, asked.sockets, asked.game)
        return
    peace, war = measured(asked, hostile=False), measured(asked, hostile=True)
    paces = [
        war["bot_commands_per_second"][name] / pace for name, pace in peace["bot_commands_per_second"].items() if pace
    ]
    found = {
        "in_peace": peace,
        "under_attack": war,
        "slowest_bot_keeps": round(min(paces), 2),
        "machine": f"{os.cpu_count()} x {platform.machine()}, Python {platform.python_version()}",
    }
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
