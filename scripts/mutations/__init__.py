"""Small mistakes in the program, to see whether the tests notice them.

mutation   a mutation as a value
catalogue  all mutations, by area
checkout   a copy of the repository in which mistakes are made
suite      finds and runs tests, also in a checkout whose tests lie elsewhere
results    what was noticed, by which test; tables and comparisons

`python -m scripts.mutations --help` says how to run them.
"""
