"""The game in a browser: tables on this device, without a server. It runs in a Web Worker, with Pyodide.

engine          the messages of the WebSocket and the questions of the HTTP API, answered on this device
questions       the paths of the HTTP API that are answered on this device
turn_questions  previews and hints for a turn at any table, from what the page sees
device_host     runs commands and scheduled actions at tables: stores their events, then tells the page
device_table    a table in memory, and who holds the device
stored_tables   tables as texts in an event log
agreement       digests of answers, to compare a page with a server
event_log       where the events of the tables are stored

Besides the standard library it needs only msgspec. It uses no threads, processes or sockets.
"""
