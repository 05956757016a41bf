"""The shape of every body and query: what comes in is checked by these, what goes out is held to
them by tests."""
