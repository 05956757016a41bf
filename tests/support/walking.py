"""Recorded games stepped through over HTTP: states, differences, decisions and history agree."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import jsonpatch
import msgspec
from flask import Flask
from flask.testing import FlaskClient

from api.services import services
from domain import evolve, view
from domain.state import GameState
from domain.values import Seat
from events import chain
from events.listing import milliseconds
from events.recorded import Recorded, dump
from events.store import Batch
from tests.contract.contract import Json
from tests.support.logs import recorded_log, rehashed

EYES: dict[str, frozenset[Seat]] = {
    **{seat.value: frozenset({seat}) for seat in Seat},
    "reviewer": frozenset(Seat),
}
"""As whom a finished game may be looked at, and whose cards are shown then."""


@dataclass(frozen=True)
class Walk:
    """A game of the service, and its log."""

    http: FlaskClient
    game: str
    log: list[Recorded]

    @property
    def version(self) -> int:
        """The last version."""
        return len(self.log)

    def get(self, path: str) -> Json:
        """What is answered to somebody who holds no seat."""
        answer = self.http.get(f"/v1/games/{self.game}/{path}")
        assert answer.status_code == 200, (path, answer.get_data())
        told: Json = msgspec.json.decode(answer.get_data())
        return told

    def state(self, version: int, eyes: str) -> Json:
        """The state at a version."""
        return self.get(f"states/{version}?as={eyes}")

    def step(self, versions: Sequence[int], eyes: str) -> int:
        """From version to version and all the way back by the differences alone; the states come
        to are those that are answered. Returns how many steps that were."""
        there_and_back = [*versions, *versions[-2::-1]]
        state = self.state(there_and_back[0], eyes)
        for before, after in pairwise(there_and_back):
            told = self.get(f"diff?from={before}&to={after}&as={eyes}")
            assert told[0] == {"op": "test", "path": "/version", "value": before}
            state = jsonpatch.apply_patch(state, told)
            assert state == self.state(after, eyes), (self.game, before, after, eyes)
        return len(there_and_back) - 1

    def stride(self, after: int, upto: int, eyes: str, checked: Iterable[int]) -> int:
        """From version to version by the patches of a page alone; at the ``checked`` ones the
        states come to are those that are answered. Returns how many versions that were."""
        wanted = set(checked)
        state = self.state(after, eyes) if after else {}
        page = self.get(f"patches?after={after}&limit={upto - after}&as={eyes}")
        assert [one["version"] for one in page["items"]] == list(range(after + 1, upto + 1))
        assert page["next"] == (upto if upto < self.version else None)
        for one in page["items"]:
            state = jsonpatch.apply_patch(state, one["patch"], in_place=True)
            if one["version"] in wanted:
                assert state == self.state(one["version"], eyes), (self.game, one, eyes)
        return upto - after

    def compare(self, versions: Iterable[int]) -> int:
        """The states that are answered are what the history comes to, event by event, and the
        decisions are those that these states wait for. Returns how many versions that were."""
        wanted = set(versions)
        asked = {one["version"]: one for one in self.decisions()}
        state: GameState | None = None
        settled: dict[int, GameState] = {}
        for one in self.log:
            state = evolve(state, one.event, settled.get)
            if one.last:
                settled[state.version] = state
            if state.version in wanted:
                self._compare(state, asked, settled=one.last)
        return len(wanted)

    def decisions(self) -> list[Json]:
        """All that there are, page after page."""
        found: list[Json] = []
        after: int | None = 0
        while after is not None:
            page = self.get(f"decisions?after={after}&limit=500")
            found += page["items"]
            after = page["next"]
        return found

    def _compare(self, state: GameState, asked: dict[int, Json], *, settled: bool) -> None:
        for eyes, seats in EYES.items():
            shown = self.state(state.version, eyes)
            known = seats if eyes == "reviewer" else seats & state.seats.keys()
            seen = plain(view(state, frozenset(known), settled=settled))
            assert {**shown, **seen} == shown, (self.game, state.version, eyes)
        assert shown["deck"] == list(state.cards.deck)
        awaited = shown["awaiting"]
        one = asked.get(state.version)
        told = one and {"seat": one["seat"], "decision": one["decision"]}
        assert told == awaited, (self.game, state.version)


def plain(value: object) -> Json:
    """A value as JSON has it."""
    told: Json = msgspec.json.decode(msgspec.json.encode(value))
    return told


def brought_in(app: Flask, name: str) -> Walk:
    """A recorded game as one of the service, under an id of its own."""
    log = recorded_log(name)
    game = f"gm_{name}"
    first = msgspec.structs.replace(log[0], data={**log[0].data, "game": game})
    log = rehashed([first, *log[1:]])
    with app.app_context():
        services().store.append(
            Batch(
                game=game,
                expected=0,
                head=chain.GENESIS,
                lines=tuple(map(dump, log)),
                deadline=None,
                finished=milliseconds(log[-1].at),
            )
        )
    return Walk(app.test_client(), game, log)
