"""The battles of players: kept under their authors' names, found by everyone who may see them.

A battle never changes; what can change is who sees it. All battles of a player lie in one slot; a
key beside them says whose a battle is, and lists in a slot of their own hold those for everyone.
"""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, cast

import msgspec

from domain import scenarios as built_in
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
"""How many a player may have."""
_AT_ONCE = 200
_MOST_LOOKED_AT = 5_000
"""Battles that one search goes through."""


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
        """What games are played with; None where none can be."""
        return None if self.verdict is Verdict.BLOCKED else parse(self.document)

    @property
    def shown(self) -> dict[str, Any]:
        """The battle in the service's own form."""
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
    """Which battles to list; None is any."""

    front: Front | None = None
    year: int | None = None
    board: str | None = None
    terrain: TerrainKind | None = None
    author: str | None = None

    def matches(self, one: ScenarioSummary) -> bool:
        """Whether a battle is one of them."""
        return (
            self.front in (None, one.front)
            and self.year in (None, one.year)
            and self.board in (None, one.board)
            and self.author in (None, one.author)
            and (self.terrain is None or self.terrain in one.terrain)
        )


class ScenarioLibrary:
    """The battles of all players and of the operator, and those that ship with the service."""

    def __init__(self, client: Client, operators: Iterable[StoredScenario] = ()) -> None:
        self._client = client
        self._documents = Documents(client)
        self._operators = {one.slug: one for one in operators}

    def add(self, new: StoredScenario) -> StoredScenario:
        """Keep a battle; returns it as it is kept: the same file of the same player is one battle,
        of which only the visibility is taken anew. Raises ``TooManyDocumentsError``."""
        with translate_errors():
            # First of all: what these do not name could not be found.
            self._client.set(keys.scenario_owner(new.slug), new.author)
        try:
            made = self._documents.add(
                _place(new), Submission(_encoded(new), None), MAX_SCENARIOS, None
            )
        except TooManyDocumentsError:
            # A battle that is there already is never one too many.
            with translate_errors():
                self._client.delete(keys.scenario_owner(new.slug))
            raise
        if isinstance(made, StoredDocument) and made.document is not None:
            stored = _decoded(made.document.text)
            new = msgspec.structs.replace(stored, visibility=new.visibility)
            self._documents.change(_place(new), Submission(_encoded(new), None), None)
        self._publish(new)
        return new

    def find(self, slug: str) -> StoredScenario | None:
        """A battle of a player or of the operator by its slug."""
        if slug in self._operators:
            return self._operators[slug]
        with translate_errors():
            owner = cast(bytes | None, self._client.get(keys.scenario_owner(slug)))
        if owner is None:
            return None
        [found] = self._documents.read([keys.scenario(owner.decode(), slug)])
        return None if found is None else _decoded(found.text)

    def remove(self, known: StoredScenario) -> None:
        """Take a battle away; games of it go on. May be done twice."""
        self._withdraw(known.slug)
        try:
            self._documents.remove(_place(known))
        except NoDocumentError:
            return
        with translate_errors():
            self._client.hdel(keys.scenario_summaries(known.author), known.slug)
            self._client.delete(keys.scenario_owner(known.slug))

    def erase(self, player: str) -> None:
        """Take away all battles of a player. May be done twice."""
        for slug in list(self._documents.entries(keys.scenarios(player))):
            found = self.find(slug)
            if found is not None:
                self.remove(found)

    def page(
        self, wanted: ScenarioQuery, viewer: str | None, limit: int, after: str = ""
    ) -> tuple[list[ScenarioSummary], str | None]:
        """Up to ``limit`` battles that a viewer may find, by slug, from behind ``after``; and the
        slug to go on from, if there may be more."""
        operators = sorted(map(summary_of, self._operators.values()), key=lambda one: one.slug)
        here = [[one for one in some if one.slug > after] for some in (_shipped(), operators)]
        sources = [*map(iter, here), self._public(after, but=viewer), self._own(viewer, after)]
        found: list[ScenarioSummary] = []
        last = after
        merged = heapq.merge(*sources, key=lambda one: one.slug)
        for one in islice(merged, _MOST_LOOKED_AT):
            if wanted.matches(one):
                if len(found) == limit:
                    return found, found[-1].slug
                found.append(one)
            last = one.slug
        more = next(merged, None)
        return found, None if more is None else last

    def _public(self, after: str, *, but: str | None) -> Iterator[ScenarioSummary]:
        """The battles of others that are for everyone."""
        found = self._listed(keys.PUBLIC_SCENARIOS, keys.PUBLIC_SUMMARIES, after)
        return (one for one in found if one.author != but)

    def _own(self, viewer: str | None, after: str) -> Iterator[ScenarioSummary]:
        if viewer is None:
            return iter(())
        return self._listed(keys.scenarios(viewer), keys.scenario_summaries(viewer), after)

    def _listed(self, names: str, summaries: str, after: str) -> Iterator[ScenarioSummary]:
        for slugs in _in_parts(self._documents.entries(names, after)):
            with translate_errors():
                found = self._client.hmget(summaries, slugs)
            for text in cast(list[bytes | None], found):
                if text is not None:
                    yield msgspec.json.decode(text, type=ScenarioSummary)

    def _publish(self, one: StoredScenario) -> None:
        summary = msgspec.json.encode(summary_of(one))
        with translate_errors():
            self._client.hset(keys.scenario_summaries(one.author), one.slug, summary)
        if one.visibility is not Sharing.PUBLIC:
            self._withdraw(one.slug)
            return
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.hset(keys.PUBLIC_SUMMARIES, one.slug, summary)
            pipe.zadd(keys.PUBLIC_SCENARIOS, {one.slug: 0})
            pipe.execute()

    def _withdraw(self, slug: str) -> None:
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.zrem(keys.PUBLIC_SCENARIOS, slug)
            pipe.hdel(keys.PUBLIC_SUMMARIES, slug)
            pipe.execute()


def summary_of(one: StoredScenario) -> ScenarioSummary:
    """What lists show of a player's battle."""
    summarized = _summary(one.shown)
    return msgspec.structs.replace(
        summarized, verdict=one.verdict, visibility=one.visibility, author=one.author or None
    )


@cache
def _shipped() -> tuple[ScenarioSummary, ...]:
    """The battles that ship with the service, by slug."""
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


def _in_parts(slugs: Iterable[str]) -> Iterator[list[str]]:
    left = iter(slugs)
    while part := list(islice(left, _AT_ONCE)):
        yield part


def _place(one: StoredScenario) -> DocumentCollection:
    return DocumentCollection(
        key=keys.scenario(one.author, one.slug),
        entry=one.slug,
        own=keys.scenarios(one.author),
        lists=(),
    )


def _encoded(one: StoredScenario) -> bytes:
    return msgspec.json.encode(one)


def _decoded(text: bytes) -> StoredScenario:
    return msgspec.json.decode(text, type=StoredScenario)
