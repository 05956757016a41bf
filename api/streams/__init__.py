"""Event streams of running games."""
