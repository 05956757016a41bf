"""Commands: from the request to the response."""
