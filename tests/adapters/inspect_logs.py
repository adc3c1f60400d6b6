"""Reads logs of inspect_ai: in the sqlite3 shell with sql/adapters/inspect.sql, in Python
with assay_sqlite.read_inspect().

The test writes the logs itself, in every variant of the documented format. Some logs are
damaged in ways that occur in practice. The shell and Python must give the same answers.
ASSAY_INSPECT_LOGS may name a folder of logs that inspect_ai wrote itself. Then assay must
compute the accuracy and standard error that each log contains.
"""

import copy
import importlib
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import types
import warnings
import zipfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from connect import EXTENSION, connect  # noqa: E402
from tap import finish, is_eq, ok, skip  # noqa: E402

ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))
LOGS = os.environ.get("ASSAY_INSPECT_LOGS")
ATTEMPTS = ("SELECT eval_id, test, attempt, task, model, outcome, score, evidence, error,"
            " limited FROM inspect_attempts ORDER BY log, place")
LOAD = "SELECT assay_load_yaml(yaml, 'strict') > 0 FROM inspect_rubric_yaml"


def package():
    """Loads assay_sqlite._inspect from its folder, because assay_sqlite is not
    installed."""
    stub = types.ModuleType("assay_sqlite")
    stub.__path__ = [os.path.join(ROOT, "config/packages/python/assay_sqlite")]
    sys.modules["assay_sqlite"] = stub
    module = importlib.import_module("assay_sqlite._inspect")
    module.sql_path = lambda name: os.path.join(ROOT, "sql", name)
    return module


INSPECT = package()


# --- logs -------------------------------------------------------------------------------


def header(**more):
    document = {
        "version": 2, "status": "success",
        "eval": {"run_id": "r", "created": "2026-01-02T03:04:05+00:00", "task": "sums",
                 "task_id": "t", "dataset": {"name": "d", "sample_ids": [1, 2]},
                 "model": "some/model", "config": {"epochs": 1},
                 "scorers": [{"name": "match"}]},
        "plan": {"name": "plan", "steps": []},
        "results": {"total_samples": 2, "completed_samples": 2, "scores": []},
        "stats": {},
    }
    document.update(more)
    return document


def sample(name, value=None, epoch=1, **more):
    document = {"id": name, "epoch": epoch, "input": f"question {name}", "target": "x",
                "messages": [{"role": "user", "content": "long"}], "output": {},
                "metadata": {}, "store": {}, "events": [], "attachments": {"a": "b"}}
    if value is not None:
        document["scores"] = {"match": {"value": value, "answer": "x"}}
    document.update(more)
    return document


class Folder:
    def __init__(self):
        self.path = tempfile.mkdtemp()

    def write(self, name, head, samples, start=None, method=zipfile.ZIP_DEFLATED):
        path = os.path.join(self.path, name)
        if name.endswith(".json"):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(dict(head, samples=samples), file)
            return path
        with zipfile.ZipFile(path, "w", method) as log:
            if start is not None:
                log.writestr("_journal/start.json", json.dumps(start))
            for each in samples:
                log.writestr(f"samples/{each.get('id')}_epoch_{each.get('epoch')}.json",
                             json.dumps(each))
            log.writestr("summaries.json", "[]")
            if head is not None:
                log.writestr("header.json", json.dumps(head))
        return path

    def done(self):
        shutil.rmtree(self.path)


def shell(path, *queries):
    """Reads the log `path` in the shell. Returns the answers to `queries`, and the
    shell's other output."""
    commands = [f".load {os.path.relpath(EXTENSION)}", ".headers off", ".mode list"]
    commands += [f".param set :log {path}"] if path else []
    commands += [".read sql/adapters/inspect.sql", ".mode json"]
    for query in queries:
        commands += [f"{query};", ".print ---"]
    done = subprocess.run(["sqlite3", "-batch", "-bail", ":memory:"], cwd=ROOT, text=True,
                          input="\n".join(commands), capture_output=True)
    parts = done.stdout.split("---\n")
    printed = [line for line in parts[0].splitlines() if not line.startswith(("[", "{"))]
    answers = []
    for part in parts[:-1] if len(parts) > 1 else []:
        text = "\n".join(line for line in part.splitlines()
                         if line.startswith(("[", "{")))
        answers.append([tuple(row.values()) for row in json.loads(text)] if text else [])
    return answers, "\n".join(printed), done.stderr.strip()


