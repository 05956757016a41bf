"""``python api/pictures/pixels.py WIDTH``: the SVG of the standard input as PNG, so many pixels
across. A program of its own, which needs nothing of this project."""

import sys

import resvg_py


def made(svg: str, width: int) -> bytes:
    """Render a picture as PNG. Our pictures contain no fonts, so none is searched for."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def main(width: int) -> None:
    """Render standard input to standard output."""
    sys.stdout.buffer.write(made(sys.stdin.buffer.read().decode(), width))


if __name__ == "__main__":
    main(int(sys.argv[1]))
