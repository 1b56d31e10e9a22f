"""Other packages beside fabrikit: the same problems, the same error, ratios in one run."""
