"""Writing SVG: numbers, text, corners."""

from collections.abc import Iterable
from html import escape


def number(value: float) -> str:
    """A number in few digits."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def text(value: str) -> str:
    """Text as it stands between tags; signs that XML does not know are left out."""
    kept = "".join(sign for sign in value if sign.isprintable())
    return escape(kept, quote=True)


def points(spots: Iterable[tuple[float, float]]) -> str:
    """Corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in spots)
