"""What every worker runs on: its connections, its slices of time, and how it fails and ends."""
