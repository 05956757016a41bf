"""Games loaded, decided, appended and folded, and what is cached of them."""
