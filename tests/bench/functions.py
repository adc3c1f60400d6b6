"""Times functions of the extension, and Python functions for the same rules. Both are
called by the same query, in one process and on one connection. A user would write such
Python functions to register them by sqlite3's create_function.

    functions.py EXTENSION DATABASE REPEATS LIMIT NAME ARGUMENTS TABLE KEY

First checks that the extension and Python give the same answers. Then prints one line for
each repeat: CPU seconds of the extension, CPU seconds of Python.
"""

import sqlite3
import sys
import time
from datetime import date
from math import exp

LN_2 = 0.69314718055994531
WINDOWS = {"ai_ml": 90, "ai_software": 120, "cloud_infrastructure": 180,
           "programming_languages": 365, "academic_research": 730}
PENALTIES = {0: -0.8, 1: -0.4, 2: -0.2}


def recency_decay(age, domain=None):
    try:
        return exp(-LN_2 * age / WINDOWS.get(domain, 183)) if age > 0 else 1.0
    except TypeError:
        return None


def tier_of(score):
    try:
        if not 0 <= score <= 1:
            return None
    except TypeError:
        return None
    if score >= 0.9:
        return "Elite"
    if score >= 0.75:
        return "High"
    return "Medium" if score >= 0.5 else "Low"


def ci_score(c, s, a, v, r):
    try:  # the common case first: no score is missing
        if 0 <= c <= 1 and 0 <= s <= 1 and 0 <= a <= 1 and 0 <= v <= 1 and 0 <= r <= 1:
            return 0.25 * c + 0.20 * s + 0.20 * a + 0.20 * v + 0.15 * r
    except TypeError:
        pass
    index = 0.0
    for weight, score in zip((0.25, 0.20, 0.20, 0.20, 0.15), (c, s, a, v, r)):
        if isinstance(score, (int, float)) and 0 <= score <= 1:
            index += weight * score
    return index


def gate_pass(c, s, a, v, r, sources, contradictions):
    try:
        return (0.75 <= c <= 1 and 0.75 <= s <= 1 and 0.75 <= a <= 1 and 0.75 <= v <= 1
                and 0.75 <= r <= 1 and sources >= 10 and isinstance(sources, int)
                and contradictions == 0)
    except TypeError:
        return False


def age_days(published, as_of):
    try:
        return (date.fromisoformat(as_of) - date.fromisoformat(published)).days
    except (TypeError, ValueError):
        return None


def graduated_penalty(hits, words, length):
    try:
        if words >= 2 and isinstance(words, int) and length >= 4.0:
            return PENALTIES.get(hits, 0.0)
    except TypeError:
        pass
    return 0.0


def main():
    extension, path, repeats, limit, name, arguments, table, key = sys.argv[1:]
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA mmap_size = 0x7fff0000")
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.create_function("python_function", -1, globals()[name], deterministic=True)

    where = f"FROM {table} WHERE {key} < ?"
    ours = f"{name}({arguments})"
    theirs = f"python_function({arguments})"
    different = connection.execute(
        f"SELECT count(*) FROM (SELECT {ours} AS a, {theirs} AS b {where}) "
        "WHERE a IS NOT b AND NOT (typeof(a) = 'real' AND typeof(b) = 'real' "
        "AND abs(a - b) <= 1e-12)", (limit,)).fetchone()[0]
    if different:
        sys.exit(f"functions.py: {name}: {different} answers differ")

    def seconds(call):
        begin = time.process_time()
        connection.execute(f"SELECT count({call}) {where}", (limit,)).fetchone()
        return time.process_time() - begin

    for _ in range(int(repeats)):
        print(seconds(ours), seconds(theirs))


if __name__ == "__main__":
    main()
