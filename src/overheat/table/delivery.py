"""Pages and their files as browsers get them: compressed, and kept for good under addresses that change with them.

Every file is served under `/static/VERSION/`, where the version is a digest of all files, and is never asked for again.
A page is asked about each time and names the version. Its modules come in one file, or it lists them all, so that they
come in one go. A service worker keeps pages, files and answers that belong to nobody: who comes again sees the page
kept at once, and a newer one when the server has told of it; the adjudicator's answers, sheets and cards that one has
looked at, and packs of shots, are there without a network as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response

from overheat.table.bundling import LATER, Bundler

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
PACKAGE = STATIC.parent.parent
ANSWERING = ("kernel", "classic", "platoon", "alphastrike", "table/packs")
"""What answers are made of that browsers keep."""
FRESH = {"Cache-Control": "no-cache"}
"""Kept by the browser, and asked about each time, so that a new version is seen at once."""
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
IMPORT = re.compile(r"""(?:^|\n)\s*(?:import|export)\b[^"';]*?["'](?P<path>\.[^"']+)["']""")
"""An import of a module that stands beside the one that it is in."""
ENTRY = re.compile(r'<script type="module" src="/static/([^"]+)"')
VERSION = re.compile(r"[0-9a-f]{16}")
WORKER = "worker.js"
ICONS = (
    ("icon.svg", "image/svg+xml", "any", "any"),
    ("icons/any-192.png", "image/png", "192x192", "any"),
    ("icons/any-512.png", "image/png", "512x512", "any"),
    ("icons/whole-512.png", "image/png", "512x512", "maskable"),
)
"""The pictures of the app: file, kind, size, and whether a device may cut its edges off."""
APP = """<link rel="manifest" href="/app.webmanifest">
<link rel="apple-touch-icon" href="/static/icons/apple-180.png">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fffdf9">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1d2226">
"""
"""What makes a page part of an app, on devices of all kinds."""


def version_of(folder: Path, beyond: tuple[str, ...] = ()) -> str:
    """A digest of all files of a folder, but for those that end in some ways."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in beyond):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


@cache
def rules_version() -> str:
    """A digest of all that answers are made of: programs and their data, without pages."""
    digest = sha256()
    for part in ANSWERING:
        digest.update(version_of(PACKAGE / part, beyond=(".pyc",)).encode())
    return digest.hexdigest()[:16]


def modules_of(folder: Path, entry: str) -> list[str]:
    """A module and all that it imports, as paths in a folder; the nearest first, what is asked for later last."""
    found, later = [entry], []
    for name in found:
        text = (folder / name).read_text(encoding="utf-8")
        for match in IMPORT.finditer(text):
            path = os.path.normpath(PurePosixPath(name).parent / match["path"])
            if path not in found:
                found.append(path)
        later += [os.path.normpath(PurePosixPath(name).parent / match["path"]) for match in LATER.finditer(text)]
    rest = [module for start in later for module in modules_of(folder, start)]
    return list(dict.fromkeys((*found, *rest)))


class Delivery:
    """The files of a folder, ready to be sent."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.version, self.rules = version_of(folder), rules_version()
        self.base = f"/static/{self.version}"
        self.bundles: dict[str, bytes] = {}
        self.files = VersionedFiles(self.version, self.bundles, directory=folder)
        self._pages: dict[str, bytes] = {}
        self._alone = False
        bundler = Bundler(folder)
        for name in PAGES.values():
            self._bundle(name, bundler)

    def _bundle(self, page: str, bundler: Bundler) -> None:
        """Make a page's modules one file, where they can be."""
        for entry in ENTRY.findall((self.folder / page).read_text(encoding="utf-8")):
            text = bundler.bundle(entry)
            if text is not None:
                self.bundles[f"bundle/{entry}"] = text.encode()
            else:
                self._alone = True

    def page(self, name: str) -> bytes:
        """A page whose files are those of this version, and that names its modules."""
        if name not in self._pages:
            text = (self.folder / name).read_text(encoding="utf-8")
            entries = ENTRY.findall(text)
            alone = [entry for entry in entries if f"bundle/{entry}" not in self.bundles]
            for entry in entries:
                if entry not in alone:
                    text = text.replace(f'"/static/{entry}"', f'"/static/bundle/{entry}"')
            modules = [module for entry in alone for module in modules_of(self.folder, entry)[1:]]
            preloads = "".join(f'<link rel="modulepreload" href="/static/{module}">\n' for module in modules)
            app = f"{APP}{preloads}"
            app += f'<meta name="rules-version" content="{self.rules}">\n</head>'
            self._pages[name] = text.replace("</head>", app).replace('"/static/', f'"{self.base}/').encode()
        return self._pages[name]

    def worker(self) -> bytes:
        """The service worker, which knows the version, the pages and the files that they need."""
        names = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        spared = (".html",) if self._alone else (".html", ".js")
        kept = [f"{self.base}/{name}" for name in names if not name.endswith(spared) and name != WORKER]
        kept += [f"{self.base}/{name}" for name in self.bundles]
        facts = {"version": self.version, "rules": self.rules, "files": kept, "pages": [*PAGES, "/app.webmanifest"]}
        text = (self.folder / WORKER).read_text(encoding="utf-8")
        return f"const DELIVERY = {msgspec.json.encode(facts).decode()};\n{text}".encode()

    def manifest(self) -> bytes:
        """What a browser needs to know to install the pages as an app."""
        icons = [
            {"src": f"{self.base}/{name}", "type": kind, "sizes": sizes, "purpose": purpose}
            for name, kind, sizes, purpose in ICONS
        ]
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

    def __init__(self, version: str, bundles: Mapping[str, bytes], **facts: Any) -> None:
        super().__init__(**facts)
        self._version, self._bundles = version, bundles

    async def get_response(self, path: str, scope: Any) -> Response:
        version, _, name = path.partition("/")
        if name in self._bundles and version == self._version:
            return Response(self._bundles[name], media_type="text/javascript", headers=FOR_GOOD)
        return await super().get_response(path, scope)

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
