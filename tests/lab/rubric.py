"""Writes a history of a rubric for the tests of the lab: rubric.py PATH RUNS SCORES

The evidence has SCORES scores and three counts. The scores lie near the floors; some are
missing, some unusable. Ids are texts. Prints the settings that define the rubric, as
YAML.
"""

import json
import random
import sqlite3
import sys

path, runs, scores = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
draw = random.Random(7)
names = [f"{name}_{i}" if i >= 7 else name for i, name in enumerate(
    ("helpfulness", "tone", "accuracy", "clarity", "depth", "safety", "style") * 9)]
names = [*names[:scores - 1], 'said "so": 7 & <b>']


def evidence():
    scored = {name: round(min(1, draw.gauss(.8, .07)), 2) for name in names}
    counted = {"answers": draw.randrange(2, 9), "escalations": int(draw.random() < .1),
               "cost": draw.randrange(20)}
    if draw.random() < .05:
        scored.pop(draw.choice(names))
    if draw.random() < .05:
        counted["answers"] = draw.choice(("many", None, 2.5))
    return "no evidence" if draw.random() < .01 else json.dumps({**scored, **counted})


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
