"""Written instruments: typed content, the words it is said in, and its rendering. Keeps nothing."""
