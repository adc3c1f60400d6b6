"""Tests sql/adapters/jsonl.sql over lines that hold any JSON. Also tests lm_eval.sql
over samples in the format of lm-evaluation-harness. The answers of lm_eval.sql must equal
numbers that the test computes in Python.
"""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from connect import EXTENSION  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))


def shell(script, files, *statements):
    """In the sqlite3 shell: runs `script`, imports `files` (pairs of name and lines), and
    runs `statements`. Returns the rows of all statements, and the shell's errors."""
    folder = tempfile.mkdtemp()
    commands = [f".load {os.path.relpath(EXTENSION)}", f".read sql/adapters/{script}"]
    for number, (name, lines) in enumerate(files):
        path = os.path.join(folder, str(number))
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write("".join(lines))
        commands += [f".import {path} jsonl_lines",
                     f"INSERT INTO jsonl_files VALUES ('{name}');"]
    commands += [".mode json"]
    commands += [statement + ";" for statement in statements]
    done = subprocess.run(["sqlite3", "-batch", "-bail", ":memory:"], cwd=ROOT, text=True,
                          input="\n".join(commands), capture_output=True)
    shutil.rmtree(folder)
    rows, at = [], done.stdout.find("[")
    while at >= 0:
        answer, at = json.JSONDecoder().raw_decode(done.stdout, at)
        rows += [tuple(row.values()) for row in answer]
        at = done.stdout.find("[", at)
    return rows, done.stderr.strip()


def lines(*documents):
    return [json.dumps(d) + "\n" for d in documents]


# --- any shape --------------------------------------------------------------------------

PATHS = ("INSERT INTO jsonl_paths(name, path, best) VALUES ('run', '$.job.id', NULL),"
         " ('round', '$.n', NULL), ('coverage', '$.marks.cov', 10),"
         " ('recency', '$.marks[''rec'']', 1), ('recent_sources', '$.fresh', NULL),"
         " ('title', '$.q', NULL), ('as_of', '$.day', NULL)").replace("[''rec'']", ".rec")


def document(job, n, cov, rec, fresh=12, **more):
    return {"job": {"id": job}, "n": n, "marks": {"cov": cov, "rec": rec},
            "fresh": fresh, "q": "why?", "day": "2026-03-01", **more}


def test_shape():
    text = lines(document("a", 1, 8, 0.9), document("a", 2, "9/10", "80%"),
                 document("b", 1, "none", 2), {"job": {"id": "c"}, "n": 1}, [1, 2])
    got, error = shell("jsonl.sql", [("mine", text)], PATHS,
                       "SELECT run_id, round, coverage, recency, recent_sources"
                       " FROM jsonl_rounds ORDER BY run_id IS NULL, run_id, round")
    is_eq((got, error), ([("a", 1, 0.8, 0.9, 12), ("a", 2, 0.9, 0.8, 12),
                          ("b", 1, None, None, 12), ("c", 1, None, None, None),
                          (None, None, None, None, None)], ""),
          "rounds by paths, scores by their scale")
    got, _ = shell("jsonl.sql", [("mine", text)], PATHS,
                   "SELECT run_id, title, as_of FROM jsonl_runs WHERE run_id < 'c'",
                   "SELECT name, lines, found, usable FROM jsonl_found"
                   " WHERE name IN ('coverage', 'recency', 'recent_sources', 'run')",
                   "SELECT evidence FROM jsonl_evidence"
                   " WHERE run_id = 'a' AND round = 1")
    is_eq(got, [("a", "why?", "2026-03-01"), ("b", "why?", "2026-03-01"),
                ("coverage", 5, 3, 2), ("recency", 5, 3, 2), ("recent_sources", 5, 3, 3),
                ("run", 5, 4, 4),
                ('{"coverage":0.8,"recency":0.9,"recent_sources":12}',)],
          "runs, what each path finds, and evidence")
    got, _ = shell("jsonl.sql", [("mine", text)],
                   "INSERT INTO jsonl_paths(name, path) VALUES ('run', '$.job.id')",
                   "SELECT run_id, round FROM jsonl_keys WHERE run_id IS NOT NULL")
    is_eq(got, [("a", 1), ("a", 2), ("b", 1), ("c", 1)],
          "without a path for the round the lines of a run are counted")
    got, _ = shell("jsonl.sql", [("one", text[:2]), ("two", text[1:2])],
                   "INSERT INTO jsonl_paths(name, path) VALUES ('run', '$.job.id'),"
                   " ('recent_sources', '$.fresh'), ('verification', '$.fresh')",
                   "SELECT file, number, round FROM jsonl_keys ORDER BY file, number",
                   "SELECT name, usable FROM jsonl_found",
                   "SELECT DISTINCT evidence FROM jsonl_evidence")
    is_eq(got, [("one", 1, 1), ("one", 2, 2), ("two", 1, 3), ("recent_sources", 3),
                ("run", 3), ("verification", 0),
                ('{"recent_sources":null,"verification":null}',)],
          "file by file; a count of sources is usable whatever its scale")
    got, _ = shell("jsonl.sql", [("mine", lines(*({"r": "a", "d": d} for d in "xzy")))],
                   "INSERT INTO jsonl_paths(name, path, best) VALUES ('run', '$.r', 1),"
                   " ('domain', '$.d', 1), ('z', '$.z', NULL), ('a', '$.a', NULL)",
                   "SELECT run_id, domain FROM jsonl_runs",
                   "SELECT DISTINCT evidence FROM jsonl_evidence")
    is_eq(got, [("a", "z"), ('{"a":null,"z":null}',)],
          "a run has the last of its domains, and evidence is in the order of its names")


