"""Writes down who claims each ruling and which tests prove it: `python scripts/index_register.py`.

`make register` runs this after rules or proving tests were added, moved or renamed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from overheat.kernel.refusal import RefusedError
from overheat.register.coverage import dishonest
from overheat.register.gather import gather_claims, gather_proofs, index_text
from overheat.register.ruling import load

PROJECT = Path(__file__).parents[1]
DATA = PROJECT / "src" / "overheat" / "register" / "data"


def main() -> int:
    """Write both indexes, and say on stderr what is claimed without proof or proven without claim."""
    try:
        claims, proofs = gather_claims(), gather_proofs(PROJECT / "tests")
    except RefusedError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    (DATA / "claims.json").write_text(index_text(claims), encoding="utf-8", newline="\n")
    (DATA / "proofs.json").write_text(index_text(proofs), encoding="utf-8", newline="\n")
    faults = dishonest(load(), claims, proofs)
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    sys.stdout.write(f"{len(claims)} ids claimed, {len(proofs)} ids proven\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
