"""Upgrades of data of earlier versions, all or nothing."""
