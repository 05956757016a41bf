"""Stores as earlier commits left them: what was in Redis, key by key, and the files beside it."""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

from redis import Redis

FILES = sorted(Path(__file__).parent.glob("*.json.gz"))
PASSING = (b"rq:", b"afteraction:rates", b"afteraction:ready")
"""What the beginnings of keys say that are of no data."""

Json = dict[str, Any]


def read(path: Path) -> Json:
    """A store: ``keys`` by name, each with its type and value; ``files`` by name; the ``tokens`` of
    players, which are of no use anywhere else."""
    content: Json = json.loads(gzip.decompress(path.read_bytes()))
    return content


def dump(client: Redis, folder: Path) -> Json:
    """What there is on a server and in a folder of its service."""
    names = sorted(name for name in client.scan_iter() if not name.startswith(PASSING))
    kept = [
        place
        for place in folder.rglob("*")
        if place.is_file() and place.suffix != ".lock" and place.name != "lock"
    ]
    return {
        "keys": {name.decode(): _value(client, name) for name in names},
        "files": {
            str(place.relative_to(folder)): base64.b64encode(place.read_bytes()).decode()
            for place in sorted(kept)
        },
    }


def fill(client: Redis, content: Json, folder: Path) -> None:
    """Put a store on an empty server, and its files into a folder; less the lists, which are made
    anew where they are missing, as the readers of feeds are not in a store."""
    for name, entry in content["keys"].items():
        if "{read}" in name:
            continue
        value = entry["value"]
        match entry["type"]:
            case "list":
                client.rpush(name, *map(as_bytes, value))
            case "set":
                client.sadd(name, *map(as_bytes, value))
            case "hash":
                client.hset(name, mapping={field: as_bytes(one) for field, one in value.items()})
            case "zset":
                client.zadd(name, dict(value))
            case "stream":
                for entry_id, fields in value:
                    client.xadd(name, fields, id=entry_id)
            case _:
                client.set(name, as_bytes(value))
    for name, text in content["files"].items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(base64.b64decode(text))


def _value(client: Redis, name: bytes) -> Json:
    kind = client.type(name).decode()
    found: Any
    match kind:
        case "list":
            found = [_text(one) for one in client.lrange(name, 0, -1)]
        case "set":
            found = sorted(_text(one) for one in client.smembers(name))
        case "hash":
            found = {field.decode(): _text(one) for field, one in client.hgetall(name).items()}
        case "zset":
            found = [
                (one.decode(), score) for one, score in client.zrange(name, 0, -1, withscores=True)
            ]
        case "stream":
            found = [
                (entry.decode(), {field.decode(): one.decode() for field, one in fields.items()})
                for entry, fields in client.xrange(name)
            ]
        case _:
            found = _text(client.get(name) or b"")
    return {"type": kind, "value": found}


def _text(value: bytes) -> str:
    """Text as it is; other bytes behind a mark that no text here begins with."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return "base64:" + base64.b64encode(value).decode()


def as_bytes(text: str) -> bytes:
    mark, _, rest = text.partition("base64:")
    return base64.b64decode(rest) if not mark and rest else text.encode()
