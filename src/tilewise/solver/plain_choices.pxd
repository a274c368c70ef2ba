# cython: language_level=3
# The C types of plain_choices.py.

from tilewise.solver.encoding cimport EncodedPosition


cdef class ColourChoices(EncodedPosition):
    cdef bint full  # whether every use of every joker is tried
    cdef int size  # of the buffers
    cdef int[120] without_long  # the run state with one long run less

    # The lists, and the choices in all of them
    cdef long long stamp  # changes with every number: older lists are out of date
    cdef long long[16384] choice_lists
    cdef int choices_used
    cdef int[::1] choice_state
    cdef long long[::1] choice_sums
    cdef long long[::1] choice_code
    cdef long long[::1] choice_gain

    cdef int _list_choices(self, int n, int colour, int state, int left, int key) noexcept nogil
    cdef inline void _list_without_jokers(self, int at, int colour, int state, int key, int most_grouped) noexcept nogil
    cdef inline void _add_choice(
        self, int colour, int following, long long code, long long sums, long long gain
    ) noexcept nogil
    cdef inline int _most_grouped(self, int n, int colour, int left) noexcept nogil
    cdef inline int _reaches(self, int at, int jokers) noexcept nogil
