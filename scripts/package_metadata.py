"""The README as a package index shows it, and the project's links, made while the package is built.

An index shows the README far from the files beside it. With the address of the public repository, which stands in
`pyproject.toml` under `tool.hatch.metadata.hooks.custom`, links and pictures lead there; without one, links to files
are plain words and their pictures are left out, so that nothing leads nowhere.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<path>(?![a-z]+:|#)[^)\s]+)\)(?P<after>\n*)")
"""A link or a picture whose address is a path beside the README."""
BRANCH = "main"


def for_index(readme: str, repository: str) -> str:
    """A README without paths: they lead to the repository, or are words where there is none."""

    def rewritten(link: re.Match[str]) -> str:
        picture, words, path, after = link.group("picture", "words", "path", "after")
        if repository:
            return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/{BRANCH}/{path}){after}"
        return "" if picture else f"{words}{after}"

    return LINK.sub(rewritten, readme)


def links(repository: str) -> dict[str, str]:
    """The links of the project on an index."""
    pages = {"Documentation": "docs/first-battle.md", "Changelog": "CHANGELOG.md"}
    if not repository:
        return {}
    return {
        "Homepage": repository,
        "Issues": f"{repository}/issues",
        **{name: f"{repository}/blob/{BRANCH}/{path}" for name, path in pages.items()},
    }


class PackageMetadata(MetadataHookInterface):
    """Fills in what `pyproject.toml` leaves to the build."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = str(self.config.get("repository", "")).rstrip("/")
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(readme, repository)}
        metadata["urls"] = links(repository)
