"""The layers of the land: territory, districts, talukas, villages and other areas, by edition."""
