"""Background jobs. Every job is idempotent, and carries ids instead of objects."""
