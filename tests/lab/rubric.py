"""Writes a history for a rubric (a gate over your own scores), for the tests of the lab:
rubric.py PATH RUNS SCORES

The evidence of a round has SCORES scores and three counts. The scores lie near the
floors; some are missing, some unusable. The ids of runs are texts. Prints the settings
that define the rubric, as YAML.
"""

import json
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import histories  # noqa: E402

path, runs, scores = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(7)
names = [f"{name}_{i}" if i >= 7 else name for i, name in enumerate(
    ("helpfulness", "tone", "accuracy", "clarity", "depth", "safety", "style") * 9)]
names = [*names[:scores - 1], 'said "so": 7 & <b>']


def evidence():
    drawn = histories.evidence(draw, names)
    return "no evidence" if draw.random() < .01 else json.dumps(drawn)


database = sqlite3.connect(path)
database.executescript("""
CREATE TABLE runs(run_id TEXT, title TEXT, domain, as_of);
CREATE TABLE evidence(run_id TEXT, round INT, rubric TEXT, evidence TEXT);""")
for run in range(runs):
    name = f"job {run:05}"
    database.execute("INSERT INTO runs VALUES (?, ?, NULL, NULL)", (name, f"Ask {run}"))
    database.executemany(
        "INSERT INTO evidence VALUES (?, ?, 'support', ?)",
        ((name, place, evidence()) for place in range(1, draw.randrange(2, 6))))
database.execute("INSERT INTO evidence VALUES ('job 00000', 1, 'other', '{}')")
database.commit()
database.close()
print(json.dumps({"evaluation": {"rubrics": {"Support": {
    "scores": {name: {"high": .7, "weight": 1 + i % 3} for i, name in enumerate(names)},
    "at_least": {"answers": 3}, "at_most": {"escalations": 0, "cost": 16},
    "vetoes": ["escalations"]}}}}))
