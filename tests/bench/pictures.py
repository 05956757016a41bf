"""``python -m tests.bench.pictures [ROUNDS]``: how long a picture takes, in milliseconds.

CPU time, so that a busy machine tells the same: the median over the set-ups of all battles, each
drawn so many times (3); and the bytes of the largest. As SVG, packed as it is sent, and in pixels
of several widths.
"""

import gzip
import os
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial

from api.pictures.board import Manner, draw
from api.pictures.png import png
from api.pictures.scene import Scene, of_setup
from domain.scenarios import load, slugs

WIDTHS = (320, 640, 1040, 1280)
Made = Callable[[], bytes]


def busy() -> float:
    """CPU seconds that this process and those it has started have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def measured(made: Made, rounds: int) -> tuple[float, int]:
    """CPU seconds of one, those of its own process included, the median; and its bytes."""
    spent, size = [], 0
    for _ in range(rounds):
        begun = busy()
        size = len(made())
        spent.append(busy() - begun)
    return statistics.median(spent), size


def as_drawn(scene: Scene) -> bytes:
    """The picture of a scene."""
    return draw(scene, Manner()).encode()


def row(name: str, of_each: Sequence[Made], rounds: int) -> None:
    found = [measured(made, rounds) for made in of_each]
    middle = statistics.median(seconds for seconds, _ in found) * 1000
    largest = max(size for _, size in found)
    print(f"{name:<16}{middle:>10.1f} ms {largest / 1000:>10.1f} kB at most", flush=True)


def main(arguments: list[str]) -> int:
    """Draw, measure, print."""
    rounds = int(arguments[0]) if arguments else 3
    scenes = [of_setup(slug, load(slug)) for slug in slugs()]
    drawn = [draw(scene, Manner()) for scene in scenes]
    row("svg", [partial(as_drawn, scene) for scene in scenes], rounds)
    row("svg, gzip alone", [partial(gzip.compress, svg.encode(), 5) for svg in drawn], rounds)
    for width in WIDTHS:
        row(f"png {width}", [partial(png, svg, width) for svg in drawn], rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
