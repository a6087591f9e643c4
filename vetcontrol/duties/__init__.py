"""Sections 18 to 25, 31 and 35: reports, post-mortem, duties, carcasses, entry, measures."""
