"""The mutations, by area.

rules_scoring     rules, views and scoring
solver            the solver, and two of its kernels
server_store      the server and its store
protocol_engine   the protocol, and games on a device
page              what a person sees and touches in the browser
words_command     texts in three languages; the command, the arena, computer players and the simulator
"""

from __future__ import annotations

from typing import Final

from scripts.mutations.catalogue.page import PAGE
from scripts.mutations.catalogue.protocol_engine import PROTOCOL_ENGINE
from scripts.mutations.catalogue.rules_scoring import RULES_SCORING
from scripts.mutations.catalogue.server_store import SERVER_STORE
from scripts.mutations.catalogue.solver import SOLVER
from scripts.mutations.catalogue.words_command import WORDS_COMMAND
from scripts.mutations.mutation import Mutation

MUTATIONS: Final[tuple[Mutation, ...]] = (
    *RULES_SCORING,
    *SOLVER,
    *SERVER_STORE,
    *PROTOCOL_ENGINE,
    *PAGE,
    *WORDS_COMMAND,
)
