# The C types of plain_choices.py.

from tilewise.solver.encoding cimport EncodedPosition


cdef class ColourChoices(EncodedPosition):
    cdef bint full  # whether every use of every joker is tried
    cdef int[120] without_long  # the run state with one long run less

    # What the lists depend on: see the keys
    cdef int[52] surroundings
    cdef int[52] plain_surroundings  # where no jokers are left
    cdef int[13] tiles_at  # by number, two bits for each colour
    cdef int[2048] most_groups  # by these tiles, and the jokers left

    # The lists in a hash table, and the choices in all of them
    cdef long long made  # changes when all lists are forgotten
    cdef int[5] seen  # of the surroundings, by the jokers left
    cdef long long[131072] lists  # the key of each list, and its description
    cdef long long choices_end
    cdef long long[131072] choices

    cdef void _note_surroundings(self) noexcept nogil
    cdef long long _list_choices(self, int n, int colour, int state, int left, int groups) noexcept nogil
    cdef inline void _add_choice(
        self,
        int colour,
        long long following,
        long long in_runs,
        long long in_groups,
        long long jokers,
        long long promised,
        long long placed,
        int idle,
    ) noexcept nogil
    cdef inline int _reaches(self, int at, int jokers) noexcept nogil