def python(path):
    """Reads the log `path` by read_inspect(). Returns the connection, the warnings, and
    the exception or None."""
    db = connect()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            INSPECT.read_inspect(path, db)
        except ValueError as problem:
            return db, [], str(problem)
    return db, [str(w.message) for w in seen], None


def rows(db, sql):
    return db.execute(sql).fetchall()


def both(path, query, want, name):
    (got, *_), _, error = shell(path, query) if path else ([None], "", "")
    db, _, raised = python(path)
    is_eq((got, error), (want, ""), f"{name}, in the shell")
    is_eq((rows(db, query), raised), (want, None), f"{name}, by Python")


# --- logs that are read -----------------------------------------------------------------

VALUES = [
    ("C", 1, "1"), ("I", 0, "0"), ("P", 0.5, "0.5"), ("N", 0, "0"),
    (True, 1, "1"), (False, 0, "0"), (1, 1, "1"), (0.25, 0.25, "0.25"),
    (0.7499999999999999, 0.7499999999999999, "0.74999999999999989"),
    ("yes", 1, "1"), ("No", 0, "0"), ("0.5", 0.5, "0.5"),
    ("maybe", None, '"maybe"'), (7, 7, "7"), (-1.5, -1.5, "-1.5"),
]


def test_values(folder):
    for name in ("values.eval", "values.json"):
        path = folder.write(name, header(), [
            sample(i + 1, value) for i, (value, *_) in enumerate(VALUES)])
        both(path, "SELECT test, score, evidence FROM inspect_attempts ORDER BY test",
             [(i + 1, score, '{"match":%s}' % text)
              for i, (_, score, text) in enumerate(VALUES)],
             f"each kind of value, {name}")
    both(path, "SELECT test, missing FROM inspect_scores WHERE missing IS NOT NULL"
               " ORDER BY test",
         [(13, "not a number"), (14, "above 1"), (15, "below 0")],
         "why a score can't be used")
    timed = folder.write("timed.json", header(), [sample(1, "C", total_time=1.5)])
    both(timed, "SELECT seconds FROM inspect_attempts", [(1.5,)], "the time of a sample")
    both(path, "SELECT results, absent FROM inspect_metric_means", [(14, 1)],
         "a text that is no number is absent from the mean")


def test_structured(folder):
    path = folder.write("structured.eval", header(), [
        sample("q1", {"Depth": "C", "tone": 0.5, "none": None, "deep": {"a": 1}}),
        sample("q2", {"Depth": "I", "tone": 1, "deep": 0.5}),
        sample("q3", ["C", 0.5]), sample("q4", {}), sample("q5", [])])
    both(path, "SELECT test, evidence FROM inspect_attempts ORDER BY test", [
        ("q1", '{"match.deep":"of several values","match.depth":1,"match.none":null,'
               '"match.tone":0.5}'),
        ("q2", '{"match.deep":0.5,"match.depth":0,"match.tone":1}'),
        ("q3", '{"match.0":1,"match.1":0.5}'), ("q4", "{}"), ("q5", "{}")],
        "a dictionary or a list is a metric for each of its scores")
    both(path, "SELECT DISTINCT rubric FROM inspect_rubrics", [
        ("match.0 + match.1 + match.deep + match.depth + match.none + match.tone",)],
        "and the rubric asks for each")
    both(path, "SELECT missing FROM inspect_scores WHERE metric = 'match.deep'"
               " ORDER BY test",
         [("not a number",), (None,), ("null",), ("null",), ("null",)],
         "what is nested deeper is no score")
    path = folder.write("case.json", header(), [
        sample(1, None, scores={"Match": {"value": 1}, "match": {"value": 0}})])
    both(path, "SELECT evidence, score FROM inspect_attempts", [('{"match":null}', None)],
         "two metrics that differ by case are missing: nobody knows which counts")
    path = folder.write("nameless.json", header(), [
        sample(1, None, scores={"": {"value": 0}, "match": {"value": 1}})])
    both(path, "SELECT evidence, score FROM inspect_attempts", [('{"match":1}', 1)],
         "a score without a name does not count")


