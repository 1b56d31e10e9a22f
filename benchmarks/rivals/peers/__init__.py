"""One module for each rival; run in the rival's environment."""
