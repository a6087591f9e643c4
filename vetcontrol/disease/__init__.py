"""Infected places and areas under the Act of 1974, each case a replay of its entries."""
