#!/usr/bin/env python3
"""One question to a long history, by several processes.

  sweep.py [options] QUERY FILE          one file, by ranges of run_id
  sweep.py [options] QUERY FILE FILE ..  shards, a file at a time

  python3 sql/cluster/sweep.py 'SELECT run_id, best_round(round, gate_passed, ci) AS keep
                                FROM round_scores WHERE {part} GROUP BY run_id' history.db

1. QUERY is one SELECT with {part} where a condition stands.  For each part of the history
   it becomes a range of the key; over shards it is true, because a file is a part.
2. Ranges have any id: they are those of SQLite's order, bound as values, and what has no
   id is a part of its own.  The key needs an index, or every part reads everything.
3. Without --merge the rows of all parts come out in the order of parts.  With it they are
   rows of the table `parts` in memory, of which --merge is a query.  An empty part
   answers, too: an aggregate without GROUP BY has a row of nothing there.
4. Files are read, never written, and all processes see one state of a file: who writes
   while they open it is noticed.  --immutable skips locks, for a file nobody writes to.
5. Settings are those of --settings, else of the newest contract in the first file, else
   the built-in ones; each process loads and requires them before it reads.
6. A mistake in one process ends all of them with its message and exit code 1; rows that
   were written by then are no answer.  Ctrl-C ends them with 130, SIGTERM with 143.

Output is CSV with a head; a BLOB is x'00ff'.  Progress is shown on a terminal (stderr).
"""

import argparse
import csv
import multiprocessing
import multiprocessing.connection
import os
import signal
import sqlite3
import sys
from typing import NamedTuple, Optional

sys.dont_write_bytecode = True  # nothing is left beside the scripts
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import history  # noqa: E402
from history import Problem  # noqa: E402

MARK = "{part}"
BATCH = 1000  # rows a message
STEPS = 1000000  # of SQLite's machine, between two looks at who is still there


class Part(NamedTuple):
    """A file, and of its rows those that {part} is to leave."""
    path: str
    condition: str
    values: dict


class Question(NamedTuple):
    """What every process needs to know."""
    query: str
    extension: str
    settings: history.Settings
    immutable: bool
    setup: Optional[str]


# --- parts ------------------------------------------------------------------------------