def test_no_json():
    whole = lines(document("a", 1, 8, 0.9))[0]
    text = [whole, "\n", "  \r\n", '{"cut": "of\n', "plain, text\n", '{"x": NaN}\n',
            '"quoted ""twice"""\n', whole[:-1] + "\r\n", "'single'\n", whole[:-1]]
    got, error = shell("jsonl.sql", [("mine", text)], PATHS,
                       "SELECT lines, not_read FROM jsonl_state",
                       "SELECT file, number, line FROM jsonl_unread")
    is_eq((got, error), ([(3, 5), ("mine", 3, '{"cut": "of'), ("mine", 4, "plain, text"),
                          ("mine", 5, '{"x": NaN}'), ("mine", 6, '"quoted ""twice"""'),
                          ("mine", 8, "'single'")], ""),
          "lines that are no JSON are counted and listed; empty lines do not count")
    got, _ = shell("jsonl.sql", [("one", [whole]), ("two", ["x\n", whole])], PATHS,
                   "SELECT file, number FROM jsonl_rows",
                   "SELECT file, number FROM jsonl_unread")
    is_eq(got, [("one", 1), ("two", 2), ("two", 1)], "lines are counted in each file")
    for files, statements, says in (
            ([], [], "no file: .import FILE jsonl_lines"),
            ([("a", ["x\n"])], [], "no line is JSON: was .mode changed before .import?"),
            ([("a", [whole])], [],
             "no path for run: INSERT INTO jsonl_paths(name, path)"),
            ([("a", [whole, "x\n"])], [PATHS],
             "lines that are not JSON: SELECT * FROM jsonl_unread"),
            ([("a", [whole])], [PATHS, "INSERT INTO jsonl_lines VALUES ('{}')"],
             "whose lines? INSERT INTO jsonl_files VALUES (name)"),
            ([("a", [whole])], [PATHS], "ready")):
        got, _ = shell("jsonl.sql", files, *statements, "SELECT note FROM jsonl_state")
        is_eq(got, [(says,)], f"the state says: {says}")
    got, error = shell("jsonl.sql", [("a", [whole])],
                       "INSERT INTO jsonl_paths(name, path) VALUES ('run', 'job')",
                       "SELECT count(run_id) FROM jsonl_keys")
    ok("path" in error and not got, "an invalid path is an error", got, error)