def test_without_scores(folder):
    samples = [sample(1, "C"), sample(2), sample(3, None, scores=None),
               sample(4, None, scores={}),
               sample(5, None, error={"message": "no key", "traceback": "..."}),
               sample(6, "C", limit={"type": "token", "limit": 10}),
               sample(7, "C", invalidation={"author": "a"}),
               sample(8, None, scores={"match": {"value": None}}),
               sample(9, None, scores={"match": {"answer": "x"}}),
               sample(10, None, scores={"match": "C"}), sample(11, "I", error="old"),
               sample(12, "C", limit="time"),
               sample(13, "C", error={"traceback": "..."}, limit={"limit": 10})]
    for name in ("gaps.eval", "gaps.json"):
        path = folder.write(name, header(), samples)
        both(path, "SELECT test, outcome, evidence, coalesce(error, limited)"
                   " FROM inspect_attempts ORDER BY test", [
            (1, "scored", '{"match":1}', None), (2, "unscored", "{}", None),
            (3, "unscored", "{}", None), (4, "unscored", "{}", None),
            (5, "error", "{}", "no key"), (6, "limit", '{"match":1}', "token"),
            (7, "invalidated", "{}", None), (8, "scored", '{"match":null}', None),
            (9, "scored", '{"match":null}', None), (10, "scored", '{"match":null}', None),
            (11, "error", '{"match":0}', "old"), (12, "limit", '{"match":1}', "time"),
            (13, "error", '{"match":1}', "error")],
            f"samples without scores, errors and limits, {name}")
    both(path, "SELECT error, limited FROM inspect_attempts WHERE test = 13",
         [("error", "limit")], "an error without a message, a limit without a type")
    db, *_ = python(path)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT test, passed, reason FROM inspect_verdicts"
                   " WHERE test IN (1, 2, 5, 7, 11) ORDER BY test"),
          [(1, 1, ""), (2, 0, "missing: match"), (5, 0, "missing: match"),
           (7, 0, "missing: match"), (11, 0, "low dimensions: match")],
          "a sample without its scores fails by the rubric")
    is_eq(rows(db, "SELECT attempts, errors, limits, passes, pass_rate, pass_rate_judged"
                   " FROM inspect_pass_rates"),
          [(13, 3, 3, 4, 4 / 13, 0.3)], "errors and limits are counted")
    path = folder.write("unscored.eval", header(), [sample(1), sample(2)])
    db, *_ = python(path)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT passed, reason FROM inspect_verdicts"),
          [(None, "no score")] * 2, "a log without any score gets no verdict")
    is_eq(rows(db, "SELECT pass_rate, (SELECT note FROM inspect_state)"
                   " FROM inspect_pass_rates"),
          [(None, "logs without scores: inspect score adds them")],
          "inspect_state names the missing scores")
    is_eq(rows(db, "SELECT all_passed, candidates, passing_candidates,"
                   " (SELECT count(*) FROM inspect_pass_at_k) FROM inspect_best"),
          [(None, 1, 0, 0)] * 2, "no log passes its tests, and pass@k has no row")


def test_ids(folder):
    path = folder.write("ids.json", header(), [
        sample(1, "C"), sample("1", "I"), sample("a/b", "C"),
        sample("6f1e8c1a-9d0b-4c7e-8a51-000000000001", "P"), sample("ü 'x'", "C")])
    both(path, "SELECT typeof(test), test, score FROM inspect_attempts ORDER BY place", [
        ("integer", 1, 1), ("text", "1", 0), ("text", "a/b", 1),
        ("text", "6f1e8c1a-9d0b-4c7e-8a51-000000000001", 0.5), ("text", "ü 'x'", 1)],
        "ids are integers, texts, UUIDs, paths")
    both(path, "SELECT tests, attempts FROM inspect_evaluations", [(5, 5)],
         "1 and '1' are two tests")
    both(path, "SELECT run_id FROM evidence ORDER BY round, run_id LIMIT 3",
         [('ids.json "1"',), ('ids.json "6f1e8c1a-9d0b-4c7e-8a51-000000000001"',),
          ('ids.json "a/b"',)], "and two runs of evidence")
    both(path, "SELECT count(DISTINCT run_id) FROM evidence", [(5,)], "of five")
    path = folder.write("nobody.json", header(), [{"epoch": 1}, sample(1, "C")])
    refused(path, "a sample without an id", "a sample without an id")


