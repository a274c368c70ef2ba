"""People: guests, accounts, the tokens they show, ratings, and who blocks whom."""
