# The C types of plain_layout.py.

from tilewise.solver.plain_search cimport PlainSearch


cdef class PlainKernel(PlainSearch):
    # The sets
    cdef int sets
    cdef int[80] set_kind  # run or group
    cdef int[80] set_number  # of a run the first one
    cdef int[80] set_size
    cdef int[80] set_colours  # of a run its colour; of a group a bit for each colour that a real tile has
    cdef int[80] set_jokers  # of a run a bit for each place of a joker; of a group their number

    # By colour, the runs that the next number may prolong
    cdef int[4] open_count
    cdef int[32] open_run

    cdef int[80] is_continued  # of the sets on the table

    # The tiles from the rack
    cdef int[52] taken_from_rack
    cdef int jokers_taken

    cdef inline int _lie_legally(self) noexcept nogil
    cdef inline int _build_answer(self) noexcept nogil
    cdef inline void _build_sets(self) noexcept nogil
    cdef inline void _build_runs(self, int n, int colour, int tiles, int jokers) noexcept nogil
    cdef inline void _build_groups(self, int n, long long code) noexcept nogil
    cdef inline int _add_set(self, int kind, int number, int size, int colours, int jokers) noexcept nogil
    cdef inline void _move_jokers_to_ends(self) noexcept nogil
    cdef inline int _place_spare_jokers(self, int spare) noexcept nogil
    cdef inline int _add_joker(self) noexcept nogil
    cdef inline void _split_group(self, int full) noexcept nogil
