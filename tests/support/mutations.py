"""Exports changed at random by an author who makes everything fit again: the seed's commitment, the
salts and commitments of hidden parts, the numbers of the events, all hashes and the header."""

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from events.log import chain
from events.log.stored_event import StoredEvent
from tests.support.words import Json

NUMBERS = (-1, 0, 1, 2, 7, 30, 200, 2000, 20_001, 10**6, 10**12, 2**53, 2**63, 10**30)
FAR = (None, True, [], {}, 1.5, "", "axis-1", "x" * 10_000, "\u0000", "\u202e", [[0, 0]] * 2000)
TIMES = ("1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z", "2030-01-02T03:04:05.678Z")
DEEP = 700
"""Lists within lists; as many as a JSON reader still reads."""


class Story:
    """The events of a log as JSON values that can be changed; what they hide is in ``secret``."""

    def __init__(self, log: Sequence[StoredEvent]) -> None:
        self.events: list[Json] = [_event_document(one) for one in log]

    def copy(self) -> "Story":
        """One that can be changed by itself."""
        other = Story(())
        other.events = copy.deepcopy(self.events)
        return other

    def export(self) -> bytes:
        """A complete export of what the events say now, in which all hashes hold."""
        first = self.events[0] if self.events else {}
        seed = (first.get("secret") or {}).get("seed")
        known = seed if isinstance(seed, str) and _is_hex(seed) else "00" * 32
        promised = hashlib.sha256(bytes.fromhex(known)).hexdigest()
        if "seed_commitment" in first.get("data", {}):
            first["data"]["seed_commitment"] = promised
        shown, head = list[Json](), chain.GENESIS
        for version, event in enumerate(self.events, start=1):
            shown.append(_shown(event, version, known, head))
            head = shown[-1]["hash"]
        header = {
            "format": "afteraction game",
            "schema": 1,
            "game": first.get("data", {}).get("game", "game"),
            "version": len(shown),
            "head": head,
            "complete": True,
            "exported_at": shown[-1]["at"] if shown else "",
        }
        return b"".join(_canonical(line) + b"\n" for line in (header, *shown))


def _event_document(one: StoredEvent) -> Json:
    nonce = {} if not isinstance(one.nonce, str) else {"nonce": one.nonce}
    return {
        "type": one.type,
        "schema": one.schema,
        "at": one.at,
        "seat": one.seat,
        "last": one.last,
        "data": copy.deepcopy(one.data),
        "secret": None if one.hidden is None else copy.deepcopy(one.hidden.data),
        "audience": [] if one.hidden is None else list(one.hidden.audience),
        **nonce,
    }


def _shown(event: Json, version: int, seed: str, previous: str) -> Json:
    public = {name: event[name] for name in event if name not in ("secret", "audience")}
    public |= {"version": version, "hidden": None}
    secret = event["secret"]
    if secret is None:
        return {**public, "hash": _digest({**public, "previous": previous})}
    salt = chain.salt(seed, version)
    commitment = _digest(secret, bytes.fromhex(salt))
    hidden = {"audience": event["audience"], "commitment": commitment}
    digest = _digest({**public, "hidden": hidden, "previous": previous})
    hidden |= {"salt": salt, "fields": sorted(secret)}
    return {**public, "data": {**event["data"], **secret}, "hidden": hidden, "hash": digest}


