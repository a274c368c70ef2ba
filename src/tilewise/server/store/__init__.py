"""The database: the events of every table, and everything else that must survive a restart.

database         one transaction of work on a connection, for either kind of database
sqlite           SQLite: one file, one writing thread, group commits
postgres         PostgreSQL: a database server, for several server processes
schema           the database tables
schema_versions  migrations, applied when a server starts
migrations       the migration scripts for Alembic
table_store      events of tables, and the rows derived from them
event_rows       events as rows, and precompiled statements
person_changes   replacing a guest by an account, and removing deleted people
sheet_store      shared score sheets
listings         the lobby, and the tables of a person
leases           which process runs a table's timer; heartbeats of processes
"""
