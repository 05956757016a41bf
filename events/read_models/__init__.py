"""Lists of games, results and statistics: a read model that feeds keep up with the logs."""
