"""The register in office that these tests work on."""

from casework import desk, office_database, office_file, office_url

__all__ = ["desk", "office_database", "office_file", "office_url"]
