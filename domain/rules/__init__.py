"""What the rules say, one chapter a module: questions about a position, no events. Here: what both
sides play for, and units that recover."""
