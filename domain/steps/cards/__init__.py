"""What a turn begins and ends with: cards drawn, laid down, shown and proposed."""
