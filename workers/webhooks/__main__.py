"""``python -m workers.webhooks``: queues and sends deliveries to players' webhooks until it is
stopped. The only program of the service that connects to URLs of players.

Any number of these processes may run. When one is killed, another one sends its pending deliveries
again under the same ids.
"""

from threading import Thread

from events.feeds.feeds import Feeds
from events.webhooks.deliveries import Deliveries, Lane
from events.webhooks.registry import Webhooks
from workers.runtime.connections import backend, settings
from workers.runtime.until_stopped import run_until_stopped
from workers.webhooks.enqueuer import Enqueuer
from workers.webhooks.posting import Poster, Resolver
from workers.webhooks.sender import Sender


class WebhookService:
    """Queues deliveries on one thread and sends them on another."""

    def __init__(self) -> None:
        data, configuration = backend(), settings()
        webhooks = Webhooks(data.client, Feeds(data.client, data.names))
        deliveries = Deliveries(data.client)
        posters = {lane: Poster(Resolver(), configuration.webhook_networks) for lane in Lane}
        self._sender = Sender(webhooks, deliveries, posters, configuration.public_url)
        self._enqueuer = Enqueuer(data, webhooks, deliveries, self._sender.wake)

    def run(self) -> None:
        """Run until ``stop``."""
        enqueuing = Thread(target=self._enqueuer.run, name="reporter")
        enqueuing.start()
        try:
            self._sender.run()
        finally:
            self._enqueuer.stop()
            enqueuing.join()

    def stop(self) -> None:
        """Make ``run`` return soon."""
        self._enqueuer.stop()
        self._sender.stop()


def main() -> None:
    """Run until a signal stops the process."""
    run_until_stopped("webhooks", "sending webhooks", WebhookService)


if __name__ == "__main__":
    main()
