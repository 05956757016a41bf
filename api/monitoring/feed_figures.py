"""Metrics of the feed's consumers, read when scraped, in a few round trips."""

import logging
import time
from collections.abc import Iterable
from contextlib import suppress

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from events.feeds.feeds import FeedLostError, Feeds
from events.read_models.rating_fold import count_unjudged
from events.read_models.read_model import ReadModel
from events.store.port import StoreUnavailableError
from events.store.servers import Client
from events.webhooks.registry import GROUP as WEBHOOKS

_GROUP = "lists"
_log = logging.getLogger(__name__)


class FeedFigures(Collector):
    """The lag of the read models and of the webhooks; empty while Redis is unavailable or the read
    models have not been built."""

    def __init__(self, client: Client, feeds: Feeds) -> None:
        self._client = client
        self._feeds = feeds

    def collect(self) -> Iterable[Metric]:
        """Read the metrics."""
        seconds = GaugeMetricFamily(
            "afteraction_feed_lag_seconds",
            "Age of the oldest feed entry that is not processed yet, in seconds.",
            labels=("group",),
        )
        entries = GaugeMetricFamily(
            "afteraction_feed_lag_entries",
            "Number of feed entries that are not processed yet; at most 200 are counted per "
            "partition.",
            labels=("group",),
        )
        failed = GaugeMetricFamily(
            "afteraction_feed_failed_games",
            "Number of games that could not be processed because their logs cannot be read.",
            labels=("group",),
        )
        unjudged = GaugeMetricFamily(
            "afteraction_unjudged_games",
            "Number of rated games that wait for their luck-adjusted results.",
        )
        try:
            model = ReadModel.current(self._client)
            if model is None:
                return ()
            lag = self._feeds.lag(model.group, time.time())
            failed.add_metric((_GROUP,), model.count_failed())
            unjudged.add_metric((), count_unjudged(model))
        except (StoreUnavailableError, FeedLostError) as error:
            _log.warning("feed metrics unavailable: %s", error)
            return ()
        seconds.add_metric((_GROUP,), lag.seconds)
        entries.add_metric((_GROUP,), lag.entries)
        # The group does not exist before the first webhook.
        with suppress(StoreUnavailableError, FeedLostError):
            lag = self._feeds.lag(WEBHOOKS, time.time())
            seconds.add_metric((WEBHOOKS,), lag.seconds)
            entries.add_metric((WEBHOOKS,), lag.entries)
        return (seconds, entries, failed, unjudged)
