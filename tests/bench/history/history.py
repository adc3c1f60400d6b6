"""Measures how long assay, DuckDB, pandas and plain SQL take for questions about a large
history.

    history.py EXTENSION BUILD RUNS [RUNS ...]   (REPEATS=3, LIMIT=120 s, ENGINES=...,
                                                ROWS=200000)

For each number RUNS, the engines answer the questions of questions.py REPEATS times over
BUILD/bench/history-RUNS.db. They take turns. All engines must give the same answers.
Times are CPU seconds of one thread, because other programs may share the machine.
writing.py measures how much the triggers of sql/judged.sql slow a writer. The program
prints tables of times, and of ratios with their goals, in Markdown. It also writes them
to BUILD/bench/history.md, and draws BUILD/bench/history.svg.

A question that takes longer than LIMIT is stopped. After that the engine is not asked the
question again, neither in the next repeats nor over longer histories. If an engine is not
installed, it is left out and the reason is printed.
"""

import json
import math
import os
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import threading
import time

import questions
import writing
from figures import LIMIT, bounds, draw, table, writes
from questions import QUESTIONS, QUESTIONS_OF_ALL

SQL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "sql")
HERE = os.path.dirname(os.path.abspath(__file__))
REPEATS = int(os.environ.get("REPEATS", "3"))
TRANSACTIONS = 21
PACKAGE = "@duckdb/node-api@1.5.6-r.1"  # npm's version ranges skip a version with a dash


class TooLong(Exception):
    """A question was stopped at the time limit."""


class Missing(Exception):
    """An engine is not available; the message says why."""


# --- engines ----------------------------------------------------------------------------


class Sqlite:
    """SQLite, with or without the extension."""

    def __init__(self, path, extension=None):
        self.db = sqlite3.connect(path, isolation_level=None)
        if extension:
            self.db.enable_load_extension(True)
            self.db.load_extension(extension)
        self.asked = {}

    def query(self, sql):
        start = time.process_time()
        self.db.set_progress_handler(lambda: time.process_time() - start > LIMIT, 1000000)
        try:
            rows = self.db.execute(sql).fetchall()
        except sqlite3.OperationalError as problem:
            if "interrupted" in str(problem):
                raise TooLong from None
            raise
        finally:
            self.db.set_progress_handler(None, 0)
        return time.process_time() - start, rows

    def ask(self, question):
        return self.query(self.asked[question])

    def close(self):
        self.db.close()


class Views(Sqlite):
    """The views of sql/views.sql, which read every source in every query."""

    def __init__(self, path, extension):
        super().__init__(path, extension)
        self.asked = questions.VIEWS

    def settings(self):
        """Returns the settings that the other engines need: recency windows by domain,
        and weights."""
        known = self.db.execute("""SELECT DISTINCT domain, recency_window(domain) FROM (
            SELECT domain FROM runs UNION SELECT domain FROM sources)
            WHERE domain IS NOT NULL""").fetchall()
        default = self.db.execute("SELECT recency_window()").fetchone()[0]
        weights = {strategy: numbers[:5] for strategy, *numbers in
                   self.db.execute("SELECT * FROM assay_weights")}
        return {"windows": known, "default": default, "weights": weights["proposed"],
                "equal": weights["equal"]}


class Judged(Sqlite):
    """Reads the view judged_rounds, whose rows sql/judged.sql stores. Works on a copy of
    the history."""

    def __init__(self, path, extension):
        self.copy = f"{path}-judged"
        shutil.copyfile(path, self.copy)
        super().__init__(self.copy, extension)
        self.db.execute("CREATE TABLE one_row(x)")
        self.asked = questions.JUDGED

    def load(self):
        """Judges all runs; returns the CPU seconds."""
        self.script("drop_judged.sql")
        return self.script("judged.sql") + self.script("refresh_judged.sql")

    def transactions(self):
        """Returns the median CPU seconds of storing one row, and of refresh_judged.sql
        after one new run. Each takes about a millisecond, so both are measured several
        times, in turn."""
        row, refresh = [], []
        for _ in range(TRANSACTIONS):
            start = time.process_time()
            self.db.execute("INSERT INTO one_row VALUES (1)")
            row.append(time.process_time() - start)
            self.db.executescript(questions.NEW_RUN)
            refresh.append(self.script("refresh_judged.sql"))
            self.db.executescript(questions.NO_NEW_RUN)
            self.script("refresh_judged.sql")
        return statistics.median(row), statistics.median(refresh)

    def script(self, name):
        with open(os.path.join(SQL, name), encoding="utf-8") as file:
            text = file.read()
        start = time.process_time()
        self.db.executescript(text)
        return time.process_time() - start

    def close(self):
        super().close()
        os.remove(self.copy)


class PlainSql(Sqlite):
    """SQLite without assay: plain SQL answers the questions."""

    def __init__(self, path, settings):
        super().__init__(path)
        self.db.execute("CREATE TEMP TABLE windows(domain TEXT PRIMARY KEY, days INT)")
        self.db.executemany("INSERT INTO windows VALUES (?, ?)", settings["windows"])
        for statement in questions.sqlite_setup(settings["weights"], settings["default"]):
            self.db.execute(statement)
        self.asked = questions.sqlite_questions(settings["equal"])


