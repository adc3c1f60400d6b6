"""What the native extension says, for the tests of the page:

    native.py EXTENSION flips < {"database": PATH, "contract": YAML, "yamls": [YAML, ...]}
    native.py EXTENSION history PATH RUNS ROUNDS    a database of so many runs and rounds

`flips` prints a JSON list: for each YAML the settings' hash and the runs of which another
decision is made than under the contract, as the page's CSV has them.
"""

import json
import random
import sqlite3
import sys

DECISIONS = """
SELECT b.run_id, r.title, b.best_round, b.gate_passed, b.ci, d.action, d.stop_round,
       d.best_round
FROM run_best_round AS b JOIN run_decisions AS d ON d.run_id IS b.run_id
JOIN runs AS r ON r.run_id IS b.run_id ORDER BY b.run_id"""


def connect(extension, path):
    database = sqlite3.connect(path)
    database.enable_load_extension(True)
    database.load_extension(extension)
    return database


def decisions(extension, path, *yamls):
    database = connect(extension, path)
    for yaml in filter(None, yamls):
        database.execute("SELECT assay_load_yaml(?, 'strict')", [yaml])
    (digest,) = database.execute("SELECT assay_settings_hash()").fetchone()
    rows = {row[0]: row for row in database.execute(DECISIONS)}
    database.close()
    return digest, rows


def flips(extension, database, contract, yamls):
    before = decisions(extension, database, contract)[1]
    answers = []
    for yaml in yamls:
        digest, after = decisions(extension, database, contract, yaml)
        changed = []
        for run, b in after.items():
            a = before[run]
            if any(a[i] != b[i] for i in (2, 3, 5, 6, 7)):
                changed.append([run, a[1], a[2], b[2], a[3], b[3], a[4], b[4],
                                a[5], a[6], b[5], b[6], a[7], b[7]])
        answers.append({"hash": digest, "rows": changed})
    return answers


def history(path, runs, rounds):
    """Scores that judges give, near the floors, some missing; sources for some rounds."""
    draw = random.Random(1)
    database = sqlite3.connect(path)
    with open("sql/schema.sql", encoding="utf-8") as schema:
        database.executescript(schema.read())
    database.execute("PRAGMA synchronous = off")
    database.executemany(
        "INSERT INTO runs(run_id, title, domain, as_of) VALUES (?, ?, ?, ?)",
        ((run, f"Question {run}", "ai_ml", "2026-06-30") for run in range(1, runs + 1)))
    each = rounds // runs

    def score():
        return None if draw.random() < .01 else round(min(1, draw.gauss(.8, .09)), 3)

    database.executemany(
        "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((run, place, score(), score(), score(), score(), score(),
          draw.randrange(5, 20), int(draw.random() < .05))
         for run in range(1, runs + 1) for place in range(1, each + 1)))
    database.commit()
    database.close()


if sys.argv[2] == "flips":
    json.dump(flips(sys.argv[1], **json.load(sys.stdin)), sys.stdout)
else:
    history(sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
