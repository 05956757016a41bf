"""Bodies, versions, tags, cursors and problems."""
