"""How fast is round_acceptability, beside the same question asked in other ways?

    python3 tests/bench/acceptability.py [--extension build/assay] [--runs 10000]
        [--rounds 4] [--samples 1000] [--repeats 7] [--cross-join-runs 500]
        [--clock wall|processor]

The question: how often does each round of each run win, over all weightings? Asked

    assay       SELECT round_acceptability(...) FROM rounds GROUP BY run
    numpy       matrix product and argmax in chunks; the scores are in memory already, so
                what it would take to fetch them from the database is not counted
    numpy max   the same with the rounds compared one by one instead of argmax
    cross join  SQL only: rounds x weightings, the greatest weighted sum by max(), with
                the loops in the order that lets SQLite do without sorting

All get the same scores and the same weightings, and their answers are compared. The first
three take turns, so that a busy machine slows all of them; printed are medians. On a busy
machine look at the processor's time, which counts that of all threads. The cross
join takes far too long for that: it is run once, on --cross-join-runs of the runs (0: on
all of them), beside assay on the same ones. Needs numpy (Debian: python3-numpy).
"""
import argparse
import json
import pathlib
import sqlite3
import statistics
import time

import numpy

ACCEPTABILITY = """
    SELECT run, round_acceptability(round, gate, c, s, a, v, t, {samples}, 42)
    FROM rounds WHERE run < {runs} GROUP BY run
"""
CROSS_JOIN = """
    SELECT run, round, count(*) AS wins FROM (
      SELECT r.run, r.round,
             max(r.c * w.c + r.s * w.s + r.a * w.a + r.v * w.v + r.t * w.t)
      FROM runs CROSS JOIN weights AS w CROSS JOIN rounds AS r
      WHERE r.run = runs.run AND runs.run < {runs}
      GROUP BY runs.run, w.sample
    ) GROUP BY run, round
"""


CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}
clock = CLOCKS["wall"]


def timed(function, *arguments):
    start = clock()
    answer = function(*arguments)
    return clock() - start, answer


def database(options, scores):
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(str(pathlib.Path(options.extension).resolve()))
    db.execute("CREATE TABLE runs(run INTEGER PRIMARY KEY)")
    db.execute("CREATE TABLE rounds(run INTEGER, round INTEGER, gate INTEGER, "
               "c REAL, s REAL, a REAL, v REAL, t REAL, "
               "PRIMARY KEY (run, round)) WITHOUT ROWID")
    db.execute("CREATE TABLE weights(sample INTEGER PRIMARY KEY, "
               "c REAL, s REAL, a REAL, v REAL, t REAL)")
    db.execute("BEGIN")
    db.executemany("INSERT INTO runs VALUES (?)", ((i,) for i in range(options.runs)))
    db.executemany("INSERT INTO rounds VALUES (?, ?, 1, ?, ?, ?, ?, ?)",
                   ((i, j + 1, *map(float, scores[i, j]))
                    for i in range(options.runs) for j in range(options.rounds)))
    db.execute("INSERT INTO weights SELECT sample, coverage, source_quality, agreement, "
               "verification, recency FROM weight_samples(?, 42)", (options.samples,))
    db.execute("COMMIT")
    return db


def ask_assay(db, runs, samples):
    return db.execute(ACCEPTABILITY.format(runs=runs, samples=samples)).fetchall()


def ask_numpy(scores, weights, chunk=100):
    runs, rounds, _ = scores.shape
    wins = numpy.zeros((runs, rounds), dtype=numpy.int64)
    transposed = weights.T.copy()
    for start in range(0, runs, chunk):
        sums = scores[start:start + chunk] @ transposed
        winners = sums.argmax(axis=1)
        for number in range(rounds):
            wins[start:start + chunk, number] = (winners == number).sum(axis=1)
    return wins


def ask_numpy_max(scores, weights, chunk=100):
    runs, rounds, _ = scores.shape
    wins = numpy.zeros((runs, rounds), dtype=numpy.int64)
    transposed = weights.T.copy()
    for start in range(0, runs, chunk):
        sums = scores[start:start + chunk] @ transposed
        greatest = sums[:, 0].copy()
        winners = numpy.zeros(greatest.shape, dtype=numpy.int8)
        for number in range(1, rounds):
            better = sums[:, number] > greatest
            winners[better] = number
            numpy.maximum(greatest, sums[:, number], out=greatest)
        for number in range(rounds):
            counts = numpy.count_nonzero(winners == number, axis=1)
            wins[start:start + chunk, number] = counts
    return wins


def wins_of(rows, options):
    """The answer of assay as numbers of wins."""
    return numpy.array([[round(options.samples * share)
                         for share in json.loads(text).values()] for _, text in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--extension", default="build/assay")
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--cross-join-runs", type=int, default=500)
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    options = parser.parse_args()
    global clock
    clock = CLOCKS[options.clock]
    scores = numpy.random.default_rng(1).random((options.runs, options.rounds, 5))
    db = database(options, scores)
    weights = numpy.array(
        db.execute("SELECT c, s, a, v, t FROM weights ORDER BY sample").fetchall())

    ways = {
        "assay": lambda: ask_assay(db, options.runs, options.samples),
        "numpy": lambda: ask_numpy(scores, weights),
        "numpy max": lambda: ask_numpy_max(scores, weights),
    }
    times = {name: [] for name in ways}
    answers = {}
    for _ in range(options.repeats):
        for name, way in ways.items():
            seconds, answers[name] = timed(way)
            times[name].append(seconds)
    wins = wins_of(answers["assay"], options)
    assert (wins == answers["numpy"]).all(), "answers differ"
    assert (wins == answers["numpy max"]).all(), "answers differ"
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"{options.runs} runs x {options.rounds} rounds x {options.samples} "
          f"weightings, median of {options.repeats}, {options.clock} time")
    for name, seconds in medians.items():
        print(f"  {name:10} {1000 * seconds:10.1f} ms   "
              f"{seconds / medians['assay']:8.1f} x assay")

    few = options.cross_join_runs or options.runs
    seconds, rows = timed(lambda: db.execute(CROSS_JOIN.format(runs=few)).fetchall())
    same = sum(wins[run, number - 1] == count for run, number, count in rows)
    assert same == len(rows), "answers differ"
    assay = statistics.median(timed(ask_assay, db, few, options.samples)[0]
                              for _ in range(options.repeats))
    print(f"{few} of the runs")
    print(f"  {'assay':10} {1000 * assay:10.1f} ms")
    print(f"  {'cross join':10} {1000 * seconds:10.1f} ms   "
          f"{seconds / assay:8.1f} x assay")

    times = {10 * options.samples: [], options.samples: []}
    for _ in range(options.repeats):
        for samples, values in times.items():
            values.append(timed(ask_assay, db, options.runs, samples)[0])
    growth = (statistics.median(times[10 * options.samples])
              / statistics.median(times[options.samples]))
    print(f"10 times the weightings take {growth:.1f} times as long")


if __name__ == "__main__":
    main()
