"""Asks what an analyst asks about a history of 200,000 rounds. The history is stored in
four table layouts. All differ from the layout of sql/schema.sql, so the test maps them
with the views of sql/guide/your-tables.md. It asks nine questions in SQL, counts the
lines of each query, and compares every answer with pandas and numpy.

The test prints the seed of the random history; SEED=7 and RUNS=1000 make another history.

The layouts:
wide: scores 0..100, some as '85%'; text run ids; every fifth run has sources, with dates
in many forms
long: marks 1..5 of three judges; integer run ids
json: scores 0..1 in JSON objects, of which some are broken; text run ids
steps: UUIDs as keys; marks 1..10 of three judges, as text; ten claims per step
"""

import datetime
import email.utils
import itertools
import json
import os
import re
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect, text  # noqa: E402
from tap import finish, ok  # noqa: E402

try:
    import numpy as np
    import pandas as pd
except ImportError as missing:
    print(f"1..0 # SKIP no pandas to compare with: {missing}")
    sys.exit(0)

SEED = int(os.environ.get("SEED", "42"))
RUNS = int(os.environ.get("RUNS", "50000"))
ROUNDS = 4
CLAIMS = 10
DRAWS = 200  # random weightings for "acceptability"
AS_OF = datetime.date(2026, 6, 30)
NAMES = ["coverage", "source_quality", "agreement", "verification", "recency"]
WINDOWS = {"ai_ml": 90, "academic_research": 730, None: 183, "law": 183}

# For each question: the number of lines of SQL, and the SQL. The SQL does not order the
# rows of an answer, so same() sorts them.
QUESTIONS = {
    "best round": (1, "SELECT run_id, best_round, gate_passed FROM run_best_round"),
    "masked failures": (2, """\
SELECT run_id, round FROM round_scores WHERE tier_meets(tier_of(ci), 'High')
   AND NOT all_dimensions_high AND sources_enough AND no_contradiction"""),
    "flips": (4, """\
SELECT run_id, best_round(round, gate_passed, ci) AS proposed,
       best_round(round, gate_passed, ci_score(coverage, source_quality, agreement,
                  verification, recency, 'equal')) AS equal
FROM round_scores GROUP BY run_id HAVING proposed <> equal"""),
    "error bars": (2, """\
SELECT run_id, round, mean, se, low, high, certain
FROM score_confidence WHERE dimension = 'verification'"""),
    "index error bars": (2, """\
SELECT run_id, round, judges, mean, se, low, high, gate_confidence, missing <> '' AS gaps
FROM round_confidence"""),
    "patience 2": (4, """\
SELECT run_id, stop_round(round, coverage, source_quality, agreement, verification,
                          recency, recent_sources, critical_contradictions,
                          2, 4, 0.75, 10) AS stop_round
FROM round_scores GROUP BY run_id"""),
    "acceptability": (4, f"""\
SELECT run_id, key AS round, value AS share FROM (
  SELECT run_id, round_acceptability(round, gate_passed, coverage, source_quality,
           agreement, verification, recency, {DRAWS}) AS shares
  FROM round_scores GROUP BY run_id), json_each(shares)"""),
    "recency": (1, "SELECT run_id, round, recency, recent_sources FROM round_scores"),
    "stored verdicts": (2, """\
SELECT run_id, action, stop_round, returned_round, gate_passed FROM verdicts
WHERE hash = assay_settings_hash() AND patience = 1 AND high = 0.75"""),
}


# --- the history ------------------------------------------------------------------------


class History:
    """A random history: an array of scores [run, round, dimension], and arrays [run,
    round] of recent sources and of contradictions. NaN means missing. Each layout is
    written from these arrays."""

    def __init__(self, draw):
        shape = (RUNS, ROUNDS)
        level = draw.beta(9, 2, shape + (1,)) * 0.7 + 0.25
        noise = draw.normal(0, 0.06, shape + (5,))
        self.scores = np.clip(np.round(level + noise, 3), 0, 1)
        self.scores[draw.random(self.scores.shape) < 0.02] = np.nan
        self.sources = draw.integers(6, 20, shape).astype(float)
        self.sources[draw.random(shape) < 0.01] = np.nan
        self.contradictions = (draw.random(shape) < 0.05).astype(float)
        self.contradictions[draw.random(shape) < 0.01] = np.nan


