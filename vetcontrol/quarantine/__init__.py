"""Sections 6(2) and 7: seasons and routes of import, quarantine stations and their permits."""
