"""One resource a module: parse, call, answer."""