def test_judged():
    """If columns have the names of the five dimensions, the rows become rounds that every
    view and report reads."""
    names = "coverage source_quality agreement verification".split()
    text = lines(*({"run": r, "n": n, **{name: 0.7 + 0.1 * n for name in names},
                    "recency": 0.9, "fresh": 12, "contra": 0}
                   for r in (1, 2) for n in (1, 2)))
    paths = [(n, f"$.{n}") for n in names + ["recency", "run"]]
    paths += [("round", "$.n"), ("recent_sources", "$.fresh"),
              ("critical_contradictions", "$.contra")]
    values = ", ".join(f"('{name}', '{path}')" for name, path in paths)
    got, error = shell(
        "jsonl.sql", [("mine", text)],
        f"INSERT INTO jsonl_paths(name, path) VALUES {values}",
        "CREATE TEMP TABLE runs AS SELECT * FROM jsonl_runs",
        "CREATE TEMP TABLE rounds AS SELECT * FROM jsonl_rounds",
        "CREATE INDEX temp.of_round ON rounds(run_id, round)",
        "\n.read sql/no_sources.sql\n.read sql/no_judgements.sql\n.read sql/attach.sql\n"
        "SELECT run_id, action, returned_round FROM run_decisions")
    is_eq((got, error), ([(1, "pass", 1), (2, "pass", 1)], ""),
          "the views read the rounds")


# --- lm-evaluation-harness --------------------------------------------------------------


def samples(seed, right, count=60, **more):
    draw = random.Random(seed)
    for doc_id in range(count):
        acc = float(draw.random() < right)
        yield {"doc_id": doc_id, "doc": {"question": f"q{doc_id}"}, "target": 3,
               "arguments": {}, "resps": [[["-1.0", "False"]]],
               "filtered_resps": [["-1.0", "False"]], "filter": "none",
               "metrics": ["acc", "acc_norm"], "doc_hash": f"h{doc_id}",
               "acc": acc, "acc_norm": float(draw.random() < right), **more}


def test_lm_eval():
    small, large = list(samples(1, 0.5)), list(samples(2, 0.8))
    files = [("small", lines(*small)), ("large", lines(*large))]
    for metric in ("acc", "acc_norm"):
        got, error = shell("lm_eval.sql", files,
                           "SELECT docs, absent, mean, stderr FROM lm_eval_results"
                           f" WHERE model = 'large' AND metric = '{metric}'")
        values = [s[metric] for s in large]
        want = [60, 0, statistics.mean(values), statistics.stdev(values) / 60 ** .5]
        ok(not error and all(abs(a - b) < 1e-12 for a, b in zip(got[0], want)),
           f"{metric} and its standard error are the harness's", got, want, error)
    got, _ = shell("lm_eval.sql", files,
                   "SELECT docs, other_docs, mean_a, mean_b, difference, better, worse"
                   " FROM lm_eval_comparison"
                   " WHERE a = 'small' AND b = 'large' AND metric = 'acc'",
                   "SELECT a, answer FROM lm_eval_comparison WHERE metric = 'acc'"
                   " ORDER BY a")
    a, b = ([s["acc"] for s in each] for each in (small, large))
    want = [60, 0, statistics.mean(a), statistics.mean(b),
            statistics.mean(b) - statistics.mean(a),
            sum(y > x for x, y in zip(a, b)), sum(y < x for x, y in zip(a, b))]
    ok(all(abs(x - y) < 1e-12 for x, y in zip(got[0], want)),
       "two models on the same documents", got, want)
    is_eq(got[1:], [("large", "large is higher"), ("small", "large is higher")],
          "the higher model is named, whichever comes first")
    got, _ = shell("lm_eval.sql", [files[0], ("same", lines(*small))],
                   "SELECT DISTINCT answer, difference FROM lm_eval_comparison")
    is_eq(got, [("not told apart", 0)], "a model is not better than itself")
    near = [dict(s, acc=1 - s["acc"]) if s["doc_id"] < 1 else s for s in small]
    got, _ = shell("lm_eval.sql", [("a", lines(*small)), ("b", lines(*near))],
                   "SELECT answer, abs(difference) > 0 FROM lm_eval_comparison"
                   " WHERE metric = 'acc'")
    is_eq(got, [("not told apart", 1)] * 2, "nor is one right answer more enough")


