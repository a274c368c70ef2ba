# The C types of encoding.py.

cdef class EncodedPosition:
    # The position: tiles by code, jokers by kind
    cdef int[60] required
    cdef int[60] available
    cdef long long[52] weight
    cdef int[4] jokers_required
    cdef int[4] jokers
    cdef long long[4] joker_weight
    cdef bint table_is_valid  # as far as that is obvious
    cdef bint may_stay  # whether placing nothing is an answer
    cdef int last_face  # the last one that the kernel knows
    cdef int[56] counted
    cdef int[52] code_of
    cdef object known_weights

    # The sets on the table: see `_note_set`
    cdef int table_jokers  # plain ones
    cdef int olds
    cdef bint olds_are_clear  # whether all of them are noted
    cdef int[80] old_key
    cdef int[80] old_tiles
    cdef int[80] old_jokers

    # The tables of run states
    cdef int[960] next_state
    cdef long long[120] run_fields
    cdef int[120] one_tile
    cdef int[120] two_tiles
    cdef int[120] open_runs

    cdef inline int _count_all(self, table, rack, must_place) except -1
    cdef inline int _count(self, tuple tiles) except -1
    cdef inline int _count_set(self, tuple tiles) except -1
    cdef inline int _note_set(self, int key, int tiles, int jokers) except -1
    cdef inline int _refuse(self, tile) except -1
    cdef inline int _set_weights(self, weights) except -1
    cdef void _select(self, int[::1] order, long long[::1] priority, int low, int high, int wanted) noexcept nogil
