"""Pictures as PNG, made from the same SVG. There are no fonts in them, so none is looked for."""

from threading import Lock

import resvg_py

_alone = Lock()
"""One at a time: it takes a processor for a while, and the rest of the service needs one too."""


def png(svg: str, width: int) -> bytes:
    """A picture of so many pixels across."""
    with _alone:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
