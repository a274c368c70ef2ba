"""Benchmarks: commands that print figures for docs/benchmarks.md."""
