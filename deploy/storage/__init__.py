"""The locations of keys and archive, and the upgrade of the data, for the service and its
operator."""
