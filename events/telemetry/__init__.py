"""Spans for OpenTelemetry; nothing, and not loaded, until asked for."""
