# The C types of counted_game.py.

from tilewise.simulator.counted_position cimport CountedPosition


cdef class CountedGame(CountedPosition):
    # The rules
    cdef int empty_pool
    cdef int unopened_penalty  # or -1
    cdef int missed_opening_penalty  # or -1
    cdef int pool_score
    cdef bint fewest_tiles_win

    # The game
    cdef int turn
    cdef int[160] pool  # in the order of drawing
    cdef int pool_at
    cdef int pool_end
    cdef int playing  # a bit for each seat that has not given up
    cdef int passed  # a bit for each seat
    cdef int last_round  # a bit for each seat that still has a turn, or -1
    cdef int[6] announced
    cdef int[6] idle  # turns since the seat last placed something
    cdef int last_placed  # tiles
    cdef int last_seat

    # The result
    cdef int ending
    cdef int winners  # a bit for each seat
    cdef long long[6] points  # in sixtieths, so that every share is whole

    cdef void _draw(self, int seat) noexcept nogil
    cdef int _end_turn(self, int seat, int placed, int drawn) except -1 nogil
    cdef int _is_played_out(self) except -1 nogil
    cdef int _score(self) except -1 nogil
    cdef int _loss(self, int seat) except -1 nogil
    cdef int _worth(self, int seat) noexcept nogil
    cdef void _score_empty_pool(self) noexcept nogil
