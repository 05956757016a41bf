"""Sends what is due, and writes down what came of it.

Receivers that answer soon and all others have places of their own, so that the others, however many
and however slow, hold nobody up. Requests are made on one event loop; the store is asked from one
thread beside it.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event, Thread

from events.clock import at_milliseconds
from events.store.port import StoreUnavailableError
from events.webhooks.deliveries import AT_ONCE, Claim, Deliveries, Lane
from events.webhooks.registry import NoWebhookError, Webhooks
from events.webhooks.retries import Attempt
from events.webhooks.webhook import DeliveryError, DisabledReason, Webhook
from workers.webhooks.messages import shaped
from workers.webhooks.news import tell_of_disabled
from workers.webhooks.posting import Poster, signed
from workers.webhooks.push import authorized, encrypted

_PLACES = {Lane.WELL: 200, Lane.SLOW: 200}
"""Requests under way at the same time."""
_LOOK_SECONDS = 0.2
_PAUSE_SECONDS, _RENEW_SECONDS = 1.0, 1.0
_FINISH_SECONDS = 3.0
"""How long a stop waits for requests under way; what is left is sent again later."""
_NOT_SENT = Attempt(None, DeliveryError.CONNECTION, 0.0)
_log = logging.getLogger(__name__)

Done = tuple[Claim, list[Attempt]]


class Sender:
    """Sends deliveries until it is stopped. Any number of them may run, in any processes."""

    def __init__(
        self,
        webhooks: Webhooks,
        deliveries: Deliveries,
        posters: dict[Lane, Poster],
        public_url: str | None = None,
        *,
        clock: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """``clock`` gives seconds since 1970, ``chance`` numbers from 0 to 1."""
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._posters = posters
        self._public_url = public_url
        self._push_key = cache(webhooks.push_key)
        self._clock = clock
        self._chance = chance
        self._under_way = dict.fromkeys(Lane, 0)
        self._claims: dict[str, Claim] = {}
        self._renew_at = 0.0
        self._done: SimpleQueue[Done | None] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._stopped = Event()

    def run(self) -> None:
        """Send until ``stop``."""
        requests = Thread(target=self._loop.run_forever, name="requests", daemon=True)
        requests.start()
        while not self._stopped.is_set():
            try:
                self._begin()
                self._settle(_LOOK_SECONDS)
                self._renew()
            except StoreUnavailableError as error:
                _log.warning("webhooks wait for the store: %s", error)
                self._stopped.wait(_PAUSE_SECONDS)
            except Exception:
                _log.exception("webhooks not sent")
                self._stopped.wait(_PAUSE_SECONDS)
        end = time.monotonic() + _FINISH_SECONDS
        with suppress(StoreUnavailableError):
            while any(self._under_way.values()) and time.monotonic() < end:
                self._settle(_LOOK_SECONDS)
        asyncio.run_coroutine_threadsafe(_abandon_requests(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        requests.join()
        self._loop.close()

    def stop(self) -> None:
        """Have ``run`` return soon."""
        self._stopped.set()
        self.wake()

    def wake(self) -> None:
        """Have it look at once, as there is something new."""
        self._done.put(None)

    def _begin(self) -> None:
        """Send what is due, as far as there are places."""
        now = self._now()
        for lane in Lane:
            limit = AT_ONCE if lane is Lane.WELL else 1
            free = (_PLACES[lane] - self._under_way[lane]) // limit
            if free <= 0:
                continue
            due = self._deliveries.due(lane, now, free)
            for claim in self._deliveries.claim(lane, due, now):
                if claim.webhook.keys is not None:
                    # By this thread, which may ask the store.
                    self._push_key()
                self._under_way[lane] += len(claim.sent)
                self._claims[claim.lease] = claim
                asyncio.run_coroutine_threadsafe(self._send(claim), self._loop)

    def _renew(self) -> None:
        """Keep what takes long: should this process die, another sends it seconds later."""
        if time.monotonic() >= self._renew_at:
            self._deliveries.renew(self._claims.values(), self._now())
            self._renew_at = time.monotonic() + _RENEW_SECONDS

    async def _send(self, claim: Claim) -> None:
        """Try each delivery of a claim once."""
        attempts = [_NOT_SENT] * len(claim.sent)
        try:
            poster, each = self._posters[claim.lane], []
            for name, body, _ in claim.sent:
                headers, text = self._request(claim, name, body)
                each.append(poster.post(claim.webhook.url, headers, text))
            attempts = await asyncio.gather(*each)
        except Exception:
            _log.exception("webhook not sent", extra={"webhook": claim.webhook.id})
        self._done.put((claim, attempts))

    def _request(self, claim: Claim, name: str, body: bytes) -> tuple[dict[str, str], bytes]:
        """The headers and the body by which a receiver is sent a delivery."""
        hook, now = claim.webhook, self._clock()
        text = shaped(hook, body, self._public_url)
        if hook.keys is None:
            return signed(name, text, claim.secrets, now), text
        headers = authorized(hook.url, self._push_key(), self._public_url, now)
        return headers, encrypted(hook.keys, text)

    def _settle(self, wait: float) -> None:
        """Write down what has come back; waits so many seconds for the first."""
        with suppress(Empty):
            done = self._done.get(timeout=wait)
            while True:
                if done is not None:
                    self._settle_one(*done)
                done = self._done.get_nowait()

    def _settle_one(self, claim: Claim, attempts: list[Attempt]) -> None:
        self._under_way[claim.lane] -= len(claim.sent)
        self._claims.pop(claim.lease, None)
        verdict = self._deliveries.settle(claim, attempts, self._now(), self._chance)
        if verdict.disabled is not None:
            self._disable(claim.webhook, verdict.disabled)

    def _disable(self, webhook: Webhook, reason: DisabledReason) -> None:
        """Give a receiver up, and tell its owner where that is possible."""
        at = at_milliseconds(self._now())
        tell_of_disabled(self._webhooks, self._deliveries, webhook, at)

        def disabled(one: Webhook) -> Webhook:
            return one.disabled(reason, at) if one.url == webhook.url and one.enabled else one

        with suppress(NoWebhookError):
            self._webhooks.change(webhook.id, disabled)
        _log.warning("webhook disabled", extra={"webhook": webhook.id, "outcome": reason})

    def _now(self) -> int:
        return round(self._clock() * 1000)


async def _abandon_requests() -> None:
    """End what is under way on this event loop, with its connections."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)
