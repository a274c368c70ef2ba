"""The game server: people and computer players at tables, in real time or over days.

tables     what happens at a table: commands, events, the state that follows, what each seat is told. Pure
store      the log of every table, in SQLite or PostgreSQL
bus        hints between processes, by Redis or not at all
live       a table in the memory of a process, and who follows it
hosting    commands in, events stored, everybody told
timers     clocks, computer players and absent people, once and by one process
people     guests, accounts, tokens, ratings
limits     how much one connection, address or person may ask
solving    the solver for callers from outside, in a process of its own
faults     errors of ours as the log tells them
web        HTTP and the WebSocket
protocol   the messages of the WebSocket
settings   how a server runs
unfailing  where log lines go
running    all parts together
"""
