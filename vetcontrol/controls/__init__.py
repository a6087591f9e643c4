"""Sections 6(1) and 5(1)(b): what Government bans or regulates by gazette, and how long."""
