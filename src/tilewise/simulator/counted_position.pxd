# The C types of counted_position.py.

from tilewise.solver.plain_layout cimport PlainKernel


cdef class CountedPosition(PlainKernel):
    # The rules
    cdef int opening_value  # that an opening must reach
    cdef int freed_joker
    cdef int joker_penalty
    cdef bint is_exact  # whether the exact solver decides where U7 leaves doubt

    # The seats
    cdef int players
    cdef int[318] rack  # by seat: the tiles by code, then the jokers
    cdef int[6] rack_size
    cdef int[6] opened
    cdef int[6] last_drawn  # a code, or -1

    # The sets on the table, as in PlainKernel
    cdef int[53] table
    cdef int table_sets
    cdef int[80] table_kind
    cdef int[80] table_number
    cdef int[80] table_size
    cdef int[80] table_colours
    cdef int[80] table_joker_places

    # The last answer
    cdef int goal
    cdef int answers  # how many there were
    cdef int[53] wanted  # tiles to place
    cdef int[53] taken
    cdef int kept  # which sets stay as they are
    cdef bint rest_is_stuck  # whether nothing more could be placed after it

    # What is known of each seat: see `_is_stuck`
    cdef int table_version
    cdef int[6] stuck_version  # of the table on which the seat could place nothing, -2 if it could not open, or -1
    cdef int[6] drawn_since

    # What sets without jokers have room for: see `_note_room`
    cdef int[4] room
    cdef int room_for_joker

    cdef void _copy_sets(self) noexcept nogil
    cdef void _set_goal(self, int goal) noexcept nogil
    cdef void _clear_question(self) noexcept nogil
    cdef void _ask_about(self, int seat, int with_jokers, int goal) noexcept nogil
    cdef void _note_joker_height(self) noexcept nogil
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
    cdef void _add_tile(self, int code) noexcept nogil
    cdef int _place_wanted(self) except -1 nogil
    cdef void _ask_about_wanted(self) noexcept nogil
    cdef int _opening(self, int seat, int goal, int everything) except -1 nogil
    cdef int _still_cannot_open(self, int seat) noexcept nogil
    cdef int _keeps_more_than(self, int seat, int most) except -1 nogil
    cdef int _tiles_stuck(self, int seat) except -1 nogil
    cdef int _tiles_stuck_after_opening(self, int seat) except -1 nogil
    cdef int _any_play(self, int seat) except -1 nogil
    cdef void _note_room(self) noexcept nogil
    cdef int _obviously_plays(self, int seat) noexcept nogil
    cdef void _play(self, int seat) noexcept nogil
