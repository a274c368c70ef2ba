"""The game server: people and computer players at tables, in real time or over days.

Layers, each of which depends only on those below (checked by import-linter):

run                 runs a server on a socket with uvicorn
backup              creating and restoring backups
app                 the application: all endpoints, and the lifecycle of a server
http                HTTP and the WebSocket
services            the parts of a server that endpoints use
people_updates      updates after changes about people: tables, ratings, ended sessions
retention           deletes old tables, sheets and guests, closes abandoned tables
timers              runs scheduled actions of tables, each by one process
turn_notices        notifications of a person's turn, where a turn takes days
connections         the WebSocket connections of this process
host                runs commands at tables: stores their events, then notifies subscribers
loaded_tables       the tables in the memory of this process
presence            who is connected to a table, exchanged between processes
draft_relay         shows turns in progress to subscribers
chat                chat at tables
shared_sheets       shared score sheets, and the clients that follow them
api                 answers of the HTTP API that need no server
live_table          a table in memory, and its subscribers
protocol            the messages of the WebSocket
people              people in the database: accounts, tokens, chat, ratings
bus                 messages between processes
store               the database: events of tables, listings, leases
bot_pool            computer players in worker processes
bot_worker          the program of those processes
question_pool       questions in worker processes: fair, and with a budget of processor time for each caller
question_worker     the program of those processes
sheet_cells         the cells of a shared score sheet
tables              what happens at a table: commands, events, states, views. Pure

Used by several layers:

worker_process      a worker process that answers one request at a time
worker_loop         the loop of a worker process
background_tasks    tasks that a server waits for when it stops
limits              rate limits and connection slots
web_push            encrypts and signs messages to browsers
push_transport      requests to push services, and to nothing else
local_network       a second listener for invitations on the local network
settings            the settings of a server
logging             the log, without personal data
best_effort         a stream that ignores write errors
metrics             metrics for Prometheus
clock               the server's time
garbage_collection  when Python collects garbage
tags                names of message and event classes in JSON
"""
