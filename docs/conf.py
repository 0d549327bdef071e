"""The site of the documents: `make site` writes it to build/site, and any warning fails it.

The pages are the Markdown files of this folder as they are read in the repository. Here links to sources and tests lead
to the repository where `pyproject.toml` names one, and are plain words where it does not; the changelog and the guide
for contributors join as pages.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path, PurePosixPath

from sphinx.application import Sphinx

import overheat

ROOT = Path(__file__).parents[1]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
REPOSITORY = BUILD["metadata"]["hooks"]["custom"]["repository"].rstrip("/")

project = "Overheat"
author = "The Overheat developers"
project_copyright = "The Overheat developers, Apache License 2.0"
release = version = overheat.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "code"
html_theme = "furo"
html_title = f"Overheat {version}"
html_show_sphinx = False
html_copy_source = False

JOINED = {"changelog": "CHANGELOG.md", "contributing": "CONTRIBUTING.md"}
"""Pages that are files beside this folder."""
PAGES = {name: page for page, name in JOINED.items()} | {"README.md": "index"}
LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]*)\]\((?P<path>(?![a-z]+:|#)[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")


def settled(folder: PurePosixPath, path: str) -> PurePosixPath:
    """A path from the root of the project, of one that is written in a file of a folder."""
    parts: list[str] = []
    for part in (folder / path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)


def for_site(text: str, file: str) -> str:
    """A document whose links to other documents lead to pages of the site, and others to the repository."""
    folder = PurePosixPath(file).parent

    def rewritten(link: re.Match[str]) -> str:
        words, anchor = link["words"], link["anchor"] or ""
        there = settled(folder, link["path"])
        page = PAGES.get(str(there)) or (str(there.relative_to("docs")) if there.parts[0] == "docs" else "")
        if page:
            up = "../" * (len(folder.parts) - 1)
            return (
                f"[{words}]({up}{page.removesuffix('.md')}.md{anchor})" if (ROOT / there).suffix == ".md" else link[0]
            )
        kind = "tree" if (ROOT / there).is_dir() else "blob"
        return f"[{words}]({REPOSITORY}/{kind}/main/{there}{anchor})" if REPOSITORY else words

    return LINK.sub(rewritten, text)


def read(app: Sphinx, page: str, source: list[str]) -> None:
    """What Sphinx reads in the place of a file."""
    file = JOINED.get(page, f"docs/{page}.md")
    text = (ROOT / file).read_text(encoding="utf-8") if page in JOINED else source[0]
    source[0] = for_site(text, file)


def setup(app: Sphinx) -> dict[str, bool]:
    """Puts the reading of documents in place."""
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
