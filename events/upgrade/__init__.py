"""Data of earlier versions made fit for this one, all or nothing."""
