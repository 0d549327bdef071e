"""The form of what a command writes: asked for with `--format`, or told by the name of the file that `--out` gives."""

from __future__ import annotations

import inspect
import os
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer

SUFFIXES = {
    ".json": "json",
    ".csv": "csv",
    ".svg": "svg",
    ".pdf": "pdf",
    ".png": "png",
    ".html": "html",
    ".htm": "html",
    ".board": "board",
    ".mul": "mul",
    ".position": "position",
}
"""The form that the name of a file promises. Any other suffix promises nothing."""


def settle_form(context: Any) -> None:
    """Let the suffix of `--out` choose the form when `--format` does not, before a command runs.

    A suffix that contradicts `--format`, or that promises a form that the command does not have, is a mistake in the
    command line: nobody wants a file whose name lies.
    """
    out = context.params.get("out")
    promised = SUFFIXES.get(Path(out).suffix.lower()) if out is not None else None
    if promised is None or os.path.isdir(out):
        return
    forms, asked = forms_of(context.command), _asked(context)
    if asked is None and promised in forms:
        context.params["form"] = forms[promised]
    elif asked is None:
        has = ", ".join(forms)
        raise typer.BadParameter(f"--out {out}: there is no {promised} here{f', only {has}' if has else ''}")
    elif asked != promised:
        raise typer.BadParameter(f"--out {out} names a {promised} file, and the options ask for {asked}")


def forms_of(command: Any) -> dict[str, Enum]:
    """What `--format` of a command takes, by name; nothing for a command that has only one form."""
    hint = get_type_hints(inspect.unwrap(command.callback)).get("form")
    for kind in (hint, *get_args(hint)):
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {form.value: form for form in kind}
    return {}


def _asked(context: Any) -> str | None:
    """The form that the options ask for: a drawing with `--svg TURN`, or what `--format` says."""
    if context.params.get("svg") is not None:
        return "svg"
    source = context.get_parameter_source("form")
    if source is None or source.name != "COMMANDLINE":
        return None
    return str(getattr(context.params["form"], "value", context.params["form"]))
