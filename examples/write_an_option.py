"""An option of your own is one file: here short range is harder, and a volley shows what that costs."""

from pathlib import Path

import overheat as oh

Path("nervous.toml").write_text(
    """id = "nervous"
needs = ["classic"]

[rows."to_hit.ranges"]
short = 1
""",
    encoding="utf-8",
)
for rules in ("classic", "nervous.toml"):
    volley = oh.volley("WHM-6R", at="WVR-6R", distance=3, rules=rules)
    print(f"{rules:>12}: {float(volley.expected):.1f} damage on average")
print(oh.shot("WHM-6R", at="WVR-6R", distance=3, weapon="PPC", rules="nervous.toml"))
