"""The law as data and pure decisions: no SQL, no files, no clock."""
