"""Golden texts: what a run prints is held against a file, which one command writes anew to be read as a diff."""

from __future__ import annotations

import os
from pathlib import Path


def check_golden(path: Path, text: str) -> None:
    """Compare with the file; with OVERHEAT_REWRITE set, write it instead."""
    if os.environ.get("OVERHEAT_REWRITE"):
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name} is not there: run `make transcripts` and read what it writes"
    assert text == path.read_text(encoding="utf-8"), f"{path.name} differs: run `make transcripts` and read the diff"
