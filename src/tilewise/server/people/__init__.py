"""People in the database: who they are, what they have sent, how well they play.

store               guests and accounts, by id or token
accounts            names and passphrases of accounts, merging guests into them
passphrases         hashing and verifying passphrases
tokens              signed tokens that identify a person
blocks              muted and blocked people
push_subscriptions  browsers to notify of a person's turn
chat_log            chat messages
ratings             ratings and leaderboards
personal_data       all stored data about a person, for download
"""
