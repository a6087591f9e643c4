"""The schema's history, one step a file, on SQLite and on PostGIS alike."""
