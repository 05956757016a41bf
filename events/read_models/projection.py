"""Bringing the read model up to date with the logs, game by game.

A game's entry is made from the newest state, loaded after the stored entry was read, and stored
only if that one is still there. So it does not matter in which order, how often or by how many
processes games are brought up to date: nothing older ever takes the place of something newer. A
game that has lost events is shown as it is now.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice

from domain.values import Status
from events.accounts.players import Players
from events.archive.files import ArchiveError
from events.backend import Backend
from events.clock import milliseconds
from events.feeds.feeds import FeedEntry, FeedPositions, Feeds, entry_order
from events.games.judgements import Judgements
from events.games.repository import GameRepository
from events.games.snapshot import GameSnapshot
from events.log.unreadable import UnreadableGameError
from events.read_models import player_names, rating_fold
from events.read_models.game_index_row import entry_of, tag_of
from events.read_models.read_model import Change, ModelLostError, ReadModel
from events.store.failures import is_of_another_type
from events.store.port import HistoryShrankError, StoreUnavailableError
from events.summaries import ImportMark

RETRY_MILLISECONDS = 60_000
"""After how long a game that could not be loaded is tried again."""
_AT_ONCE = 100
_log = logging.getLogger(__name__)


class Projection:
    """Takes games into one generation of the read model."""

    def __init__(
        self, backend: Backend, model: ReadModel, games: GameRepository, clock: Callable[[], str]
    ) -> None:
        self.model = model
        self._backend = backend
        self._feeds = Feeds(backend.client, backend.names)
        self._games = games
        self._judgements = Judgements(backend.client, backend.names)
        self._players = Players(backend.client, clock, names=backend.names)
        self._clock = clock
        self._positions: FeedPositions = {}

    def take_in(self, entries: Collection[FeedEntry]) -> int:
        """Take in what feeds have told, and acknowledge it; returns the number of games.

        Raises ``StoreUnavailableError``, ``ModelLostError`` and ``FeedLostError``; entries that
        were not acknowledged are handed out again then.
        """
        games = list({entry.game: None for entry in entries if entry.game})
        self.bring_up_to_date(games)
        rating_fold.take_in(self.model)
        self.take_in_names({entry.player for entry in entries if entry.player})
        if entries:
            self._advance(entries)
            self._feeds.acknowledge(self.model.group, entries)
        return len(games)

    def take_in_names(self, players: Collection[str]) -> None:
        """Let players be found by the names that they have now. Raises ``StoreUnavailableError``
        and ``ModelLostError``."""
        player_names.take_in(self.model, self._players, players)

    def bring_up_to_date(self, games: Collection[str]) -> list[str]:
        """Make entries say what the logs say; returns the games that cannot be loaded, which are
        set aside. Raises ``StoreUnavailableError`` and ``ModelLostError``."""
        failed: list[str] = []
        names = iter(games)
        while batch := list(islice(names, _AT_ONCE)):
            failed += self._bring(batch)
        if failed:
            self.model.set_aside(failed, milliseconds(self._clock()) + RETRY_MILLISECONDS)
        return failed

    def retry(self) -> int:
        """Try again games that were set aside some time ago; returns how many there were."""
        games = self.model.failed(milliseconds(self._clock()), _AT_ONCE)
        failed = set(self.bring_up_to_date(games))
        if done := [game for game in games if game not in failed]:
            self.model.take_back(done)
        return len(games)

    def changes(self, games: Collection[str]) -> tuple[list[Change], list[str]]:
        """What would bring games up to date, and the games that cannot be loaded."""
        stored = self.model.stored(games)
        # Only now: what is loaded is at least as new as what is stored.
        found = {game: loaded for game in games if (loaded := self._load(game)) is not None}
        imported, adjusted = self._imported(found), self._adjusted(found)
        changes = []
        for game, loaded in found.items():
            tag, known = stored.get(game, ("", None))
            new_tag = tag_of(loaded, adjusted.get(game))
            if new_tag != tag:
                seen = self._games.visible(loaded, frozenset())
                new = entry_of(loaded, seen, imported.get(game), adjusted.get(game))
                changes.append(Change(game, new_tag, new, tag, known))
        return changes, [game for game in games if game not in found]

    def _bring(self, batch: Sequence[str]) -> list[str]:
        failed: list[str] = []
        left = list(batch)
        while left:
            changes, unreadable = self.changes(left)
            failed += unreadable
            left = [change.game for change in self.model.apply(changes)]
        return failed

    def _imported(self, found: Mapping[str, GameSnapshot]) -> dict[str, ImportMark]:
        """Where games come from that were not played here; one is finished when it comes."""
        return self._backend.imports.marks(
            game for game, one in found.items() if one.state.status is Status.FINISHED
        )

    def _adjusted(self, found: Mapping[str, GameSnapshot]) -> dict[str, float]:
        """The luck-adjusted results of rated games, as far as they were judged."""
        heads = {
            game: one.head
            for game, one in found.items()
            if one.state.created.rated and one.state.status is Status.FINISHED
        }
        return {game: one.adjusted for game, one in self._judgements.of(heads).items()}

    def _load(self, game: str) -> GameSnapshot | None:
        """A game as its log is now; None when it cannot be read."""
        try:
            try:
                return self._games.current(game)
            except HistoryShrankError:
                # What this process knew is forgotten now; what is left is read from the beginning.
                return self._games.current(game)
        except (StoreUnavailableError, ArchiveError) as error:
            if isinstance(error, StoreUnavailableError) and not is_of_another_type(error):
                raise
            _log.error("game not processed: %s", error, extra={"game": game})
        except UnreadableGameError as error:
            _log.error(
                "game not processed because it is unreadable: %s", error, extra={"game": game}
            )
        except Exception:
            _log.exception("game not processed", extra={"game": game})
        return None

    def _advance(self, entries: Collection[FeedEntry]) -> None:
        newest: FeedPositions = {}
        for entry in entries:
            other = newest.get(entry.partition, entry.id)
            newest[entry.partition] = max(entry.id, other, key=entry_order)
        before = self.model.advance(newest)
        for partition, place in before.items():
            known = self._positions.get(partition)
            if known is not None and (not place or entry_order(place) < entry_order(known)):
                raise ModelLostError(f"what was taken in of partition {partition} is gone")
            self._positions[partition] = max(
                newest[partition], place or newest[partition], key=entry_order
            )
