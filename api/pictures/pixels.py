"""``python api/pictures/pixels.py WIDTH``: converts SVG on standard input to PNG of a width in
pixels. Needs nothing else of this project."""

import sys

import resvg_py


def render_png(svg: str, width: int) -> bytes:
    """Render a picture as PNG. Our pictures contain no fonts, so none is searched for."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def main(width: int) -> None:
    """Render standard input to standard output."""
    sys.stdout.buffer.write(render_png(sys.stdin.buffer.read().decode(), width))


if __name__ == "__main__":
    main(int(sys.argv[1]))
