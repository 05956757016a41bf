"""Data as earlier versions left it on a Redis server, key by key; files are never edited.

A line of ``data/*.jsonl`` is a key with its type and value.
"""

from pathlib import Path
from typing import Any

import msgspec
from redis import Redis

from events.log.stored_event import StoredEvent, load
from events.upgrade.runner import LOGS

FILES = sorted((Path(__file__).parent / "data").glob("*.jsonl"))

Stored = dict[str, Any]


def stored(path: Path) -> dict[str, Stored]:
    """The keys of a file, by name."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {entry["key"]: entry for entry in map(msgspec.json.decode, lines)}


def logs(path: Path) -> dict[str, list[StoredEvent]]:
    """The logs of a file, by game."""
    return {
        name.removeprefix(LOGS): [load(line.encode()) for line in entry["value"]]
        for name, entry in stored(path).items()
        if name.startswith(LOGS)
    }


def fill(client: Redis, path: Path) -> None:
    """Put the keys of a file on a server."""
    for name, entry in stored(path).items():
        value = entry["value"]
        match entry["type"]:
            case "list":
                client.rpush(name, *value)
            case "hash":
                client.hset(name, mapping=value)
            case "zset":
                client.zadd(name, dict(value))
            case _:
                client.set(name, value)
