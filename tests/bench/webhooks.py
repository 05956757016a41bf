"""Webhooks of players in real games, while their sender is killed and receivers fail or dawdle.

    python -m tests.bench.webhooks [--deliveries 10000] [--rate 250] [--every 20] [--senders 1]

Twenty players have ten webhooks each: seven whose receiver does well, one that fails at times, one
that always fails and one that takes three seconds. Their games are played at random, so that so
many deliveries a second arise; every so many seconds a sender, of so many, dies by SIGKILL. In the
end each delivery is looked for, at its receiver or among those that failed: what receivers have not
accepted by then is given up by disabling their webhooks.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from deploy.processes import Child, signal_group, spawn
from deploy.redis_server import RedisServer
from deploy.supervisor import FORKS, PROGRAMS
from deploy.supervisor.supervised import Program
from domain.state import GameState
from domain.values import EditionName, Seat, Status
from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.feeds.feeds import Feeds
from events.games.service import GameService
from events.webhooks.deliveries import Body, Deliveries, delivery_id
from events.webhooks.registry import Webhooks
from events.webhooks.webhook import (
    BodyFormat,
    DeliveryStatus,
    Secret,
    Webhook,
    WebhookEventType,
)
from tests.fixtures import game_options, plays
from tests.support.waiting import wait_until

PAIRS = 10
KINDS = ("well",) * 7 + ("flaky", "fails", "slow")
SECRET = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
SLOW_SECONDS = 3.0
FLAKY = 0.05
PATIENCE = 600.0
SETTLED_AFTER = 4.0
"""Seconds after a kill in which deliveries may wait for the leases of the dead to expire."""


async def receive(folder: Path) -> None:
    """Answer as paths say, and write down what came: the path, the id, and how old the news was."""
    with (folder / "received").open("a", buffering=1) as file:
        chance = random.Random(1)

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lines = [line.partition(": ") for line in head.split("\r\n")]
            headers = {name.lower(): value for name, _, value in lines}
            body = await reader.readexactly(int(headers["content-length"]))
            at = milliseconds(msgspec.json.decode(body, type=Body).timestamp) / 1000
            path, now = head.split()[1], time.time()
            kind = path.split("/")[1]
            if kind == "slow":
                await asyncio.sleep(SLOW_SECONDS)
            fails = kind == "fails" or (kind == "flaky" and chance.random() < FLAKY)
            if not fails:
                file.write(f"{path} {headers['webhook-id']} {at:.3f} {now:.3f}\n")
            status = "500 No" if fails else "204 Yes"
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
        port = server.sockets[0].getsockname()[1]
        (folder / "port").write_text(f"{port}\n")
        async with server:
            await server.serve_forever()


@dataclass
class Play:
    """Games of pairs of players, and what each webhook is to be sent."""

    games: GameService
    hooks: dict[str, list[Webhook]]
    chance: random.Random = field(default_factory=lambda: random.Random(3))
    expected: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    count: int = 0
    commands: int = 0
    _running: dict[int, str] = field(default_factory=dict)

    def step(self) -> None:
        """One command in one of the games."""
        pair = self.chance.randrange(PAIRS)
        game = self._running.get(pair)
        if game is None:
            game = self._running[pair] = f"gm_{self.commands}_{pair}"
            seated = {Seat.ALLIES: player(pair, "a"), Seat.AXIS: player(pair, "b")}
            self.games.create(EditionName.E2025, game_options(game), seated=seated)
            self._expect(None, self.games.repository.current(game).state)
            return
        before = self.games.repository.current(game)
        command = self.chance.choice(plays(before.state))
        after = self.games.submit(game, command, before.version).loaded.state
        self.commands += 1
        self._expect(before.state, after)
        if after.status is Status.FINISHED:
            del self._running[pair]

    def _expect(self, before: GameState | None, after: GameState) -> None:
        for kind, who in changes(before, after):
            for hook in self.hooks[who]:
                game, version = after.created.game, after.version
                self.expected[hook.id].add(delivery_id(hook, kind, game, version))
                self.count += 1


def changes(before: GameState | None, after: GameState) -> Iterator[tuple[WebhookEventType, str]]:
    """What players are to be told of a command, the long way round."""
    was = before.status if before else Status.WAITING
    for who in after.seats.values():
        if was is Status.WAITING and after.status is Status.ACTIVE:
            yield WebhookEventType.GAME_STARTED, who
        if was is Status.ACTIVE and after.status is Status.FINISHED:
            yield WebhookEventType.GAME_FINISHED, who
        if is_awaited(after, who) and not (before and is_awaited(before, who)):
            yield WebhookEventType.YOUR_MOVE, who


def is_awaited(state: GameState, who: str) -> bool:
    """Whether it is somebody's move in a game that runs."""
    awaited = [state.seats.get(seat) for seat in state.awaiting]
    return state.status is Status.ACTIVE and who in awaited


def player(pair: int, which: str) -> str:
    """The id of a player."""
    return f"pl_{pair}{which}"


def open_webhooks(webhooks: Webhooks, port: str) -> dict[str, list[Webhook]]:
    """The webhooks of all players."""
    made: dict[str, list[Webhook]] = {}
    for who in (player(pair, which) for pair in range(PAIRS) for which in "ab"):
        for number, kind in enumerate(KINDS):
            name = f"wh_{who}_{number}"
            url = f"http://127.0.0.1:{port}/{kind}/{name}"
            new = Webhook(
                name,
                who,
                url,
                (*WebhookEventType,),
                BodyFormat.JSON,
                "en",
                enabled=True,
                created_at=utc_now(),
            )
            made.setdefault(who, []).append(webhooks.add(new, SECRET).webhook)
    return made