def bounds_of(db, table, key, parts):
    """Where ranges of about as many rows begin; a step never ends within an id."""
    total = db.execute(f"SELECT count({key}) FROM {table}").fetchone()[0]
    step = max(total // parts, 1)
    bounds, at = [], None
    while len(bounds) < parts - 1:
        found = db.execute(
            f"SELECT {key} FROM {table} WHERE {key} IS NOT NULL"
            + (f" AND {key} >= :at" if bounds else "")
            + f" ORDER BY {key} LIMIT 1 OFFSET {step}", {"at": at}).fetchone()
        if found and bounds and found[0] == at:
            found = db.execute(f"SELECT {key} FROM {table} WHERE {key} > :at"
                               f" ORDER BY {key} LIMIT 1", {"at": at}).fetchone()
        if not found:
            break
        at = found[0]
        bounds.append(at)
    return bounds


def ranges(db, path, table, key, parts):
    """A file's parts: rows without an id, then the ranges in their order."""
    bounds = bounds_of(db, table, key, parts)
    cut = [Part(path, f"{key} IS NULL", {})]
    for low, high in zip([None] + bounds, bounds + [None]):
        within, values = [], {}
        if low is not None:
            within.append(f"{key} >= :part_low")
            values["part_low"] = low
        if high is not None:
            within.append(f"{key} < :part_high")
            values["part_high"] = high
        cut.append(Part(path, " AND ".join(within) or f"{key} IS NOT NULL", values))
    return cut


# --- a process --------------------------------------------------------------------------


def open_part(path, question, parent):
    """A connection that gives up when nobody waits for its answer any more."""
    db = history.connect(path, question.extension, question.settings, question.immutable)
    db.set_progress_handler(lambda: os.getppid() != parent, STEPS)
    if question.setup:
        db.executescript(question.setup)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM main.sqlite_master").fetchone()
    return db


def ask(db, part, query):
    """A cursor over the answer of one part."""
    cursor = db.execute(query.replace(MARK, f"({part.condition})"), part.values)
    if cursor.description is None:
        raise Problem("the query gives no rows: it has to be one SELECT")
    return cursor


def answer_part(pipe, number, db, part, query):
    cursor = ask(db, part, query)
    pipe.send(("head", number, [column[0] for column in cursor.description]))
    while rows := cursor.fetchmany(BATCH):
        pipe.send(("rows", number, rows))
    pipe.send(("done", number, None))


def work(pipe, question, first):
    """What a process does: a part at a time, until it is told that there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    path, db, parent = first, None, os.getppid()
    try:
        db = open_part(first, question, parent)
        pipe.send(("ready", None, None))
        while task := pipe.recv():
            number, part = task
            if part.path != path:
                db.close()
                path, db = part.path, open_part(part.path, question, parent)
            answer_part(pipe, number, db, part, question.query)
    except (EOFError, BrokenPipeError):
        pass  # nobody waits any more
    except history.PROBLEMS as problem:
        text = str(problem)
        pipe.send(("problem", None, text if path in text else f"{path}: {text}"))
    finally:
        if db is not None:
            db.close()
        pipe.close()


# --- all of them ------------------------------------------------------------------------


class Processes:
    """Processes, the parts that are left, and what has come in."""

    def __init__(self, question, parts, count):
        self.question, self.parts = question, parts
        self.left = list(range(len(parts)))[::-1]
        self.started = {}
        for _ in range(min(count, len(parts))):
            ours, theirs = multiprocessing.Pipe()
            process = multiprocessing.Process(
                target=work, daemon=True,
                args=(theirs, question, parts[0].path))
            process.start()
            theirs.close()
            self.started[ours] = process

    def messages(self, pipes):
        """What these processes say; one that is gone and said nothing is an error."""
        for pipe in multiprocessing.connection.wait(pipes):
            try:
                kind, number, content = pipe.recv()
            except (EOFError, ConnectionError):
                process = self.started[pipe]
                process.join()
                raise Problem(f"a process ended with code {process.exitcode} before it"
                              " had answered") from None
            if kind == "problem":
                raise Problem(content)
            yield pipe, kind, number, content

    def wait_until_ready(self):
        waiting = set(self.started)
        while waiting:
            for pipe, _, _, _ in self.messages(list(waiting)):
                waiting.discard(pipe)

    def next_task(self, pipe, busy):
        if self.left:
            number = self.left.pop()
            pipe.send((number, self.parts[number]))
            busy.add(pipe)
        else:
            pipe.send(None)

    def answers(self):
        """Messages of kind head, rows and done, of whatever part comes first."""
        busy = set()
        for pipe in self.started:
            self.next_task(pipe, busy)
        while busy:
            for pipe, kind, number, content in self.messages(list(busy)):
                yield kind, number, content
                if kind == "done":
                    busy.discard(pipe)
                    self.next_task(pipe, busy)

    def stop(self):
        for process in self.started.values():
            process.terminate()
        for pipe, process in self.started.items():
            process.join(5)
            if process.is_alive():
                process.kill()
                process.join()
            pipe.close()


def in_order(processes, progress):
    """Head and rows of each part, in the order of parts."""
    held, heads, done, following = {}, {}, set(), 0
    for kind, number, content in processes.answers():
        if kind == "head":
            heads[number], held[number] = content, []
        elif kind == "rows":
            held[number].append(content)
        else:
            done.add(number)
        progress(len(done), len(processes.parts))
        while following in heads:
            for rows in held[following]:
                yield heads[following], rows
            held[following].clear()
            if following not in done:
                break
            yield heads.pop(following), []
            del held[following]
            following += 1


def parts_of(files, question, table, key, count):
    """The parts of one file, or shards, and a connection that notices writers."""
    if len(files) > 1:
        return [Part(path, "1", {}) for path in files], None
    watch = history.open_file(files[0], question.immutable)
    try:
        history.load(watch, question.extension)
        if question.setup:
            watch.executescript(question.setup)
        return ranges(watch, files[0], table, key, count), watch
    except BaseException:
        watch.close()
        raise


def version(watch):
    """A number that another is given when somebody else writes to the file."""
    return watch and watch.execute("PRAGMA data_version").fetchone()[0]


def sweep(files, query, *, processes=None, parts=None, table="runs", key="run_id",
          extension=None, settings=None, setup=None, immutable=False, progress=None):
    """Yields column names and a list of rows, again and again, in the order of parts.

    `settings` is what history.settings_for() gives; None takes those of the first file.
    """
    if MARK not in query:
        raise Problem(f"the query has to have {MARK} where a condition stands, such as"
                      f" WHERE {MARK}; without it every process would read everything")
    extension = history.find_extension(extension)
    count = processes or os.cpu_count() or 1
    settings = settings or history.settings_for(files[0], extension, immutable=immutable)
    question = Question(query, extension, settings, immutable, setup)
    beside = [history.Beside(path, immutable) for path in files]
    watch = workers = None
    try:
        cut, watch = parts_of(files, question, table, key, parts or 8 * count)
        before = version(watch)
        workers = Processes(question, cut, count)
        workers.wait_until_ready()
        if version(watch) != before:
            raise Problem(f"{files[0]}: was written to while the processes opened it;"
                          " start again")
        yield from in_order(workers, progress or (lambda done, total: None))
    finally:
        if workers:
            workers.stop()
        if watch:
            watch.close()
        for place in beside:
            place.tidy()


def merge(answers, query, extension, settings, setup=None):
    """Rows of a query of the table `parts`: column names first."""
    db = history.empty(history.find_extension(extension), settings)
    if setup:
        db.executescript(setup)
    db.execute("BEGIN")
    width = 0
    for head, rows in answers:
        if not width:
            width = len(head)
            db.execute("CREATE TABLE parts("
                       + ", ".join(map(history.quoted, head)) + ")")
        db.executemany("INSERT INTO parts VALUES(" + ", ".join("?" * width) + ")", rows)
    db.execute("COMMIT")
    cursor = db.execute(query)
    yield [column[0] for column in cursor.description or []], []
    while rows := cursor.fetchmany(BATCH):
        yield [], rows


# --- the command ------------------------------------------------------------------------


class Progress:
    """How far it is, where somebody looks."""

    def __init__(self, stream):
        self.stream = stream if stream.isatty() else None

    def __call__(self, done, total):
        if self.stream:
            self.stream.write(f"\r{done} of {total} parts\033[K")
            self.stream.flush()

    def clear(self):
        if self.stream:
            self.stream.write("\r\033[K")
            self.stream.flush()


def spelled(value):
    return "x'" + value.hex() + "'" if isinstance(value, bytes) else value


def write(answers, stream):
    out = csv.writer(stream, lineterminator="\n")
    headed = False
    for head, rows in answers:
        if not headed:
            out.writerow(head)
            headed = True
        out.writerows([spelled(value) for value in row] for row in rows)
    stream.flush()


def options():
    parser = argparse.ArgumentParser(
        usage="%(prog)s [options] QUERY FILE [FILE ...]", epilog=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("query", help="one SELECT with {part}, or @FILE that holds it")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--merge", help="a query of the table parts, or @FILE")
    parser.add_argument("--processes", type=int, help="as many as there are processors")
    parser.add_argument("--parts", type=int, help="of one file: 8 for each process")
    parser.add_argument("--key", default="run_id", help="a column with an index: run_id")
    parser.add_argument("--table", default="runs", help="which ids there are: runs")
    parser.add_argument("--setup", help="SQL for each process, such as TEMP views: @FILE")
    parser.add_argument("--settings", help="a YAML file")
    parser.add_argument("--contract", help="a digest in the table contract, or none")
    parser.add_argument("--extension", help="assay.so, where it is not beside sql/")
    parser.add_argument("--immutable", action="store_true",
                        help="no locks: nobody writes to the file meanwhile")
    return parser


def text_of(argument):
    if argument is None or not argument.startswith("@"):
        return argument
    with open(argument[1:], encoding="utf-8") as file:
        return file.read()


def run(given, progress):
    extension = history.find_extension(given.extension)
    settings = history.settings_for(given.files[0], extension, given.settings,
                                    given.contract, given.immutable)
    setup = text_of(given.setup)
    answers = sweep(given.files, text_of(given.query), processes=given.processes,
                    parts=given.parts, table=given.table, key=given.key,
                    extension=extension, settings=settings, setup=setup,
                    immutable=given.immutable, progress=progress)
    try:
        if given.merge:
            write(merge(answers, text_of(given.merge), extension, settings), sys.stdout)
        else:
            write(answers, sys.stdout)
    finally:
        answers.close()
        progress.clear()


def stopped(_number, _frame):
    raise SystemExit(143)


def main():
    parser = options()
    given = parser.parse_args()
    for name in ("processes", "parts"):
        if getattr(given, name) is not None and getattr(given, name) < 1:
            parser.error(f"--{name} must be 1 or more")
    signal.signal(signal.SIGTERM, stopped)
    return history.exit_status(lambda: run(given, Progress(sys.stderr)))


if __name__ == "__main__":
    sys.exit(main())
