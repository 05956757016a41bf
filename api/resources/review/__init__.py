"""Games as they are looked into: versions, timeline, luck, pictures, comments."""
