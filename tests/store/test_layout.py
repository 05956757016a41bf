"""Which layout a server's data has, also while it is being marked."""

import pytest
from redis import Redis

from events.store import keys, layout
from events.store.keys import Keys
from events.store.layout import ForeignDataError
from tests.fixtures import KEYS, everything


def test_an_empty_server_is_as_good_as_one_of_ours(client: Redis) -> None:
    layout.check(client, KEYS)
    layout.claim(client, KEYS)
    layout.check(client, KEYS)
    before = everything(client)
    layout.claim(client, KEYS)
    assert everything(client) == before


@pytest.mark.parametrize("marked", [1, 32, 64])
def test_data_of_others_is_known_while_they_mark_it(client: Redis, marked: int) -> None:
    for partition in range(marked):
        client.set(KEYS.layout(partition), layout.marker(KEYS))
    layout.check(client, KEYS)
    before = everything(client)
    for refuse in (layout.check, layout.claim):
        with pytest.raises(ForeignDataError, match="64 partitions"):
            refuse(client, Keys(32))
    assert everything(client) == before
    layout.claim(client, KEYS)
    assert client.get(keys.LAYOUT) == layout.marker(KEYS).encode()
