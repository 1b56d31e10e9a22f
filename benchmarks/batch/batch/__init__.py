"""The benchmark of batches."""
