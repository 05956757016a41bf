"""Recorded games stepped through over HTTP: states, differences, decisions, timeline, record and
history agree."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import get_args

import jsonpatch
import msgspec
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.services import services
from domain import evolve, view
from domain.events import GameCreated, Throw
from domain.notation import read
from domain.seating import table_of
from domain.state import GameState
from domain.values import Seat
from events.clock import milliseconds
from events.log import chain
from events.log.codec import SCHEMAS
from events.log.stored_event import StoredEvent, dump
from events.store.port import Batch
from events.transfer.records import recorded
from tests.contract.contract import Json
from tests.support.logs import battles_of, recorded_log, rehashed

ROLLED = {SCHEMAS[kind][0] for kind in get_args(Throw)}


@dataclass
class Walk:
    """A game of the service, its log, and the one that was recorded. ``passed`` are the states that
    were answered by version and eyes, ``turns`` and ``medals`` are those of their versions;
    ``compared`` counts what was held against something else."""

    app: Flask
    game: str
    log: list[StoredEvent]
    played_as: list[StoredEvent]
    passed: dict[tuple[int, str], bytes] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    medals: dict[int, Json] = field(default_factory=dict)
    compared: int = 0

    @cached_property
    def eyes(self) -> dict[str, frozenset[Seat]]:
        """As whom the game may be looked at when it is over, and whose cards are shown then."""
        created = self.log[0].event
        assert isinstance(created, GameCreated)
        seats = table_of(created).seats
        return {**{seat.value: frozenset({seat}) for seat in seats}, "reviewer": frozenset(seats)}

    @property
    def version(self) -> int:
        """The last version."""
        return len(self.log)

    @cached_property
    def _request(self) -> dict[str, object]:
        return EnvironBuilder().get_environ()

    def text(self, path: str) -> bytes:
        """What is answered to somebody who holds no seat."""
        place, _, query = f"/v1/games/{self.game}/{path}".partition("?")
        asked = {**self._request, "PATH_INFO": place, "QUERY_STRING": query}
        parts, status, _ = run_wsgi_app(self.app, asked)
        text = b"".join(parts)
        assert status.startswith("200 "), (path, text)
        return text

    def get(self, path: str) -> Json:
        """The same, read."""
        return decoded(self.text(path))

    def go(self, versions: Sequence[int], stepping: Collection[str] | None = None) -> None:
        """From version to version, and back from each to the one before. The states that are
        answered are what the history comes to, event by event; the decisions are those that these
        states wait for; and each difference turns the one state into the other."""
        asked = {one["version"]: one for one in self.pages("decisions")}
        before: int | None = None
        for state, settled in self._folded(set(versions)):
            now = state.version
            for eyes in self.eyes:
                self.passed[now, eyes] = self.text(f"states/{now}?as={eyes}")
                self._compare(state, eyes, settled=settled)
            self._decide(decoded(self.passed[now, "reviewer"]), asked)
            if before is not None:
                for eyes in self.eyes if stepping is None else stepping:
                    self._step(before, now, eyes)
                    self._step(now, before, eyes)
            before = now

    def stride(self, eyes: str, after: int = 0, limit: int = 500) -> int | None:
        """From version to version by the patches of a page alone; where the first and the last lead
        to, and at the versions that were passed, are the states that are answered. Returns after
        which version the next page begins."""
        state = self.get(f"states/{after}?as={eyes}") if after else {}
        page = self.get(f"patches?after={after}&limit={limit}&as={eyes}")
        upto = min(after + limit, self.version)
        assert [one["version"] for one in page["items"]] == list(range(after + 1, upto + 1))
        for one in page["items"]:
            state = jsonpatch.apply_patch(state, one["patch"], in_place=True)
            if (version := one["version"]) in (after + 1, upto):
                self.passed.setdefault((version, eyes), self.text(f"states/{version}?as={eyes}"))
            if (version, eyes) in self.passed:
                assert state == decoded(self.passed[version, eyes]), (self.game, one, eyes)
                self.compared += 1
        assert page["next"] == (upto if upto < self.version else None)
        following: int | None = page["next"]
        return following

    def tell(self, looking: Collection[str] | None = None) -> None:
        """The history that is answered is the log; the timeline tells each event of it once, with
        its dice, and in each turn and entry the medals of the states that were passed."""
        events = [one.shown_to(None) for one in self.log]
        assert self.pages("events?as=reviewer") == plain(events), self.game
        rolls = {one.version: one.data["faces"] for one in self.log if one.type in ROLLED}
        for eyes in self.eyes if looking is None else looking:
            turns = self.get(f"timeline?as={eyes}")["turns"]
            reached = 0
            for turn in turns:
                assert turn["from"] == reached + 1, (self.game, turn["number"])
                for entry in turn["entries"]:
                    assert entry["from"] == reached + 1, (self.game, entry)
                    reached = entry["to"]
                    self._account(entry, rolls)
                assert turn["to"] == reached
                assert turn["number"] == self.turns.get(reached, turn["number"])
                assert turn["medals"] == self.medals.get(reached, turn["medals"])
            assert reached == self.version
            self.compared += self.version

    def read_back(self) -> None:
        """The record makes the events again, and what a seat reads is the same game. Dice and
        cards come of the seed and of the id under which the game was played."""
        text = self.text("record?as=reviewer").decode()
        whole = read(text.replace(self.game, self.played_as[0].data["game"]))
        made = [one.event for one in recorded(whole, battles_of(self.log).__getitem__)]
        assert made == [one.event for one in self.played_as], self.game
        for seat in self.eyes.keys() - {"reviewer"}:
            seen = read(self.text(f"record?as={seat}").decode())
            assert [(s.seat, s.word) for s in seen.steps] == [(s.seat, s.word) for s in whole.steps]
            assert seen.header("View") == seat
        self.compared += self.version

    def pages(self, path: str) -> list[Json]:
        """All items that there are, page after page."""
        found: list[Json] = []
        after: int | None = 0
        joint = "&" if "?" in path else "?"
        while after is not None:
            page = self.get(f"{path}{joint}after={after}&limit=1000")
            found += page["items"]
            after = page["next"]
        return found

    def _folded(self, wanted: set[int]) -> Iterator[tuple[GameState, bool]]:
        """The wanted states, and whether each ends a command."""
        state: GameState | None = None
        settled: dict[int, GameState] = {}
        for one in self.log:
            state = evolve(state, one.event, settled.get)
            if one.last:
                settled[state.version] = state
            if state.version in wanted:
                yield state, one.last

    def _compare(self, state: GameState, eyes: str, *, settled: bool) -> None:
        shown = decoded(self.passed[state.version, eyes])
        known = self.eyes[eyes] if eyes == "reviewer" else self.eyes[eyes] & state.seats.keys()
        seen = plain(view(state, frozenset(known), settled=settled))
        assert {**shown, **seen} == shown, (self.game, state.version, eyes)
        assert shown.get("deck", list(state.cards.deck)) == list(state.cards.deck)
        assert ("deck" in shown) is (eyes == "reviewer")
        self.compared += 1

    def _decide(self, shown: Json, asked: dict[int, Json]) -> None:
        version = shown["version"]
        one = asked.get(version)
        awaiting = shown["awaiting"]
        result = one and {**awaiting, "seat": one["seat"], "decision": one["decision"]}
        assert result == awaiting, (self.game, version)
        self.turns[version], self.medals[version] = shown["turn"], shown["medals"]

    def _step(self, before: int, after: int, eyes: str) -> None:
        state, wanted = (decoded(self.passed[version, eyes]) for version in (before, after))
        result = self.get(f"diff?from={before}&to={after}&as={eyes}")
        assert result[0] == {"op": "test", "path": "/version", "value": before}
        reached = jsonpatch.apply_patch(state, result, in_place=True)
        assert reached == wanted, (self.game, before, after, eyes)
        self.compared += 1

    def _account(self, entry: Json, rolls: dict[int, Json]) -> None:
        events = range(entry["from"], entry["to"] + 1)
        assert entry["dice"] == [rolls[version] for version in events if version in rolls]
        before, after = (self.medals.get(at) for at in (entry["from"] - 1, entry["to"]))
        if before and after and not any(self.log[v - 1].type == "taken_back" for v in events):
            gained = {side: after[side] - before[side] for side in after}
            assert entry["medals"] == gained, (self.game, entry)


def decoded(text: bytes) -> Json:
    """A value in JSON."""
    result: Json = msgspec.json.decode(text)
    return result


def plain(value: object) -> Json:
    """A value as JSON has it."""
    return decoded(msgspec.json.encode(value))


def brought_in(app: Flask, name: str) -> Walk:
    """A recorded game as one of the service, under an id of its own."""
    played_as, game = recorded_log(name), f"gm_{name}"
    first = msgspec.structs.replace(played_as[0], data={**played_as[0].data, "game": game})
    log = rehashed([first, *played_as[1:]])
    with app.app_context():
        services().store.append(
            Batch(
                game=game,
                expected=0,
                head=chain.GENESIS,
                lines=tuple(map(dump, log)),
                at=milliseconds(log[-1].at),
                finished=milliseconds(log[-1].at),
            )
        )
    return Walk(app, game, log, played_as)
