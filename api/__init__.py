"""HTTP, and nothing but HTTP: parse, call, answer."""
