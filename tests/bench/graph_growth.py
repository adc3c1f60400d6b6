"""Measures how the times of louvain() and text_similarity() grow with edges and text.

    /usr/bin/python3 tests/bench/graph_growth.py build/assay.so

Prints seconds of processor time and nanoseconds per edge (or character). Each graph is
timed three times, and the fastest time is printed; a graph of a million edges or more is
timed once. The last column is the number of clusters.

Three graphs have ten edges per node. The first has groups of 100 nodes, with nine of ten
edges inside the groups. The second has random edges without groups. The third is a chain
that ties each node to the next ten nodes. A grid has two edges per node. Chains with
several kinds of weights have one edge per node. In these chains, if louvain() moves one
node to another cluster, moves along the whole chain can follow. In "mixed" graphs the
names of the nodes are in random order.

Growth is linear if the nanoseconds per edge stay the same. Beyond some 100,000 nodes the
nanoseconds rise, because a graph no longer fits into the cache.
"""

import json
import random
import sqlite3
import sys
import time

SIZES = [10_000, 100_000, 1_000_000]
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


def band(edges):
    for i in range(edges // 10):
        for j in range(1, 11):
            yield i, i + j


def chain(edges):
    for i in range(edges):
        yield i, i + 1


def weighted(name, weight):
    """Returns a function that makes a chain: edge i has the weight weight(i, edges)."""
    def make(edges):
        for i in range(edges):
            yield i, i + 1, weight(i, edges)
    make.__name__ = f"chain, {name}"
    return make


def mixed(make):
    """Returns a function that makes the graph of make(), but mixes the nodes' names."""
    def make_mixed(edges):
        rows = list(make(edges))
        nodes = list({node for row in rows for node in row[:2]})
        other = nodes[:]
        random.shuffle(other)
        names = dict(zip(nodes, other))
        for a, b, *weight in rows:
            yield names[a], names[b], *weight
    make_mixed.__name__ = f"{make.__name__}, mixed"
    return make_mixed


RISING = weighted("rising", lambda i, edges: i + 1)
GRAPHS = [
    planted, without_groups, grid, band, mixed(band), chain, mixed(chain), RISING,
    mixed(RISING), weighted("falling", lambda i, edges: edges - i),
    weighted("growing", lambda i, edges: 2 ** (900 * i / edges - 450)),
    weighted("shrinking", lambda i, edges: 2 ** (450 - 900 * i / edges)),
]


def fastest(database, sql, times=3):
    best = None
    for _ in range(times):
        start = time.process_time()
        answer = database.execute(sql).fetchone()[0]
        seconds = time.process_time() - start
        best = seconds if best is None else min(best, seconds)
    return best, answer


def show(name, size, seconds, answer):
    print(f"{name:<31}{size:>10,}{seconds:>9.3f} s{seconds / size * 1e9:>8.0f} ns  "
          f"{answer}", flush=True)


def measure_graph(database, make, size):
    random.seed(size)
    database.execute("DROP TABLE IF EXISTS edges")
    database.execute("CREATE TABLE edges(a INT, b INT, w REAL DEFAULT 1)")
    rows = list(make(size))
    columns = "a, b, w" if len(rows[0]) == 3 else "a, b"
    places = ", ".join("?" * len(rows[0]))
    database.executemany(f"INSERT INTO edges({columns}) VALUES ({places})", rows)
    times = 3 if size < 1_000_000 else 1
    seconds, answer = fastest(database, "SELECT louvain(a, b, w) FROM edges", times)
    baseline, _ = fastest(database, "SELECT count(DISTINCT a) FROM edges", times)
    clusters = len(set(json.loads(answer).values()))
    show(f"louvain, {make.__name__}", size, seconds - baseline, clusters)


def measure_graphs(database):
    for make in GRAPHS:
        for size in SIZES:
            measure_graph(database, make, size)


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
