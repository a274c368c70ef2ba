"""Notifications between server processes. Best effort: a process that misses one reads the event log a little later.

messages  the messages, and what a bus does
local     between servers in one process; a single server needs nothing else
redis     between processes
"""