def test_epochs(folder):
    values = {1: "CCIC", 2: "ICII", 3: "CCCC"}
    head = header(results={"scores": [
        {"name": "match", "scorer": "match", "reducer": "mean", "metrics": {
            "accuracy": {"name": "accuracy", "value": 2 / 3},
            "stderr": {"name": "stderr", "value": math.sqrt(
                sum((x - 2 / 3) ** 2 for x in (.75, .25, 1)) / 2 / 3)}}},
        {"name": "match", "scorer": "match", "reducer": "max", "metrics": {
            "accuracy": {"name": "accuracy", "value": 1}}}]})
    path = folder.write("epochs.eval", head, [
        sample(test, value, epoch + 1) for epoch in (3, 0, 1, 2)
        for test, value in ((t, v[epoch]) for t, v in values.items())])
    both(path, "SELECT test, group_concat(attempt || CASE score WHEN 1 THEN 'C' ELSE 'I'"
               " END, ' ') FROM (SELECT * FROM inspect_attempts ORDER BY attempt)"
               " GROUP BY test",
         [(1, "1C 2C 3I 4C"), (2, "1I 2C 3I 4I"), (3, "1C 2C 3C 4C")],
         "epochs are attempts, in their order")
    both(path, "SELECT reducer, number, abs(inspect_ai - assay) < 1e-12"
               " FROM inspect_results ORDER BY reducer = 'max', number",
         [("mean", "accuracy", 1), ("mean", "stderr", 1), ("max", "accuracy", None)],
         "accuracy and standard error of the mean over epochs are the log's")
    db, *_ = python(path)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT test, attempts, passes, all_passed, pass_rate"
                   " FROM inspect_candidates ORDER BY test"),
          [(1, 4, 3, 0, 0.75), (2, 4, 1, 0, 0.25), (3, 4, 4, 1, 1)],
          "a log passes a test if every epoch passes")
    is_eq([tuple(round(x, 12) for x in row) for row in rows(
        db, "SELECT k, tests, pass_at_k, pass_hat_k FROM inspect_pass_at_k ORDER BY k")],
        [(1, 3, 0.666666666667, 0.666666666667), (2, 3, 0.833333333333, 0.5),
         (3, 3, 0.916666666667, 0.416666666667), (4, 3, 1, 0.333333333333)],
        "pass@k and pass^k over the epochs")
    is_eq(rows(db, "SELECT run_id, count(*), max(rubric) FROM evidence GROUP BY run_id"),
          [(f"epochs.eval {test}", 4, "match") for test in (1, 2, 3)],
          "evidence has a run for each test, and its epochs as rounds")
    is_eq(rows(db, "SELECT test, action, stop_attempt, returned_attempt, passed"
                   " FROM inspect_decisions ORDER BY test"),
          [(1, "pass", 1, 1, 1), (2, "pass", 2, 2, 1), (3, "pass", 1, 1, 1)],
          "the stop policy finds the epoch where the run would have ended")


def test_old_format(folder):
    head = header(version=1, results={
        "scorer": {"name": "includes", "params": {}},
        "metrics": {"accuracy": {"name": "accuracy", "value": 0.5},
                    "stderr": {"name": "stderr", "value": 0.5}}})
    path = folder.write("old.json", head, [
        sample(1, None, score={"value": "C"}), sample(2, None, score={"value": "I"})])
    both(path, "SELECT evidence FROM inspect_attempts ORDER BY test",
         [('{"includes":1}',), ('{"includes":0}',)], "score instead of scores")
    both(path, "SELECT name, number, inspect_ai = assay FROM inspect_results",
         [("includes", "accuracy", 1), ("includes", "stderr", 1)],
         "and scorer instead of scores in the results")
    head = header(results={"scores": [{"name": "f1", "metrics": {}}]})
    path = folder.write("between.json", head, [sample(1, None, score={"value": "C"})])
    both(path, "SELECT evidence FROM inspect_attempts", [('{"f1":1}',)],
         "the results name the scorer of a score, before the evaluation does")


