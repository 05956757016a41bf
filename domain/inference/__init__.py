"""Which commands stand behind events: a log holds what came of them."""
