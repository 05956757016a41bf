"""Monitoring: metrics, logs, heartbeats and shutdown."""
