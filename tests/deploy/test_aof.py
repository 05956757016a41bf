"""An append-only file that a crash cut short is mended before a server reads it."""

from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from deploy.redis_server.aof import repair
from deploy.redis_server.binary import find_redis_server
from tests.fixtures import everything
from tests.support.cuts import GAME, Tail, loaded, write_on, write_tail
from tests.support.ledger import Ledger

BEGIN, END = b"*1\r\n$5\r\nMULTI\r\n", b"*1\r\n$4\r\nEXEC\r\n"


def command(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(w), w) for w in words)


SET = command(b"SET", b"key", b"value")
LOOKS_LIKE_ONE = command(b"SET", b"key", BEGIN + SET)
WHOLE = SET + BEGIN + SET + SET + END


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (b"", b""),
        (b"REDIS0009" + bytes(range(256)), b"REDIS0009" + bytes(range(256))),
        (SET, SET),
        (WHOLE, WHOLE),
        (WHOLE + SET, WHOLE + SET),
        (WHOLE + SET[:-3], WHOLE + SET[:-3]),
        (WHOLE + BEGIN[:-1], WHOLE + BEGIN[:-1]),
        (WHOLE + BEGIN, WHOLE),
        (WHOLE + BEGIN.lower() + SET, WHOLE),
        (WHOLE + BEGIN + SET + SET[:1], WHOLE),
        (WHOLE + BEGIN + SET + SET[:-1], WHOLE),
        (WHOLE + BEGIN + b"#TS:1700000000\r\n" + SET, WHOLE),
        (WHOLE + BEGIN + SET + END[:-1], WHOLE),
        (WHOLE + BEGIN + LOOKS_LIKE_ONE + SET, WHOLE),
        (WHOLE + LOOKS_LIKE_ONE, WHOLE + LOOKS_LIKE_ONE),
        (WHOLE + BEGIN + LOOKS_LIKE_ONE + END, WHOLE + BEGIN + LOOKS_LIKE_ONE + END),
    ],
)
@pytest.mark.parametrize("ballast", [0, (1 << 20) - 60, 3 << 20])
def test_only_what_is_unfinished_is_cut_off(
    tmp_path: Path, text: bytes, kept: bytes, ballast: int
) -> None:
    before = command(b"SET", b"ballast", bytes(ballast)) if ballast else b""
    file = tmp_path / "appendonly.aof"
    file.write_bytes(before + text)
    assert repair(tmp_path) == len(text) - len(kept)
    assert file.read_bytes() == before + kept


def test_a_transaction_longer_than_a_window_is_cut_off_whole(tmp_path: Path) -> None:
    file = tmp_path / "appendonly.aof"
    file.write_bytes(WHOLE + BEGIN + command(b"SET", b"key", bytes(5 << 20)) + SET)
    assert repair(tmp_path) > 5 << 20
    assert file.read_bytes() == WHOLE


def test_of_several_parts_the_one_that_is_written_is_mended(tmp_path: Path) -> None:
    """The manifest says which; what a crash has left besides is none of the parts."""
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    numbers = (2, 9, 10, 11)
    parts = [folder / f"appendonly.aof.{number}.incr.aof" for number in numbers]
    for part in parts:
        part.write_bytes(WHOLE + BEGIN)
    lines = ["file appendonly.aof.9.base.rdb seq 9 type b", f"file {parts[0].name} seq 2 type h"]
    lines += [f"file {part.name} seq {n} type i" for part, n in zip(parts, numbers, strict=True)]
    (folder / "appendonly.aof.manifest").write_text("\n".join([*lines[:2], *lines[3:5], ""]))
    assert repair(tmp_path) == len(BEGIN)
    assert [part.read_bytes() == WHOLE for part in parts] == [False, False, True, False]
    assert repair(tmp_path / "elsewhere") == 0


def torn(directory: Path) -> Tail:
    """Files of which one ends in the middle of a command, whose events are in it already."""
    tail = write_tail(directory)
    ends = sorted(tail.states)
    tail.file.write_bytes(tail.whole[: ends[-1] - 40])
    return tail


def test_a_redis_server_left_alone_with_it_ruins_a_game(tmp_path: Path) -> None:
    """Valkey is not known to; ours is mended before it all the same."""
    data = torn(tmp_path).data
    with loaded(data, tmp_path / "own.sock") as client:
        assert not Ledger.of(GAME).audit(client).flaws
        write_on(client)
    with loaded(data, tmp_path / "own.sock") as client:
        ruined = bool(Ledger.of(GAME).audit(client).flaws)
    assert ruined == (find_redis_server()[1].name == "Redis")


def test_the_service_starts_its_server_on_a_mended_file(tmp_path: Path) -> None:
    torn(tmp_path)
    after: dict[bytes, object] | None = None
    for _ in range(3):
        with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
            assert after in (None, everything(client))
            assert not Ledger.of(GAME).audit(client).flaws
            after = write_on(client)
            server.kill()
    assert (tmp_path / "redis.log").read_text().count("Removed an incomplete command") == 1
