"""The bounded memory of what was used last."""

import threading

from events.lru_cache import LruCache


def test_the_values_used_last_are_kept() -> None:
    recent: LruCache[int] = LruCache(3)
    for number in range(3):
        recent.put(str(number), number)
    assert recent.get("0") == 0
    recent.put("3", 3)
    assert [recent.get(str(number)) for number in range(4)] == [0, None, 2, 3]


def test_an_older_value_does_not_take_the_place_of_a_newer() -> None:
    recent: LruCache[int] = LruCache(3)
    for number in (1, 5, 3, 5, 4):
        recent.put("a", number, newer=lambda one, other: one > other)
    assert recent.get("a") == 5
    recent.put("a", 2)
    assert recent.get("a") == 2


def test_threads_share_it_without_mixing_names() -> None:
    recent: LruCache[int] = LruCache(10)
    wrong: list[object] = []

    def use(seed: int) -> None:
        for step in range(3000):
            number = (seed * 7 + step) % 30
            recent.put(str(number), number)
            if recent.get(str(number)) not in (number, None):
                wrong.append(number)

    threads = [threading.Thread(target=use, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert sum(recent.get(str(number)) is not None for number in range(30)) == 10
