"""One reader's inbox: in order, bounded, and no wake-up is lost."""

import threading
import time

from events.live.hub import Inbox
from events.log.stored_event import StoredEvent
from tests.fixtures import PATIENCE

EVENT = StoredEvent(1, "turn_ended", 1, "2030-01-02T03:04:05.678Z", None, True, {}, None, "")
MORE_THAN_IS_KEPT = 1100


def test_groups_come_out_as_they_went_in() -> None:
    inbox, groups = Inbox(), [(EVENT,) * count for count in range(1, 100)]
    for group in groups:
        inbox.put(group)
    assert [inbox.take(0) for _ in groups] == groups
    assert inbox.take(0) is None


def test_a_slow_reader_is_sent_to_the_log() -> None:
    inbox = Inbox()
    for _ in range(MORE_THAN_IS_KEPT):
        inbox.put((EVENT,))
    inbox.put((EVENT, EVENT))
    taken = []
    while (group := inbox.take(0)) is not None:
        taken.append(group)
    assert len(taken) < MORE_THAN_IS_KEPT / 2
    assert taken[0] == ()
    assert taken[-1] == (EVENT, EVENT)


def test_taking_waits_no_longer_than_its_timeout() -> None:
    start = time.monotonic()
    assert Inbox().take(0.05) is None
    assert 0.04 < time.monotonic() - start < PATIENCE


def test_no_wake_up_is_lost() -> None:
    there, back = Inbox(), Inbox()
    rounds = 3000

    def answer() -> None:
        for _ in range(rounds):
            group = there.take(PATIENCE)
            assert group is not None
            back.put(group)

    other = threading.Thread(target=answer)
    other.start()
    for _ in range(rounds):
        there.put((EVENT,))
        assert back.take(PATIENCE) == (EVENT,)
    other.join(PATIENCE)
    assert not other.is_alive()
