"""Fingers on a phone: what is too small to be hit by one."""

from __future__ import annotations

from playwright.sync_api import Page

FINGER = 24
"""Pixels that a target has at least in both directions (WCAG 2.2, target size minimum)."""

PHONE = 640
"""Pixels that the screen of a phone is wide at most; there a thumb presses, and controls are higher."""
THUMB = 40
"""Pixels that buttons, tabs and lists to choose from are high at least on a phone."""

SMALL = """([least, thumb]) => {
  const used = "button, a[href], input, select, summary, [role=button], [role=tab], [role=radio]";
  const within = "input[type=checkbox], input[type=radio], input[type=file]";
  const pressed = "button:not(.log-fold, .grip), select, [role=tab], .button";
  const low = (one) => (one.matches(pressed) ? Math.max(least, thumb) : least);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return [...document.querySelectorAll(used)]
    .filter((one) => seen(one) && !one.closest(".off-screen, svg") && !one.matches("p a, li a, .log-link"))
    .map((one) => [one, ((one.matches(within) && one.closest("label")) || one).getBoundingClientRect()])
    .filter(([one, { width, height }]) => width && height && (width < least || height < low(one) - 0.5))
    .map(([one, { width, height }]) => `${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 100)}`);
}"""


def small_targets(page: Page) -> list[str]:
    """What can be pressed but is smaller than a finger needs; words of a sentence and pieces on a map may be."""
    size = page.viewport_size
    assert size is not None
    found: list[str] = page.evaluate(SMALL, [FINGER, THUMB if size["width"] <= PHONE else FINGER])
    return found


READABLE = 11
"""Pixels that letters are high at least."""
LOOKS = 20
"""How often a page is looked at, a tenth of a second apart, that may not have been laid out anew for its window."""

TINY = """least => {
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const held = node.parentElement;
    const words = node.textContent.trim();
    const seen = held.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!seen || !/[\\p{L}\\p{N}]/u.test(words)) continue;
    if (held.closest("script, style, title, option, .off-screen") || !held.getBoundingClientRect().width) continue;
    const drawn = held instanceof SVGElement ? held.getScreenCTM() : null;
    const size = parseFloat(getComputedStyle(held).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
    const kind = `${held.tagName}.${held.getAttribute("class") ?? ""}`;
    if (size < least - 0.2) found.set(kind, `${size.toFixed(1)} px: ${words.slice(0, 30)}`);
  }
  return [...found].map((each) => each.join(" "));
}"""


def tiny_words(page: Page) -> list[str]:
    """Words and figures that are set too small to be read, once for each kind, when the page has been laid out anew."""
    found: list[str] = []
    for _ in range(LOOKS):
        found = page.evaluate(TINY, READABLE)
        if not found:
            break
        page.wait_for_timeout(100)
    return found
