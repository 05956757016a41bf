"""The library of scenarios: stored by author, found by everyone who may see them.

A scenario never changes; only its visibility can. All scenarios of a player are in one slot; a
separate key has the author of a scenario, and lists in a slot of their own have the public ones.
"""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, cast

import msgspec

from domain import scenarios as built_in
from domain.errors import ScenarioError
from domain.scenarios.parse import parse
from domain.setup import Setup
from domain.values import Front, TerrainKind
from events.commentary.documents import (
    DocumentCollection,
    Documents,
    NoDocumentError,
    StoredDocument,
    Submission,
    TooManyDocumentsError,
)
from events.commentary.studies import Sharing
from events.scenarios.report import ReportItem, Verdict
from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

MAX_SCENARIOS = 200
"""The maximum number of scenarios per player."""
_BATCH = 200
_MAX_SCANNED = 5_000
"""The maximum number of scenarios scanned by one search."""


class StoredScenario(msgspec.Struct, frozen=True):
    """A player's battle: the file as it came, what it is here, and what can be played of it.

    ``id`` is the SHA-256 of the file; ``parent`` is the battle that it was made from. The
    operator's battles have no author.
    """

    slug: str
    id: str
    author: str
    visibility: Sharing
    created_at: str
    media_type: str
    source: bytes
    document: dict[str, Any]
    verdict: Verdict
    items: tuple[ReportItem, ...]
    parent: str | None = None

    @property
    def setup(self) -> Setup | None:
        """The set-up of games; None if none can be played, or none any more: an earlier version may
        have accepted what this one refuses."""
        if self.verdict is Verdict.BLOCKED:
            return None
        try:
            return parse(self.document)
        except ScenarioError:
            return None

    @property
    def shown(self) -> dict[str, Any]:
        """The scenario in the service's own format."""
        return {"slug": self.slug, **self.document}


class ScenarioSummary(msgspec.Struct, frozen=True):
    """A battle in a list. One that ships with the service has no author."""

    slug: str
    title: dict[str, str]
    year: int
    front: str
    board: str
    face: str
    terrain: list[str]
    units: int
    special_rules: list[str]
    verdict: Verdict = Verdict.PLAYABLE
    visibility: Sharing = Sharing.PUBLIC
    author: str | None = None


@dataclass(frozen=True, slots=True)
class ScenarioQuery:
    """Filters of a list of scenarios; None matches any."""

    front: Front | None = None
    year: int | None = None
    board: str | None = None
    terrain: TerrainKind | None = None
    author: str | None = None

    def matches(self, summary: ScenarioSummary) -> bool:
        """Whether a scenario matches."""
        return (
            self.front in (None, summary.front)
            and self.year in (None, summary.year)
            and self.board in (None, summary.board)
            and self.author in (None, summary.author)
            and (self.terrain is None or self.terrain in summary.terrain)
        )


