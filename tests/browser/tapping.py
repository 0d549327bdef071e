"""Fingers on a phone: what is too small to be hit by one."""

from __future__ import annotations

from playwright.sync_api import Page

FINGER = 24
"""Pixels that a target has at least in both directions (WCAG 2.2, target size minimum)."""

SMALL = """least => {
  const used = "button, a[href], input, select, summary, [role=button], [role=tab], [role=radio]";
  const within = "input[type=checkbox], input[type=radio], input[type=file]";
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return [...document.querySelectorAll(used)]
    .filter((one) => seen(one) && !one.closest(".off-screen, svg") && !one.matches("p a, li a, .log-link"))
    .map((one) => [one, ((one.matches(within) && one.closest("label")) || one).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < least || height < least))
    .map(([one, { width, height }]) => `${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 100)}`);
}"""


def small_targets(page: Page) -> list[str]:
    """What can be pressed but is smaller than a finger needs; words of a sentence and pieces on a map may be."""
    found: list[str] = page.evaluate(SMALL, FINGER)
    return found
