"""Pages and their files as browsers get them: compressed, and kept for good under addresses that change with them.

Every file is served under `/static/VERSION/`, where the version is a digest of all files, and is never asked for again.
A page is asked about each time, names the version, and lists the modules it will load, so that they come in one go. A
service worker keeps pages, files and answers that belong to nobody: the adjudicator's answers, sheets and cards that
one has looked at are there without a network as well.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response

STATIC = Path(str(files("overheat.table").joinpath("static")))
PAGES = {
    "/": "index.html",
    "/play": "play.html",
    "/adjudicate": "adjudicate.html",
    "/units": "units.html",
    "/platoon": "platoon.html",
    "/tables": "tables.html",
    "/equipment": "equipment.html",
}
"""The pages by their addresses."""
FRESH = {"Cache-Control": "no-cache"}
"""Kept by the browser, and asked about each time, so that a new version is seen at once."""
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
IMPORT = re.compile(r"""(?:^|\n)\s*(?:import|export)\b[^"';]*?["'](?P<path>\.[^"']+)["']""")
"""An import of a module that stands beside the one that it is in."""
VERSION = re.compile(r"[0-9a-f]{16}")
WORKER = "worker.js"


def version_of(folder: Path) -> str:
    """A digest of all files of a folder."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def modules_of(folder: Path, entry: str) -> list[str]:
    """A module and all that it imports, as paths in a folder; the nearest first."""
    found = [entry]
    for name in found:
        text = (folder / name).read_text(encoding="utf-8")
        for match in IMPORT.finditer(text):
            path = os.path.normpath(PurePosixPath(name).parent / match["path"])
            if path not in found:
                found.append(path)
    return found


class Delivery:
    """The files of a folder, ready to be sent."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.version = version_of(folder)
        self.base = f"/static/{self.version}"
        self.files = VersionedFiles(self.version, directory=folder)
        self._pages: dict[str, bytes] = {}

    def page(self, name: str) -> bytes:
        """A page whose files are those of this version, and that names its modules."""
        if name not in self._pages:
            text = (self.folder / name).read_text(encoding="utf-8")
            entries = re.findall(r'<script type="module" src="/static/([^"]+)"', text)
            modules = [module for entry in entries for module in modules_of(self.folder, entry)[1:]]
            preloads = "".join(f'<link rel="modulepreload" href="/static/{module}">\n' for module in modules)
            app = f'<link rel="manifest" href="/app.webmanifest">\n{preloads}</head>'
            self._pages[name] = text.replace("</head>", app).replace('"/static/', f'"{self.base}/').encode()
        return self._pages[name]

    def worker(self) -> bytes:
        """The service worker, which knows the version, the pages and all files."""
        names = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        kept = [f"{self.base}/{name}" for name in names if not name.endswith(".html") and name != WORKER]
        facts = {"version": self.version, "files": kept, "pages": [*PAGES, "/app.webmanifest"]}
        text = (self.folder / WORKER).read_text(encoding="utf-8")
        return f"const DELIVERY = {msgspec.json.encode(facts).decode()};\n{text}".encode()

    def manifest(self) -> bytes:
        """What a browser needs to know to install the pages as an app."""
        icons = [{"src": f"{self.base}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
        shortcuts = [
            {"name": "Adjudicator", "url": "/adjudicate"},
            {"name": "Cards and sheets", "url": "/units"},
        ]
        facts = {
            "id": "/",
            "name": "Overheat",
            "short_name": "Overheat",
            "description": "Tabletop battles, with every number explained.",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f4f1ea",
            "theme_color": "#a8401a",
            "icons": icons,
            "shortcuts": shortcuts,
        }
        return msgspec.json.encode(facts)


class VersionedFiles(StaticFiles):
    """Files that are kept for good under the address of their version, and asked about each time under any other."""

    def __init__(self, version: str, **facts: Any) -> None:
        super().__init__(**facts)
        self._version = version

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if "\0" in path:
            return "", None
        first, _, rest = path.partition("/")
        return super().lookup_path(rest if VERSION.fullmatch(first) and rest else path)

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Any, status_code: int = 200
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers.update(FOR_GOOD if f"/{self._version}/" in scope["path"] else FRESH)
        return answer
