"""`overheat serve`: the browser table and everything that programs can ask over HTTP."""

from __future__ import annotations

import errno
import os
import sys
import threading
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console.console import leave, refusals, say
from overheat.cli.console.layers import RuleFiles

if TYPE_CHECKING:
    import socket
    from collections.abc import Mapping

    from overheat.table.store.store import Store

DAY = 24 * 60 * 60.0
NAMED = 10
"""How many games are named before they are forgotten."""
PORT = 8000
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""What listens at every address of a machine, and where the machine itself reaches it: nobody else can use these."""


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            help="The port; 0 takes any free one. When left out, 8000, or any free one if that is taken.",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="URL", help="Where games are kept: a file, or a database such as PostgreSQL."
        ),
    ] = None,
    forget_after: Annotated[
        float | None,
        typer.Option(
            "--forget-after",
            metavar="DAYS",
            min=0.01,
            help="At the start, tell which games nobody has played for so many days, and forget them if you agree.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Forget these games without being asked.")] = False,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="A further name that the table is reached by, as behind a proxy; may be given several times.",
        ),
    ] = None,
    rules: RuleFiles = None,
    opened: Annotated[bool, typer.Option("--open/--no-open", help="Open the table in a browser.")] = True,
) -> None:
    """Play in a browser, and answer programs over HTTP."""
    try:
        from overheat.lab.games import bring_rules
        from overheat.table.guard.origins import hosts_of, own_addresses
        from overheat.table.server import run
        from overheat.table.store.store import Store
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("overheat"):
            raise
        leave(f"for the table install the extra: pip install 'overheat[table]' ({error.name} is missing)")
    address = url_of(database)
    with refusals():
        bring_rules(rules or ())
        store = Store(address)
        if forget_after is not None:
            forget(store, forget_after, yes=yes)
    store.close()
    listening = listen(host, PORT if port is None else port, or_any=port is None)
    near, at = ANYWHERE.get(host, host), listening.getsockname()[1]
    url = f"http://{f'[{near}]' if ':' in near else near}:{at}/"
    typer.echo(f"The table is at {url}  (stop with Ctrl-C)")
    for mine in own_addresses() if host in ANYWHERE else ():
        typer.echo(f"In your network it is at http://{mine}:{at}/")
    if host not in LOOPBACK:
        typer.echo("Everybody who reaches this address can make games here.", err=True)
    if opened and has_screen(sys.platform, os.environ):
        threading.Timer(0.8, _open, (url,)).start()
    run(address, [listening], hosts=hosts_of(host, names or ()))


def forget(store: Store, days: float, *, yes: bool) -> None:
    """Tell which games have been left alone, and forget them if somebody agrees; where nobody can, all are kept."""
    alone = store.alone(days * DAY)
    if not alone:
        say(f"there is no game that nobody has played for {days:g} days")
        return
    many = f"{len(alone):,} game{'s' * (len(alone) != 1)}"
    say(f"{many} that nobody has played for {days:g} days:")
    for game in alone[:NAMED]:
        state = "finished" if game.over else "not finished"
        say(f"  {date.fromtimestamp(game.touched)}  {game.kind}, {state}: {game.title or game.id}")
    if len(alone) > NAMED:
        say(f"  and {len(alone) - NAMED:,} more")
    if not yes and not (sys.stdin.isatty() and sys.stderr.isatty()):
        say("nothing is forgotten: there is nobody to ask, and --yes was not given")
    elif yes or _agreed("Forget them for good?"):
        store.forget([game.id for game in alone])
        say(f"{many} forgotten")
    else:
        say("nothing is forgotten")


def _agreed(question: str) -> bool:
    """Ask at the terminal; anything but a yes is a no."""
    typer.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def url_of(database: str | None) -> str:
    """The database asked for: an address, the path of a file, or the file in the user's folder."""
    if database is not None:
        if "://" not in database:
            return f"sqlite:///{Path(database).absolute()}"
        scheme, _, rest = database.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else database
    home = os.environ.get("OVERHEAT_HOME")
    if home:
        return f"sqlite:///{Path(home).absolute() / 'table.sqlite'}"
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(data).absolute() / 'overheat' / 'table.sqlite'}"


def has_screen(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a browser would have a window here; a browser in the terminal is no use to the table."""
    windows = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return platform in ("darwin", "win32") or any(environment.get(name) for name in windows)


def listen(host: str, port: int, *, or_any: bool) -> socket.socket:
    """A socket at a port, or at any free one if that one is taken."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if or_any and error.errno == errno.EADDRINUSE:
            return listen(host, 0, or_any=False)
        leave(f"{host} port {port}: {error.strerror or error}")
    return listening


def _open(url: str) -> None:
    import webbrowser

    webbrowser.open(url)