def test_results(folder):
    def stated(name, **more):
        return {"name": name, "scorer": "match", "metrics": {
            "mean": {"name": "mean", "value": 0.5},
            "stderr": {"name": "stderr", "value": 0, **more}}}
    path = folder.write("one.json", header(results={"scores": [
        stated("tone"), stated("Depth", params={"cluster": "a"}),
        stated("depth", options={"cluster": "a"}), stated("match")]}),
        [sample(1, {"tone": 0.5, "depth": 0.25})])
    both(path, "SELECT name, number, assay FROM inspect_results", [
        ("tone", "mean", 0.5), ("tone", "stderr", 0), ("Depth", "mean", 0.25),
        ("Depth", "stderr", None), ("depth", "mean", 0.25), ("depth", "stderr", None),
        ("match", "mean", None), ("match", "stderr", None)],
        "numbers of a scorer with several values, of one sample, and of clusters")


def test_unfinished(folder):
    start = header()
    del start["results"], start["stats"], start["status"]
    start["eval"]["config"]["epochs"] = 3
    path = folder.write("started.eval", None, [sample(1, "C")], start)
    both(path, "SELECT status, attempts, expected FROM inspect_evaluations",
         [("started", 1, 6)], "a log without its header was not finished")
    both(path, "SELECT note FROM inspect_state",
         [("unfinished logs: SELECT eval_id, status FROM inspect_evaluations",)],
         "and says so")
    path = folder.write("cancelled.json", header(status="cancelled"), [sample(1, "C")])
    both(path, "SELECT status FROM inspect_evaluations", [("cancelled",)], "cancelled")
    path = folder.write("ended.eval", header(), [sample(1, "C")], start)
    both(path, "SELECT status, expected FROM inspect_evaluations", [("success", 2)],
         "the header at the end of a log counts, not its journal's")
    path = folder.write("header.json", header(), [])
    both(path, "SELECT attempts, note FROM inspect_evaluations",
         [(0, "no samples: only the header was written")], "a header without samples")
    none = header()
    none["results"] = None
    path = folder.write("none.eval", none, [sample(1, "C")])
    both(path, "SELECT count(*) FROM inspect_results", [(0,)], "a header without results")
    path = os.path.join(folder.path, "twice.eval")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as log:
            for value in "IC":
                log.writestr("samples/1_epoch_1.json", json.dumps(sample(1, value)))
            for status in ("started", "success"):
                log.writestr("header.json", json.dumps(header(status=status)))
    both(path, "SELECT score, (SELECT status FROM inspect_evaluations)"
               " FROM inspect_attempts", [(1, "success")],
         "of a member that was written again the last one counts")


# --- logs that are refused --------------------------------------------------------------


def refused(path, says, name, by_python=None):
    """Checks that the shell says why it refuses a log. If `by_python` is None, Python
    must say why, too. Else Python must read the log, and find the evidence (scores as
    JSON) that `by_python` lists."""
    _, printed, error = shell(path, "SELECT 1")
    ok(says in printed and "no log was read" in error, f"{name}, in the shell",
       printed, error)
    ok(all(len(line) <= 80 for line in printed.splitlines()), f"{name}, in short lines")
    db, _, raised = python(path)
    if by_python is None:
        ok(raised and raised.startswith("read_inspect: "), f"{name}, by Python", raised)
    else:
        is_eq((raised, rows(db, "SELECT evidence FROM inspect_attempts ORDER BY test")),
              (None, by_python), f"{name}, read by Python")


def test_nan(folder):
    for name in ("nan.eval", "nan.json"):
        path = folder.write(name, header(), [
            sample(1, "C"), sample(2, float("nan")), sample(3, float("inf"))])
        refused(path, "NaN", f"NaN and infinity, {name}",
                [('{"match":1}',), ('{"match":null}',), ('{"match":"inf"}',)])
    path = folder.write("beyond.json", header(), [sample(1, 5.5)])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("5.5", "1e999"))
    (got, *_), _, _ = shell(path, "SELECT evidence FROM inspect_attempts")
    is_eq(got, [('{"match":1e999}',)], "a number beyond every double gives no evidence")


