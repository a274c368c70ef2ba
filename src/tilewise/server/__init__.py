"""The game server: people and computer players at tables, in real time or over days.

Layers, each depending only on those below (checked by import-linter):

run                 runs a server on a socket with uvicorn
app                 the application: all endpoints, and the lifecycle of a server
http                HTTP and the WebSocket
services            the parts of a server that endpoints use
background          background work for people: ratings, departed people, ended sessions
retention           deletes old tables and guests, closes abandoned tables
timers              runs scheduled actions of tables, each by one process
connections         the WebSocket connections of this process
host                the tables of this process: runs commands, stores events, notifies subscribers
chat                chat at tables
live_table          a table in memory, and its subscribers
protocol            the messages of the WebSocket
people              people in the database: accounts, tokens, chat, ratings
bus                 messages between processes
store               the database: events of tables, listings, leases
tables              what happens at a table: commands, events, states, views. Pure

Used by several layers:

solver_pool         the solver in its own process, with a time budget for each caller
solver_worker       the program of that process
limits              rate limits and connection slots
settings            the settings of a server
logging             the log, without personal data
best_effort         a stream that ignores write errors
metrics             metrics for Prometheus
clock               the server's time
garbage_collection  when Python collects garbage
tags                names of message and event classes in JSON
backup              creating and restoring backups
"""
