"""The register in office that the tests of the log, the gazette and the cases work on."""

from casework import desk, office_database, office_file, office_url

__all__ = ["desk", "office_database", "office_file", "office_url"]
