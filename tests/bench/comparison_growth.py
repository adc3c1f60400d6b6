"""Measures how long pass_rate, paired_difference, kendall_tau and similar aggregates take
per row of one large group. For comparison it measures tier_confidence, too.

    python3 tests/bench/comparison_growth.py [--extension build/assay] [--repeats 3]

The rows are random, four for each unit (judged item). Column `few` has five different
values. In column `a` no value stands twice, nor in column `b`. Each repeat measures every
call at every size. Prints medians of processor time in nanoseconds per row. Each median
includes the time to read the rows; the output's line for count(a) shows that time.
"""
import argparse
import pathlib
import random
import sqlite3
import statistics
import time

SIZES = (10_000, 100_000, 1_000_000)
CALLS = (
    "count(a)", "tier_confidence(a, NULL)", "tier_confidence(a, NULL, unit)",
    "pass_rate(passed)", "pass_rate(passed, unit)", "pass_at_k(passed, 5)",
    "pass_hat_k(passed, 5)", "paired_difference(a, b)", "paired_difference(a, b, unit)",
    "kendall_tau(a, b)",
    *(f"krippendorff_alpha(unit, {value}, '{level}')" for value in ("few", "a")
      for level in ("nominal", "ordinal", "interval")),
    "krippendorff_alpha(unit, few, 'ratio')",  # time is quadratic in the number of values
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--extension", default="build/assay")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(str(pathlib.Path(options.extension).resolve()))
    db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, unit, few, passed, a, b)")
    draw = random.Random(1)
    db.executemany("INSERT INTO t VALUES (NULL, ?, ?, ?, ?, ?)",
                   ((i // 4, draw.randrange(5) / 4, draw.randrange(2), draw.random(),
                     draw.random()) for i in range(max(SIZES))))
    times = {(call, size): [] for call in CALLS for size in SIZES}
    for _ in range(options.repeats):
        for (call, size), values in times.items():
            start = time.process_time()
            for _ in range(max(1, 100_000 // size)):
                db.execute(f"SELECT {call} FROM t WHERE id <= ?", (size,)).fetchone()
            spent = time.process_time() - start
            values.append(spent / max(size, 100_000))
    print(f"{'ns a row of':40}" + "".join(f"{size:>11,}" for size in SIZES))
    for call in CALLS:
        print(f"{call:40}" + "".join(
            f"{1e9 * statistics.median(times[call, size]):11.0f}" for size in SIZES))


if __name__ == "__main__":
    main()
