"""A table under load: many games with a bot each, many who watch, for a while, all on loopback.

    python benchmarks/load_table.py --games 200 --clients 500 --seconds 60

A server runs as a process of its own. In every game a human says random legal commands, with a pause to think, and a
bot answers; websockets watch the games, break off now and then and resume. What is told: errors, events lost or out of
order, and how long a command takes to be answered; bots think after the answer, so their thinking is no part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

SERVER = """
import socket, sys
from overheat.table.guard.limits import Limits
from overheat.table.server import run
listening = socket.create_server(("127.0.0.1", int(sys.argv[2])), backlog=2048)
many = dict(requests_per_second=1e9, burst=1e9, games_per_second=1e9, games_burst=1e9, rooms=10**5, clients=10**5)
run(sys.argv[1], [listening], Limits(**many))
"""


class Figures:
    """What is measured."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.errors: list[str] = []
        self.refused = 0
        self.lost = 0
        self.events = 0
        self.connections = 0


class Played:
    """A game under load."""

    def __init__(self, made: dict[str, Any], side: str) -> None:
        self.id: str = made["game"]["id"]
        self.headers = {"Authorization": f"Bearer {made['seats'][side]['token']}"}
        self.watch: str = made["watch"]["token"]


async def play(
    client: httpx.AsyncClient, game: Played, figures: Figures, luck: random.Random, ends: float, think: float
) -> None:
    """Say random legal commands until time is up."""
    while time.monotonic() < ends:
        await asyncio.sleep(luck.uniform(0.5, 1.5) * think)
        try:
            legal = await client.get(f"/api/games/{game.id}/legal", headers=game.headers)
            commands = legal.json()["commands"]
            if not commands:
                continue
            began = time.perf_counter()
            body = {"command": luck.choice(commands)}
            said = await client.post(f"/api/games/{game.id}/say", headers=game.headers, json=body)
            figures.answers.append(time.perf_counter() - began)
            if said.status_code == 409:
                figures.refused += 1
            elif said.status_code != 200:
                figures.errors.append(f"{said.status_code} {said.text[:200]}")
        except (httpx.HTTPError, KeyError) as error:
            figures.errors.append(repr(error))


async def watch(url: str, game: Played, figures: Figures, luck: random.Random, ends: float) -> None:
    """Watch a game over connections that break, and see that each goes on where the last one ended."""
    after = 0
    while time.monotonic() < ends:
        try:
            async with connect(f"ws{url[4:]}/api/games/{game.id}/live", open_timeout=60) as socket:
                figures.connections += 1
                await socket.send(json.dumps({"token": game.watch, "after": after}))
                until = min(ends, time.monotonic() + luck.uniform(5, 25))
                while (left := until - time.monotonic()) > 0:
                    try:
                        message = json.loads(await asyncio.wait_for(socket.recv(), left))
                    except TimeoutError:
                        break
                    if message["say"] == "events":
                        numbers = [event["number"] for event in message["events"]]
                        whole = message["after"] == after and numbers == list(range(after + 1, message["to"] + 1))
                        figures.lost += not whole
                        figures.events += len(numbers)
                        after = message["to"]
        except OSError as error:
            figures.errors.append(repr(error))


async def load(url: str, games: int, clients: int, seconds: float, think: float) -> Figures:
    """The whole of it."""
    figures, luck = Figures(), random.Random(1)
    limits = httpx.Limits(max_connections=games, max_keepalive_connections=games)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
        made = []
        for seed in range(games):
            wanted = {"scenario": "duel", "seats": {"blue": "greedy"}, "pace": 0.2, "seed": seed}
            answer = await client.post("/api/games", json=wanted)
            answer.raise_for_status()
            made.append(Played(answer.json(), "red"))
        ends = time.monotonic() + seconds
        players = [play(client, game, figures, random.Random(at), ends, think) for at, game in enumerate(made)]
        watchers = [watch(url, luck.choice(made), figures, random.Random(-1 - at), ends) for at in range(clients)]
        await asyncio.gather(*players, *watchers)
    return figures


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


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--clients", type=int, default=500)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--think", type=float, default=4, help="Seconds that a human thinks, on average.")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = serve(Path(folder) / "table.sqlite")
        try:
            figures = asyncio.run(load(url, asked.games, asked.clients, asked.seconds, asked.think))
        finally:
            process.terminate()
            process.wait()
    answers = sorted(figures.answers)
    told = {
        "games": asked.games,
        "clients": asked.clients,
        "seconds": asked.seconds,
        "think": asked.think,
        "commands": len(answers),
        "refused": figures.refused,
        "errors": len(figures.errors),
        "first_errors": figures.errors[:3],
        "connections": figures.connections,
        "events_told": figures.events,
        "batches_lost_or_out_of_order": figures.lost,
        "answer_ms": {
            share: round(1000 * answers[int(len(answers) * share / 100)], 1) for share in (50, 95, 99) if answers
        },
        "machine": f"{os.cpu_count()} x {platform.machine()}, Python {platform.python_version()}",
    }
    sys.stdout.write(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()
