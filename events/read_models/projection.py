"""Update the read model from the logs, game by game.

A game's row is built from its newest state, which is loaded after the stored row was read, and is
stored only if that row is unchanged (compare and set). So order, repetition and concurrency of
updates do not matter: an older row never replaces a newer one. A game that has lost events is shown
as it is now.
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
from events.read_models.game_index_row import build_row, tag_of
from events.read_models.read_model import Change, ModelLostError, ReadModel
from events.store.failures import is_of_another_type
from events.store.port import HistoryShrankError, StoreUnavailableError
from events.summaries import ImportMark

RETRY_MILLISECONDS = 60_000
"""The delay before a game that could not be loaded is retried."""
_BATCH = 100
_log = logging.getLogger(__name__)


class Projection:
    """Projects games into one generation of the read model."""

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
        self._reached: FeedPositions = {}

    def process(self, entries: Collection[FeedEntry]) -> int:
        """Process entries of the feeds and acknowledge them; return the number of games.

        Raises ``StoreUnavailableError``, ``ModelLostError`` and ``FeedLostError``; the entries are
        then delivered again.
        """
        games = list({entry.game: None for entry in entries if entry.game})
        self.update(games)
        rating_fold.apply_due(self.model)
        self.update_names({entry.player for entry in entries if entry.player})
        if entries:
            self._advance(entries)
            self._feeds.acknowledge(self.model.group, entries)
        return len(games)

    def update_names(self, players: Collection[str]) -> None:
        """Update the index of player names. Raises ``StoreUnavailableError`` and
        ``ModelLostError``."""
        player_names.update_index(self.model, self._players, players)

    def update(self, games: Collection[str]) -> list[str]:
        """Update the rows of games; return the games that cannot be loaded, which are marked as
        failed. Raises ``StoreUnavailableError`` and ``ModelLostError``."""
        failed: list[str] = []
        names = iter(games)
        while batch := list(islice(names, _BATCH)):
            failed += self._update_batch(batch)
        if failed:
            self.model.mark_failed(failed, milliseconds(self._clock()) + RETRY_MILLISECONDS)
        return failed

    def retry(self) -> int:
        """Retry failed games that are due; return how many there were."""
        games = self.model.failed(milliseconds(self._clock()), _BATCH)
        failed = set(self.update(games))
        if done := [game for game in games if game not in failed]:
            self.model.clear_failed(done)
        return len(games)

    def changes(self, games: Collection[str]) -> tuple[list[Change], list[str]]:
        """The changes that update the rows of games, and the games that cannot be loaded."""
        stored = self.model.stored(games)
        # After the stored rows were read: what is loaded is at least as new.
        loaded_games = {game: loaded for game in games if (loaded := self._load(game)) is not None}
        imported, adjusted = self._imported(loaded_games), self._adjusted(loaded_games)
        changes = []
        for game, loaded in loaded_games.items():
            tag, stored_row = stored.get(game, ("", None))
            new_tag = tag_of(loaded, adjusted.get(game))
            if new_tag != tag:
                public_view = self._games.visible(loaded, frozenset())
                row = build_row(loaded, public_view, imported.get(game), adjusted.get(game))
                changes.append(Change(game, new_tag, row, tag, stored_row))
        return changes, [game for game in games if game not in loaded_games]

    def _update_batch(self, batch: Sequence[str]) -> list[str]:
        failed: list[str] = []
        remaining = list(batch)
        while remaining:
            changes, unreadable = self.changes(remaining)
            failed += unreadable
            remaining = [change.game for change in self.model.apply(changes)]
        return failed

    def _imported(self, loaded_games: Mapping[str, GameSnapshot]) -> dict[str, ImportMark]:
        """The origins of imported games, which are always finished."""
        return self._backend.imports.marks(
            game for game, loaded in loaded_games.items() if loaded.state.status is Status.FINISHED
        )

    def _adjusted(self, loaded_games: Mapping[str, GameSnapshot]) -> dict[str, float]:
        """The luck-adjusted results of rated games that were judged."""
        heads = {
            game: loaded.head
            for game, loaded in loaded_games.items()
            if loaded.state.created.rated and loaded.state.status is Status.FINISHED
        }
        return {game: judgement.adjusted for game, judgement in self._judgements.of(heads).items()}

    def _load(self, game: str) -> GameSnapshot | None:
        """Load a game from its log; None if it cannot be read."""
        try:
            try:
                return self._games.current(game)
            except HistoryShrankError:
                # The cached snapshots are dropped now; what is left is read from the start.
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
            position = newest.get(entry.partition, entry.id)
            newest[entry.partition] = max(entry.id, position, key=entry_order)
        previous = self.model.advance(newest)
        for partition, position in previous.items():
            reached = self._reached.get(partition)
            if reached is not None and (
                not position or entry_order(position) < entry_order(reached)
            ):
                raise ModelLostError(f"what was taken in of partition {partition} is gone")
            self._reached[partition] = max(
                newest[partition], position or newest[partition], key=entry_order
            )
