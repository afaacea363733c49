"""What is counted in a search, and how."""
