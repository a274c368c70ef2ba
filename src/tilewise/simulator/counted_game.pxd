# cython: language_level=3
# The C types of counted_game.py.

from tilewise.solver.plain_layout cimport PlainKernel


cdef class CountedGame(PlainKernel):
    # The rules
    cdef int opening_value  # that an opening must reach
    cdef int freed_joker
    cdef int empty_pool
    cdef int joker_penalty
    cdef int unopened_penalty  # or -1
    cdef int missed_opening_penalty  # or -1
    cdef int pool_score
    cdef bint fewest_tiles_win
    cdef bint is_exact  # whether the exact solver decides where U7 leaves doubt

    # The game
    cdef int players
    cdef int turn
    cdef int[318] rack  # by seat: the tiles by code, then the jokers
    cdef int[6] rack_size
    cdef int[53] table
    cdef int[160] pool  # in the order of drawing
    cdef int pool_at
    cdef int pool_end
    cdef int playing  # a bit for each seat that has not given up
    cdef int passed  # a bit for each seat
    cdef int last_round  # a bit for each seat that still has a turn, or -1
    cdef int[6] opened
    cdef int[6] announced
    cdef int[6] last_drawn  # a code, or -1
    cdef int[6] idle  # turns since the seat last placed something
    cdef int ending

    # The sets on the table, as in PlainKernel
    cdef int table_sets
    cdef int[80] table_kind
    cdef int[80] table_number
    cdef int[80] table_size
    cdef int[80] table_colours
    cdef int[80] table_joker_places

    # The result
    cdef int winners  # a bit for each seat
    cdef long long[6] points  # in sixtieths, so that every share is whole

    # The last answer
    cdef int goal
    cdef int[53] wanted  # tiles to place
    cdef int[53] taken
    cdef int kept  # which sets stay as they are
    cdef bint rest_is_stuck  # whether nothing more could be placed after it
    cdef int last_placed  # tiles
    cdef int last_seat

    # What is known of each seat: see `_is_stuck`
    cdef int table_version
    cdef int[6] stuck_version  # of the table on which the seat could place nothing, -2 if it could not open, or -1
    cdef int[6] drawn_since

    cdef void _copy_sets(self) noexcept nogil
    cdef void _set_goal(self, int goal) noexcept nogil
    cdef void _clear_question(self) noexcept nogil
    cdef void _ask_about(self, int seat, int with_jokers, int goal) noexcept nogil
    cdef void _leave_joker_sets(self) noexcept nogil
    cdef int _answer(self) except -1 nogil
    cdef int _note_taken(self, int kept) noexcept nogil
    cdef void _note_table(self) noexcept nogil
    cdef int _is_stuck(self, int seat, int drawn) noexcept nogil
    cdef int _require_last_drawn(self, int seat) noexcept nogil
    cdef int _best_play(self, int seat, int with_jokers, int goal) except -1 nogil
    cdef int _exact_play(self, int seat, int with_jokers, int goal) except -1 nogil
    cdef int _place_exactly(self, int goal, int everything) except -1 nogil
    cdef int _best_play_without_table_jokers(self, int seat, int with_jokers, int goal) except -1 nogil
    cdef int _has_hopeless_tile(self) noexcept nogil
    cdef int _go_out(self, int seat) except -1 nogil
    cdef int _single_play(self, int seat) except -1 nogil
    cdef int _place_wanted(self) except -1 nogil
    cdef void _ask_about_wanted(self) noexcept nogil
    cdef int _opening(self, int seat, int goal, int everything) except -1 nogil
    cdef int _still_cannot_open(self, int seat) noexcept nogil
    cdef int _tiles_stuck(self, int seat) except -1 nogil
    cdef int _tiles_stuck_after_opening(self, int seat) except -1 nogil
    cdef int _any_play(self, int seat) except -1 nogil
    cdef void _play(self, int seat) noexcept nogil
    cdef void _draw(self, int seat) noexcept nogil
    cdef int _end_turn(self, int seat, int placed, int drawn) except -1 nogil
    cdef int _is_played_out(self) except -1 nogil
    cdef int _score(self) except -1 nogil
    cdef int _loss(self, int seat) except -1 nogil
    cdef int _worth(self, int seat) noexcept nogil
    cdef void _score_empty_pool(self) noexcept nogil