def _canonical(value: object) -> bytes:
    """As ``chain.canonical`` writes it, and also what no program here would."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _digest(value: object, salt: bytes = b"") -> str:
    return hashlib.sha256(salt + _canonical(value)).hexdigest()


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and all(letter in "0123456789abcdef" for letter in text)


Place = tuple[Any, Any]
"""A container and the key or index of one of its values."""


def _leaves(value: Any) -> Iterator[Place]:
    keys: Any = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _leaves(value[key])


def _places(event: Json, kind: type | tuple[type, ...]) -> list[Place]:
    secret = event["secret"] or {}
    every = (*_leaves(event["data"]), *_leaves(secret))
    return [
        (at, key)
        for at, key in every
        if type(at[key]) in (kind if isinstance(kind, tuple) else (kind,))
    ]


def _place(story: Story, chance: random.Random, *kinds: type) -> Place | None:
    """A value of such a type; the creation is one event of many."""
    for _ in range(50):
        places = _places(chance.choice(story.events), kinds)
        if places:
            return chance.choice(places)
    return None


def _number(story: Story, chance: random.Random) -> None:
    place = _place(story, chance, int)
    if place is not None:
        at, key = place
        at[key] = chance.choice((*NUMBERS, at[key] + 1, at[key] - 1, at[key] * 2))


def _text(story: Story, chance: random.Random) -> None:
    """Another text that stands for the same thing elsewhere."""
    place = _place(story, chance, str)
    if place is not None:
        at, key = place
        others = [
            there[name]
            for event in chance.sample(story.events, min(20, len(story.events)))
            for there, name in _places(event, str)
            if name == key or isinstance(key, int)
        ]
        at[key] = chance.choice(others or [""])


def _list(story: Story, chance: random.Random) -> None:
    place = _place(story, chance, list)
    if place is None:
        return
    at, key = place
    items = at[key]
    at[key] = chance.choice(
        [items[::-1], items[1:], items * 2, items * 200, items[:1], [*items, *items[:1]], []]
    )


def _far(story: Story, chance: random.Random) -> None:
    place = _place(story, chance, int, str, list, dict, bool, type(None))
    if place is not None:
        at, key = place
        deep: Any = []
        for _ in range(DEEP):
            deep = [deep]
        at[key] = chance.choice((*FAR, deep))


def _member(story: Story, chance: random.Random) -> None:
    data = chance.choice(story.events)["data"]
    if data and chance.random() < 0.5:
        del data[chance.choice(sorted(data))]
    else:
        data[chance.choice(("count", "faces", "draw", "note"))] = chance.choice((*NUMBERS, *FAR))


def _drop(story: Story, chance: random.Random) -> None:
    place = chance.randrange(len(story.events))
    del story.events[place : place + chance.choice((1, 1, 2, 5))]


def _double(story: Story, chance: random.Random) -> None:
    place = chance.randrange(len(story.events))
    some = story.events[place : place + chance.choice((1, 1, 2, 5))]
    story.events[place:place] = copy.deepcopy(some) * chance.choice((1, 1, 1, 50))


def _move(story: Story, chance: random.Random) -> None:
    one = story.events.pop(chance.randrange(len(story.events)))
    story.events.insert(chance.randrange(len(story.events) + 1), one)


def _swap(story: Story, chance: random.Random) -> None:
    place = chance.randrange(len(story.events) - 1)
    events = story.events
    events[place], events[place + 1] = events[place + 1], events[place]


def _group(story: Story, chance: random.Random) -> None:
    """A whole command less, once more, or elsewhere."""
    ends = [place for place, event in enumerate(story.events) if event["last"]]
    if len(ends) < 2:
        return
    number = chance.randrange(len(ends) - 1)
    start, end = ends[number] + 1, ends[number + 1] + 1
    some = copy.deepcopy(story.events[start:end])
    way = chance.choice(("drop", "double", "move"))
    if way != "double":
        del story.events[start:end]
    if way != "drop":
        target = start if way == "double" else chance.choice([0, *[e + 1 for e in ends]])
        story.events[target:target] = some


def _type(story: Story, chance: random.Random) -> None:
    one, other = chance.choice(story.events), chance.choice(story.events)
    one["type"], one["schema"] = other["type"], other["schema"]
    if chance.random() < 0.5:
        one["schema"] = chance.choice((0, 1, 2, 3, 2**53))


def _envelope(story: Story, chance: random.Random) -> None:
    event = chance.choice(story.events)
    name = chance.choice(("at", "seat", "last", "nonce"))
    values: dict[str, Sequence[Any]] = {
        "at": (*TIMES, "", "yesterday"),
        "seat": (None, "axis", "allies"),
        "last": (not event["last"],),
        "nonce": ("", "a", "a.b", "x" * 64, "x" * 5000, "\u00e9"),
    }
    event[name] = chance.choice(values[name])


def _secrets(story: Story, chance: random.Random) -> None:
    event = chance.choice(
        [one for one in story.events if one["secret"] is not None] or story.events
    )
    event["secret"] = chance.choice((None, {}, event["secret"]))
    event["audience"] = chance.choice(([], ["axis"], ["allies", "axis"], ["axis"] * 1000))


def _dice(story: Story, chance: random.Random) -> None:
    """Dice that were fixed, before a roll or elsewhere."""
    rolls = [n for n, event in enumerate(story.events) if "faces" in event["data"]]
    place = chance.choice(rolls or [0])
    faces = chance.choice((["star"], ["star"] * 3, ["flag"] * 2000))
    fixed = {"type": "dice_fixed", "schema": 1, "data": {"faces": faces}, "last": False}
    story.events.insert(place, {**copy.deepcopy(story.events[place]), "secret": None, **fixed})
    if chance.random() < 0.7 and rolls:
        story.events[place + 1]["data"]["faces"] = list(faces)


def _seed(story: Story, chance: random.Random) -> None:
    seed = chance.randbytes(32).hex()
    for event in story.events:
        for part in (event["data"], event["secret"] or {}):
            if "seed" in part:
                part["seed"] = seed


def _origin(story: Story, chance: random.Random) -> None:
    data = story.events[0]["data"]
    branch = data.get("branch") or {
        "game": "other",
        "at_version": len(story.events) // 2,
        "head": "00" * 32,
        "root": "other",
        "name": None,
        "draws_of": data.get("game"),
        "unproved": len(story.events) // 2,
    }
    data["branch"] = branch
    name = chance.choice(sorted(branch))
    values = (*NUMBERS, len(story.events) // 3, len(story.events), "other", data.get("game"))
    branch[name] = chance.choice(values)


MUTATIONS: tuple[Callable[[Story, random.Random], None], ...] = (
    *(_number,) * 4,
    *(_text,) * 3,
    _list,
    _far,
    _member,
    _drop,
    _double,
    _move,
    _swap,
    _group,
    _type,
    _envelope,
    _secrets,
    _dice,
    _seed,
    _origin,
)


def mutated(story: Story, chance: random.Random) -> tuple[str, bytes]:
    """An export changed in one way or in two, and in which."""
    other, ways = story.copy(), chance.choices(MUTATIONS, k=chance.choice((1, 2)))
    for way in ways:
        if other.events:
            way(other, chance)
    return " ".join(way.__name__.strip("_") for way in ways), other.export()
