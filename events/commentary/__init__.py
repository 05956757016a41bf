"""Annotations and studies: texts about games, outside their logs."""
