"""What all tests share: real proofs, the same examples on every run, and programs that can be interrupted."""

import signal

from hypothesis import settings

pytest_plugins = ["pytester", "proofs", "programs"]

settings.register_profile("overheat", database=None, derandomize=True)
settings.load_profile("overheat")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So begun, as by a shell in the background, programs that tests start would never hear an interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
