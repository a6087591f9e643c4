"""Sections 8, 9, 10 and 27: isolation, examination, outcome and compensation."""
