"""The ways in: HTTP for programs, pages for people, and the command line."""
