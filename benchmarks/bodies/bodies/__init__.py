"""The benchmark of bodies: what they reach, beside a dense yardstick."""
