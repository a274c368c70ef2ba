# The C types of plain_search.py.

from tilewise.solver.plain_choices cimport ColourChoices


cdef class PlainSearch(ColourChoices):
    # The question, beside the position
    cdef int threshold  # that the value of an opening must reach, or -1
    cdef bint by_value  # whether the opening of the greatest value is wanted
    cdef long long floor  # only a greater total is of interest
    cdef long long given  # the weight of a rack tile that is required, because no answer is without it; or 0

    # Tables by the tiles of each colour in groups, two bits each
    cdef int[256] highest  # the most tiles of one colour: the number of groups
    cdef int[256] group_needs  # the jokers that the groups need, and a bit for each colour that has room in one of them
    cdef int[1024] missing_one  # the jokers that they need if another colour can add so many tiles
    cdef int[4096] missing_two  # the same if two other colours can

    cdef int[16] singles_first  # the order of four lists: see the function
    cdef long long[4] keys  # of the lists at a number
    cdef long long[4] found  # the lists of a state
    cdef int[4] present  # by colour, a bit for each number that is available
    cdef int joker_height  # how far above 7 the jokers of the table lie, in all; 0 if that is not known
    cdef int rack_tiles
    cdef int table_tiles
    cdef int most_value  # that all tiles and jokers could have together
    cdef long long[14] potential  # what the numbers after each one could add to a score

    # The states of all layers; `layer` says where each layer begins
    cdef int size  # of the buffers
    cdef int used
    cdef int[15] layer
    cdef int[::1] value  # of an opening
    cdef long long[::1] compared  # four numbers for each state: two words of fields, the score, run states and jokers
    cdef int[::1] parent  # in the layer before
    cdef long long[::1] chosen  # the code of the choices that led here

    # The beam
    cdef int width
    cdef int beam
    cdef long long beam_floor  # the least priority in a full beam
    cdef bint trimmed  # whether a state was left out
    cdef int reached  # the last number of a sweep
    cdef int[::1] order
    cdef long long[::1] priority

    # The answer
    cdef long long best_known
    cdef long long best_score
    cdef int best_spent  # jokers
    cdef long long[14] path

    cdef int _search(self) noexcept nogil
    cdef inline void _drop_useless_tiles(self) noexcept nogil
    cdef inline int _numbers_in_groups(self, int colours) noexcept nogil
    cdef inline int _numbers_in_runs(self, int colour, int jokers) noexcept nogil
    cdef inline int _is_easier_reversed(self) noexcept nogil
    cdef inline void _reverse_numbers(self) noexcept nogil
    cdef inline void _compute_potential(self) noexcept nogil
    cdef inline int _widen_beam(self) noexcept nogil
    cdef inline int _sweep(self) noexcept nogil
    cdef inline long long _list_of(
        self, long long key, int n, int colour, long long state, int left, int groups
    ) noexcept nogil
    cdef inline void _note_keys(self, int n, long long left, long long groups) noexcept nogil
    cdef inline int _expand(self, int n) noexcept nogil
    cdef inline long long _most_weight(self, int n) noexcept nogil
    cdef inline int _has_even_weights(self, int n) noexcept nogil
    cdef inline long long _gain_of(self, int n, long long code) noexcept nogil
    cdef int _add_states_full(
        self, int n, int parent, long long score, long long sums, long long first, long long second, long long code
    ) noexcept nogil
    cdef inline int _add_state(
        self,
        int n,
        int parent,
        long long score,
        long long value,
        long long left,
        long long runs,
        long long first,
        long long second,
        long long choice,
    ) noexcept nogil
    cdef Py_ssize_t _place_for(self, long long score, long long first, long long second) noexcept nogil
    cdef inline void _move_state(self, int origin, int to) noexcept nogil
    cdef void _trim(self, int n) noexcept nogil
    cdef inline long long _priority_of(self, int i) noexcept nogil
    cdef inline int _pick_best(self) noexcept nogil
