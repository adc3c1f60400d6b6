"""How does kendall_tau grow, and what does it take for a million pairs?

    python3 tests/bench/rank_correlation.py [--extension build/assay] [--repeats 5]

Random pairs, half of them with few distinct values so that ties are frequent. Sizes take
turns; printed are medians of the processor's time, which a busy machine changes little.
"""
import argparse
import pathlib
import sqlite3
import statistics
import time

SIZES = (10_000, 100_000, 1_000_000)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--extension", default="build/assay")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(str(pathlib.Path(options.extension).resolve()))
    db.execute("CREATE TABLE pairs(id INTEGER PRIMARY KEY, x REAL, y REAL)")
    db.execute("""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO pairs SELECT i, i * 7919 % 1000003,
                                 CASE i % 2 WHEN 0 THEN i * 104729 % 1000033
                                            ELSE i % 100 END FROM n
    """, (max(SIZES),))
    times = {size: [] for size in SIZES}
    for _ in range(options.repeats):
        for size, values in times.items():
            start = time.process_time()
            db.execute("SELECT kendall_tau(x, y) FROM pairs WHERE id <= ?",
                       (size,)).fetchone()
            values.append(time.process_time() - start)
    for size, values in times.items():
        seconds = statistics.median(values)
        print(f"{size:9,} pairs {1000 * seconds:8.1f} ms "
              f"{1e9 * seconds / size:6.0f} ns a pair")


if __name__ == "__main__":
    main()
