"""What is known of the earth: positions, distances, shapes, and how they are kept."""
