"""Sections 28 to 33: candidate offences, proceedings, convictions, complaints."""
