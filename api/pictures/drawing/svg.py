"""Writing SVG: numbers, text, corners."""

from collections.abc import Iterable
from html import escape


def number(value: float) -> str:
    """A number in few digits."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def text(value: str) -> str:
    """Text as it stands between tags; signs that XML does not know are left out."""
    printable = "".join(sign for sign in value if sign.isprintable())
    return escape(printable, quote=True)


def picture(size: tuple[int, int], language: str, title: str, description: str, drawn: str) -> str:
    """A whole picture, alone in the world, with what is said of it to who cannot see it."""
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" role="img" lang="{language}" '
        f'aria-labelledby="picture-title picture-desc">'
        f'<title id="picture-title">{text(title)}</title>'
        f'<desc id="picture-desc">{text(description)}</desc>{drawn}</svg>'
    )


def points(spots: Iterable[tuple[float, float]]) -> str:
    """Corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in spots)
