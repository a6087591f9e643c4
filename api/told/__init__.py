"""What is answered: rows and entries shaped as plain JSON, the same for every call."""
