"""``python -m tests.support.tomorrow``: the code as it may be one day, on games of today.

A further card in the deck, a changed one, and a further terrain make a second revision of the
rules. Every third recorded game of each edition, variant and revision, in a soak every one, is read
from its export by it, judged, and exported again, and every log of every stored form is judged;
then a game with the new deck is played and read back. Prints that game's export, and nothing else.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from typing import Any

from domain import values


def added(kind: type[StrEnum], word: str) -> Any:
    """A further member of an enumeration, as if it had always been there."""
    member = str.__new__(kind, word)
    member._name_, member._value_ = word.upper(), word
    kind._member_map_[member._name_] = member
    kind._value2member_map_[word] = member
    kind._member_names_.append(member._name_)
    return member


# Before anything asks what members there are.
CARD = added(values.Card, "night_march")
TERRAIN = added(values.TerrainKind, "glacier")

from domain import create, editions  # noqa: E402
from domain.rulebook.book import Edition  # noqa: E402
from domain.scenarios import load  # noqa: E402
from domain.values import Card, EditionName, Variant  # noqa: E402
from events.log.stored_event import StoredEvent  # noqa: E402
from events.transfer.exports import export_lines, read_export  # noqa: E402
from events.transfer.replay_check import Battles  # noqa: E402
from events.transfer.verifying import verified  # noqa: E402
from events.upgrade.plan import planned  # noqa: E402
from tests.fixtures import game_options  # noqa: E402
from tests.golden import make  # noqa: E402
from tests.support.logs import battles_of, exported, recorded_log, some_recordings  # noqa: E402
from tests.upgrade.stores import FILES, as_bytes, read  # noqa: E402

REVISION = editions.REVISION + 1


def of_tomorrow(book: Edition) -> Edition:
    """A rulebook with all three changes."""
    firefight = replace(book.cards[Card.FIREFIGHT], copies=4)
    cards = {**book.cards, Card.FIREFIGHT: firefight, CARD: book.cards[Card.RECON_IN_FORCE]}
    return replace(
        book,
        cards=cards,
        decks={**book.decks, Variant.STANDARD: cards},
        terrain={**book.terrain, TERRAIN: book.terrain[values.TerrainKind.FOREST]},
    )


def main() -> int:
    """Exit status: 0 when everything is as it was."""
    today = editions.REVISIONS[editions.REVISION]
    editions.REVISIONS[REVISION] = {name: of_tomorrow(book) for name, book in today.items()}
    for log in map(recorded_log, some_recordings()):
        _goes_on(exported(log), battles_of(log).__getitem__)

    for path in FILES:
        for log in logs_of(read(path)):
            verified(log, None, vouched=False, battles=battles_of(log).__getitem__)

    def created(edition: EditionName, options: Any) -> Any:
        return create(edition, options, REVISION)

    make.create = created
    options = replace(game_options("tomorrow"), variant=Variant.STANDARD)
    log = make.play(EditionName.E2025, options, random.Random(11), resign_after=0)
    result = "".join(str(event.shown_to(None)) for event in log)
    if log[0].data["deck"][CARD] < 1 or result.count(CARD) < 3:
        raise AssertionError("the new card is never drawn")
    _goes_on(exported(log), load)
    sys.stdout.buffer.write(exported(log))
    return 0


def logs_of(store: Any) -> Iterator[list[StoredEvent]]:
    """The logs of a store, as the upgrade leaves them."""
    keys = store["keys"]
    for name, entry in keys.items():
        if ":log:" in name:
            fields = keys.get(name.replace(":log:", ":idempotency:"), {"value": {}})["value"]
            yield list(
                map(make.load_event, planned(list(map(as_bytes, entry["value"])), fields).lines)
            )


def _goes_on(whole: bytes, battles: Battles) -> None:
    """An export is judged by the rules, and comes out again as it came in."""
    found = read_export(whole.splitlines(keepends=True), battles=battles)
    if found.vouched_by != "rules":
        raise AssertionError("nobody judged the game")
    again = b"".join(chain(export_lines(list(map(make.load_event, found.lines)), None, None)))
    if again != whole:
        raise AssertionError("the game has changed")


if __name__ == "__main__":
    sys.exit(main())
