"""People: who they are, what they say, how well they play.

people       guests and accounts, by id
tokens       what somebody shows to be known
accounts     a name and a passphrase; a guest who signs in
passphrases  hashes
attempts     how often somebody may try
blocks       who does not want to hear of whom
talk         what is said at tables
ratings      how well somebody plays
chores       what is done for people a little later: ratings, tables of whoever is gone, old sessions
data         all that is kept of somebody
"""
