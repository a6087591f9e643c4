"""What programs send: the body of each call, every unknown field refused."""
