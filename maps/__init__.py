"""Draws what is in force where: palette, layers, basemap and map sheets (WGS84, EPSG:4326)."""
