"""Stored events as JSON or as MessagePack: bytes, and rates of encoding and decoding.

    python -m tests.bench.encodings [--seconds 0.2] [--rounds 5]

Rates are of one process; read the ratios inside one run, not the absolute figures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import statistics
import time
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import orjson


class Hidden(msgspec.Struct):
    """What only one seat may see, with the salt of its commitment."""

    to: str = msgspec.field(name="for")
    salt: str
    data: dict[str, Any]


class Stored(msgspec.Struct):
    """One event as it is kept; fields in the order of canonical JSON."""

    at: str
    data: dict[str, Any]
    hash: str
    hidden: Hidden | None
    schema: int
    seat: str
    type: str
    version: int


class Envelope(msgspec.Struct):
    """The same, its data left undecoded until somebody asks."""

    at: str
    data: msgspec.Raw
    hash: str
    hidden: msgspec.Raw
    schema: int
    seat: str
    type: str
    version: int


def events(count: int = 500) -> list[dict[str, Any]]:
    """A made-up game: moves, dice, losses, and a hidden draw in each turn of five events."""
    chance, made = random.Random(7), []
    for version in range(1, count + 1):
        unit, hexes = (
            f"allies-{chance.randrange(1, 13)}",
            [chance.randrange(9), chance.randrange(13)],
        )
        kind, data = (
            ("unit_ordered", {"unit": unit}),
            ("unit_moved", {"unit": unit, "from": hexes, "to": [hexes[0], hexes[1] + 1]}),
            (
                "dice_rolled",
                {"attacker": unit, "target": "axis-4", "faces": ["star", "grenade", "infantry"]},
            ),
            ("figures_lost", {"unit": "axis-4", "figures": 1}),
            ("card_drawn", {"seat": "allies", "left": 40}),
        )[version % 5]
        secret = {
            "for": "allies",
            "salt": chance.randbytes(16).hex(),
            "data": {"card": "recon_left"},
        }
        made.append(
            {
                "at": f"2030-01-02T03:{version // 60:02}:{version % 60:02}.{version % 1000:03}Z",
                "data": dict(sorted(data.items())),
                "hash": hashlib.sha256(b"%d" % version).hexdigest(),
                "hidden": dict(sorted(secret.items())) if kind == "card_drawn" else None,
                "schema": 1,
                "seat": "allies",
                "type": kind,
                "version": version,
            }
        )
    return made


Work = Callable[[Any], Any]


def ways() -> dict[str, tuple[Work, Work, bool]]:
    """Name -> encode one, decode one, and whether encoding starts from the class."""
    as_json, as_pack = msgspec.json.Encoder(), msgspec.msgpack.Encoder()
    sorted_keys = msgspec.json.Encoder(order="sorted")
    return {
        "json (standard library), dict": (
            lambda event: json.dumps(event, separators=(",", ":"), sort_keys=True).encode(),
            json.loads,
            False,
        ),
        "orjson, dict": (
            lambda event: orjson.dumps(event, option=orjson.OPT_SORT_KEYS),
            orjson.loads,
            False,
        ),
        "msgspec JSON, dict": (sorted_keys.encode, msgspec.json.Decoder().decode, False),
        "msgspec JSON, class": (as_json.encode, msgspec.json.Decoder(Stored).decode, True),
        "msgspec JSON, class, data left raw": (
            as_json.encode,
            msgspec.json.Decoder(Envelope).decode,
            True,
        ),
        "MessagePack, dict": (as_pack.encode, msgspec.msgpack.Decoder().decode, False),
        "MessagePack, class": (as_pack.encode, msgspec.msgpack.Decoder(Stored).decode, True),
        "MessagePack, class, data left raw": (
            as_pack.encode,
            msgspec.msgpack.Decoder(Envelope).decode,
            True,
        ),
    }


def rate(work: Work, items: list[Any], seconds: float) -> float:
    """Items a second of CPU time."""
    start, done = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        for item in items:
            work(item)
        done += len(items)
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    as_dicts = events()
    as_classes = msgspec.convert(as_dicts, list[Stored])
    sizes: dict[str, list[bytes]] = {}
    figures: dict[str, tuple[list[float], list[float]]] = {}
    for _ in range(options.rounds):
        for name, (encode, decode, typed) in ways().items():
            items = as_classes if typed else as_dicts
            stored = sizes.setdefault(name, [encode(item) for item in items])
            encoded, decoded = figures.setdefault(name, ([], []))
            encoded.append(rate(encode, items, options.seconds))
            decoded.append(rate(decode, stored, options.seconds))
    base = [statistics.median(rates) for rates in figures["orjson, dict"]]
    heads = (
        "how | bytes | deflated | encodes/s | to orjson | decodes/s | to orjson | 500 decoded, ms"
    )
    print(f"| {heads} |")
    print("| --- " * 8 + "|")
    for name, rates in figures.items():
        encoded, decoded = (statistics.median(several) for several in rates)
        size = sum(map(len, sizes[name])) / len(as_dicts)
        deflated = len(zlib.compress(b"\n".join(sizes[name]), 9)) / len(as_dicts)
        cells = f"{size:.0f} | {deflated:.0f} | {encoded:,.0f} | {encoded / base[0]:.2f}"
        cells += f" | {decoded:,.0f} | {decoded / base[1]:.2f} | {500e3 / decoded:.2f}"
        print(f"| {name} | {cells} |")


if __name__ == "__main__":
    main()
