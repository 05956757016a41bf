"""Pictures as PNG, made from the same SVG.

The library that makes them holds the interpreter's lock for as long as it takes, some tenths of a
second, in which a whole server process would stand still. So each is made by a process of its own,
which takes a few hundredths of a second more.
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
