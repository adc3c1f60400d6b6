"""Measures for history.py how much the triggers of sql/judged.sql slow a write.

Each write stores ROWS sources in one transaction into a fresh copy of a history. The
sources go to new runs, forty to each, or in equal shares to the history's own runs. The
writer does not load assay, because the triggers call none of its functions.
"""

import os
import shutil
import sqlite3
import time

ROWS = int(os.environ.get("ROWS", "200000"))
LARGEST = 50000  # runs: copying a longer history takes longer than writing to it
ROUNDS, SOURCES = 4, 10

WRITES = {
    "new runs": "executemany, new runs",
    "judged runs": "executemany, judged runs",
    "select": "INSERT ... SELECT, new runs",
}
TRIGGERS = ["no trigger", "empty trigger", "judged.sql"]
EMPTY = "CREATE TRIGGER empty AFTER INSERT ON sources BEGIN SELECT 1; END"


def rows_of(db, write):
    """Returns the sources to store. If the sources belong to new runs, this function
    stores the runs."""
    if write == "judged runs":
        ids = [run for run, in db.execute("SELECT run_id FROM runs ORDER BY run_id")]
        cited = [(1, source) for source in range(max(ROWS // len(ids), 1))]
    else:
        last = db.execute("SELECT max(run_id) FROM runs").fetchone()[0]
        ids = range(last + 1, last + 1 + ROWS // (ROUNDS * SOURCES))
        cited = [(round, source) for round in range(1, ROUNDS + 1)
                 for source in range(SOURCES)]
        db.execute("BEGIN")
        db.executemany("INSERT INTO runs(run_id, title, domain, as_of)"
                       " VALUES (?, 'new', 'ai_ml', '2026-06-30')", ((i,) for i in ids))
        db.execute("COMMIT")
    return [(run, round, f"https://example.org/{run}/{source}", None, "2026-01-05")
            for run in ids for round, source in cited]


def seconds(history, write, trigger):
    copy = f"{history}-written"
    shutil.copyfile(history, copy)
    db = sqlite3.connect(copy, isolation_level=None)
    if trigger == "empty trigger":
        db.execute(EMPTY)
    rows = rows_of(db, write)
    if write == "select":
        db.execute("CREATE TEMP TABLE given AS SELECT * FROM sources WHERE 0")
        db.executemany("INSERT INTO given VALUES (?, ?, ?, ?, ?)", rows)
    start = time.process_time()
    db.execute("BEGIN")
    if write == "select":
        db.execute("INSERT INTO sources SELECT * FROM given")
    else:
        db.executemany("INSERT INTO sources VALUES (?, ?, ?, ?, ?)", rows)
    db.execute("COMMIT")
    spent = time.process_time() - start
    db.close()
    os.remove(copy)
    return spent


def measured(history, judged):
    """Measures every write with every kind of trigger; yields (write, trigger, CPU
    seconds). Only `judged`, a copy of the history, has the triggers of judged.sql."""
    for write in WRITES:
        for trigger in TRIGGERS:
            path = judged if trigger == "judged.sql" else history
            yield write, trigger, seconds(path, write, trigger)
