"""The law and the registers kept under it."""
