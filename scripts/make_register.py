"""Makes the package's rulings from a folder of rule extracts: `python scripts/make_register.py FOLDER`.

The folder holds one JSON list for each document. What the extracts call by different names is brought to the one
`Ruling` form; a field that this script does not know stops it, so that nothing is lost unseen.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from overheat.register.ruling import Ruling, documents

DATA = Path(__file__).parents[1] / "src" / "overheat" / "register" / "data"


def main() -> None:
    """Read every document of the folder and write it anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the five extracts lie")
    folder = parser.parse_args().folder
    for document in documents():
        rows = json.loads((folder / f"{document.id}.json").read_text(encoding="utf-8"))
        rulings = [ruling(row, document.id) for row in rows]
        (DATA / f"{document.id}.json").write_text(text(rulings), encoding="utf-8", newline="\n")
        sys.stdout.write(f"{document.id}: {len(rulings)} rulings\n")


def ruling(row: dict[str, Any], document: str) -> Ruling:
    """One extract as a ruling. Fields that say nothing (null, empty) are left to their defaults."""
    said = {name: value for name, value in row.items() if value not in (None, [], {})}
    if said.get("source") in ("seed", "base", "upstream"):
        said["origin"] = said.pop("source")
    if "source" in said:
        said["source"] = lines(re.findall(r"L(\d+)(?:-(\d+))?", said["source"]))
    if "source_lines" in said:
        ranges = said.pop("source_lines")
        said["source"] = lines(ranges if isinstance(ranges[0], list) else [ranges])
    if "spec_section" in said:
        said["specification"] = said.pop("spec_section")
    return msgspec.convert({**said, "document": document}, Ruling)


def lines(ranges: list[Any]) -> str:
    """Ranges of lines in words: `line 7`, `lines 5-10, 20`."""
    spans = [str(first) if last in ("", first) else f"{first}-{last}" for first, last in ranges]
    return f"line{'s' if len(spans) > 1 or '-' in spans[0] else ''} {', '.join(spans)}"


def text(rulings: list[Ruling]) -> str:
    """The rulings as JSON, a line for each field, so that a change shows as a change of that field."""
    blocks = []
    for each in rulings:
        fields = msgspec.to_builtins(each).items()
        rows = [f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in fields]
        blocks.append(" {\n" + ",\n".join(rows) + "\n }")
    return "[\n" + ",\n".join(blocks) + "\n]\n"


if __name__ == "__main__":
    main()
