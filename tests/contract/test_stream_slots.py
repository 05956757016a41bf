"""Places for streams: shares, the reserve of those who play, and who gives way to whom."""

import pytest

from api.limits.stream_slots import (
    MAX_DISPLACED,
    NoSlotError,
    Rank,
    Slot,
    StreamLimits,
    StreamSlots,
)

ANONYMOUS, SIGNED_IN, SEATED = Rank


def places(total: int = 8, per_address: int = 100, per_player: int = 100) -> StreamSlots:
    return StreamSlots(StreamLimits(total, per_address, per_player))


def taken(held: StreamSlots, *wanted: Slot) -> list[Slot]:
    for place in wanted:
        held.acquire(place)
    return list(wanted)


def refused(held: StreamSlots, wanted: Slot) -> tuple[str | None, int]:
    with pytest.raises(NoSlotError) as error:
        held.acquire(wanted)
    return error.value.owner, error.value.limit


def test_an_address_and_a_player_have_a_share_and_get_it_back() -> None:
    held = places(per_address=2, per_player=1)
    first, _ = taken(held, Slot(ANONYMOUS, "a"), Slot(ANONYMOUS, "a"))
    assert refused(held, Slot(ANONYMOUS, "a")) == ("address", 2)
    taken(held, Slot(ANONYMOUS, "b"), Slot(ANONYMOUS, None), Slot(ANONYMOUS, None))
    held.release(first)
    held.release(first)
    taken(held, Slot(SIGNED_IN, "a", "ada"))
    assert refused(held, Slot(SIGNED_IN, "b", "ada")) == ("player", 1)
    assert refused(held, Slot(SEATED, "b", "ada")) == ("player", 1)


def test_a_quarter_is_for_who_holds_a_seat() -> None:
    held = places()
    taken(held, *(Slot(SIGNED_IN, f"{number}") for number in range(6)))
    assert refused(held, Slot(SIGNED_IN)) == (None, 0)
    taken(held, Slot(SEATED), Slot(SEATED))


def test_the_lowest_rank_gives_way_of_the_address_with_the_most_streams() -> None:
    held = places()
    few = taken(held, Slot(ANONYMOUS, "b"), Slot(SIGNED_IN, "a", "cy"))
    many = taken(held, *(Slot(ANONYMOUS, "a") for _ in range(4)))
    taken(held, Slot(SEATED), Slot(SEATED))
    assert not any(place.displaced for place in (*few, *many))
    taken(held, Slot(SEATED))
    taken(held, Slot(SIGNED_IN, "c", "dee"))
    assert sum(place.displaced for place in many) == 2
    assert not any(place.displaced for place in few)
    taken(held, *(Slot(SEATED) for _ in range(3)))
    assert [place.displaced for place in (*few, *many)] == [True, False, *[True] * 4]
    taken(held, Slot(SEATED), Slot(SEATED))
    assert refused(held, Slot(SEATED)) == (None, 0)


def test_who_plays_gets_the_place_of_others_at_its_own_address() -> None:
    held = places(per_address=2)
    taken(held, Slot(ANONYMOUS, "b"))
    here = taken(held, Slot(SIGNED_IN, "a", "cy"), Slot(ANONYMOUS, "a"))
    taken(held, Slot(SEATED, "a", "ada"))
    assert [place.displaced for place in here] == [False, True]
    assert refused(held, Slot(SIGNED_IN, "a", "cy")) == ("address", 2)


def test_only_so_many_are_displaced_before_their_streams_have_ended() -> None:
    held = places(total=MAX_DISPLACED + 20)
    crowd = taken(held, *(Slot(ANONYMOUS, "a") for _ in range(39)))
    taken(held, *(Slot(SEATED) for _ in range(13 + MAX_DISPLACED)))
    assert sum(place.displaced for place in crowd) == MAX_DISPLACED
    assert refused(held, Slot(SEATED)) == (None, 0)
    gone = next(place for place in crowd if place.displaced)
    held.release(gone)
    taken(held, Slot(SEATED))
