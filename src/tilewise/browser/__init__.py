"""The game in a browser: tables on this device, without a server. It runs in a Web Worker, with Pyodide.

event_log  where the events of the tables are stored

Besides the standard library it needs only msgspec. It uses no threads, processes or sockets.
"""
