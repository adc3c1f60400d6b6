"""Writes a history for trying the lab at scale: history.py PATH RUNS ROUNDS

Each score lies near a floor (a least score), as judges' scores do; one score in a hundred
is missing. The history has no sources.
"""

import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import histories  # noqa: E402

path, runs, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(1)
database = sqlite3.connect(path)
with open("sql/schema.sql", encoding="utf-8") as schema:
    database.executescript(schema.read())
database.execute("PRAGMA synchronous = off")
database.executemany(
    "INSERT INTO runs(run_id, title, domain, as_of) VALUES (?, ?, ?, ?)",
    ((run, f"Question {run}", "ai_ml", "2026-06-30") for run in range(1, runs + 1)))
database.executemany(
    "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ((run, place, *histories.usual(draw))
     for run in range(1, runs + 1) for place in range(1, rounds // runs + 1)))
database.commit()
database.close()
