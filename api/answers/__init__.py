"""Shapes of answers that take more than a schema."""
