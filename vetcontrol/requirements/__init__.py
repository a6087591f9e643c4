"""Section 26: what must be done by when, default works, cost; orders of sections 16, 17."""
