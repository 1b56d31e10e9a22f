"""One version of the kernel beside another: as ratios of time, and as counts of instructions."""
