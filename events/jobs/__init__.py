"""What workers are asked to do."""
