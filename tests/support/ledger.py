"""What was acknowledged to writers, held against what a store holds in the end."""

import threading
from collections import defaultdict
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Self

from redis import Redis

from events.games.service import Outcome
from events.log import chain
from events.log.stored_event import StoredEvent, load
from events.store.duplicate_keys import name_of
from events.store.keys import Keys


@dataclass
class Findings:
    """What an audit counted. A store that keeps its promise has zeros from ``lost`` on."""

    games: int = 0
    commands: int = 0
    """Commands that were acknowledged."""
    events: int = 0
    """Events that were acknowledged."""
    stored: int = 0
    """Events in the logs."""
    lost: int = 0
    """Acknowledged events whose version the log does not have."""
    forked: int = 0
    """Acknowledged events in whose place the log has another one."""
    gaps: int = 0
    """Events that are not numbered by their place."""
    broken: int = 0
    """Events whose hash does not follow from the one before."""
    halves: int = 0
    """Logs that end in the middle of a command."""
    keys: int = 0
    """Keys whose memory is not that of one whole command, or not what was acknowledged."""
    feeds: int = 0
    """Games whose feed does not say each of their commands once, in order."""

    def __iadd__(self, other: "Findings") -> "Findings":
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self

    @property
    def flaws(self) -> dict[str, int]:
        """What should not be, counted; empty when all is well."""
        expected = ("games", "commands", "events", "stored")
        counted = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: n for name, n in counted.items() if n and name not in expected}


class Ledger:
    """Notes outcomes from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._events: defaultdict[str, dict[int, str]] = defaultdict(dict)
        self._keys: defaultdict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
        self.contradictions = 0
        """Acknowledgements that say otherwise than an earlier one."""
        self.replays = 0
        """Outcomes that were told again."""

    @classmethod
    def of(cls, *games: str) -> Self:
        """One that was told of nothing, to audit games for what is wrong in themselves."""
        ledger = cls()
        for game in games:
            ledger._events[game] = {}
        return ledger

    @property
    def commands(self) -> int:
        """Commands acknowledged so far."""
        with self._lock:
            return sum(map(len, self._keys.values()))

    def note(self, game: str, field: str, outcome: Outcome) -> None:
        """An outcome that the writer of the key ``field`` was told."""
        with self._lock:
            self.replays += outcome.replayed
            place = (outcome.after, outcome.upto)
            known = self._keys[game].setdefault(field, place)
            self.contradictions += known != place
            for event in outcome.events:
                before = self._events[game].setdefault(event.version, event.hash)
                self.contradictions += before != event.hash

    def audit(self, client: Redis, names: Keys | None = None) -> Findings:
        """Compare with a server, which must be at rest."""
        names = names or Keys()
        found = Findings(forked=self.contradictions)
        for game, acknowledged in self._events.items():
            log = [load(line) for line in client.lrange(names.log(game), 0, -1)]
            found += _of_log(log, acknowledged)
            memory = client.hgetall(names.idempotency(game))
            found += _of_keys(log, memory, self._keys[game])
            feed = client.xrange(names.feed(names.partition(game)))
            said = [int(e[b"version"]) for _, e in feed if e[b"game"] == game.encode()]
            found.feeds += said != [event.version for event in log if event.last]
        return found


def _of_log(log: list[StoredEvent], acknowledged: dict[int, str]) -> Findings:
    found = Findings(games=1, events=len(acknowledged), stored=len(log))
    head = chain.GENESIS
    for place, event in enumerate(log, start=1):
        found.gaps += event.version != place
        found.broken += not event.follows(head)
        head = event.hash
    found.halves += bool(log) and not log[-1].last
    for version, digest in acknowledged.items():
        if version > len(log):
            found.lost += 1
        else:
            found.forked += log[version - 1].hash != digest
    return found


def _of_keys(
    log: list[StoredEvent], memory: dict[bytes, bytes], acknowledged: dict[str, tuple[int, int]]
) -> Findings:
    """A key's memory names one command of the log, from its first event to its last."""
    found = Findings(commands=len(acknowledged))
    ends = [0, *(event.version for event in log if event.last)]
    whole = set(pairwise(ends))
    kept: dict[str, tuple[int, int]] = {}
    for field, value in memory.items():
        after, upto = value.split()[1:]
        kept[field.decode()] = (int(after), int(upto))
    found.keys += sum(place not in whole for place in kept.values())
    found.keys += len(kept) - len(set(kept.values()))
    known = {name_of(field): place for field, place in acknowledged.items()}
    found.keys += sum(kept.get(name) not in (None, place) for name, place in known.items())
    if ends[-1]:
        found.keys += sum(
            name not in kept and place[1] <= ends[-1] for name, place in known.items()
        )
    return found
