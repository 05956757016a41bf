"""Battles: who may attack whom, with how many dice, and where units go back or take ground."""
