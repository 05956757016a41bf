"""Pages: screens, guides, reference, and the files they load."""
