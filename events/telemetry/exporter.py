"""Export spans with OpenTelemetry over HTTP, configured by its standard variables."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from events.telemetry.spans import Attributes, Refusals, Value

_PROPAGATOR = TraceContextTextMapPropagator()


class Telemetry:
    """Exports spans in batches from a thread."""

    def __init__(self, service: str) -> None:
        given = OTELResourceDetector().detect()
        resource = Resource.create({SERVICE_NAME: service}).merge(given)
        # The process shuts it down itself, after its last request.
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("afteraction")

    @contextmanager
    def span(
        self,
        name: str,
        attributes: Attributes,
        parent: Mapping[str, str] | None,
        refusals: Refusals,
    ) -> Iterator["_Outcome"]:
        """As ``Tracer.span``."""
        within = None if parent is None else _PROPAGATOR.extract(parent, context.Context())
        kind = SpanKind.INTERNAL if parent is None else SpanKind.SERVER
        # The message of an exception may be a secret; only its type is recorded.
        with self._tracer.start_as_current_span(
            name,
            context=within,
            kind=kind,
            attributes=dict(attributes),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            outcome = _Outcome(span)
            try:
                yield outcome
            except refusals:
                raise
            except Exception as error:
                outcome.fail(type(error).__name__)
                raise

    def end(self) -> None:
        """As ``Tracer.end``."""
        self._provider.shutdown()


class _Outcome:
    """An OpenTelemetry span behind the interface of this package."""

    def __init__(self, span: Span) -> None:
        self._span = span

    @property
    def ids(self) -> tuple[str, str]:
        """The ids of the trace and of the span."""
        known = self._span.get_span_context()
        return f"{known.trace_id:032x}", f"{known.span_id:016x}"

    def set_attribute(self, name: str, value: Value) -> None:
        """Add an attribute."""
        self._span.set_attribute(name, value)

    def fail(self, kind: str) -> None:
        """Mark it as failed."""
        self._span.set_attribute("error.type", kind)
        self._span.set_status(StatusCode.ERROR)
