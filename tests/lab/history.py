"""Writes a history for trying the lab at scale: history.py PATH RUNS ROUNDS

The scores lie near the floors, as judges' scores do; one in a hundred is missing. The
history has no sources.
"""

import random
import sqlite3
import sys

path, runs, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(1)
database = sqlite3.connect(path)
with open("sql/schema.sql", encoding="utf-8") as schema:
    database.executescript(schema.read())
database.execute("PRAGMA synchronous = off")
database.executemany(
    "INSERT INTO runs(run_id, title, domain, as_of) VALUES (?, ?, ?, ?)",
    ((run, f"Question {run}", "ai_ml", "2026-06-30") for run in range(1, runs + 1)))


def score():
    return None if draw.random() < .01 else round(min(1, draw.gauss(.8, .09)), 3)


database.executemany(
    "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ((run, place, score(), score(), score(), score(), score(),
      draw.randrange(5, 20), int(draw.random() < .05))
     for run in range(1, runs + 1) for place in range(1, rounds // runs + 1)))
database.commit()
database.close()
