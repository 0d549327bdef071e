"""The sounds of battle by figures: none clicks, none is lost beside the others, and many at once do not clip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.clicking import sit_down
from tabletop import make

if TYPE_CHECKING:
    import httpx

    from browser.conftest import Visit

HEARD = """async () => {
  const { NAMES, sounds } = await import("/static/js/show/sounds.js");
  const { change } = await import("/static/js/show/settings.js");
  change({ sound: true });
  const Real = window.AudioContext;
  const rate = 48000;
  const render = async (names) => {
    let offline = null;
    window.AudioContext = function () {
      offline = new OfflineAudioContext(1, 1.4 * rate, rate);
      Object.defineProperty(offline, "state", { value: "running" });
      return offline;
    };
    const box = sounds();
    box.wake();
    names.forEach(box.play);
    window.AudioContext = Real;
    const heard = (await offline.startRendering()).getChannelData(0);
    const top = (samples) => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const windows = Array.from({ length: 28 }, (_, at) => heard.subarray(at * 2400, (at + 1) * 2400));
    const power = Math.max(...windows.map((each) => each.reduce((sum, one) => sum + one * one, 0) / each.length));
    const [first, last] = [top(heard.subarray(0, 12)), top(heard.subarray(-2400))];
    return { peak: top(heard), first, last, loud: 10 * Math.log10(power) };
  };
  const alone = {};
  for (const name of NAMES) alone[name] = await render([name]);
  return { alone, together: await render(NAMES) };
}"""
"""Renders each sound, and all at once: peaks of the whole, of the first quarter of a millisecond and of the end, and
the loudest twentieth of a second in decibels."""
CLICK = 0.03
SOFTEST = -45
"""What is still heard, in decibels of full scale."""


def test_no_sound_clicks_or_is_lost_and_all_at_once_do_not_clip(visit: Visit) -> None:
    heard = visit("/equipment").evaluate(HEARD)
    assert len(heard["alone"]) == 15
    for name, sound in heard["alone"].items():
        assert sound["first"] < CLICK, f"{name} begins with a click"
        assert sound["last"] < 0.001, f"{name} is cut off"
        assert sound["loud"] > SOFTEST, f"{name} is not heard"
    loudest = max(heard["alone"], key=lambda name: heard["alone"][name]["loud"])
    assert loudest == "boom"
    assert heard["together"]["peak"] < 1


def test_the_sounds_stay_off_once_they_are_switched_off_by_key(visit: Visit, client: httpx.Client) -> None:
    seat = sit_down(visit, make(client, kind="classic", scenario="duel", seed=2), "red")
    switch = seat.page.locator("#show-sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    seat.page.keyboard.press("v")
    expect(switch).to_have_attribute("aria-pressed", "false")
    seat.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    seat.page.keyboard.press("v")
    expect(switch).to_have_attribute("aria-pressed", "true")
