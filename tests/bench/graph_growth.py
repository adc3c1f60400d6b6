"""How the cost of louvain() grows with the edges, and of text_similarity() with the text.

    /usr/bin/python3 tests/bench/graph_growth.py build/assay.so

Prints seconds and nanoseconds an edge (or a character): the fastest of three times.
Graphs have ten edges a node: planted groups of 100 nodes with nine of ten edges inside;
random ones without any group, which take the most passes; and a grid, which has long
ways. Growth is linear where the nanoseconds stay the same. The last column is the number
of clusters.
"""

import random
import sqlite3
import sys
import time

SIZES = [12_500, 25_000, 50_000, 100_000, 200_000]
LENGTHS = [10_000, 100_000, 1_000_000]


def planted(edges):
    nodes = edges // 10
    for _ in range(edges):
        a = random.randrange(nodes)
        inside = random.random() < 0.9
        b = a // 100 * 100 + random.randrange(100) if inside else random.randrange(nodes)
        yield a, b


def without_groups(edges):
    nodes = edges // 10
    for _ in range(edges):
        yield random.randrange(nodes), random.randrange(nodes)


def grid(edges):
    side = int((edges / 2) ** 0.5)
    for i in range(side * side):
        yield i, i + 1 if (i + 1) % side else i
        yield i, i + side


def fastest(database, sql):
    best = None
    for _ in range(3):
        start = time.perf_counter()
        answer = database.execute(sql).fetchone()[0]
        seconds = time.perf_counter() - start
        best = seconds if best is None else min(best, seconds)
    return best, answer


def show(name, size, seconds, answer):
    print(f"{name:<24}{size:>10,}{seconds:>9.3f} s{seconds / size * 1e9:>8.0f} ns  "
          f"{answer}")


def measure_graphs(database):
    for make in (planted, without_groups, grid):
        for size in SIZES:
            random.seed(size)
            database.execute("DROP TABLE IF EXISTS edges")
            database.execute("CREATE TABLE edges(a INT, b INT)")
            database.executemany("INSERT INTO edges VALUES (?, ?)", make(size))
            seconds, answer = fastest(
                database,
                "SELECT count(DISTINCT value) "
                "FROM (SELECT louvain(a, b) AS j FROM edges), json_each(j)")
            baseline, _ = fastest(
                database, "SELECT count(DISTINCT a) FROM edges")
            show(f"louvain, {make.__name__}", size, seconds - baseline, answer)


def measure_texts(database):
    words = "why what does the coffee mean to you in morning and ritual".split()
    for length in LENGTHS:
        random.seed(length)
        database.execute("DROP TABLE IF EXISTS texts")
        database.execute("CREATE TABLE texts(a, b)")
        a, b = (" ".join(random.choices(words, k=length))[:length] for _ in range(2))
        database.execute("INSERT INTO texts VALUES (?, ?)", (a, b))
        seconds, answer = fastest(database, "SELECT text_similarity(a, b) FROM texts")
        show("text_similarity", length, seconds, answer)


def main():
    database = sqlite3.connect(":memory:")
    database.enable_load_extension(True)
    database.load_extension(sys.argv[1])
    measure_graphs(database)
    measure_texts(database)


main()
