"""``python -m workers.webhooks``: sends what players' webhooks are to hear of, until it is told to
stop. The only program of the service that connects to addresses that players name.

Any number of these processes may run. One that is killed leaves deliveries pending, which are sent
again, by whichever process, under the same ids.
"""

import sys
from threading import Thread

from api.settings import SettingsError
from events.feeds.feeds import Feeds
from events.webhooks.deliveries import Deliveries, Lane
from events.webhooks.registry import Webhooks
from workers.runtime.connections import backend, settings
from workers.runtime.until_stopped import run_until_stopped
from workers.webhooks.news import Reporter
from workers.webhooks.posting import Poster, Resolver
from workers.webhooks.sender import Sender


class WebhookService:
    """What is queued, and what is sent, each on a thread of its own."""

    def __init__(self) -> None:
        data, given = backend(), settings()
        webhooks = Webhooks(data.client, Feeds(data.client, data.names))
        deliveries = Deliveries(data.client)
        posters = {lane: Poster(Resolver(), given.webhook_networks) for lane in Lane}
        self._sender = Sender(webhooks, deliveries, posters, given.public_url)
        self._reporter = Reporter(data, webhooks, deliveries, self._sender.wake)

    def run(self) -> None:
        """Work until ``stop``."""
        reporting = Thread(target=self._reporter.run, name="reporter")
        reporting.start()
        try:
            self._sender.run()
        finally:
            self._reporter.stop()
            reporting.join()

    def stop(self) -> None:
        """Have ``run`` return soon."""
        self._reporter.stop()
        self._sender.stop()


def main() -> None:
    """Send until told to stop."""
    run_until_stopped("webhooks", "sending webhooks", WebhookService)


if __name__ == "__main__":
    try:
        main()
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")