def start(url: str) -> Program:
    """The sender, as the supervisor starts it."""
    os.environ.update({"REDIS_URL": url, "WEBHOOK_NETWORKS": "127.0.0.0/8"})
    name = "the webhooks"
    sender = Program(name, PROGRAMS[name], keep_open=[], close=[], forks=FORKS)
    sender.start()
    return sender


def stop(process: Child | None) -> None:
    """Kill it, and wait until it is gone."""
    if process is not None:
        signal_group(process, signal.SIGKILL)
        process.wait()


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def run(url: str, folder: Path, options: argparse.Namespace) -> int:
    """Exit status: 0 when nothing is missing."""
    backend = Backend.at(url)
    webhooks = Webhooks(backend.client, Feeds(backend.client, backend.names))
    wait_until((folder / "port").exists, "the receiver listens")
    hooks = open_webhooks(webhooks, (folder / "port").read_text().strip())
    play, kills = Play(GameService(backend.store, utc_now), hooks), list[float]()
    senders = [start(url) for _ in range(options.senders)]
    while not play.count:
        play.step()
    wait_until((folder / "received").read_text, "the sender is at work", PATIENCE)
    game = time.monotonic()
    next_kill = game + options.every
    try:
        while play.count < options.deliveries:
            play.step()
            if time.monotonic() > next_kill:
                stop(senders.pop(0).process)
                kills.append(time.time())
                senders.append(start(url))
                next_kill = time.monotonic() + options.every
            ahead = play.count / options.rate - (time.monotonic() - game)
            if ahead > 0:
                time.sleep(min(ahead, 0.1))
        every = [hook for each in hooks.values() for hook in each]
        well = [hook for hook in every if "/well/" in hook.url]

        def pending(hook: Webhook) -> int:
            found = webhooks.find(hook.id)
            figures = found.figures if found else None
            return (
                len(play.expected[hook.id]) - figures.delivered - figures.failed if figures else 0
            )

        def done(some: list[Webhook]) -> bool:
            time.sleep(1)
            return not any(map(pending, some))

        wait_until(lambda: done(well), "all is sent", PATIENCE)
        for hook in (hook for hook in every if hook not in well):
            # What is not delivered yet may wait for hours.
            webhooks.change(hook.id, lambda one: msgspec.structs.replace(one, enabled=False))
        wait_until(lambda: done(every), "all is settled", PATIENCE)
    finally:
        for sender in senders:
            stop(sender.process)
    seconds = time.monotonic() - game
    return report(folder, play, every, webhooks, Deliveries(backend.client), kills, seconds)


def report(
    folder: Path,
    play: Play,
    hooks: list[Webhook],
    webhooks: Webhooks,
    deliveries: Deliveries,
    kills: list[float],
    seconds: float,
) -> int:
    """Print what has become of all deliveries; how many are missing."""
    came: defaultdict[str, list[str]] = defaultdict(list)
    late: list[float] = []
    calm: list[float] = []
    for line in (folder / "received").read_text().splitlines():
        path, name, told_at, now = line.split()
        _, kind, hook = path.split("/")
        first = name not in came[hook]
        came[hook].append(name)
        if kind == "well" and first:
            late.append(float(now) - float(told_at))
            if not any(at - 1 < float(told_at) < at + SETTLED_AFTER for at in kills):
                calm.append(late[-1])
    missing = doubles = delivered = failed = 0
    for hook in hooks:
        arrived, expected = set(came[hook.id]), play.expected[hook.id]
        doubles += len(came[hook.id]) - len(arrived)
        page, _ = deliveries.page(hook.id, DeliveryStatus.FAILED, 3000)
        listed = {one.id for one in page}
        standing = webhooks.find(hook.id)
        figures = standing.figures if standing else None
        delivered += figures.delivered if figures else 0
        failed += figures.failed if figures else 0
        # Of a receiver that fails only the last thousand are listed by name; the rest is counted.
        forgotten = max(0, (figures.failed if figures else 0) - len(listed))
        missing += max(0, len(expected - arrived - listed) - forgotten) + len(arrived - expected)
    print(
        f"{play.count} deliveries of {play.commands} commands in {seconds:.0f} s under "
        f"{len(kills)} kills: {delivered} delivered, {failed} failed and listed, {missing} lost, "
        f"{doubles} doubles dropped by id"
    )
    for what, values in (("well, all the time", late), ("well, no kill nearby", calm)):
        shares = ", ".join(f"p{100 * s:g} {percentile(values, s):.3f} s" for s in (0.5, 0.99, 1))
        print(f"{what}: {len(values)} deliveries, {shares}")
    return int(missing > 0)


def main(arguments: list[str]) -> int:
    """Exit status: 0 when nothing is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.webhooks", description=__doc__)
    parser.add_argument("--deliveries", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--every", type=float, default=20)
    parser.add_argument("--senders", type=int, default=1)
    parser.add_argument("--receive", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.receive:
        asyncio.run(receive(options.receive))
    with tempfile.TemporaryDirectory() as name, RedisServer(Path(name)) as server:
        folder = Path(name)
        command = [sys.executable, "-m", "tests.bench.webhooks", "--receive", name]
        receiver = spawn(command)
        try:
            return run(server.url, folder, options)
        finally:
            stop(receiver)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
