"""Plain pages that need nothing but a browser: the description of the interface, and what stands where no page is."""

from __future__ import annotations

from html import escape
from typing import Any

HEAD = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
)
STYLE = '<link rel="stylesheet" href="/static/plain.css">\n'


def page(title: str, body: str) -> str:
    """A page with a title."""
    return f"{HEAD}{STYLE}<title>{escape(title)}</title>\n<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>\n</html>\n"


def missing(path: str) -> str:
    """What somebody sees who opens an address that no page has."""
    return page(
        "There is no such page",
        f"<p>Nothing is at <code>{escape(path[:200])}</code>. Perhaps a letter of the link got lost.</p>\n"
        '<p><a href="/">To the start page</a></p>',
    )


def description(schema: dict[str, Any]) -> str:
    """Every question of the interface, from its OpenAPI description."""
    parts = [f"<p>{escape(schema['info'].get('description', ''))}</p>"]
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            parts.append(_operation(path, method, about))
    return page("What programs can ask", "\n".join(parts))


def _operation(path: str, method: str, about: dict[str, Any]) -> str:
    fields = "".join(
        f"<li><code>{escape(field['name'])}</code> ({escape(field['in'])}) {escape(field.get('description', ''))}</li>"
        for field in about.get("parameters", ())
    )
    body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    sent = body.get("$ref", "").rpartition("/")[2]
    sends = f"<p>Sends <code>{escape(sent)}</code>.</p>" if sent else ""
    return (
        f"<section><h2><b>{escape(method.upper())}</b> <code>{escape(path)}</code></h2>"
        f"<p>{escape(about.get('description', about.get('summary', '')))}</p>{sends}"
        f"{f'<ul>{fields}</ul>' if fields else ''}</section>"
    )
