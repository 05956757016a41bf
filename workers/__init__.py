"""Work that no request waits for. Every job may run twice, and carries ids, never objects."""
