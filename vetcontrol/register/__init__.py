"""The log: entries, effects, what is in force, corrections, stored documents, the audit."""
