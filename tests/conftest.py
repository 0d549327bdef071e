"""What all tests share: real proofs, the same examples on every run, and programs that can be interrupted."""

import signal

import pytest
from hypothesis import settings

pytest_plugins = ["pytester", "proofs", "programs"]

settings.register_profile("overheat", database=None, derandomize=True)
settings.load_profile("overheat")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So begun, as by a shell in the background, programs that tests start would never hear an interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rules_of_the_project_alone() -> None:
    """Layers that a test before has left behind, as users bring them, are forgotten."""
    from overheat.alphastrike.rulesets import LIBRARY
    from overheat.lab.games import kinds

    for library in (LIBRARY, *(kind.library for kind in kinds().values())):
        assert library is not None
        for name in library.files:
            library.layers.pop(name, None)
            library.bundles.pop(name, None)
        library.files = {}
        library._composed.clear()
