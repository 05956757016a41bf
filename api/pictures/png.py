"""Converts SVG to PNG.

The library holds the interpreter's lock for some tenths of a second, which would stop a whole
server process. So each picture is converted by a process of its own, which costs a few hundredths
of a second.
"""

import subprocess
import sys
from pathlib import Path

_PROGRAM = Path(__file__).with_name("pixels.py")
_PATIENCE = 60.0


class TooSlowError(Exception):
    """Rendering a picture timed out."""


def png(svg: str, width: int) -> bytes:
    """Render a picture at a width in pixels. Raises ``TooSlowError``."""
    asked = [sys.executable, "-I", str(_PROGRAM), str(width)]
    try:
        done = subprocess.run(
            asked, input=svg.encode(), capture_output=True, timeout=_PATIENCE, check=True
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError from None
    return done.stdout
