"""The users' files of H.E.A.T among the test layers, brought as a user brings them and forgotten after the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from overheat.platoon.rulesets import LIBRARY

FOLDER = Path(__file__).parents[1] / "layers"


def brought(name: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the folder, in force by its name."""
    path = FOLDER / name
    forgetting(monkeypatch)
    LIBRARY.bring(str(path))
    return path


def forgetting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the library forget after the test what it is brought."""
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})
