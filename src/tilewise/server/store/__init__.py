"""Where the log of every table is kept.

database   work in a transaction, whatever the database
sqlite     one file, one writing thread, group commits
postgres   a server, for many processes
schema     the tables of the database
migrating  the schema's versions
store      the log, leases and lists
"""
