"""What sql/cluster/README.md says of each aggregate, over rows that are split at random.

Every line of its table is run as it stands: what a shard sends is asked of each shard,
and merged; the answer has to be that over all rows, to the last bit.  Groups are torn
apart, a row here and a row there, and some shards are empty.  For each the other way
holds, too: with whole groups in the shards the answers are put together.
"""

import os
import random
import re
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, ok  # noqa: E402

EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
README = "sql/cluster/README.md"
SEED = int(os.environ.get("SEED", "1"))
SPLITS = int(os.environ.get("SPLITS", "4"))
SHARDS = 4  # the last of them has no rows
ROWS = 600

COLUMNS = """g run round coverage source_quality agreement verification recency
recent_sources critical_contradictions evidence gate_passed ci published as_of domain age
score cluster value weight passed a b unit x y rank relevant gain source strategy scorer
raw vetoed position target cluster_source cluster_target""".split()
SCORES = COLUMNS[3:8]
EVIDENCE = ", ".join(COLUMNS[3:10])

# --- rows -------------------------------------------------------------------------------


def score(draw, tidy=False):
    if not tidy and draw.random() < 0.06:
        return draw.choice([None, "n/a", 9.5, -1, b"\0", "0.8"])
    return draw.choice([draw.randint(30, 100) / 100, draw.uniform(0.5, 1)])


def row(draw, tidy):
    """A row for every aggregate at once; small domains, so that values repeat.  In a tidy
    one nothing of the evidence is missing, so that some groups pass."""
    r = {"g": draw.choice(["north", "south", 7, "7", b"\0", None])}
    r.update((name, score(draw, tidy)) for name in SCORES)
    r.update(run=draw.randint(1, 12),
             recent_sources=draw.choice([None, "many", 3, 12, 30]),
             round=draw.choice([None, 3.5, *range(1, 9)]),
             critical_contradictions=draw.choice([0, 0, 0, 0, 1, None]))
    r.update(gate_passed=draw.choice([0, 0, 1, None]), age=draw.choice(
        [None, "x", -3, draw.randint(0, 900), draw.randint(0, 20), 12.5]))
    r.update(published=draw.choice([None, "soon", "2026-02", "2025-%02d-%02d" % (
        draw.randint(1, 12), draw.randint(1, 28))]), as_of="2026-03-03",
        domain=draw.choice([None, "ai_ml", "security"]))
    r.update((name, score(draw)) for name in "ci value a b raw".split())
    r.update(x=draw.choice([None, 1, 2.0, 2, 2**60, 2**60 + 1, draw.random()]),
             y=draw.randint(0, 5), weight=draw.choice([0, 1, 0.1, draw.random()]),
             score=draw.choice([None, 1, 2, 3, 4, 5, 0.4]), cluster=draw.randint(1, 5))
    r.update(passed=draw.choice([0, 1, 1, None, 2]), unit=draw.randint(1, 9),
             rank=draw.choice([None, *range(1, 30)]),
             relevant=draw.choice([0, 0, 1, None]),
             gain=draw.choice([0, 0, 1, 2.5, None]), vetoed=draw.choice([0, 0, 1]))
    r.update(source="site %d" % draw.randint(1, 99), position=draw.randint(1, 9),
             strategy=draw.choice(["deepen", "broaden", "bridge"]), scorer=draw.choice(
                 ["coverage_gap", "ambiguity", "novelty"]),
             target="site %d" % draw.randint(1, 99), cluster_source=draw.randint(1, 2),
             cluster_target=draw.randint(1, 2))
    r["evidence"] = None
    if tidy:
        r.update(recent_sources=30, critical_contradictions=0)
    return r


def settle(rows):
    """A node of a graph is in one cluster, whichever of its edges says so."""
    seen = {}
    for r in rows:
        for end in ("source", "target"):
            r["cluster_" + end] = seen.setdefault((r["g"], r[end]), r["cluster_" + end])


def connect():
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    return db


def filled(rows):
    """A shard; evidence is made in SQL, by SQLite's own spelling of numbers."""
    db = connect()
    db.execute(f"CREATE TABLE data({', '.join(COLUMNS)})")
    db.executemany(f"INSERT INTO data VALUES({', '.join('?' * len(COLUMNS))})",
                   [[r[name] for name in COLUMNS] for r in rows])
    return db


def add_evidence(rows):
    db = connect()
    names = COLUMNS[3:10]
    query = "SELECT json_object(" + ", ".join(f"'{name}', ?" for name in names) + ")"
    for r in rows:
        values = [None if isinstance(r[name], bytes) else r[name] for name in names]
        r["evidence"] = db.execute(query, values).fetchone()[0]