def test_lm_eval_variants():
    filters = [dict(s, filter=f) for s in samples(3, 0.5, 4) for f in ("strict", "flex")]
    got, _ = shell("lm_eval.sql", [("m", lines(*filters))],
                   "SELECT filter, metric, docs FROM lm_eval_results ORDER BY 1, 2")
    is_eq(got, [("flex", "acc", 4), ("flex", "acc_norm", 4), ("strict", "acc", 4),
                ("strict", "acc_norm", 4)], "each filter has its own results")
    got, _ = shell("lm_eval.sql", [("m", lines(*filters)), ("n", lines(*filters))],
                   "SELECT filter, metric, docs FROM lm_eval_comparison WHERE a = 'm'"
                   " ORDER BY 1, 2")
    is_eq(got, [("flex", "acc", 4), ("flex", "acc_norm", 4), ("strict", "acc", 4),
                ("strict", "acc_norm", 4)], "and its own comparison")
    twice = [dict(s, acc=acc) for acc in (0.0, 1.0) for s in samples(3, 0.5, 4)]
    got, _ = shell("lm_eval.sql", [("m", lines(*twice))],
                   "SELECT docs, mean FROM lm_eval_results WHERE metric = 'acc'")
    is_eq(got, [(4, 1)], "of a document that is twice in a file the last line counts")
    old = []
    for s in samples(4, 0.5, 4):
        del s["metrics"], s["filter"], s["doc_hash"]
        old.append(dict(s, perplexity=[-1.5, 3], exact=True))
    got, _ = shell("lm_eval.sql", [("m", lines(*old))],
                   "SELECT filter, metric, docs FROM lm_eval_results ORDER BY 2")
    is_eq(got, [("none", "acc", 4), ("none", "acc_norm", 4), ("none", "exact", 4)],
          "lines that don't name their metrics")
    pairs = [dict(s, metrics=["ppl", "acc"], ppl=[-1.5, 3]) for s in samples(5, 0.5, 4)]
    got, _ = shell("lm_eval.sql", [("m", lines(*pairs))],
                   "SELECT metric, docs, absent FROM lm_eval_results ORDER BY 1")
    is_eq(got, [("acc", 4, 0), ("ppl", 4, 4)], "a metric that is no number is absent")
    other = [dict(s, doc_hash="x") if s["doc_id"] < 3 else s for s in samples(6, 0.5, 9)]
    got, _ = shell("lm_eval.sql",
                   [("a", lines(*samples(7, 0.5, 10))), ("b", lines(*other) + ["{\n"])],
                   "SELECT docs, other_docs FROM lm_eval_comparison"
                   " WHERE a = 'a' AND metric = 'acc'", "SELECT number FROM jsonl_unread")
    is_eq(got, [(6, 3), (10,)], "documents that differ under one doc_id are not compared")
    bare = [{name: s[name] for name in ("doc_id", "acc")} for s in samples(9, 0.5, 4)]
    got, _ = shell("lm_eval.sql", [("a", lines(*bare)), ("b", lines(*bare))],
                   "SELECT docs, other_docs, difference FROM lm_eval_comparison"
                   " WHERE a = 'a'")
    is_eq(got, [(4, 0, 0)], "lines without a document are paired by their doc_id")
    got, error = shell("lm_eval.sql", [("a", lines(*samples(8, 0.5, 2)))] * 2)
    ok("UNIQUE" in error, "the same model name twice is an error", error)


def main():
    if not shutil.which("sqlite3"):
        print("1..0 # SKIP no sqlite3 shell")
        sys.exit(0)
    for test in (test_shape, test_no_json, test_judged, test_lm_eval,
                 test_lm_eval_variants):
        test()
    sys.exit(finish())


main()
