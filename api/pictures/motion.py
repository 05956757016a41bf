"""Animations from frames, as WebP or GIF."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

WEBP, GIF = FORMATS = ("webp", "gif")
_COLORS = 255
"""One less than a palette's size: the last color is for unchanged pixels."""
_LAST = 2000
"""The minimum milliseconds of the last frame, before the animation repeats."""


def reduced(png: bytes) -> bytes:
    """Reduce a picture's colors, without visible loss and to a third of the bytes."""
    out = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(
            _COLORS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        few.save(out, "PNG")
    return out.getvalue()


def animated(frames: Sequence[bytes], kind: str, milliseconds: int) -> bytes:
    """Encode the frames as a loop; each but the last is shown for some milliseconds."""
    out = BytesIO()
    first, *others = (Image.open(BytesIO(frame)) for frame in frames)
    shown = [milliseconds] * len(others) + [max(milliseconds, _LAST)]
    more = {"quality": 80, "method": 2} if kind == WEBP else {}
    first.save(
        out, kind.upper(), save_all=True, append_images=others, duration=shown, loop=0, **more
    )
    return out.getvalue()
