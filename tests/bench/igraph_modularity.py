"""Measures the modularity that igraph's multilevel method reaches. A test program prints
the graphs.

    /usr/bin/python3 tests/bench/igraph_modularity.py build/tests/property/louvain_names

Prints for each graph the best and the median modularity of 20 runs, and the median
seconds of a run. Each run shuffles the nodes and has its own seed. Needs igraph (Debian:
python3-igraph).
"""

import random
import statistics
import subprocess
import sys
import time

import igraph

RUNS = 20


def lines(program, name):
    return subprocess.run([program, name], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def edges_of(program, name):
    for line in lines(program, name):
        a, b, weight = line.split()
        yield int(a), int(b), float(weight)


def run(edges, nodes, seed):
    random.seed(seed)
    place = list(range(nodes))
    random.shuffle(place)
    graph = igraph.Graph(nodes, [(place[a], place[b]) for a, b, _ in edges])
    weights = [weight for _, _, weight in edges]
    start = time.process_time()
    clusters = graph.community_multilevel(weights=weights)
    seconds = time.process_time() - start
    return graph.modularity(clusters, weights=weights), seconds


def main():
    program = sys.argv[1]
    for name in lines(program, ""):
        edges = list(edges_of(program, name))
        nodes = 1 + max(max(a, b) for a, b, _ in edges)
        runs = [run(edges, nodes, seed) for seed in range(RUNS)]
        found = [modularity for modularity, _ in runs]
        seconds = statistics.median(seconds for _, seconds in runs)
        print(f"{name:<34}{max(found):.4f}  {statistics.median(found):.4f}"
              f"{seconds:>9.4f} s", flush=True)


main()
