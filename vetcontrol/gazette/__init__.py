"""What Government publishes: the Schedule, commencement, notifications and their publication."""
