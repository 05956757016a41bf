"""What is hidden of a running game from a viewer, and everything that this viewer can get."""

import gzip
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from flask.testing import FlaskClient

from api.streams.encoders import ENCODERS
from api.streams.player_games import Cursor
from domain.values import Card, Seat
from events.log.stored_event import StoredEvent
from tests.contract.contract import Json

CARDS = frozenset(card.value for card in Card)
STREAMS = tuple(ENCODERS)
HEARTBEATS = {form.heartbeat for form in ENCODERS.values()}
DECISIONS = (
    b'"phase":"ambush"',
    b'"decision":"ambush"',
    b'"path":"/phase","value":"ambush"',
    b'"path":"/awaiting/decision","value":"ambush"',
)
"""Named like the card. It is asked for whether or not the seat holds one; see
``domain/rules/battles/ambush.py``."""
DECK = re.compile(rb'"deck": ?\{[^{}]*\}')
"""How many copies of each card a game is played with, which everyone knows."""
OPENINGS = ("air_drop_demanded", "turn_started")
"""With which play begins: before it, nothing is late."""
MY_EVENTS = "/v1/players/me/events"
DIFF = "/v1/games/{game_id}/diff"
BRANCHED = ("", "/actions", "/events", "/export", "/decisions")
"""What is asked of a sandbox."""
ALWAYS = {
    # One at a time: the newest is the one that is looked at.
    "/v1/games": "limit=1",
    # From the beginning of time on: otherwise from a few seconds ago.
    MY_EVENTS: f"after={Cursor(0, {}).text()}",
    DIFF: "from={version}",
}
"""What is part of every query."""
PAST_VERSIONS = 3
_PLACE = re.compile(rb"\nLocation: (\S+)")


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a game."""

    name: str
    seats: frozenset[Seat] = frozenset()
    token: str | None = None


def secrets_of(log: Iterable[StoredEvent], viewer: Viewer) -> dict[str, bytes]:
    """What must be nowhere in what a viewer gets of a game with this log, each with what it is.

    A card is a secret as long as every card of its name lies in the deck or the other hand: at
    first that is so of nearly all.
    """
    found: dict[str, bytes] = {}
    known: set[str] = set()
    cards: set[str] = set()
    for event in log:
        known |= cards_in(event.data)
        if event.hidden is None:
            continue
        if not viewer.seats.isdisjoint(event.hidden.audience):
            known |= cards_in(event.hidden.data)
            continue
        found[f"salt of {event.version}"] = event.hidden.salt.encode()
        cards |= cards_in(event.hidden.data)
        if "seed" in event.hidden.data:
            found["seed"] = event.hidden.data["seed"].encode()
    return found | {f"card {card}": f'"{card}"'.encode() for card in cards - known}


def shown_upto(log: Sequence[StoredEvent], viewer: Viewer, delay: int) -> int:
    """The newest version for a viewer of a running game that those without a seat see ``delay``
    turns late."""
    if viewer.seats or not delay:
        return len(log)
    first = next(event.version for event in log if event.type in OPENINGS)
    game = [event.version for event in log if event.type == "turn_started"]
    return [first, *game][max(0, len(game) - delay)]


def not_yet_shown(log: Sequence[StoredEvent], seen: int) -> dict[str, bytes]:
    """What tells of the versions after ``seen``."""
    found = {f"hash of {event.version}": event.hash[:12].encode() for event in log[seen:]}
    for version in range(seen + 1, len(log) + 1):
        for form in ('"version":%d,', '"version":%d}', " version %d"):
            found[form % version] = (form % version).encode()
    return found


def cards_in(value: Any) -> set[str]:
    """The names of cards anywhere in a JSON value."""
    if isinstance(value, str):
        return {value} & CARDS
    if isinstance(value, dict):
        return cards_in(list(value.values()))
    if isinstance(value, list | tuple):
        return {card for part in value for card in cards_in(part)}
    return set()


def leaks(secrets: dict[str, bytes], text: bytes) -> list[str]:
    """Which secrets are in a text."""
    for decision in DECISIONS:
        text = text.replace(decision, b"")
    text = DECK.sub(b"", text)
    return [name for name, secret in secrets.items() if secret in text]


@dataclass(frozen=True)
class Question:
    """A request that reads, as the contract offers it."""

    path: str
    accept: str
    query: str


def questions(paths: Json) -> list[Question]:
    """Every way to ask for something about a game or its players: each operation, in each form of
    its answer, with each choice of a query."""
    found = []
    for path, methods in paths.items():
        operation = methods.get("get")
        if operation is None or not path.startswith("/v1/"):
            continue
        if "{slug}" in path or path in ("/v1/scenarios", "/v1/catalog"):
            continue
        # A picture in pixels is made from the one to scale, and slowly.
        if path.endswith(".png"):
            continue
        always = ALWAYS.get(path)
        forms = list(operation["responses"]["200"].get("content", {"application/json": None}))
        found += [
            Question(path, form, "&".join(filter(None, (always, query))))
            for form, query in product(forms, ["", *choices(operation)])
        ]
    return found


def choices(operation: Json) -> Iterator[str]:
    """Each query parameter that has few values, with each of these."""
    for parameter in operation.get("parameters", ()):
        schema = parameter.get("schema", {})
        if parameter["in"] != "query":
            continue
        if parameter["name"] == "version":
            yield "version={version}"
        values = ["true", "false"] if schema.get("type") == "boolean" else schema.get("enum", ())
        for value in values:
            yield f"{parameter['name']}={value}"


@dataclass
class Look:
    """Everything that a viewer can get at one moment of a game, without changing it."""

    http: FlaskClient
    game: str
    version: int
    seen: int
    """The newest version that the viewer is shown, where that is an older one."""
    players: tuple[str, ...]
    chance: random.Random
    headers: Mapping[str, str] = field(default_factory=dict)
    """Sent with every request."""

    def reads(self, viewer: Viewer, asked: Iterable[Question]) -> Iterator[tuple[str, int, bytes]]:
        """Every answer: what was asked, the version that it is about, and its bytes with all
        headers."""
        past = self.chance.sample(range(1, self.version + 1), min(PAST_VERSIONS, self.version))
        for question in asked:
            if question.path == MY_EVENTS and question.accept in STREAMS and not viewer.seats:
                # Of somebody without games it brings nothing and does not end; the page is asked.
                continue
            wanted = f"{question.path}?{question.query}" if question.query else question.path
            for version in [*past, self.version] if "{version}" in wanted else [self.version]:
                known = {
                    "game_id": self.game,
                    "version": version,
                    "player_id": self.chance.choice(self.players),
                }
                path = wanted.format_map(defaultdict(lambda: "none", known))
                headers = {"Accept": question.accept}
                yield (
                    f"{path} as {question.accept}",
                    # A difference leads from there to how the game is now.
                    self.version if question.path == DIFF else version,
                    self._answer(viewer, "GET", path, headers=headers),
                )

    def branched(self, viewer: Viewer) -> Iterator[tuple[str, int | None, bytes]]:
        """What a sandbox shows that the viewer makes: what was asked, the version up to which it
        shows the game itself, or None where it shows cards of its own as well, and the answer."""
        at = self.chance.randint(1, self.seen)
        path = f"/v1/games/{self.game}/branches"
        made = self._answer(viewer, "POST", path, json={"at_version": at})
        yield f"a branch at {at}", None, made
        place = _PLACE.search(made)
        if place is None:
            return
        branch = place[1].decode()
        shared = self._answer(viewer, "GET", f"{branch}/events?limit={at}")
        yield f"the past of a branch at {at}", at, shared
        for part in BRANCHED:
            text = self._answer(viewer, "GET", branch + part)
            yield f"{part} of a branch at {at}", None, text

    def tries(self, viewer: Viewer, cards: Iterable[str]) -> Iterator[tuple[str, str, bytes]]:
        """Every refusal of commands that name a card which the viewer does not hold: what was
        asked, the card, and the answer."""
        stale = max(1, self.version - 1)
        for card, kind in product(cards, ("play_card", "choose_card")):
            command = {"type": kind, "card": card}
            for more in ({}, {"expected_version": stale}, {"validate_only": True}):
                path = f"/v1/games/{self.game}/commands"
                text = self._answer(viewer, "POST", path, json={**command, **more})
                assert not text.startswith(b"201"), text
                yield f"{kind} {more}", card, text

    def _answer(self, viewer: Viewer, method: str, path: str, **request: Any) -> bytes:
        headers = {**self.headers, **request.pop("headers", {})}
        if viewer.token is not None:
            headers["Authorization"] = f"Bearer {viewer.token}"
        answer = self.http.open(path, method=method, headers=headers, **request)
        assert answer.status_code < 500, (path, answer.get_data())
        try:
            live = path.partition("?")[0].endswith("/events") and answer.mimetype in STREAMS
            body = self._streamed(answer) if live else answer.get_data()
        finally:
            answer.close()
        if answer.mimetype == "application/gzip":
            body = gzip.decompress(body)
        return b"%d\n%b\n%b" % (answer.status_code, str(answer.headers).encode(), body)

    def _streamed(self, answer: Any) -> bytes:
        """A stream up to the newest version that is in it, or until it falls silent."""
        newest = re.compile(rb'"version":%d[,}]' % self.seen)
        text = b""
        for number, chunk in enumerate(answer.response):
            text += chunk
            # Lines open with what is a heartbeat later on.
            if newest.search(chunk) or (number and chunk in HEARTBEATS):
                break
        return text
