"""Section 5: eradication areas, notices to produce, immunisation, marking and exemption."""
