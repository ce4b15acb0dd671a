"""Documents to an index in a folder, and rankings out of it."""