class DuckDb:
    """DuckDB in Node, on one thread. It reads the history from CSV files into tables with
    columns of DuckDB's own types."""

    def __init__(self, path, folder, settings):
        self.path, self.folder, self.settings = path, folder, settings
        self.node = subprocess.Popen(
            ["node", os.path.join(HERE, "duckdb.cjs")], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env={**os.environ, "NODE_PATH":
                                         os.path.join(folder, "node_modules")})
        self.asked = questions.duckdb_questions("scores", settings["equal"])

    def query(self, sql):
        timer = threading.Timer(4 * LIMIT, self.node.kill)  # wall-clock seconds
        timer.start()
        try:
            self.node.stdin.write(json.dumps({"sql": sql}) + "\n")
            self.node.stdin.flush()
            line = self.node.stdout.readline()
        finally:
            timer.cancel()
        if not line:
            raise TooLong
        reply = json.loads(line)
        if "error" in reply:
            raise RuntimeError(reply["error"] + "\n" + sql)
        return reply["seconds"], [tuple(row) for row in reply["rows"]]

    def csv(self, name):
        return os.path.join(self.folder, f"{name}.csv")

    def export(self):
        """Writes the CSV files. Returns the CPU seconds that the sqlite3 shell took."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for name, sql in questions.EXPORTS.items():
            with open(self.csv(name), "w", encoding="utf-8") as file:
                subprocess.run(["sqlite3", "-csv", "-header", self.path, sql], check=True,
                               stdout=file)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)

    def load(self):
        """Loads the history. Returns CPU seconds of writing and reading the CSV files."""
        seconds = self.export()
        for statement in questions.duckdb_imports(self.csv):
            seconds += self.query(statement)[0]
        windows = ", ".join(f"('{domain}', {days})"
                            for domain, days in self.settings["windows"])
        self.query("CREATE OR REPLACE TABLE windows AS SELECT * FROM (VALUES "
                   f"{windows}) AS w(domain, days)")
        view = questions.duckdb_setup(self.settings["weights"], self.settings["default"])
        self.query(view.replace("CREATE TEMP VIEW", "CREATE OR REPLACE VIEW", 1))
        return seconds

    def ask(self, question):
        return self.query(self.asked[question])

    def close(self):
        self.node.kill()
        self.node.wait()


class DuckDbTable:
    """Like DuckDb, but the questions read one of the two tables that duckdb_tables()
    makes: the table `name`."""

    def __init__(self, duckdb, name):
        settings = duckdb.settings
        self.duckdb = duckdb
        self.made = questions.duckdb_tables(settings["weights"])[name]
        self.asked = questions.duckdb_questions(name, settings["equal"])

    def load(self):
        return sum(self.duckdb.query(statement)[0] for statement in self.made)

    def ask(self, question):
        return self.duckdb.query(self.asked[question])

    def close(self):
        pass


class Pandas:
    """pandas over the frames that read_sql reads."""

    def __init__(self, path, settings):
        self.path, self.settings = path, settings
        self.frames = None

    def load(self):
        import frames
        start = time.process_time()
        self.frames = None
        self.frames = frames.read(sqlite3.connect(self.path))
        return time.process_time() - start

    def ask(self, question):
        import frames
        start = time.process_time()
        rounds = frames.scores(self.frames, dict(self.settings["windows"]),
                               self.settings["default"], self.settings["weights"])
        rows = frames.answer(question, rounds, self.frames["runs"].run_id,
                             self.settings["equal"])
        return time.process_time() - start, rows

    def close(self):
        self.frames = None


def fetch_duckdb(folder):
    """Installs DuckDB from npm into `folder`; raises Missing if that is impossible."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Missing("no node and npm here")
    environment = {**os.environ, "NODE_PATH": os.path.join(folder, "node_modules")}
    probe = ["node", "-e", "require('@duckdb/node-api')"]
    done = subprocess.run(probe, env=environment, capture_output=True, check=False)
    if done.returncode:
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund",
                        "--no-save", "--prefix", folder, PACKAGE],
                       capture_output=True, check=False, timeout=300)
    done = subprocess.run(probe, env=environment, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise Missing(f"npm has no {PACKAGE} for this machine: "
                      + (done.stderr.strip().splitlines() or ["?"])[-1])


def have_pandas():
    try:
        import pandas  # noqa: F401
    except ImportError as problem:
        raise Missing(str(problem)) from None


# --- asking -----------------------------------------------------------------------------


def same(got, want):
    """Returns whether two lists of rows are equal. Sums of doubles may differ by 1e-9 of
    their size."""
    def equal(a, b):
        if a is None or b is None or isinstance(a, str) or isinstance(b, str):
            return a == b or (a is None and b != b) or (b is None and a != a)
        return math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-9)
    return len(got) == len(want) and all(
        len(g) == len(w) and all(map(equal, g, w)) for g, w in zip(got, want))


