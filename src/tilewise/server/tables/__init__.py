"""A table: its settings, its event log, and everything that follows from them. Nothing here reads a clock or a disk.

table_settings  the settings of a table, which never change
commands        what a person can ask of a table
decisions       command and state in, events and the resulting states out
refusals        why a table refuses a command
schedule        what happens when nobody does anything: clocks, computer players, the next game
quick_games     which table suits a person who plays whoever is waiting
bot_turns       what a computer player gets to see, and how it chooses
events          the stored events
table_state     a table after its events
effects         what is stored together with events: the lobby entry, members, finished games, snapshots
snapshots       a table between two games, for loading a long match
views           what a seat or a spectator may see
preview         a turn in progress, assessed but not stored
shared_drafts   the arrangement of a turn in progress, shown to the others
device_games    a finished game that was played on a device, as a closed table
game_records    the record of a finished game
identity        a person in an event log: what that person did, and the log without that person
"""
