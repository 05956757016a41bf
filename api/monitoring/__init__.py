"""What operators see: health, metrics, the log."""