class Results:
    """The seconds of each repeat, by number of runs, question and engine. None means that
    the question exceeds the limit."""

    def __init__(self):
        self.seconds = {}
        self.rounds = {}
        self.answers = {}
        self.wrong = []

    def note(self, runs, question, engine, seconds):
        self.seconds.setdefault((runs, question, engine), []).append(seconds)

    def check(self, runs, question, engine, rows):
        """Records an answer that differs from another engine's. The question "floor" only
        reads the rows, so there is no answer to compare."""
        if question == "floor":
            return
        want = self.answers.setdefault((runs, question), (engine, rows))
        if not same(rows, want[1]):
            self.wrong.append(f"{engine} and {want[0]} differ on {QUESTIONS[question]} "
                              f"of {runs} runs: {rows[:3]} {want[1][:3]}")

    def too_long(self, runs, question, engine):
        """Returns whether the question exceeded the limit, or would exceed twice the
        limit if its time grew in proportion to the number of runs."""
        for (n, q, e), times in self.seconds.items():
            if (q, e) != (question, engine) or n > runs:
                continue
            if times[-1] is None or times[-1] * runs / n > 2 * LIMIT:
                return True
        return False

    def ask(self, runs, question, name, engine):
        if self.too_long(runs, question, name):
            self.note(runs, question, name, None)
            return
        try:
            seconds, rows = engine.ask(question)
        except TooLong:
            self.note(runs, question, name, None)
            return
        self.note(runs, question, name, seconds)
        self.check(runs, question, name, rows)


def engines_of(path, extension, folder, reasons):
    """Returns the available engines. If the environment variable ENGINES is set, returns
    only engines that it names."""
    chosen = os.environ.get("ENGINES")
    wanted = [name for name in ENGINES if not chosen or name in chosen.split(",")]
    views = Views(path, extension)
    settings = views.settings()
    engines = {}
    for name in wanted:
        try:
            engines[name] = ENGINES[name](path, extension, folder, settings, engines)
        except Missing as reason:
            reasons[name] = str(reason)
    views.close()
    return engines


def open_duckdb(path, extension, folder, settings, engines):
    fetch_duckdb(folder)
    return DuckDb(path, folder, settings)


def open_table(name):
    def opened(path, extension, folder, settings, engines):
        if "DuckDB" not in engines:
            raise Missing("it needs the one above")
        return DuckDbTable(engines["DuckDB"], name)
    return opened


def open_pandas(path, extension, folder, settings, engines):
    have_pandas()
    return Pandas(path, settings)


# The engines answer in this order. The table's columns have the same order.
ENGINES = {
    "views": lambda path, extension, *_: Views(path, extension),
    "judged": lambda path, extension, *_: Judged(path, extension),
    "plain SQL": lambda path, extension, folder, settings, _: PlainSql(path, settings),
    "DuckDB": open_duckdb,
    "DuckDB numbers": open_table("numbers"),
    "DuckDB scores": open_table("stored"),
    "pandas": open_pandas,
}


def bench(results, runs, extension, folder, reasons):
    path = os.path.join(folder, f"history-{runs}.db")
    engines = engines_of(path, extension, folder, reasons)
    views = Sqlite(path)
    results.rounds[runs] = views.query("SELECT count(*) FROM rounds")[1][0][0]
    views.close()
    for repeat in range(REPEATS):
        for name, engine in engines.items():
            if hasattr(engine, "load"):
                results.note(runs, "load", name, engine.load())
            if hasattr(engine, "transactions"):
                for what, seconds in zip(("row", "refresh"), engine.transactions()):
                    results.note(runs, what, name, seconds)
        for question in QUESTIONS:
            for name, engine in engines.items():
                if question not in getattr(engine, "asked", QUESTIONS_OF_ALL):
                    continue
                results.ask(runs, question, name, engine)
        if "judged" in engines and runs <= writing.LARGEST:
            for written in writing.measured(path, engines["judged"].copy):
                results.note(runs, *written)
        print(f"  {runs} runs, repeat {repeat + 1} of {REPEATS}", file=sys.stderr)
    for engine in engines.values():
        engine.close()
    return list(engines)


def main():
    extension, build, *sizes = sys.argv[1:]
    folder = os.path.join(os.path.abspath(build), "bench")
    results, reasons, engines = Results(), {}, []
    with open(os.path.join(folder, "history.md"), "w", encoding="utf-8") as file:
        for runs in sorted(map(int, sizes)):
            engines = bench(results, runs, os.path.abspath(extension), folder, reasons)
            tables = (table(results, runs, engines), writes(results, runs),
                      bounds(results, runs))
            for said in filter(None, tables):
                print(said, end="\n\n", flush=True)
                print(said, end="\n\n", file=file, flush=True)
    for name, reason in reasons.items():
        print(f"SKIP {name}: {reason}")
    print(draw(results, engines, os.path.join(folder, "history.svg")))
    for problem in results.wrong:
        print(f"WRONG: {problem}")
    sys.exit(1 if results.wrong else 0)


if __name__ == "__main__":
    main()
