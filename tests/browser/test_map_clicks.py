"""What counts as a click on a map that is moved with the same button, and drawn anew at any moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

Visit = Callable[..., Page]
MIDDLE = (200, 200)
DRAWING = """async () => {
  const { panZoom } = await import("/static/js/pan_zoom.js");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = "drawing";
  Object.assign(svg.style, { position: "fixed", left: "0", top: "0", width: "400px", height: "400px", zIndex: "9" });
  document.body.append(svg);
  window.drawAnew = () => {
    const piece = document.createElementNS(svg.namespaceURI, "rect");
    piece.setAttribute("width", "100");
    piece.setAttribute("height", "100");
    svg.replaceChildren(piece);
  };
  window.drawAnew();
  panZoom(svg, { x: 0, y: 0, width: 100, height: 100 });
  svg.dataset.clicks = "0";
  svg.addEventListener("click", () => (svg.dataset.clicks = String(Number(svg.dataset.clicks) + 1)));
}"""
SETTLED = "() => new Promise((go) => setTimeout(() => go(document.querySelector('#drawing').dataset.clicks), 50))"


@pytest.fixture
def page(visit: Visit) -> Page:
    opened = visit("/")
    opened.evaluate(DRAWING)
    return opened


def test_a_click_is_heard_once(page: Page) -> None:
    page.mouse.click(*MIDDLE)
    assert page.evaluate(SETTLED) == "1"


def test_a_piece_that_is_drawn_anew_while_it_is_pressed_is_clicked_all_the_same(page: Page) -> None:
    page.mouse.move(*MIDDLE)
    page.mouse.down()
    page.evaluate("window.drawAnew()")
    page.mouse.up()
    assert page.evaluate(SETTLED) == "1"


def test_who_drags_the_map_does_not_click(page: Page) -> None:
    page.mouse.move(*MIDDLE)
    page.mouse.down()
    page.mouse.move(260, 240, steps=4)
    page.evaluate("window.drawAnew()")
    page.mouse.up()
    assert page.evaluate(SETTLED) == "0"