def number(value):
    return None if np.isnan(value) else int(value)


def uuid(run):
    return f"018f3c2e-{run * 7919 % 65536:04x}-7000-8000-{run:012d}"


def chunks(db, sql, rows):
    db.executemany(sql, rows)
    db.commit()


def write_wide(db, history, draw):
    """Writes the wide layout. Returns the numbers that assay should read from it. For
    every fifth run, recency and recent sources come from the run's sources."""
    db.execute("CREATE TABLE history(job, question, n INT, cov, src, agr, ver, rec, "
               "fresh INT, contra INT, finished)")
    percent = draw.random(history.scores.shape) < 0.01
    as_text = [["n/a", None][i % 2] for i in range(RUNS)]

    def shown(run, at, dimension):
        score = history.scores[run, at, dimension]
        if np.isnan(score):
            return as_text[run]
        tenths = round(score * 1000)
        return f"{tenths / 10}%" if percent[run, at, dimension] else tenths / 10

    chunks(db, "INSERT INTO history VALUES (?,?,?,?,?,?,?,?,?,?,?)", (
        (uuid(run), f"question {run}", at + 1, *(shown(run, at, d) for d in range(5)),
         number(history.sources[run, at]), number(history.contradictions[run, at]),
         AS_OF.isoformat())
        for run in range(RUNS) for at in range(ROUNDS)))
    scores = np.round(history.scores * 1000) / 1000  # rounded to the written decimals
    sources = history.sources.copy()
    write_citations(db, scores, sources, draw)
    return scores, sources, history.contradictions


def date_text(form, day):
    """Returns a date in one of the forms that people write, and whether assay can read
    it."""
    moment = datetime.datetime.combine(day, datetime.time(13), datetime.timezone.utc)
    return [
        (day.isoformat(), True), (day.isoformat(), True), (day.isoformat(), True),
        (moment.isoformat(), True), (email.utils.format_datetime(moment, True), True),
        (int(moment.timestamp()), True), (str(int(moment.timestamp() * 1000)), True),
        (f"{day.day}/{day.month}/{day.year}", False), ("last spring", False),
        (None, False),
    ][form]


