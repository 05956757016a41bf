"""Where the keys and the archive are, and which layout the data has: what both the service and its
operator need to know before they work on it."""
