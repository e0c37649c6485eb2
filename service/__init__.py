"""Tables for other programs: games with people and opponents at them, served line by line or over a network."""
