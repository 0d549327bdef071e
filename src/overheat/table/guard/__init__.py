"""What keeps the table safe and fair: limits, origins, sizes, work for strangers."""
