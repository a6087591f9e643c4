"""Signing keys, one for each purpose, and what is signed with them."""
