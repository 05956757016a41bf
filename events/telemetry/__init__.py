"""OpenTelemetry spans, loaded only if tracing is enabled."""

from events.telemetry.spans import collect


def begin(service: str) -> None:
    """Start tracing by OpenTelemetry's environment variables; ``service`` is the default name of
    this process."""
    from events.telemetry.exporter import Telemetry  # noqa: PLC0415 # costs a third of a second

    collect(Telemetry(service))
