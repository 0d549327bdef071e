"""Pages of SVG bound into one PDF. The library for it comes with the extra `print`."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from overheat.drawing.paper import Paper, size_of
from overheat.drawing.tracing import trace
from overheat.kernel.refusal import refuse


def sheet_pdf(svgs: Sequence[str], paper: Paper = "a4") -> bytes:
    """The pages in order as a PDF; the same pages give the same bytes."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise refuse(
            "sheet.print", "for PDF install the extra: pip install 'overheat[print]'", missing=error.name
        ) from None
    size = size_of(paper)
    out = BytesIO()
    canvas = Canvas(out, pagesize=(size.width, size.height), invariant=1, pageCompression=1)
    for svg in svgs:
        trace(svg, canvas, size.width, size.height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
