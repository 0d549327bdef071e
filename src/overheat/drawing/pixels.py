"""A card as pixels. The library for it comes with the extra `print`."""

from __future__ import annotations

from pathlib import Path

from overheat.kernel.refusal import refuse

PIXELS = 1050
"""How wide a picture is: three and a half inches at 300 dots an inch."""


def card_png(svg: str, wide: int = PIXELS) -> bytes:
    """A picture as PNG."""
    try:
        import reportlab
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise refuse(
            "card.print", "for PNG install the extra: pip install 'overheat[print]'", missing=error.name
        ) from None
    letters = Path(reportlab.__file__).parent / "fonts"
    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=wide,
            dpi=96,
            background="#fff",
            font_files=[str(letters / "Vera.ttf"), str(letters / "VeraBd.ttf")],
            sans_serif_family="Bitstream Vera Sans",
        )
    )