class ScenarioLibrary:
    """The scenarios of all players, of the operator, and those that ship with the service."""

    def __init__(self, client: Client, operators: Iterable[StoredScenario] = ()) -> None:
        self._client = client
        self._documents = Documents(client)
        self._operators = {scenario.slug: scenario for scenario in operators}

    def add(self, new: StoredScenario) -> StoredScenario:
        """Store a scenario and return it as stored. The same file by the same player is one
        scenario, of which only the visibility is updated. Raises ``TooManyDocumentsError``."""
        with translate_errors():
            # First: without an owner a scenario could not be found.
            self._client.set(keys.scenario_owner(new.slug), new.author)
        try:
            added = self._documents.add(
                _collection(new), Submission(_encode(new), None), MAX_SCENARIOS, None
            )
        except TooManyDocumentsError:
            # An existing scenario never exceeds the limit.
            with translate_errors():
                self._client.delete(keys.scenario_owner(new.slug))
            raise
        if isinstance(added, StoredDocument) and added.document is not None:
            stored = _decode(added.document.text)
            new = msgspec.structs.replace(stored, visibility=new.visibility)
            self._documents.change(_collection(new), Submission(_encode(new), None), None)
        self._publish(new)
        return new

    def find(self, slug: str) -> StoredScenario | None:
        """A scenario of a player or of the operator by its slug."""
        if slug in self._operators:
            return self._operators[slug]
        with translate_errors():
            owner = cast(bytes | None, self._client.get(keys.scenario_owner(slug)))
        if owner is None:
            return None
        [found] = self._documents.read([keys.scenario(owner.decode(), slug)])
        return None if found is None else _decode(found.text)

    def remove(self, scenario: StoredScenario) -> None:
        """Delete a scenario; its games go on. Idempotent."""
        self._withdraw(scenario.slug)
        try:
            self._documents.remove(_collection(scenario))
        except NoDocumentError:
            return
        with translate_errors():
            self._client.hdel(keys.scenario_summaries(scenario.author), scenario.slug)
            self._client.delete(keys.scenario_owner(scenario.slug))

    def erase(self, player: str) -> None:
        """Delete all scenarios of a player. Idempotent."""
        for slug in list(self._documents.entries(keys.scenarios(player))):
            found = self.find(slug)
            if found is not None:
                self.remove(found)

    def page(
        self, query: ScenarioQuery, viewer: str | None, limit: int, after: str = ""
    ) -> tuple[list[ScenarioSummary], str | None]:
        """Return up to ``limit`` scenarios that a viewer may see, by slug, after ``after``; and the
        slug to continue from, if there may be more."""
        operators = sorted(
            map(summary_of, self._operators.values()), key=lambda summary: summary.slug
        )
        in_memory = [
            [summary for summary in summaries if summary.slug > after]
            for summaries in (_shipped(), operators)
        ]
        sources = [
            *map(iter, in_memory),
            self._public(after, excluded=viewer),
            self._own(viewer, after),
        ]
        page_items: list[ScenarioSummary] = []
        last = after
        merged = heapq.merge(*sources, key=lambda summary: summary.slug)
        for summary in islice(merged, _MAX_SCANNED):
            if query.matches(summary):
                if len(page_items) == limit:
                    return page_items, page_items[-1].slug
                page_items.append(summary)
            last = summary.slug
        more = next(merged, None)
        return page_items, None if more is None else last

    def _public(self, after: str, *, excluded: str | None) -> Iterator[ScenarioSummary]:
        """The public scenarios of others."""
        found = self._listed(keys.PUBLIC_SCENARIOS, keys.PUBLIC_SUMMARIES, after)
        return (summary for summary in found if summary.author != excluded)

    def _own(self, viewer: str | None, after: str) -> Iterator[ScenarioSummary]:
        if viewer is None:
            return iter(())
        return self._listed(keys.scenarios(viewer), keys.scenario_summaries(viewer), after)

    def _listed(self, names: str, summaries: str, after: str) -> Iterator[ScenarioSummary]:
        for slugs in _batches(self._documents.entries(names, after)):
            with translate_errors():
                found = self._client.hmget(summaries, slugs)
            for text in cast(list[bytes | None], found):
                if text is not None:
                    yield msgspec.json.decode(text, type=ScenarioSummary)

    def _publish(self, scenario: StoredScenario) -> None:
        summary = msgspec.json.encode(summary_of(scenario))
        with translate_errors():
            self._client.hset(keys.scenario_summaries(scenario.author), scenario.slug, summary)
        if scenario.visibility is not Sharing.PUBLIC:
            self._withdraw(scenario.slug)
            return
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.hset(keys.PUBLIC_SUMMARIES, scenario.slug, summary)
            pipe.zadd(keys.PUBLIC_SCENARIOS, {scenario.slug: 0})
            pipe.execute()

    def _withdraw(self, slug: str) -> None:
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.zrem(keys.PUBLIC_SCENARIOS, slug)
            pipe.hdel(keys.PUBLIC_SUMMARIES, slug)
            pipe.execute()


def summary_of(scenario: StoredScenario) -> ScenarioSummary:
    """The summary of a player's scenario."""
    summarized = _summary(scenario.shown)
    return msgspec.structs.replace(
        summarized,
        verdict=scenario.verdict,
        visibility=scenario.visibility,
        author=scenario.author or None,
    )


@cache
def _shipped() -> tuple[ScenarioSummary, ...]:
    """The scenarios that ship with the service, by slug."""
    return tuple(_summary(built_in.document(slug)) for slug in built_in.slugs())


def _summary(document: Any) -> ScenarioSummary:
    return ScenarioSummary(
        slug=document["slug"],
        title=document["title"],
        year=document["year"],
        front=document["front"],
        board=document["board"]["kind"],
        face=document["board"]["face"],
        terrain=sorted({tile["terrain"] for tile in document["terrain"]}),
        units=len(document["units"]),
        special_rules=sorted({rule["id"] for rule in document["special_rules"]}),
    )


def _batches(slugs: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(slugs)
    while batch := list(islice(remaining, _BATCH)):
        yield batch


def _collection(scenario: StoredScenario) -> DocumentCollection:
    return DocumentCollection(
        key=keys.scenario(scenario.author, scenario.slug),
        entry=scenario.slug,
        own=keys.scenarios(scenario.author),
        lists=(),
    )


def _encode(scenario: StoredScenario) -> bytes:
    return msgspec.json.encode(scenario)


def _decode(text: bytes) -> StoredScenario:
    return msgspec.json.decode(text, type=StoredScenario)
