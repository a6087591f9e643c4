"""Section 6: what Government bans or regulates by gazette."""
