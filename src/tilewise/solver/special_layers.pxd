# The C types of special_layers.py.

from tilewise.solver.encoding cimport EncodedPosition


cdef class SpecialLayers(EncodedPosition):
    # The question, beside the position
    cdef bint full  # whether every use of every plain joker is tried
    cdef int threshold  # that the value of an opening must reach, or -1
    cdef bint by_value  # whether the opening of the greatest value is wanted
    cdef long long work  # steps left before the search gives up

    # What the tiles from each code on could add to a score, and to a value
    cdef long long[53] potential
    cdef int[53] potential_value

    # The current layer from `first` to `end`, and the next one from `next_first` to `used`, in the same buffers
    cdef int size  # of one layer
    cdef int width  # of the beam
    cdef int first
    cdef int end
    cdef int next_first
    cdef int used
    cdef bint trimmed  # whether a state was left out
    cdef int no_room  # 1: for states, 2: for acts
    cdef long long explored_states
    cdef long long[::1] node
    cdef int[::1] states  # the run states of the four colours, eight bits each
    cdef int[::1] jokers_left
    cdef int[::1] last_act
    cdef long long[::1] priority
    cdef int[::1] order
    cdef int[::1] bucket
    cdef int[626] stratum

    # The acts of all states
    cdef int acts_used
    cdef int acts_before  # the current stage
    cdef int acts_size
    cdef int[::1] acts
    cdef int[::1] previous_act

    # The state that is being built
    cdef int number
    cdef int rest_at  # the code from which on tiles are not decided yet
    cdef int[4] new_taken  # tiles of the number, by colour
    cdef int[4] new_left  # jokers, by kind
    cdef int[4] new_runs  # run states
    cdef long long new_joining  # runs that become plain ones after this number
    cdef int new_grouped  # tiles in groups
    cdef int new_highest  # the most of one colour in groups
    cdef int[32] new_pending
    cdef int new_pending_count
    cdef int[16] sorted_pending
    cdef long long new_score
    cdef int new_value
    cdef int[64] new_acts
    cdef int new_act_count
    cdef int new_last_act

    # The answer
    cdef int best
    cdef long long best_score
    cdef long long best_known

    cdef int _any_pending(self) noexcept nogil
    cdef void _load_state(self, int i) noexcept nogil
    cdef void _add_state(self) noexcept nogil
    cdef inline int _bucket_of(self, long long key, long long current) noexcept nogil
    cdef void _end_layer(self) noexcept nogil
    cdef inline void _make_room(self) noexcept nogil
    cdef inline void _compact_layer(self) noexcept nogil
    cdef inline void _trim(self, int width) noexcept nogil
    cdef inline int _stratum_of(self, int i) noexcept nogil
    cdef inline long long _priority_of(self, int i) noexcept nogil