# --- the table --------------------------------------------------------------------------


def lines():
    """Call, note, what a shard sends, how that is merged."""
    for line in open(README, encoding="utf-8"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        found = re.match(r"`(\w+\(.*\))`(.*)$", cells[0]) if len(cells) == 3 else None
        if found:
            sent = re.match(r"`(SELECT [^`]*)`", cells[1])
            merged = re.match(r"`((?:SELECT|WITH) [^`]*)`", cells[2])
            if not (merged or cells[2].startswith("the same call")):
                raise SystemExit(f"Bail out! no merge in: {line}")
            yield (found[1], found[2].strip(), sent[1] if sent else "SELECT * FROM data",
                   merged[1] if merged else f"SELECT g, {found[1]} FROM parts GROUP BY g")


def whole_query(call, merged):
    """The question over all rows; rows are asked for where the merge reads them."""
    if "_rows(" in merged:
        return merged.replace("FROM parts", "FROM data")
    return f"SELECT g, {call} FROM data GROUP BY g"


def rows_of(db, query):
    return sorted(map(repr, db.execute(query)))


def merged_rows(shards, sent, merged):
    """Each shard's answer goes into `parts`, which is asked the rest."""
    db, made = connect(), False
    for shard in shards:
        cursor = shard.execute(sent)
        if not made:
            db.execute("CREATE TABLE parts(" + ", ".join(
                '"' + column[0] + '"' for column in cursor.description) + ")")
            made = True
        db.executemany("INSERT INTO parts VALUES("
                       + ", ".join("?" * len(cursor.description)) + ")", cursor)
    return rows_of(db, merged)


def torn(rows, draw, whole):
    """The rows over the shards: by themselves, or whole runs, or whole groups."""
    placed = {}

    def place(r):
        if not whole:
            return draw.randrange(SHARDS - 1)
        return placed.setdefault(tuple(map(repr, (r[name] for name in whole))),
                                 draw.randrange(SHARDS - 1))

    parts = [[] for _ in range(SHARDS)]
    for r in rows:
        parts[place(r)].append(r)
    return [filled(part) for part in parts]


def long_form(text):
    """The same with seven columns for the object, where there is a form of that kind."""
    text = text.replace("best_round(evidence, round,", "best_round(KEPT, round,")
    text = text.replace("AS evidence", "AS KEPT")
    return text.replace("evidence", EVIDENCE).replace("KEPT", "evidence")


def compare(call, note, sent, merged, samples):
    whole = whole_query(call, merged)
    as_torn = as_groups = True
    answers = set()
    for rows, draw in samples:
        want = rows_of(filled(rows), whole)
        answers.update(line.split(", ", 1)[1] for line in want)
        keys = ("g", "run") if note == "of whole runs" else ()
        got = merged_rows(torn(rows, draw, keys), sent, merged)
        as_torn = as_torn and got == want or (got, want)
        apart = sorted(sum((rows_of(shard, whole) for shard in torn(rows, draw, ("g",))),
                           []))
        as_groups = as_groups and apart == want or (apart, want)
    name = f"{call.split('(')[0]} {note}".strip()
    for outcome, what in ((as_torn, "torn"), (as_groups, "whole groups put together")):
        ok(outcome is True, f"{name}, {what}: {call[:70]}",
           *(f"{side}: {set(mine) - set(other)}" for side, mine, other in (
               ("got", *outcome), ("want", *outcome[::-1])) if outcome is not True)
           if outcome is not True else ())
    ok(len(answers) > 1, f"{name}: answers differ from each other", answers)


def main():
    samples = []
    for split in range(SPLITS):
        draw = random.Random(SEED * 1000 + split)
        rows = [row(draw, not split) for _ in range(ROWS if split else 40)]
        settle(rows)
        add_evidence(rows)
        samples.append((rows, draw))
    print(f"# SEED={SEED} SPLITS={SPLITS}")
    named = set()
    for call, note, sent, merged in lines():
        named.add(call.split("(")[0])
        compare(call, note, sent, merged, samples)
        if call.split("(")[0] in ("stop_action", "stop_round", "stop_report"):
            compare(long_form(call), note, long_form(sent), long_form(merged), samples)
    known = {name for (name,) in connect().execute(
        "SELECT name FROM assay_functions WHERE kind = 'aggregate'")}
    ok(named == known, "every aggregate of the function table has a line, and no other",
       f"not named: {sorted(known - named)}", f"not known: {sorted(named - known)}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
