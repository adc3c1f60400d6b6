"""Times round_acceptability and the same calculation in numpy, both in this process. Each
measured calculation reads the table and draws random weights. It then computes in what
share of the draws each round is its run's best.

    acceptability_numpy.py EXTENSION DATABASE REPEATS RUNS

First checks that the extension and numpy give the same shares. Then prints one line for
each repeat: CPU seconds of the extension, CPU seconds of numpy. If numpy is missing, the
program fails and prints nothing.
"""

import json
import os
import sqlite3
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # CPU seconds of one processor, like SQLite's
try:
    import numpy
except ImportError:
    sys.exit(1)

ROUNDS = 4
SAMPLES = 1000
CHUNK = 50  # runs at a time, few enough to stay in the processor's cache
SCORES = "coverage, source_quality, agreement, verification, recency"
GATE = f"gate_pass({SCORES}, recent_sources, critical_contradictions)"


def clean(score):
    return f"CASE WHEN {score} BETWEEN 0 AND 1 THEN {score} ELSE 0 END"


def with_extension(connection, runs):
    query = (f"SELECT round_acceptability(round, {GATE}, {SCORES}, {SAMPLES}) "
             "FROM round WHERE run_id < ? GROUP BY run_id")
    return [row[0] for row in connection.execute(query, (runs,))]


def with_numpy(connection, runs):
    weights = numpy.array(connection.execute(
        f"SELECT {SCORES} FROM weight_samples({SAMPLES})").fetchall())
    columns = ", ".join(clean(score) for score in SCORES.split(", "))
    rows = numpy.array(connection.execute(
        f"SELECT {columns}, 2 * {GATE} FROM round WHERE run_id < ?",
        (runs,)).fetchall(), dtype=float).reshape(-1, ROUNDS, 6)
    shares = numpy.empty((len(rows), ROUNDS))
    for begin in range(0, len(rows), CHUNK):
        chunk = rows[begin:begin + CHUNK]
        index = chunk[:, :, :5] @ weights.T + chunk[:, :, 5:]
        winner = index == index.max(axis=1, keepdims=True)  # no two indices are equal
        shares[begin:begin + CHUNK] = winner.mean(axis=2)
    return shares


def main():
    extension, path, repeats, runs = sys.argv[1:]
    connection = sqlite3.connect(path)
    connection.enable_load_extension(True)
    connection.execute("SELECT load_extension(?, 'sqlite3_assay_init')", (extension,))

    ours = [list(json.loads(shares).values())
            for shares in with_extension(connection, runs)]
    if abs(numpy.array(ours) - with_numpy(connection, runs)).max() > 1e-9:
        sys.exit("acceptability_numpy.py: the shares differ")

    def seconds(compute):
        begin = time.process_time()
        compute(connection, runs)
        return time.process_time() - begin

    for _ in range(int(repeats)):
        print(seconds(with_extension), seconds(with_numpy))


if __name__ == "__main__":
    main()
