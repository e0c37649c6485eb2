"""What every game shares: the record, compilation, luck, and the views on a game."""
