"""Benchmarks of the rules, the solver, the store and the server. Run them from the repository root.

bench_rules     set checks, whole games, replaying and reading records (make bench)
bench_solver    the solver on many positions, next to other solvers (make bench-solver)
solver_workers  worker processes of bench_solver, one for each solver
bench_store     the cost of a turn on SQLite and PostgreSQL (make bench-store)
bench_server    the server under load, next to a bare server (make bench-server)
server_load     the load of bench_server, in a process of its own
server_echo     the bare server of bench_server
"""
