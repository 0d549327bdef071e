"""Kills a table again and again while it is played at, and sees that nothing that was told is ever lost.

    python scripts/kill_table.py --times 50

Each time the server is started as a process on the same database, random commands are said in one game and bots play
another, everything that a websocket tells is noted, and the server is killed at a random moment without warning. After
the restart every event that was told or acknowledged must be there, word for word, and both games must go on. Now and
then two new games are begun. At last all logs must replay byte for byte.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from overheat.kernel.log.replay import verify
from overheat.lab.games import game_of

LIVES = 8
"""How many lives of the server a game is played through."""
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["overheat.cli.main", "overheat.table.server", "overheat.table.offers"])


class Story:
    """What has been told and acknowledged of one game."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.id: str = made["game"]["id"]
        self.host: str = made["host"]
        self.watch: str = made["watch"]["token"]
        self.tokens = {player: link["token"] for player, link in made["seats"].items()}
        self.told: list[dict[str, Any]] = []
        self.acknowledged = 0

    def listen(self, url: str) -> None:
        """Note every event that a websocket tells until the connection breaks."""
        last = self.told[-1]["number"] if self.told else 0
        with suppress(WebSocketException, OSError, EOFError), connect(f"ws{url[4:]}api/games/{self.id}/live") as socket:
            socket.send(json.dumps({"token": self.watch, "after": last}))
            for message in socket:
                heard = json.loads(message)
                if heard["say"] == "events":
                    self.told += heard["events"]

    def check(self, client: httpx.Client) -> None:
        """Everything that was told must still be there."""
        kept: list[dict[str, Any]] = []
        while page := _get(client, self.watch, f"{self.id}/events", after=kept[-1]["number"] if kept else 0)["events"]:
            kept += page
        if kept[: len(self.told)] != self.told:
            sys.exit(f"LOST: {len(self.told)} events of {self.id} were told, and they are not the first that are kept")
        if kept[-1]["number"] < self.acknowledged:
            sys.exit(f"LOST: event {self.acknowledged} of {self.id} was acknowledged, {kept[-1]['number']} is the last")


def _get(client: httpx.Client, token: str, path: str, **query: Any) -> Any:
    answer = client.get(f"/api/games/{path}", headers={"Authorization": f"Bearer {token}"}, params=query)
    answer.raise_for_status()
    return answer.json()


@contextmanager
def server(database: Path) -> Iterator[tuple[BaseProcess, str]]:
    """A server as a process, and its address. It is killed in the end, if it is not dead by then."""
    reader, writer = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=serve, args=(str(database), writer))
    process.start()
    writer.close()
    try:
        with open(reader.fileno(), encoding="utf-8", closefd=False) as printed:
            url = next(word for word in printed.readline().split() if word.startswith("http"))
        yield process, url
    finally:
        process.kill()
        process.join()
        reader.close()


def serve(database: str, printed: Connection) -> None:
    """What `overheat serve` does, printing into a pipe."""
    from overheat.cli.main import app

    os.dup2(printed.fileno(), sys.stdout.fileno())
    app(["serve", "--port", "0", "--no-open", "--database", database])


def play_until_dead(process: BaseProcess, story: Story, client: httpx.Client, luck: random.Random) -> int:
    """Say random legal commands, kill the server in the midst of them, and go on until nobody answers."""
    said, last = 0, luck.randint(1, 8)
    assert process.pid is not None
    death = threading.Timer(luck.uniform(0, 0.05), os.kill, (process.pid, signal.SIGKILL))
    with suppress(httpx.TransportError):
        while (player := _get(client, story.watch, story.id)["to_act"]) is not None:
            legal = _get(client, story.tokens[player], f"{story.id}/legal")["commands"]
            answer = client.post(
                f"/api/games/{story.id}/say",
                headers={"Authorization": f"Bearer {story.tokens[player]}"},
                json={"command": luck.choice(legal)},
            )
            if answer.status_code == 200:
                story.acknowledged = answer.json()["number"]
                said += 1
            if said == last and death.ident is None:
                death.start()
    process.kill()
    process.join()
    return said


def make(client: httpx.Client, **wanted: Any) -> Story:
    """A long battle."""
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    answer = client.post("/api/games", json={"setup": {**setup, "rounds": 500}, **wanted})
    answer.raise_for_status()
    return Story(answer.json())


def trial(database: Path, stories: list[Story], luck: random.Random, *, anew: bool) -> int:
    """One life of the server, from its start to its sudden death."""
    with server(database) as (process, url), httpx.Client(base_url=url, timeout=60) as client:
        for story in stories[-2:]:
            story.check(client)
        if anew or _get(client, stories[-1].watch, stories[-1].id)["to_act"] is None:
            bots = {"red": "random", "blue": "random"}
            stories.append(make(client, seed=luck.randrange(10**6), seats=bots, pace=0.01))
            stories.append(make(client, seed=luck.randrange(10**6)))
        listeners = [threading.Thread(target=story.listen, args=(url,)) for story in stories[-2:]]
        for thread in listeners:
            thread.start()
        said = play_until_dead(process, stories[-1], client, luck)
        for thread in listeners:
            thread.join()
    return said


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--times", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    luck, stories, said = random.Random(asked.seed), list[Story](), 0
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "table.sqlite"
        for life in range(asked.times):
            said += trial(database, stories, luck, anew=life % LIVES == 0)
        with server(database) as (_, url), httpx.Client(base_url=url, timeout=60) as client:
            for story in stories:
                story.check(client)
                log = client.get(f"/api/games/{story.id}/log", headers={"Authorization": f"Bearer {story.host}"})
                difference = verify(log.content, game_of)
                if difference is not None:
                    sys.exit(f"LOST: the log of {story.id} does not replay: {difference}")
    told = [len(story.told) for story in stories]
    sys.stdout.write(json.dumps({"kills": asked.times, "commands": said, "told": told, "lost": 0}) + "\n")


if __name__ == "__main__":
    main()
