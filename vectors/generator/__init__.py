"""Writes the golden vectors: which questions are asked. The answers come from the installed package."""
