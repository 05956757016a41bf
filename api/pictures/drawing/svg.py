"""Writes SVG: numbers, text, points."""

from collections.abc import Iterable
from html import escape


def number(value: float) -> str:
    """Format a number with few digits."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def text(value: str) -> str:
    """Escape text, without characters that XML does not allow."""
    printable = "".join(sign for sign in value if sign.isprintable())
    return escape(printable, quote=True)


def picture(size: tuple[int, int], language: str, title: str, description: str, drawn: str) -> str:
    """Return a complete document, with a title and a description for screen readers."""
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" role="img" lang="{language}" '
        f'aria-labelledby="picture-title picture-desc">'
        f'<title id="picture-title">{text(title)}</title>'
        f'<desc id="picture-desc">{text(description)}</desc>{drawn}</svg>'
    )


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Format the points of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)
