# The C types of special_search.py.

from tilewise.solver.special_layers cimport SpecialLayers


cdef class SpecialKernel(SpecialLayers):
    cdef int[360] without_run  # the run state with one run less, by length
    cdef int[360] with_run  # the run state with one run more, by length
    cdef int[16] old_pending  # the pending sets at the beginning of a number
    cdef int old_pending_count

    cdef inline void _compute_potential(self) noexcept nogil
    cdef inline int _has_stage(self, int n, int stage) noexcept nogil
    cdef inline void _run_stage(self, int n, int stage) noexcept nogil
    cdef inline void _note(self, int act) noexcept nogil
    cdef inline int _tiles_left(self, int colour) noexcept nogil
    cdef inline int _prefers_tile(self, int colour, int count) noexcept nogil
    cdef inline int _join_runs(self, int colour, int length) noexcept nogil
    cdef inline void _continue_pending(self, int k) noexcept nogil
    cdef inline void _prolong_mirrored(self, int colour, int sides, int act, int k) noexcept nogil
    cdef inline void _lay_double_groups(self, int option) noexcept nogil
    cdef inline void _begin_with_changes(self) noexcept nogil
    cdef inline void _begin_with_mirrors(self) noexcept nogil
    cdef inline void _lay_mirrored_groups(self, int option) noexcept nogil
    cdef inline void _lay_doubles(self, int colour, int option) noexcept nogil
    cdef inline void _lay_changes(self, int colour, int option) noexcept nogil
    cdef inline void _begin_mirrored_runs(self, int colour) noexcept nogil
    cdef inline void _use_tiles(self, int colour) noexcept nogil
    cdef inline void _close_groups(self) noexcept nogil
    cdef inline int _missing_next(self) noexcept nogil
