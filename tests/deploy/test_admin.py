"""The operator's command, on the data of a real server."""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from deploy.admin import main
from deploy.admin_commands import maintenance
from deploy.redis_server import RedisServer
from domain import editions
from domain.commands import Resign
from domain.values import Seat
from events.accounts.players import Players
from events.accounts.reports import PlayerReport, ReportReason, Reports
from events.accounts.tokens import MAX_TOKENS, PLAYER_SCOPES, NewToken, Scope
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService
from events.log.stored_event import dump, load
from events.read_models.read_model import ReadModel
from events.read_models.rebuild import rebuild
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.store import keys
from events.store.keys import Keys
from events.store.port import HistoryShrankError
from events.transfer.exports import export_lines
from events.transfer.integrity import sealer
from tests.fixtures import everything, plays, started
from tests.support.lines import changed
from tests.support.logs import recorded_log, rewritten
from tests.support.waiting import PATIENCE
from tests.upgrade import FILES, fill, logs

PROJECT = Path(__file__).parents[2]
NAMES = Keys()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(tmp_path_factory.mktemp("redis"), appendfsync="no") as server:
        yield server


@pytest.fixture
def client(server: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A client of an empty server that the command works on."""
    monkeypatch.setenv("REDIS_URL", server.url)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    with Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def data(client: Redis, tmp_path: Path) -> Backend:
    return Backend.on(client, archive=ArchiveFiles.at(str(tmp_path / "var" / "archive")))


Said = pytest.CaptureFixture[str]


def admin(capfd: Said, *arguments: str) -> tuple[int, str, str]:
    """The exit status of a command, and what it says on its two outputs."""
    capfd.readouterr()
    status = main(list(arguments))
    out, err = capfd.readouterr()
    return status, out, err


def finish(data: Backend, name: str = "game", signer: Signer | None = None) -> None:
    games = GameService(data.store, utc_now, sealer=sealer(signer))
    started(games, name)
    games.submit(name, Resign(Seat.AXIS))


def whole(data: Backend, game: str = "game") -> bytes:
    log = [load(line) for line in data.store.read(game)]
    return b"".join(export_lines(log, None, data.store.seal(game)))


def test_a_running_game_is_exported_whole(data: Backend, capfd: Said, tmp_path: Path) -> None:
    started(GameService(data.store, utc_now), "game")
    expected = whole(data)
    assert admin(capfd, "export", "game")[:2] == (0, expected.decode())
    for name in ("game.jsonl", "game.jsonl.gz"):
        file = tmp_path / name
        assert admin(capfd, "export", "game", str(file))[0] == 0
        content = file.read_bytes()
        assert (gzip.decompress(content) if name.endswith(".gz") else content) == expected
        status, _, said = admin(capfd, "export", "game", str(file))
        assert (status, "File exists" in said) == (1, True)


def test_an_unknown_game_is_reported(data: Backend, capfd: Said) -> None:
    for command in ("export", "restore", "freeze", "unfreeze", "verify"):
        status, _, said = admin(capfd, command, "unknown")
        assert status == 1
        assert "unknown" in said


def test_games_are_taken_in_and_bad_ones_are_named(
    data: Backend, capfd: Said, tmp_path: Path
) -> None:
    finish(data)
    good, bad, absent = (tmp_path / name for name in ("good", "bad.gz", "absent"))
    good.write_bytes(whole(data))
    bad.write_bytes(gzip.compress(whole(data).replace(b"turn", b"torn")))
    data.client.flushall()
    status, out, err = admin(capfd, "import", str(bad), str(good), str(absent))
    assert (status, out) == (1, "game: imported, verified by rules\n")
    assert f"{bad}: refused: event" in err
    assert f"{absent}: " in err
    assert whole(data) == good.read_bytes()
    mark = data.imports.imported("game")
    assert mark is not None
    assert mark.imported_by is None
    assert admin(capfd, "import", str(good))[:2] == (0, "game: is already on this service\n")


def test_a_seal_of_one_s_own_vouches(data: Backend, capfd: Said, tmp_path: Path) -> None:
    make_key(tmp_path / "var" / "keys")
    finish(data, signer=Signer(tmp_path / "var" / "keys"))
    file = tmp_path / "game.jsonl"
    file.write_bytes(whole(data))
    data.client.flushall()
    assert "by seal" in admin(capfd, "import", str(file))[1]
    assert whole(data) == file.read_bytes()


def test_games_go_to_the_archive_and_back(data: Backend, capfd: Said) -> None:
    for name in ("one", "two"):
        finish(data, name)
    started(GameService(data.store, utc_now), "running")
    before = everything(data.client)
    assert admin(capfd, "archive")[:2] == (0, "0 games archived\n")
    assert everything(data.client) == before
    assert admin(capfd, "archive", "--older-than-days", "0")[:2] == (0, "2 games archived\n")
    assert data.client.exists(NAMES.log("one"), NAMES.log("two")) == 0
    assert admin(capfd, "verify", "--all")[:2] == (0, "3 of 3 games verify\n")
    status, _, said = admin(capfd, "freeze", "one")
    assert (status, "archived" in said) == (1, True)
    for name in ("one", "two"):
        assert admin(capfd, "restore", name)[0] == 0
    assert everything(data.client) == before
    assert admin(capfd, "restore", "one")[0] == 1


def test_an_idle_game_goes_to_the_archive_and_comes_back_by_itself(
    data: Backend, capfd: Said
) -> None:
    games = GameService(data.store, lambda: "2020-01-02T03:04:05.678Z")
    now = started(games, "idle")
    place = NAMES.closed("idle")
    assert admin(capfd, "archive", "--idle-days", "36500")[:2] == (0, "0 games archived\n")
    assert admin(capfd, "archive", "--idle-days", "1")[:2] == (0, "1 games archived\n")
    assert data.client.exists(place)
    games.submit("idle", plays(now.state)[0])
    assert not data.client.exists(place)


def test_a_game_of_a_revision_that_is_gone_is_not_judged_again(
    data: Backend, capfd: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(data)
    left = dict.fromkeys((2, 3, 4), editions.REVISIONS[editions.REVISION])
    monkeypatch.setattr(editions, "REVISIONS", left)
    status, out, said = admin(capfd, "verify", "game")
    assert (status, out) == (0, "1 of 1 games verify\n")
    assert "game: decided under revision 1, not judged again" in said


def test_what_cannot_be_archived_is_named(data: Backend, capfd: Said) -> None:
    for name in ("one", "two"):
        finish(data, name)
    admin(capfd, "freeze", "one", "--reason", "a trial")
    note = data.client.get(NAMES.closed("one"))
    assert note is not None
    assert json.loads(note) == {"state": "frozen", "reason": "a trial", "lost": False}
    status, out, err = admin(capfd, "archive", "--older-than-days", "0")
    assert (status, out) == (1, "1 games archived\n")
    assert "one was not archived: the game is frozen" in err
    assert admin(capfd, "unfreeze", "one")[0] == 0
    assert admin(capfd, "archive", "--older-than-days", "0")[:2] == (0, "1 games archived\n")


def test_the_operator_s_word_holds_soon_after_the_contrary(data: Backend, capfd: Said) -> None:
    games = GameService(data.store, utc_now)
    loaded = started(games, "game")
    assert admin(capfd, "unfreeze", "game")[:2] == (0, "game was not frozen\n")
    for _ in range(2):
        assert admin(capfd, "freeze", "game")[:2] == (0, "game is now frozen\n")
        assert admin(capfd, "freeze", "game")[:2] == (0, "game was already frozen\n")
        with pytest.raises(HistoryShrankError):
            games.submit("game", plays(loaded.state)[0])
        assert admin(capfd, "unfreeze", "game")[:2] == (0, "game is no longer frozen\n")
    assert not data.store.reopened("game"), "nothing was lost: a loss would close it again"
    assert games.submit("game", plays(loaded.state)[0]).upto > loaded.version
    games.submit("game", Resign(Seat.AXIS))
    admin(capfd, "archive", "--older-than-days", "0")
    status, out, said = admin(capfd, "unfreeze", "game")
    assert (status, out, "archived" in said) == (1, "", True)


def test_a_game_that_waits_for_its_seal_is_not_archived(
    data: Backend, capfd: Said, tmp_path: Path
) -> None:
    """In the archive it could get none any more."""
    for name in ("sealed", "unsealed", "imported"):
        finish(data, name)
    make_key(tmp_path / "var" / "keys")
    data.store.add_seal("sealed", seal_of(data, "sealed", Signer(tmp_path / "var" / "keys")))
    mark = {"imported_by": None, "imported_at": utc_now(), "vouched_by": "rules"}
    data.client.hset(NAMES.imports(NAMES.partition("imported")), "imported", json.dumps(mark))
    status, out, err = admin(capfd, "archive", "--older-than-days", "0")
    assert (status, out) == (1, "2 games archived\n")
    assert "unsealed was not archived: it has no seal yet" in err
    assert data.client.exists(NAMES.log("unsealed")) == 1
    data.store.add_seal("unsealed", seal_of(data, "unsealed", Signer(tmp_path / "var" / "keys")))
    assert admin(capfd, "archive", "--older-than-days", "0")[:2] == (0, "1 games archived\n")


def seal_of(data: Backend, game: str, signer: Signer) -> bytes:
    last = load(data.store.read(game)[-1])
    return signer.seal(game, last.version, last.hash, last.at)


def test_event_types_are_counted_in_redis_and_the_archive(data: Backend, capfd: Said) -> None:
    for name in ("one", "two"):
        finish(data, name)
    before = admin(capfd, "event-types")
    assert before[0] == 0
    counted = {tuple(line.split()[1:]): int(line.split()[0]) for line in before[1].splitlines()}
    assert counted["game_created", "3"] == 2
    assert counted["seat_taken", "1"] == 4
    admin(capfd, "archive", "--older-than-days", "0")
    assert admin(capfd, "event-types") == before


def test_damage_is_found(data: Backend, capfd: Said, tmp_path: Path) -> None:
    for name in ("sound", "damaged"):
        finish(data, name)
    line = data.client.lindex(NAMES.log("damaged"), 4)
    assert line is not None
    data.client.lset(NAMES.log("damaged"), 4, changed(line, at="2140-01-02T03:04:05.678Z"))
    status, out, err = admin(capfd, "verify", "--all")
    assert (status, out) == (1, "1 of 2 games verify\n")
    assert "damaged: event 5: its hash" in err
    assert admin(capfd, "verify", "sound")[0] == 0
    admin(capfd, "archive", "--older-than-days", "0")
    for file in (tmp_path / "var" / "archive").rglob("sound.*.log.xz"):
        file.write_bytes(b"")
    assert admin(capfd, "verify", "sound")[0] == 1


def test_a_game_against_the_rules_is_found_unless_it_is_sealed(
    data: Backend, capfd: Said, tmp_path: Path
) -> None:
    log = recorded_log()
    lost = next(one for one in log if one.type == "figures_lost")
    odd = rewritten(log, lost.version, data={**lost.data, "cause": "retreat_blocked"})
    game = odd[0].data["game"]
    data.client.rpush(NAMES.log(game), *map(dump, odd))
    status, _, said = admin(capfd, "verify", game)
    assert (status, "no legal command" in said) == (1, True)
    make_key(tmp_path / "var" / "keys")
    signer = Signer(tmp_path / "var" / "keys")
    data.store.add_seal(game, signer.seal(game, len(odd), odd[-1].hash, odd[-1].at))
    assert admin(capfd, "verify", game)[0] == 0


def test_lists_are_built_anew(data: Backend, capfd: Said) -> None:
    finish(data)
    assert ReadModel.current(data.client) is None
    status, out, _ = admin(capfd, "rebuild")
    assert (status, out.startswith("1 games in ")) == (0, True)
    model = ReadModel.current(data.client)
    assert model is not None
    assert model.stored(["game"])


def test_a_rebuild_that_loses_what_it_has_built_says_so(
    data: Backend, capfd: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose() -> bool:
        for name in data.client.scan_iter("afteraction:{read}:1*"):
            data.client.delete(name)
        return False

    finish(data)
    monkeypatch.setattr(maintenance, "rebuild", lambda backend: rebuild(backend, stopped=lose))
    status, out, said = admin(capfd, "rebuild")
    assert (status, out) == (1, "")
    assert "run it again" in said
    assert "Traceback" not in said


def test_a_key_is_rotated(client: Redis, capfd: Said, tmp_path: Path) -> None:
    assert admin(capfd, "rotate-key")[0] == 1
    make_key(tmp_path / "var" / "keys")
    status, out, _ = admin(capfd, "rotate-key")
    made = Signer(tmp_path / "var" / "keys").public_keys()["keys"][0]["kid"]
    assert (status, made in out) == (0, True)


def test_old_data_is_upgraded_when_asked(client: Redis, capfd: Said) -> None:
    fill(client, FILES[0])
    status, _, said = admin(capfd, "upgrade")
    assert (status, f"{len(logs(FILES[0]))} games" in said) == (0, True)
    assert client.exists(keys.LAYOUT)
    assert admin(capfd, "upgrade")[:2] == (0, "there is nothing to upgrade\n")
    assert admin(capfd, "verify", "--all")[0] == 0


def test_without_a_url_the_embedded_server_is_started_for_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Said
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    status, _, said = admin(capfd, "verify", "--all")
    assert (status, f"DATA_DIR {tmp_path} contains no data" in said) == (1, True)
    with RedisServer(tmp_path) as embedded, Redis.from_url(embedded.url) as client:
        finish(Backend.on(client))
        assert admin(capfd, "verify", "--all")[1] == "1 of 1 games verify\n"
    assert admin(capfd, "verify", "--all")[1] == "1 of 1 games verify\n"
    with RedisServer(tmp_path):
        pass


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["verify"],
        ["verify", "game", "--all"],
        ["archive", "--older-than-days", "-1"],
        ["import"],
        ["make-admin", "--player", "id", "--name", "Ada"],
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], capfd: Said) -> None:
    status, out, err = admin(capfd, *arguments)
    assert (status, out) == (2, "")
    assert "Usage: python -m deploy.admin" in err


def test_every_command_tells_how_it_is_used_whatever_the_settings(
    monkeypatch: pytest.MonkeyPatch, capfd: Said
) -> None:
    monkeypatch.setenv("PORT", "none")
    status, out, err = admin(capfd, "--help")
    assert (status, err) == (0, "")
    names = re.findall(r"^  ([a-z][a-z-]+)  +[A-Z].+\.$", out, re.MULTILINE)
    text = set(re.findall(r"`([a-z-]+)", (PROJECT / "deploy" / "README.md").read_text()))
    assert len(names) == 13
    assert set(names) <= text
    for name in names:
        status, out, err = admin(capfd, name, "--help")
        assert (status, err) == (0, ""), name
        assert out.startswith(f"Usage: python -m deploy.admin {name} "), name


def test_it_is_a_program(data: Backend) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deploy.admin", "verify", "--all"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 of 0 games verify\n", "")


def test_reports_are_printed_the_newest_first(client: Redis, capfd: Said) -> None:
    for number, name in enumerate(("pl_b", "pl_c"), start=1):
        at = f"2030-01-0{number}T00:00:00.000Z"
        Reports(client).add(PlayerReport(name, "pl_a", ReportReason.NAME, "Rude.", None, at))
    status, out, said = admin(capfd, "reports")
    assert [json.loads(line)["player"] for line in out.splitlines()] == ["pl_c", "pl_b"]
    assert (status, "2 reports" in said) == (0, True)


def test_an_administrator_is_made_by_a_token_that_is_printed_alone(
    client: Redis, capfd: Said
) -> None:
    status, out, said = admin(capfd, "make-admin", "--name", "Zoë")
    assert status == 0
    players = Players(client)
    found = players.of_token(out.removesuffix("\n"))
    assert found is not None
    assert found.scopes == set(Scope)
    assert found.player.name == "Zoë"
    assert found.player.id in said
    assert out.strip() not in said
    ada, _ = players.register("Ada", utc_now())
    status, out, _ = admin(capfd, "make-admin", "--player", ada.id)
    again = players.of_token(out.strip())
    assert again is not None
    assert (status, again.player, again.scopes) == (0, ada, set(Scope))
    assert [token.name for token in players.tokens.of_player(ada.id)] == [
        "first",
        "made by make-admin",
    ]


def test_nobody_else_is_made_an_administrator(client: Redis, capfd: Said) -> None:
    players = Players(client)
    ada, _ = players.register("Ada", utc_now())
    ben, _ = players.register("Ben", utc_now())
    players.delete(ada.id, utc_now())
    while len(players.tokens.of_player(ben.id)) < MAX_TOKENS:
        players.tokens.add(ben.id, NewToken("one more", PLAYER_SCOPES))
    before = set(client.scan_iter())
    for wrong in (
        ("--player", "pl_none"),
        ("--player", ada.id),
        ("--player", ben.id),
        ("--name", " "),
        ("--name", "a" * 61),
    ):
        status, out, said = admin(capfd, "make-admin", *wrong)
        assert (status, out) == (1, "")
        assert said
    assert set(client.scan_iter()) == before
    assert len(players.tokens.of_player(ben.id)) == MAX_TOKENS
