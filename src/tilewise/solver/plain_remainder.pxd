# The C types of plain_remainder.py.

from tilewise.solver.plain_layout cimport PlainKernel


cdef class RemainderKernel(PlainKernel):
    # The whole position
    cdef int[60] all_required
    cdef int[60] all_available
    cdef int all_jokers_required
    cdef int all_jokers

    cdef int searched
