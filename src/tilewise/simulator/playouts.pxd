# The C types of playouts.py.

from tilewise.simulator.counted_game cimport CountedGame


cdef class Playouts(CountedGame):
    # The policies, by seat
    cdef int[6] opens_with_fewest
    cdef int[6] holds_jokers
    cdef int[6] patience
    cdef int[6] passes
    cdef int[6] most_stuck
    cdef int[6] lays_one
    cdef int[6] learned
    cdef int[6] watches

    # The learned value
    cdef long long[::1] network
    cdef int hidden_units
    cdef int[17] feature

    # A trial: this seat changes its nth decision
    cdef int trial_seat  # or -1
    cdef int trial_at  # n, or 0
    cdef int trial_opens  # whether it then opened
    cdef int decisions  # so far

    # Random numbers: the state of xorshift128
    cdef long long[4] random

    # A box to deal from
    cdef int[160] box
    cdef int box_size
    cdef int dealt
    cdef int redeal_pairs  # or 0
    cdef int most_redeals

    # The position that play-outs start from
    cdef int own_seat
    cdef int[160] hidden
    cdef int hidden_size
    cdef int[53] base_rack
    cdef int[6] base_rack_size
    cdef int[53] base_table
    cdef int base_sets
    cdef int[80] base_kind
    cdef int[80] base_number
    cdef int[80] base_size
    cdef int[80] base_colours
    cdef int[80] base_joker_places
    cdef int[6] base_opened
    cdef int[6] base_announced
    cdef int[6] base_idle
    cdef int base_turn
    cdef int base_passed
    cdef int base_last_round
    cdef int[6] has_left_over  # what is known of each rack
    cdef int[6] left_over_drawn  # tiles that the seat drew in its last turn
    cdef int[318] left_over_table  # by seat: the table on which it could place nothing else

    # The results
    cdef long long[::1] won
    cdef long long[::1] scored

    cdef long long _share(self, int seat) noexcept nogil
    cdef int _take_turn(self) except -1 nogil
    cdef int _chosen_opening(self, int seat) except -1 nogil
    cdef int _chosen_play(self, int seat) except -1 nogil
    cdef int _waits(self, int seat) noexcept nogil
    cdef int _pays(self, int seat, int placed, int stuck) noexcept nogil
    cdef void _note_features(self, int seat, int placed, int stuck) noexcept nogil
    cdef long long _value(self) noexcept nogil
    cdef int _finish(self) except -1 nogil
    cdef void _seed(self, long long a, long long b, long long c, long long d) noexcept nogil
    cdef int _below(self, int n) noexcept nogil
    cdef void _deal(self) noexcept nogil
    cdef int _has_pairs(self, int seat) noexcept nogil
    cdef void _restore(self) noexcept nogil
    cdef void _deal_hidden(self) noexcept nogil
    cdef int _exchange_unlikely(self, int tries) except -1 nogil
    cdef int _could_have_placed(self, int seat, int drawn, int kept) except -1 nogil
    cdef int _play_sample(self, int start, int placed, int tries) except -1 nogil
