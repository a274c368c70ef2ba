"""The simulator: whole games of simple computer players in compiled code, without the GIL.

policies          what simple computer players wait for, and what they hold back
learned_value     what opening now wins more often than waiting, by a small neural network
learned_weights   its weights, which `scripts.train_value` writes
past_turns        what the turns of a game so far tell
simulation        games of a profile, from a seed or from a position
playouts          the policies, and games finished with sampled hidden tiles
counted_game      a game as counts of tiles: turns, the end, and the score
counted_position  racks and table as counts of tiles, and what a seat could place

The modules with a `.pxd` file are compiled where a C compiler exists, and interpreted otherwise, with the same results.
"""

from tilewise.simulator.policies import ALWAYS, PANEL, POLICIES, Policy
from tilewise.simulator.simulation import Results, Simulation, is_supported

__all__ = ["ALWAYS", "PANEL", "POLICIES", "Policy", "Results", "Simulation", "is_supported"]
