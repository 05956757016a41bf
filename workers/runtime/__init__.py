"""The runtime of all workers: connections, slices, failures and shutdown."""
