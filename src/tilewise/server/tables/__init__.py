"""A table: its settings, its log of events, and all that follows from them. Nothing here reads a clock or a disk.

settings   what a table is made with
commands   what a person can ask
decide     what comes of a command
due        what happens when nobody does anything: clocks, computer players, the next game
events     what is stored
state      where a table stands after its events
effects    what else is stored with them
snapshots  a table between two games, for loading a long match
telling    what a seat or a spectator is told
records    the record of a finished game
history    a person in a log: what that person did, and the log without that person
refusals   why a table does not do what it is asked
"""
