"""The games and chapters of a study that its author or a reader may see."""

from collections.abc import Iterator
from typing import Any

from api.access.commentary_access import reader, require_on_board
from api.access.views import GameView, view_for
from api.http.problems import ProblemError
from events.accounts.players import Player
from events.commentary.annotations import AnnotationEntry, Audience
from events.commentary.studies import Study
from events.games.errors import GameNotFoundError

Chapter = dict[str, Any]


class GameViews:
    """The views of games for one viewer, each loaded once."""

    def __init__(self, who: Player | None) -> None:
        self._who = who
        self._views: dict[str, GameView | None] = {}

    def of(self, game: str) -> GameView | None:
        """Return the view of a game; None if the viewer may not see it."""
        if game not in self._views:
            self._views[game] = self._load(game)
        return self._views[game]

    def chapters(self, study: Study) -> Iterator[Chapter]:
        """Iterate over the chapters of a study that the viewer may read."""
        return (chapter for chapter in study.chapters if self._may_read(study, chapter))

    def _may_read(self, study: Study, chapter: Chapter) -> bool:
        if self._who is not None and self._who.id == study.owner:
            return True
        game_view = self.of(chapter["game"])
        if game_view is None:
            return False
        entry = AnnotationEntry(chapter["version"], chapter["last_version"], study.id, study.owner)
        return reader(game_view, self._who).may_read(Audience.PUBLIC, entry)

    def _load(self, game: str) -> GameView | None:
        try:
            return view_for(game, self._who)
        except GameNotFoundError:
            return None
        except ProblemError as error:
            if error.code != "not_found":
                raise
            return None


def require_games(chapters: list[Chapter], who: Player) -> None:
    """Reject chapters on games, or on versions, that their author may not see."""
    views = GameViews(who)
    for number, chapter in enumerate(chapters, start=1):
        game_view = views.of(chapter["game"])
        if game_view is None:
            detail = f"Chapter {number}: no game has this id, or the game is private."
            raise ProblemError("not_found", detail)
        newest = game_view.state.version
        if chapter["last_version"] > newest:
            detail = f"Chapter {number}: the game has versions 1 to {newest}."
            raise ProblemError("not_found", detail)
        pointer = f"/chapters/{number - 1}"
        notes = ((f"{pointer}/notes/{index}", note) for index, note in enumerate(chapter["notes"]))
        require_on_board(game_view, [(pointer, chapter), *notes])
