"""Hints between server processes. Nothing depends on them: who misses one reads the log a little later.

messages   what is said
local      between servers of one process; alone, a server says nothing to anybody
redis      between processes
"""
