"""How the cost of stop_action() as a window grows with the rounds of one run.

    /usr/bin/python3 tests/bench/stop_growth.py build/assay.so [SIZE...]

Prints nanoseconds of processor time a row for 10,000, 100,000 and 1,000,000 rounds, the
least of three, and in the last column the ratio of the two ends. Growth is linear where
that stays near 1, and linear but for a logarithm where it stays near 2. The same window
with count(*) says what SQLite itself spends.
"""

import sqlite3
import sys
import time

ROUND = "round, coverage, 0.9, 0.9, 0.9, 0.9, 12, 0"
JOBS = [
    ("count(*) in round order", "count(*) OVER (ORDER BY round)"),
    ("in round order", f"stop_action({ROUND}) OVER (ORDER BY round)"),
    # No regression and no bound ends it: the policy looks at every round.
    ("in round order, unbounded",
     f"stop_action({ROUND}, 1e9, 1e9, 0.95, 10) OVER (ORDER BY round)"),
    ("shuffled", f"stop_action({ROUND}) OVER (ORDER BY shuffled)"),
    ("shuffled, unbounded",
     f"stop_action({ROUND}, 1e9, 1e9, 0.95, 10) OVER (ORDER BY shuffled)"),
    ("shuffled, one answer", f"stop_action({ROUND}, 1e9, 1e9, 0.95, 10) OVER ()"),
    ("descending", f"stop_action({ROUND}) OVER (ORDER BY round DESC)"),
    ("descending, unbounded",
     f"stop_action({ROUND}, 1e9, 1e9, 0.95, 10) OVER (ORDER BY round DESC)"),
    ("frame of 100", f"stop_action({ROUND}) OVER (ORDER BY round ROWS 99 PRECEDING)"),
    ("frame of 1000, unbounded", f"stop_action({ROUND}, 1e9, 1e9, 0.95, 10) "
     "OVER (ORDER BY round ROWS 999 PRECEDING)"),
    ("frame of 1000, shuffled",
     f"stop_action({ROUND}) OVER (ORDER BY shuffled ROWS 999 PRECEDING)"),
]
SIZES = [int(size) for size in sys.argv[2:]] or [10_000, 100_000, 1_000_000]


def fill(database, size):
    database.execute("DROP TABLE IF EXISTS rounds")
    database.execute("CREATE TABLE rounds(round, shuffled, coverage)")
    rows = ((i, i * 7919 % 1000003, 0.5 + i % 1000 / 1e4) for i in range(size))
    database.executemany("INSERT INTO rounds VALUES (?, ?, ?)", rows)


def nanoseconds(database, call, size):
    """The least of three, divided by the number of rows."""
    best = None
    for _ in range(3):
        start = time.process_time()
        database.execute(
            f"SELECT count(x) FROM (SELECT {call} AS x FROM rounds)").fetchone()
        taken = time.process_time() - start
        best = taken if best is None else min(best, taken)
    return best / size * 1e9


def main():
    database = sqlite3.connect(":memory:")
    database.enable_load_extension(True)
    database.load_extension(sys.argv[1] if len(sys.argv) > 1 else "build/assay.so")
    table = [[] for _ in JOBS]
    for size in SIZES:
        fill(database, size)
        for row, (_, call) in zip(table, JOBS):
            row.append(nanoseconds(database, call, size))
    print(f"{'ns a row':28}" + "".join(f"{size:>12,}" for size in SIZES) + "    ratio")
    for (name, _), row in zip(JOBS, table):
        print(f"{name:28}" + "".join(f"{ns:12.0f}" for ns in row)
              + f"{row[-1] / row[0]:9.2f}")


main()
