"""What all tests share: real proofs, and property tests that draw the same examples on every run."""

from hypothesis import settings

pytest_plugins = ["pytester", "proofs"]

settings.register_profile("overheat", database=None, derandomize=True)
settings.load_profile("overheat")
