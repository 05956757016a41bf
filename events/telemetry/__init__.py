"""Spans for OpenTelemetry; nothing, and not loaded, until asked for."""

from events.telemetry.spans import collect


def begin(service: str) -> None:
    """Trace from now on, to where OpenTelemetry's own variables say; ``service`` is the name of
    this process where they say nothing else."""
    from events.telemetry.exporter import Telemetry  # noqa: PLC0415 # costs a third of a second

    collect(Telemetry(service))
