"""Movement out of infected places and areas: licences, checks, unloadings, returns (14, 15)."""
