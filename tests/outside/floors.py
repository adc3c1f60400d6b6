"""Simulates how often sql/reports/which_floor.sql accepts a wrong floor (least score).
The report should accept a floor only if at most 10 % of the answers that reach it are
bad. For 60, 200 and 1000 labels, also simulates how often the report accepts any floor.
A seeded generator makes the histories (lists of runs).

    make check-outside [CASES=2000]

Each labelled run has its own floor, from .50 to .99: the highest floor at which the run
passes. The chance that the run is bad depends on this floor. Each odd line of the output
is for 2 * CASES histories. This program judges them as the report does: with its list of
floors and the extension's binomial_upper. The line fails if the share of histories with a
wrong floor is above 5 % by more than four standard errors. The next line fails if the
report itself gives another answer for one of these histories.
"""

import math
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import EXTENSION, connect  # noqa: E402

ROUNDS = 2 * int(os.environ.get("CASES") or 2000)
SEED = os.environ.get("SEED") or "1"
FLOORS = [i / 100 for i in range(99, 49, -1)]
RISK, CONFIDENCE, NEED = 0.1, 0.95, 29

db = connect()
known = {}


def upper(bad, n):
    if (bad, n) not in known:
        known[bad, n] = db.execute("SELECT binomial_upper(?, ?, ?)",
                                   (bad, n, CONFIDENCE)).fetchone()[0]
    return known[bad, n]


def history(draw, runs, chance):
    """Returns runs as (i, bad), where FLOORS[i] is a run's own floor. Most runs pass only
    low floors."""
    places = [min(49, int(50 * math.sqrt(draw.random()))) for _ in range(runs)]
    return [(place, draw.random() < chance(place)) for place in places]


def certified(rows):
    """Returns the index in FLOORS of the floor that the report should accept, or None."""
    passing, bad = [0] * 50, [0] * 50
    for place, is_bad in rows:
        passing[place] += 1
        bad[place] += is_bad
    n = wrong = 0
    found, begun = None, False
    for place in range(50):
        n, wrong = n + passing[place], wrong + bad[place]
        begun = begun or n >= NEED
        if begun and upper(wrong, n) > RISK:
            break
        found = place if begun else None
    return found


def true_risk(place, chance):
    weights = [2 * i + 1 for i in range(place + 1)]
    return sum(w * chance(i) for i, w in enumerate(weights)) / sum(weights)


def reported(rows):
    """Runs the report over `rows`, which history() made. Returns the second line that
    the report prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history.db")
        with open("sql/schema.sql", encoding="utf-8") as schema, \
                open("sql/views.sql", encoding="utf-8") as views:
            file = sqlite3.connect(path)
            file.executescript(schema.read() + views.read())
        for number, (place, is_bad) in enumerate(rows, 1):
            file.execute("INSERT INTO runs VALUES (?1, 'run ' || ?1, NULL, NULL,"
                         " '2026-01-01')", (number,))
            file.execute("INSERT INTO rounds VALUES (?, 1, ?, 1, 1, 1, 1, 12, 0)",
                         (number, FLOORS[place]))
            file.execute("INSERT INTO outcomes VALUES (?, 1, ?)", (number, not is_bad))
        file.commit()
        file.close()
        with open("sql/reports/which_floor.sql", encoding="utf-8") as report:
            printed = subprocess.run(["sqlite3", path, "-cmd", f".load {EXTENSION}"],
                                     stdin=report, capture_output=True, text=True,
                                     check=True).stdout
    return printed.splitlines()[1]


def falls(at):
    """Returns a function of i: the chance that a run is bad if its own floor is
    FLOORS[i]. The chance is .02 for the floor .99 and .14 for the floor `at`. It grows as
    the floor falls."""
    def chance(place):
        return min(1.0, 0.02 + 0.12 * (place / (99 - 100 * at)) ** 2)
    return chance


def same(_):
    return 0.101


CHECKS = [(words, runs, chance)
          for words, chance in (("as bad everywhere, .101", same),
                                ("worse from .85 on", falls(0.85)),
                                ("worse from .70 on", falls(0.7)))
          for runs in (60, 200, 1000)]

print(f"1..{2 * len(CHECKS)}")
print(f"# SEED={SEED} ROUNDS={ROUNDS}")
failed = 0
for number, (words, runs, chance) in enumerate(CHECKS):
    draw = random.Random(f"{SEED} {words} {runs}")
    risks = [true_risk(place, chance) for place in range(50)]
    best = max((place for place in range(50) if risks[place] <= RISK), default=None)
    false = found = 0
    places, first = [], None
    for _ in range(ROUNDS):
        rows = history(draw, runs, chance)
        place = certified(rows)
        if place is not None:
            false += risks[place] > RISK
            found += 1
            places.append(FLOORS[place])
        first = first or (rows, place)
    good = false / ROUNDS <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / ROUNDS)
    middle = f"{sorted(places)[len(places) // 2]:.2f}" if places else "none"
    truth = f"{FLOORS[best]:.2f}" if best is not None else "none"
    failed += not good
    print("ok" if good else "not ok", 2 * number + 1,
          f"- {runs} labels, {words} (true floor {truth}): {false / ROUNDS:.4f} false, "
          f"{found / ROUNDS:.3f} certify one, {middle} in the middle", flush=True)
    said = reported(first[0])
    want = ("None" if first[1] is None
            else f"Of the answers that pass at {FLOORS[first[1]]:.2f} at most")
    failed += not said.startswith(want)
    print("ok" if said.startswith(want) else "not ok", 2 * number + 2,
          f"- the report says the same: {said}", flush=True)
sys.exit(failed > 0)
