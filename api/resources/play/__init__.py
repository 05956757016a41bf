"""Games as they are opened, played, exported and brought in."""