def test_torn(folder):
    samples = [sample(i, "C", input="long " * 50) for i in range(1, 6)]
    path = folder.write("whole.eval", header(), samples, header())
    with open(path, "rb") as file:
        whole = file.read()
    torn = os.path.join(folder.path, "torn.eval")
    cut = whole.index(b"samples/4_epoch_1.json") + 40
    with open(torn, "wb") as file:
        file.write(whole[:cut])
    refused(torn, "cut off", "a zip that was cut off", [('{"match":1}',)] * 3)
    streamed = bytearray(whole[:cut])
    streamed[6] |= 8  # flag 8: the first member's size follows the member
    with open(torn, "wb") as file:
        file.write(streamed)
    _, _, raised = python(torn)
    is_eq(raised, f"read_inspect: {torn}: no log of inspect_ai, or one without its "
                  "beginning: it has no eval", "a streamed zip that was cut off")
    path = folder.write("whole.json", header(), samples)
    with open(path, "rb") as file:
        whole_json = file.read()
    for where in (1, 100, len(whole_json) // 2, len(whole_json) - 1):
        with open(path, "wb") as file:
            file.write(whole_json[:where])
        refused(path, "cut off", f"a document that was cut off at {where}")
    for where in (0, 3, 20):
        with open(torn, "wb") as file:
            file.write(whole[:where])
        refused(torn, "", f"a zip of which {where} bytes are there")
    damaged = bytearray(whole)
    damaged[whole.index(b"samples/2_epoch_1.json") + 60] ^= 255
    with open(torn, "wb") as file:
        file.write(damaged)
    _, printed, error = shell(torn, "SELECT 1")
    ok(error or printed, "a damaged member is refused, in the shell")
    _, _, raised = python(torn)
    ok(raised and "samples/2_epoch_1.json" in raised,
       "a damaged member is named, by Python", raised)
    path = folder.write("stored.eval", header(), [sample(1, 0.25)], None,
                        zipfile.ZIP_STORED)
    with open(path, "rb") as file:
        stored = file.read()
    with open(path, "wb") as file:
        file.write(stored.replace(b"0.25", b"0.95"))
    _, _, raised = python(path)
    ok(raised and "checksum" in raised, "Python notices the wrong checksum", raised)


def write_zstd(folder, pack):
    """Writes a log as a zip file whose headers say that zstd compressed the entries. In
    fact `pack` makes the bytes of each entry."""
    path = folder.write("packed.eval", header(), [sample(1, "C")], None,
                        zipfile.ZIP_STORED)
    with zipfile.ZipFile(path) as log:
        members = [(info, log.read(info)) for info in log.infolist()]
    with zipfile.ZipFile(path, "w") as log:
        for info, content in members:
            log.writestr(info.filename, pack(content))
    with open(path, "rb") as file:
        packed = bytearray(file.read())
    central = 0
    with zipfile.ZipFile(path) as log:
        for info, (_, content) in zip(log.infolist(), members):
            central = packed.index(b"PK\x01\x02", central) + 1
            for method, crc, size in ((8, 14, 22), (10, 16, 24)):
                at = info.header_offset if method == 8 else central - 1
                struct.pack_into("<H", packed, at + method, 93)
                struct.pack_into("<I", packed, at + crc, zlib.crc32(content))
                struct.pack_into("<I", packed, at + size, len(content))
    with open(path, "wb") as file:
        file.write(packed)
    return path


def test_zstd(folder):
    path = write_zstd(folder, bytes)
    _, printed, error = shell(path, "SELECT 1")
    ok("packed by zstd" in printed and "zstandard" in printed, "zstd, in the shell",
       printed)
    hidden = dict.fromkeys(("compression", "compression.zstd", "zstandard"))
    kept = {name: sys.modules.get(name) for name in hidden}
    sys.modules.update(hidden)
    try:
        _, _, raised = python(path)
    finally:
        for name, module in kept.items():
            del sys.modules[name]
            if module is not None:
                sys.modules[name] = module
    ok(raised and "pip install zstandard" in raised, "Python names the missing module",
       raised)
    try:
        import zstandard
    except ImportError:
        skip("unpacked by zstandard", "no module zstandard (Debian: python3-zstandard)")
        return
    path = write_zstd(folder, zstandard.ZstdCompressor().compress)
    db, _, raised = python(path)
    is_eq((raised, rows(db, "SELECT evidence FROM inspect_attempts")),
          (None, [('{"match":1}',)]), "unpacked by zstandard")
    path = write_zstd(folder, bytes)
    _, _, raised = python(path)
    ok(raised and "is damaged" in raised,
       "a log that zstandard can't unpack is damaged", raised)


def test_other_files(folder):
    path = folder.write("other.json", {"a": 1}, [])
    refused(path, "no log of inspect_ai", "another document")
    path = os.path.join(folder.path, "list.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write("[1, 2]")
    refused(path, "no log of inspect_ai", "a list")
    path = os.path.join(folder.path, "other.eval")
    with zipfile.ZipFile(path, "w") as log:
        log.writestr("readme.txt", "x")
    refused(path, "no log of inspect_ai", "another zip")
    with zipfile.ZipFile(path, "w"):
        pass
    refused(path, "no log of inspect_ai", "a zip without members")
    limit, zipfile.ZIP_FILECOUNT_LIMIT = zipfile.ZIP_FILECOUNT_LIMIT, 0
    path = folder.write("large.eval", header(), [sample(1, "C")])
    zipfile.ZIP_FILECOUNT_LIMIT = limit
    refused(path, "too large for zipfile()", "a zip of the large format",
            [('{"match":1}',)])
    path = folder.write("newer.eval", header(version=3), [sample(1, "C")])
    refused(path, "version 3 of the format", "a version that is not known")
    _, _, error = shell(None, "SELECT 1")
    ok("which log?" in error, "reading without a log is an error", error)
    _, _, error = shell(os.path.join(folder.path, "none.here"), "SELECT 1")
    ok("cannot stat file" in error, "a log that does not exist", error)


def test_folder(folder):
    inner = Folder()
    inner.write("a.eval", header(), [sample(1, "C"), sample(2, "I")])
    other = header()
    other["eval"] = dict(other["eval"], model="other/model")
    inner.write("b.json", other, [sample(1, "I"), sample(2, "P"), sample(3, "C")])
    beside = Folder()
    products = header()
    products["eval"] = dict(products["eval"], task="products")
    names = [inner.path + "/a.eval", inner.path + "/b.json",
             beside.write("e.json", other, [
                 sample(1, "I"), sample(2, dict.fromkeys(range(65), 1))]),
             beside.write("p.json", products, [sample(1, "C"), sample(9, "C")])]
    db, *_ = python(names)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT test, change FROM inspect_changes WHERE before_eval = 'b.json'"
                   " AND after_eval = 'e.json' ORDER BY test"),
          [(1, "same"), (2, "index down"), (3, "only before")],
          "without a rubric there is no index, which is lower than any")
    is_eq(rows(db, "SELECT count(*) FROM inspect_changes"
                   " WHERE 'p.json' IN (before_eval, after_eval)"), [(0,)],
          "logs of two tasks are not compared")
    beside.done()
    torn = inner.write("c.eval", header(), [sample(1, "C")])
    with open(torn, "r+b") as file:
        file.truncate(30)
    with open(os.path.join(inner.path, "notes.txt"), "w", encoding="utf-8") as file:
        file.write("none")
    both(inner.path, "SELECT logs, read, attempts, note FROM inspect_state", [
        (3, 2, 5, "logs were left out: SELECT file, problem FROM inspect_logs")],
        "a folder of logs, of which one is torn")
    _, printed, _ = shell(inner.path, "SELECT 1")
    ok(torn.split("/")[-1] + ":\n  cut off" in printed, "the shell names the torn log",
       printed)
    _, warned, _ = python(inner.path)
    ok(len(warned) == 1 and "c.eval: " in warned[0],
       "Python warns of the torn log", warned)
    db, *_ = python([os.path.join(inner.path, name) for name in ("a.eval", "b.json")])
    rows(db, LOAD)
    is_eq(rows(db, "SELECT test, change, score_before, score_after FROM inspect_changes"
                   " WHERE before_eval = 'a.eval' AND after_eval = 'b.json'"
                   " ORDER BY test"),
          [(1, "passes less", 1, 0), (2, "index up", 0, 0.5), (3, "only after", None, 1)],
          "two logs are compared, test by test")
    is_eq(rows(db, "SELECT test, model, all_passed, candidates FROM inspect_best"
                   " ORDER BY test"),
          [(1, "some/model", 1, 2), (2, "other/model", 0, 2), (3, "other/model", 1, 1)],
          "the best model of each test")
    edited = copy.deepcopy(other)
    inner.write("d.eval", edited, [sample(1, "C", input="another question"),
                                   sample(2, "C", input=[{"id": "x", "role": "user",
                                                          "content": "question 2"}])])
    db, *_ = python([os.path.join(inner.path, name) for name in ("a.eval", "d.eval")])
    rows(db, LOAD)
    is_eq(rows(db, "SELECT test, change FROM inspect_changes"
                   " WHERE before_eval = 'a.eval' ORDER BY test"),
          [(1, "other input"), (2, "passes more")],
          "a sample whose input was changed is not compared; new ids change nothing")
    names = json.dumps([os.path.join(inner.path, name) for name in ("a.eval", "b.json")])
    (got, *_), _, error = shell(f"'{names}'",
                                "SELECT count(*) FROM inspect_evaluations")
    is_eq((got, error), ([(2,)], ""), "the shell takes several logs as a JSON array")
    inner.done()


