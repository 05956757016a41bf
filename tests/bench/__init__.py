"""Measurements that print ratios; they assert no time."""
