"""Which commands stand behind the events of logs that do not hold them."""
