"""A PostgreSQL of our own, in a folder, on a socket in it: started, stopped, and started again."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote


class Postgres:
    """A server that listens nowhere but on a socket in its folder."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="overheat-postgres-"))
        self._user = _server_user()
        if self._user:
            shutil.chown(self.folder, self._user)
        made = ("-U", "overheat", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self._run("initdb", "-D", str(self.folder / "data"), *made)
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://overheat@/postgres?host={quote(str(self.folder))}"

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {shlex.quote(str(self.folder))} -c fsync=off"
        self._control("-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self) -> None:
        """End it as if it had crashed."""
        self._control("-m", "immediate", "stop")

    def freeze(self) -> Callable[[], None]:
        """Hold all its processes where they are, with every connection open; the answer lets them go on."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)
        held = [first, *_children(first)]
        for process in held[1:]:
            os.kill(process, signal.SIGSTOP)

        def thaw() -> None:
            for process in reversed(held):
                os.kill(process, signal.SIGCONT)

        return thaw

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), *words)

    def _run(self, program: str, *words: str) -> None:
        with (self.folder / "out").open("ab") as out:
            done = subprocess.run(
                [self._programs / program, *words],
                user=self._user,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            )
        assert done.returncode == 0, (self.folder / "out").read_text()


def _server_user() -> str | None:
    """PostgreSQL refuses to run as root: then as its own user, or as nobody; as anybody else it runs as it is."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def _children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return found


def programs() -> Path | None:
    """The folder of PostgreSQL's programs: on the path, or where Debian puts them."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
