"""Learning: algorithms on self-play, the pool they meet, and runs that can be resumed."""