def test_many_rubrics(folder):
    inner = Folder()
    for i in range(70):
        inner.write(f"{i:02}.json", header(), [
            sample(1, None, scores={f"metric{i:02}": {"value": "C"}})])
    inner.write("99.json", header(), [sample(1, dict.fromkeys(range(65), 1))])
    db, *_ = python(inner.path)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT passed, reason, count(*) FROM inspect_verdicts"
                   " GROUP BY passed ORDER BY passed"),
          [(0, "no rubric can hold its metrics", 7), (1, "", 64)],
          "settings hold 64 rubrics: a log that needs another rubric fails with a reason")
    is_eq(rows(db, "SELECT count(*) FROM evidence"), [(64,)], "that log is no evidence")
    inner.done()
    inner = Folder()
    for name, metrics in (("a", range(64)), ("b", range(65)), ("c", ["x" * 249]),
                          ("d", ["x" * 250]), ("e", ["ü" * 45 + x for x in "abc"])):
        inner.write(name + ".json", header(), [sample(1, dict.fromkeys(metrics, 1))])
    db, *_ = python(inner.path)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT eval_id, passed, substr(rubric, 1, 10) FROM inspect_verdicts"
                   " ORDER BY 1"),
          [("a.json", 1, "the 64 met"), ("b.json", 0, ""), ("c.json", 1, "match.xxxx"),
           ("d.json", 0, ""), ("e.json", 1, "the 3 metr")],
          "a rubric has 64 metrics at most, and names have 255 bytes")
    inner.done()


