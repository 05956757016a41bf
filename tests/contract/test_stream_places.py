"""Places for streams: shares, the reserve of those who play, and who gives way to whom."""

import pytest

from api.limits.stream_places import (
    MAX_DISPLACED,
    NoPlaceError,
    Place,
    Rank,
    StreamLimits,
    StreamPlaces,
)

ANONYMOUS, SIGNED_IN, SEATED = Rank


def places(total: int = 8, per_address: int = 100, per_player: int = 100) -> StreamPlaces:
    return StreamPlaces(StreamLimits(total, per_address, per_player))


def taken(held: StreamPlaces, *wanted: Place) -> list[Place]:
    for place in wanted:
        held.take(place)
    return list(wanted)


def refused(held: StreamPlaces, wanted: Place) -> tuple[str | None, int]:
    with pytest.raises(NoPlaceError) as error:
        held.take(wanted)
    return error.value.whose, error.value.most


def test_an_address_and_a_player_have_a_share_and_get_it_back() -> None:
    held = places(per_address=2, per_player=1)
    first, _ = taken(held, Place(ANONYMOUS, "a"), Place(ANONYMOUS, "a"))
    assert refused(held, Place(ANONYMOUS, "a")) == ("address", 2)
    taken(held, Place(ANONYMOUS, "b"), Place(ANONYMOUS, None), Place(ANONYMOUS, None))
    held.leave(first)
    held.leave(first)
    taken(held, Place(SIGNED_IN, "a", "ada"))
    assert refused(held, Place(SIGNED_IN, "b", "ada")) == ("player", 1)
    assert refused(held, Place(SEATED, "b", "ada")) == ("player", 1)


def test_a_quarter_is_for_who_holds_a_seat() -> None:
    held = places()
    taken(held, *(Place(SIGNED_IN, f"{number}") for number in range(6)))
    assert refused(held, Place(SIGNED_IN)) == (None, 0)
    taken(held, Place(SEATED), Place(SEATED))


def test_the_lowest_rank_gives_way_of_the_address_with_the_most_streams() -> None:
    held = places()
    few = taken(held, Place(ANONYMOUS, "b"), Place(SIGNED_IN, "a", "cy"))
    many = taken(held, *(Place(ANONYMOUS, "a") for _ in range(4)))
    taken(held, Place(SEATED), Place(SEATED))
    assert not any(place.displaced for place in (*few, *many))
    taken(held, Place(SEATED))
    taken(held, Place(SIGNED_IN, "c", "dee"))
    assert sum(place.displaced for place in many) == 2
    assert not any(place.displaced for place in few)
    taken(held, *(Place(SEATED) for _ in range(3)))
    assert [place.displaced for place in (*few, *many)] == [True, False, *[True] * 4]
    taken(held, Place(SEATED), Place(SEATED))
    assert refused(held, Place(SEATED)) == (None, 0)


def test_who_plays_gets_the_place_of_others_at_its_own_address() -> None:
    held = places(per_address=2)
    taken(held, Place(ANONYMOUS, "b"))
    here = taken(held, Place(SIGNED_IN, "a", "cy"), Place(ANONYMOUS, "a"))
    taken(held, Place(SEATED, "a", "ada"))
    assert [place.displaced for place in here] == [False, True]
    assert refused(held, Place(SIGNED_IN, "a", "cy")) == ("address", 2)


def test_only_so_many_are_displaced_before_their_streams_have_ended() -> None:
    held = places(total=MAX_DISPLACED + 20)
    crowd = taken(held, *(Place(ANONYMOUS, "a") for _ in range(39)))
    taken(held, *(Place(SEATED) for _ in range(13 + MAX_DISPLACED)))
    assert sum(place.displaced for place in crowd) == MAX_DISPLACED
    assert refused(held, Place(SEATED)) == (None, 0)
    gone = next(place for place in crowd if place.displaced)
    held.leave(gone)
    taken(held, Place(SEATED))
