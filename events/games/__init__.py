"""Load, decide, append and fold games; cache the snapshots."""
