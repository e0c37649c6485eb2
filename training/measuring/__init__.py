"""Measuring: matches with intervals, speed, plots, and what is shipped."""