def write_citations(db, scores, sources, draw):
    """Stores twelve sources for each round of every fifth run. Computes from them each
    round's recency and recent sources, and writes the results into `scores` and
    `sources`."""
    db.execute("CREATE TABLE citations(job, n INT, url, topic, published)")
    rows = []
    domains = list(WINDOWS)
    for run in range(0, RUNS, 5):
        domain = domains[run // 5 % len(domains)]
        ages = draw.integers(0, WINDOWS[domain] * 5 // 4, (ROUNDS, 12))
        forms = draw.integers(0, 10, (ROUNDS, 12))
        for at in range(ROUNDS):
            recent = 0
            for i in range(12):
                day = AS_OF - datetime.timedelta(days=int(ages[at, i]))
                published, readable = date_text(forms[at, i], day)
                rows.append((uuid(run), at + 1, f"https://example.org/{i}", domain,
                             published))
                recent += readable and ages[at, i] <= WINDOWS[domain]
            scores[run, at, 4] = recent / 12
            sources[run, at] = recent
    chunks(db, "INSERT INTO citations VALUES (?,?,?,?,?)", rows)
    db.execute("CREATE INDEX citations_by_round ON citations(job, n)")


def write_long(db, history, draw):
    """Writes the long layout, with marks in steps of 0.25. Returns the numbers that assay
    should read: a score is the mean of the readable marks, on the scale 0..1."""
    db.execute("CREATE TABLE jobs(job INTEGER PRIMARY KEY, question, finished)")
    db.execute("CREATE TABLE steps(job, n INT, fresh INT, contra INT)")
    db.execute("CREATE TABLE marks(job INT, n INT, judge, metric, mark)")
    chunks(db, "INSERT INTO jobs VALUES (?, ?, ?)",
           ((run, f"question {run}", AS_OF.isoformat()) for run in range(RUNS)))
    chunks(db, "INSERT INTO steps VALUES (?,?,?,?)", (
        (run, at + 1, number(history.sources[run, at]),
         number(history.contradictions[run, at]))
        for run in range(RUNS) for at in range(ROUNDS)))
    level = 1 + 4 * np.nan_to_num(history.scores, nan=0.5)[..., None]
    noise = draw.normal(0, 0.4, level.shape[:3] + (3,))
    marks = np.clip(np.round((level + noise) * 4) / 4, 1, 5)
    marks[np.isnan(history.scores)] = np.nan
    marks[draw.random(marks.shape) < 0.01] = np.nan
    chunks(db, "INSERT INTO marks VALUES (?,?,?,?,?)", (
        (run, at + 1, judge, NAMES[d], "refused" if np.isnan(mark) else float(mark))
        for run in range(RUNS) for at in range(ROUNDS) for d in range(5)
        for judge, mark in zip(("north", "east", "south"), marks[run, at, d])))
    db.execute("CREATE INDEX marks_by_round ON marks(job, n)")
    judged = (marks - 1) / 4
    count = (~np.isnan(judged)).sum(axis=3)
    with np.errstate(invalid="ignore"):
        scores = np.nansum(judged, axis=3) / count
    return scores, history.sources, history.contradictions, judged


def write_steps(db, history, draw):
    """Writes the layout of steps. Returns the numbers that assay should read: recency,
    recent sources and contradictions come from the claims."""
    db.execute("CREATE TABLE jobs(job, question, finished)")
    db.execute("CREATE TABLE steps(step, job, at)")
    db.execute("CREATE TABLE marks(step, judge, metric, mark)")
    db.execute("CREATE TABLE claims(step, url, topic, published, contradicted)")
    keys = [f"{draw.bytes(16).hex()}" for _ in range(RUNS * ROUNDS)]
    chunks(db, "INSERT INTO jobs VALUES (?, ?, ?)",
           ((uuid(run), f"question {run}", AS_OF.isoformat()) for run in range(RUNS)))
    chunks(db, "INSERT INTO steps VALUES (?,?,?)", (
        (keys[run * ROUNDS + at], uuid(run), f"2026-06-0{at + 1}T10:00:00Z")
        for run in range(RUNS) for at in reversed(range(ROUNDS))))
    level = 1 + 9 * np.nan_to_num(history.scores, nan=0.5)[..., None]
    marks = np.clip(np.round(level + draw.normal(0, 0.7, level.shape[:3] + (3,))), 1, 10)
    marks[np.isnan(history.scores)] = np.nan
    chunks(db, "INSERT INTO marks VALUES (?,?,?,?)", (
        (keys[run * ROUNDS + at], judge, NAMES[d],
         "refused" if np.isnan(mark) else str(int(mark)))
        for run in range(RUNS) for at in range(ROUNDS) for d in range(5)
        for judge, mark in zip(("north", "east", "south"), marks[run, at, d])))
    ages = draw.integers(0, 200, (RUNS, ROUNDS, CLAIMS))
    bad = np.nan_to_num(history.contradictions)
    chunks(db, "INSERT INTO claims VALUES (?,?,NULL,?,?)", (
        (keys[run * ROUNDS + at], f"https://example.org/{i}",
         (AS_OF - datetime.timedelta(days=int(ages[run, at, i]))).isoformat(),
         int(i == 0 and bad[run, at] > 0))
        for run in range(RUNS) for at in range(ROUNDS) for i in range(CLAIMS)))
    judged = (marks - 1) / 9
    count = (~np.isnan(judged)).sum(axis=3)
    with np.errstate(invalid="ignore"):
        scores = np.nansum(judged, axis=3) / count
    recent = (ages <= WINDOWS[None]).sum(axis=2)
    scores[..., 4] = recent / CLAIMS
    judged[:, :, 4] = np.where(np.isnan(judged).all(axis=2), np.nan, scores[..., 4:])
    return scores, recent.astype(float), bad, judged


def write_json(db, history, draw):
    db.execute("CREATE TABLE log(job, n INT, doc TEXT, finished)")
    broken = draw.random((RUNS, ROUNDS)) < 0.002

    def line(run, at):
        doc = {name: None if np.isnan(score) else float(score)
               for name, score in zip(NAMES, history.scores[run, at])}
        doc["recent_sources"] = number(history.sources[run, at])
        doc["critical_contradictions"] = number(history.contradictions[run, at])
        printed = json.dumps(doc)
        return printed[:-5] if broken[run, at] else printed

    chunks(db, "INSERT INTO log VALUES (?,?,?,?)", (
        (uuid(run), at + 1, line(run, at), AS_OF.isoformat())
        for run in range(RUNS) for at in range(ROUNDS)))
    scores, sources, contradictions = (array.copy() for array in (
        history.scores, history.sources, history.contradictions))
    for array in (scores, sources, contradictions):
        array[broken] = np.nan
    return scores, sources, contradictions


# --- the same questions in pandas and numpy ---------------------------------------------

PROPOSED = np.array([0.25, 0.2, 0.2, 0.2, 0.15])


class Reference:
    def __init__(self, name_of, scores, sources, contradictions, judged=None):
        self.name_of = name_of
        self.scores, self.sources, self.contradictions = scores, sources, contradictions
        self.judged = judged
        self.high = (scores >= 0.75).all(axis=2)
        self.enough = sources >= 10
        self.clean, self.bad = contradictions == 0, contradictions > 0
        self.complete = ~np.isnan(scores).any(axis=2)
        self.passed = self.high & self.enough & self.clean
        self.ci = self.index(PROPOSED)

    def index(self, weights):
        """Returns the indices (weighted means) as an array [run, round]. If `weights` has
        several rows, the array is [run, round, row of weights]."""
        return np.nan_to_num(self.scores) @ weights.T / weights.sum(axis=-1)

    def best(self, ci):
        """Returns the position of each run's best round. A round that passes is better
        than one that fails. If both pass or both fail, the higher index (to 12 decimals)
        is better. Among equal rounds the first is best."""
        passed = self.passed if ci.ndim == 2 else self.passed[..., None]
        return np.argmax(np.rint(ci * 1e12) + passed * 4e12, axis=1)

    def runs(self, **columns):
        return pd.DataFrame({"run_id": [self.name_of(run) for run in range(RUNS)],
                             **columns})

    def rounds(self, **columns):
        frame = pd.DataFrame({
            "run_id": np.repeat([self.name_of(run) for run in range(RUNS)], ROUNDS),
            "round": np.tile(np.arange(1, ROUNDS + 1), RUNS)})
        return frame.assign(**{name: column.reshape(-1)
                               for name, column in columns.items()})

    def stop(self, patience):
        """Applies the documented stop policy. Returns each run's action, stop round and
        best round, and whether the best round passed."""
        grid = np.rint(self.ci * 1e12)
        rows = []
        for run in range(RUNS):
            action, stop, falls, best, last = "continue", None, 0, 0, None
            for at in range(ROUNDS):
                prior = best
                if at > 0 and (self.passed[run, at], grid[run, at]) > (
                        self.passed[run, best], grid[run, best]):
                    best = at
                if self.passed[run, at]:
                    action, stop, best = "pass", at, at
                    break
                if self.high[run, at] and self.enough[run, at] and self.bad[run, at]:
                    action, stop, best = "halt_contradiction", at, prior
                    break
                if self.complete[run, at]:
                    fell = last is not None and grid[run, at] < grid[run, last]
                    falls, last = falls + 1 if fell else 0, at
                if falls >= patience:
                    action, stop = "patience_stop", at
                    break
                if at + 1 == 4:
                    action, stop = "max_rounds", at
            rows.append((action, None if stop is None else stop + 1, best + 1,
                         int(self.passed[run, best])))
        return rows

    def best_round(self):
        best = self.best(self.ci)
        passed = np.take_along_axis(self.passed, best[:, None], 1)[:, 0]
        return self.runs(best_round=best + 1, gate_passed=passed.astype(int))

    def masked_failures(self):
        masked = (self.ci >= 0.75) & ~self.high & self.enough & self.clean
        return self.rounds(masked=masked).query("masked")[["run_id", "round"]]

    def off_the_floor(self, frame):
        """Returns `frame` without the rounds whose index is so near .75, the threshold of
        High, that numpy could round it to the other side."""
        on = self.rounds(on=np.abs(self.ci - 0.75) < 1e-12).query("on")
        assert len(on) < 0.02 * RUNS * ROUNDS
        keys = frame.merge(on, on=["run_id", "round"], how="left", indicator=True)
        return frame[(keys["_merge"] == "left_only").to_numpy()]

    def flips(self):
        frame = self.runs(proposed=self.best(self.ci) + 1,
                          equal=self.best(self.index(np.full(5, 0.2))) + 1)
        return frame.query("proposed != equal")

    def index_error_bars(self):
        """Computes an index for each judge of a round. Returns the mean of these indices,
        and the error bars of the mean. A missing mark counts as 0; a judge without any
        mark is left out."""
        marks = self.judged
        present = ~np.isnan(marks).all(axis=2)
        indices = np.einsum("rtdj,d->rtj", np.nan_to_num(marks), PROPOSED)
        mean, se, low, high = self.interval(np.where(present, indices, np.nan))
        gaps = np.isnan(marks).any(axis=2) & present
        frame = self.rounds(
            judges=present.sum(axis=2), mean=mean, se=se, low=low, high=high,
            gate_confidence=self.shares(present),
            gaps=(gaps.any(axis=2) | np.isnan(self.sources)
                  | np.isnan(self.contradictions)))
        return frame.query("judges > 0")

    def shares(self, present):
        """Returns for each round the share of draws that pass. A draw takes, with
        replacement, as many judges as the round has. The share is over all possible
        draws."""
        shares = np.full(present.shape[:2], np.nan)
        counted = self.enough & self.clean
        for judges in itertools.product((False, True), repeat=3):
            at = (present == judges).all(axis=2)
            named = np.flatnonzero(judges)
            if len(named) < 2 or not at.any():
                continue
            passing = np.zeros(at.sum())
            for drawn in itertools.product(named, repeat=len(named)):
                marks = self.judged[at][:, :, list(drawn)]
                with np.errstate(invalid="ignore"):
                    means = np.nansum(marks, axis=2) / (~np.isnan(marks)).sum(axis=2)
                passing += (means >= 0.75).all(axis=1) & counted[at]
            shares[at] = passing / len(named) ** len(named)
        return shares

    def interval(self, marks):
        """Returns for each round the mean of the marks, its standard error, and the ends
        of its 95 % interval. For three judges (2 degrees of freedom) the .975 quantile of
        Student's t is .95 / sqrt(2 * .975 * .025). For two judges (1 degree) this
        quantile is tan(pi * (.975 - .5))."""
        n = (~np.isnan(marks)).sum(axis=2)
        with np.errstate(all="ignore"):
            mean = np.nansum(marks, axis=2) / n
            spread = np.sqrt(np.nansum((marks - mean[..., None]) ** 2, axis=2) / (n - 1))
            se = np.where(n > 1, spread / np.sqrt(n), np.nan)
            t = np.where(n == 3, 0.95 / np.sqrt(2 * 0.975 * 0.025), np.tan(0.475 * np.pi))
            return mean, se, np.clip(mean - t * se, 0, 1), np.clip(mean + t * se, 0, 1)

    def error_bars(self):
        marks = self.judged[:, :, 3, :]
        n = (~np.isnan(marks)).sum(axis=2)
        mean, se, low, high = self.interval(marks)
        floors = np.array([0.5, 0.75, 0.9])

        def tier(value):
            return (value[..., None] >= floors).sum(axis=-1)

        certain = np.where(n > 0, (se > 1e-12) & (tier(low) == tier(high)), np.nan)
        return self.rounds(mean=mean, se=se, low=low, high=high, certain=certain)

    def patience_2(self):
        return self.runs(stop_round=[row[1] for row in self.stop(2)])

    def acceptability(self, weights):
        """Returns for each round: in what share of the rows of `weights` the round ranks
        first. The rows are random weights that the extension drew."""
        shares = np.zeros((RUNS, ROUNDS))
        for begin in range(0, len(weights), 20):
            best = self.best(self.index(weights[begin:begin + 20]))
            for at in range(ROUNDS):
                shares[:, at] += (best == at).sum(axis=1)
        frame = self.rounds(share=shares / len(weights))
        return frame.assign(round=frame["round"].astype(str))

    def recency(self):
        return self.rounds(recency=self.scores[:, :, 4], recent_sources=self.sources)

    def stored_verdicts(self):
        action, stop, best, passed = zip(*self.stop(1))
        return self.runs(action=action, stop_round=stop, returned_round=best,
                         gate_passed=passed)


# --- the session ------------------------------------------------------------------------


def mapped(db, shape):
    blocks = dict(re.findall(r"```sql\n-- mapping: (\w+)\n(.*?)```",
                             text("guide/your-tables.md"), re.S))
    db.executescript(blocks[shape])
    if shape in ("long", "json"):
        db.executescript(text("no_sources.sql"))
    if shape in ("wide", "json"):
        db.executescript(text("no_judgements.sql"))
    for name in ("attach.sql", "contract.sql"):
        db.executescript(text(name))
    hash = db.execute("SELECT assay_settings_hash()").fetchone()[0]
    db.execute(text("calls/judge.sql"), {"hash": hash})
    db.commit()


def same(got, want):
    """Compares two frames; the order of rows does not matter, and doubles may differ by
    1e-12. Returns the difference, or '' if there is none."""
    if list(got.columns) != list(want.columns):
        return f"columns {list(got.columns)} and {list(want.columns)}"
    if len(got) != len(want):
        return f"{len(got)} rows and {len(want)}"
    keys = [name for name in ("run_id", "round") if name in got.columns]
    got, want = (frame.sort_values(keys).reset_index(drop=True) for frame in (got, want))
    for name in got.columns:
        a, b = got[name], want[name]
        try:
            a, b = a.astype(float), b.astype(float)
            different = ~np.isclose(a, b, rtol=0, atol=1e-12, equal_nan=True)
        except (TypeError, ValueError):
            different = a != b
        if different.any():
            at = np.flatnonzero(different)[0]
            return (f"{different.sum()} rows differ in {name}, first\n"
                    f"{got.iloc[at].to_dict()}\n{want.iloc[at].to_dict()}")
    return ""


def ask(db, shape, question, reference):
    lines, sql = QUESTIONS[question]
    begin = time.process_time()
    got = pd.read_sql(sql, db)
    asked = time.process_time()
    arguments = []
    if question == "acceptability":
        draws = pd.read_sql(f"SELECT * FROM weight_samples({DRAWS})", db)
        arguments = [draws[NAMES].to_numpy()]
    want = getattr(reference, question.replace(" ", "_"))(*arguments)
    if question == "masked failures" and shape == "steps":  # rounded means of three
        got, want = reference.off_the_floor(got), reference.off_the_floor(want)
    difference = same(got, want)
    ok(difference == "" and len(got) > 0, f"{shape}: {question}, {len(got)} rows",
       difference)
    print(f"# {asked - begin:6.1f} s of one core in SQL of {lines} lines, "
          f"{time.process_time() - asked:.1f} s in pandas, without reading", flush=True)


def session(directory, shape, write, history, draw, name_of):
    db = sqlite3.connect(os.path.join(directory, f"{shape}.db"))
    truth = write(db, history, draw)
    db.close()
    # The verdicts go into a second file, because the history is attached read-only.
    db = connect(os.path.join(directory, f"{shape}-verdicts.db"))
    db.execute("ATTACH ? AS mine", (f"file:{os.path.join(directory, shape)}.db?mode=ro",))
    begin = time.perf_counter()
    mapped(db, shape)
    print(f"# {shape}: mapped, judged and stored in {time.perf_counter() - begin:.1f} s")
    reference = Reference(name_of, *truth)
    for question in QUESTIONS:
        if "error bars" not in question or shape in ("long", "steps"):
            ask(db, shape, question, reference)
    db.close()


def main():
    print(f"# seed {SEED}, {RUNS} runs of {ROUNDS} rounds")
    for question, (lines, sql) in QUESTIONS.items():
        ok(len(sql.splitlines()) == lines, f"{question} is asked in {lines} lines")
    draw = np.random.default_rng(SEED)
    history = History(draw)
    with tempfile.TemporaryDirectory() as directory:
        session(directory, "wide", write_wide, history, draw, uuid)
        session(directory, "long", write_long, history, draw, int)
        session(directory, "json", write_json, history, draw, uuid)
        session(directory, "steps", write_steps, history, draw, uuid)
    return finish()


sys.exit(main())
