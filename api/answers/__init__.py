"""Builders of answers that need more than a schema."""
