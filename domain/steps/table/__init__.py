"""Actions beside the turns: seats, start and end, agreements, taking back, standing orders."""