def test_masked(folder):
    path = folder.write("masked.json", header(), [
        sample(1, None, scores={"a": {"value": 1}, "b": {"value": 1}, "c": {"value": 1},
                                "d": {"value": 0.2}})])
    db, *_ = python(path)
    rows(db, LOAD)
    is_eq(rows(db, "SELECT score, tier, reason FROM inspect_masked_failures"),
          [(0.8, "High", "low dimensions: d")], "a High mean that hides a failure")


def test_real():
    if not LOGS:
        skip("logs that inspect_ai wrote", "ASSAY_INSPECT_LOGS names no folder of logs")
        return
    db, warned, raised = python(LOGS)
    ok(raised is None, "logs that inspect_ai wrote are read", raised, warned)
    (got, *_), _, error = shell(LOGS, ATTEMPTS)
    if warned:
        skip("the shell reads the same of them", warned[0].splitlines()[0])
    else:
        is_eq((sorted(map(repr, got)), error),
              (sorted(map(repr, rows(db, ATTEMPTS))), ""),
              "the shell reads the same of them")
    numbers = rows(db, "SELECT eval_id, name, number, inspect_ai, assay"
                       " FROM inspect_results WHERE assay IS NOT NULL")
    ok(len(numbers) > 0, "the real logs have results")
    is_eq([n for n in numbers if abs(n[3] - n[4]) > 1e-12], [],
          f"{len(numbers)} means and standard errors are inspect_ai's")
    rows(db, LOAD)
    is_eq(rows(db, "SELECT count(*) FROM inspect_verdicts WHERE passed IS NULL"
                   " AND rubric IS NOT NULL"), [(0,)], "every attempt is judged")
    is_eq(rows(db, "SELECT eval_id FROM inspect_evaluations WHERE status = 'success'"
                   " AND attempts <> expected"), [],
          "no attempt of a successful log is lacking")


def main():
    if not shutil.which("sqlite3"):
        print("1..0 # SKIP no sqlite3 shell")
        sys.exit(0)
    folder = Folder()
    for test in (test_values, test_structured, test_without_scores, test_ids, test_epochs,
                 test_old_format, test_results, test_unfinished, test_nan, test_torn,
                 test_zstd, test_other_files, test_folder, test_many_rubrics,
                 test_masked):
        test(folder)
    folder.done()
    test_real()
    sys.exit(finish())


main()
