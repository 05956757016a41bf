"""Animated pictures of frames that are pictures already, as WebP or as GIF."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

WEBP, GIF = FORMATS = ("webp", "gif")
_COLORS = 255
"""One less than a palette holds: the last is for what stays as it was."""
_LAST = 2000
"""Milliseconds for which the last frame is shown at least, before it begins anew."""


def reduced(png: bytes) -> bytes:
    """A picture with few colors, which is as good as all of ours have, in a third of the bytes."""
    out = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(
            _COLORS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        few.save(out, "PNG")
    return out.getvalue()


def animated(frames: Sequence[bytes], kind: str, milliseconds: int) -> bytes:
    """The frames one after the other, again and again; each but the last for so long."""
    out = BytesIO()
    first, *others = (Image.open(BytesIO(frame)) for frame in frames)
    shown = [milliseconds] * len(others) + [max(milliseconds, _LAST)]
    more = {"quality": 80, "method": 2} if kind == WEBP else {}
    first.save(
        out, kind.upper(), save_all=True, append_images=others, duration=shown, loop=0, **more
    )
    return out.getvalue()
