"""Infer the commands behind the events of logs that do not hold them."""
