"""Metrics of webhooks, read when scraped."""

import logging
import time
from collections.abc import Iterable

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from events.store.port import StoreUnavailableError
from events.webhooks.deliveries import Deliveries, Lane

_log = logging.getLogger(__name__)


class WebhookFigures(Collector):
    """The metrics of all webhooks; empty while Redis is unavailable."""

    def __init__(self, deliveries: Deliveries) -> None:
        self._deliveries = deliveries

    def collect(self) -> Iterable[Metric]:
        """Read the metrics."""
        ended = CounterMetricFamily(
            "afteraction_webhook_deliveries",
            "Deliveries to webhooks by outcome: delivered, or failed for good.",
            labels=("outcome",),
        )
        attempts = CounterMetricFamily(
            "afteraction_webhook_attempts_failed", "Attempts at deliveries that failed."
        )
        overdue = GaugeMetricFamily(
            "afteraction_webhook_overdue_seconds",
            "How long the most overdue webhook has been due, in seconds; well: those with fast "
            "receivers, slow: all others.",
            labels=("lane",),
        )
        try:
            counts, now = self._deliveries.counts(), round(time.time() * 1000)
            for lane in Lane:
                overdue.add_metric((lane.value,), self._deliveries.overdue(lane, now))
        except StoreUnavailableError as error:
            _log.warning("webhook metrics unavailable: %s", error)
            return ()
        for outcome in ("delivered", "failed"):
            ended.add_metric((outcome,), counts.get(outcome, 0))
        attempts.add_metric((), counts.get("attempts_failed", 0))
        return (ended, attempts, overdue)
