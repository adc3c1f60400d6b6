#!/usr/bin/env python3
"""Judges the rounds of several files where they lie, and stores them in one file.

  judge.py FILE... --into judged.db [--settings FILE] [--processes 2 | --dask ADDRESS]

1. FILE is a history with runs, rounds and sources, as in sql/schema.sql.  It is opened to
   be read, and nothing is written into it.  No view of its own is used: the views are
   those of sql/attach.sql.
2. judged.db gets the table judged, as sql/judged.sql makes it, runs, judgements and
   outcomes, and the views of sql/views.sql over them.  The sources stay where they are:
   what reads sources is an error there.  It is written in one transaction after all
   files are judged, so an older judged.db stays as it was if anything fails.
3. All files are judged under the settings of --settings, or else the built-in ones.
   A file is refused that has contracts (sql/contract.sql), but none of these settings.
4. A run is whole in one file.  A run_id that stands in two files is an error, and so are
   run_ids that are neither all INTEGER nor all TEXT, or that compare without case.
5. If a process is killed, that is an error, and nothing is lost: start again.  If one of
   Dask's workers is killed, another one judges its file.  The workers need the files and
   the extension under the same paths.
"""

import argparse
import functools
import glob
import os
import signal
import sqlite3
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

SQL = Path(__file__).resolve().parent.parent
# Beside sql/ in packages and in a clone, and where `make install` and Debian put it.
PLACES = ("assay.*", "build/assay.*", "../../lib/sqlite3/assay.*",
          "../../lib/*/sqlite3/assay.*")

# What a file sends.  Columns have no types, so values stay as they are.
PART = """
CREATE TABLE part.judged(run_id, round, coverage, source_quality, agreement, verification,
  recency, recent_sources, critical_contradictions, recency_basis, sources,
  dated_sources);
CREATE TABLE part.runs(run_id, title, note, domain, as_of);
CREATE TABLE part.judgements(run_id, round, dimension, judge, family, score);
CREATE TABLE part.outcomes(run_id, round, good);
CREATE TABLE part.ids(run_id);
BEGIN;
INSERT INTO part.judged SELECT * FROM temp.live_rounds WHERE run_id IS NOT NULL;
INSERT INTO part.runs
SELECT run_id, title, note, domain, as_of FROM main.runs WHERE run_id IS NOT NULL;
INSERT INTO part.ids
SELECT run_id FROM (SELECT run_id FROM main.runs UNION SELECT run_id FROM main.rounds
                    UNION SELECT run_id FROM main.sources)
WHERE run_id IS NOT NULL;
"""
# What it sends where it has the table.
SENT = {
    "judgements": "INSERT INTO part.judgements"
                  " SELECT run_id, round, dimension, judge, family, score"
                  " FROM main.judgements",
    "outcomes": "INSERT INTO part.outcomes SELECT run_id, round, good FROM main.outcomes"}

# In each table ids that differ are three.  A UNION compares by its first column.
DIFFERENT = """
SELECT min(ids) FROM (
  SELECT count(*) AS ids
  FROM (SELECT run_id FROM main.runs WHERE 0 UNION VALUES ('a'), ('A'), ('a '))
  UNION ALL SELECT count(*)
  FROM (SELECT run_id FROM main.rounds WHERE 0 UNION VALUES ('a'), ('A'), ('a '))
  UNION ALL SELECT count(*)
  FROM (SELECT run_id FROM main.sources WHERE 0 UNION VALUES ('a'), ('A'), ('a ')))"""

# What is written.  application_id says that it may be written over.
TABLES = """
PRAGMA application_id = 1634955385;
CREATE TABLE judged (
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, sources, dated_sources,
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;
CREATE TABLE judged_under (one INTEGER PRIMARY KEY CHECK (one = 1), windows);
CREATE TRIGGER judged_elsewhere BEFORE UPDATE ON judged_under BEGIN
  SELECT RAISE(ABORT, 'judged by sql/cluster/judge.py: run it again');
END;
CREATE TABLE runs (run_id PRIMARY KEY, title, note, domain, as_of) WITHOUT ROWID;
CREATE TABLE judgements (run_id, round, dimension, judge, family, score);
CREATE TABLE outcomes (run_id, round, good);
CREATE TEMP TABLE ids (run_id PRIMARY KEY, file) WITHOUT ROWID;
"""

# Stored rows take the place of the computed ones.  To read them is an error under other
# windows or another epoch of assay, and to read sources always is.
VIEWS = """
CREATE INDEX judgements_of_round ON judgements(run_id, round);
CREATE INDEX outcomes_of_round ON outcomes(run_id, round);
DROP VIEW live_rounds;
CREATE VIEW live_rounds AS
SELECT j.* FROM judged_under AS u, judged AS j
WHERE u.one = 1
  AND assay_require(u.windows, 'evaluation.deep_research.recency_windows');
CREATE VIEW rounds AS
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions FROM live_rounds;
CREATE VIEW sources AS
SELECT NULL AS run_id, NULL AS round, NULL AS source, NULL AS domain, NULL AS published
WHERE assay_require('no sources: they stay in the files that were judged');
INSERT INTO judged_under
VALUES (1, assay_settings_hash('evaluation.deep_research.recency_windows'));
"""


def opened(file):
    """A connection that can't write and makes no file."""
    if not os.path.exists(file):
        raise ValueError(f"{file}: no such file")
    return closing(sqlite3.connect(Path(file).resolve().as_uri() + "?mode=ro", uri=True,
                                   isolation_level=None))


def load(db, extension, settings):
    """Loads assay and the settings; their digest."""
    db.enable_load_extension(True)
    db.load_extension(extension)
    db.enable_load_extension(False)
    db.execute("SELECT assay_load_yaml(?, 'strict')", (settings,)).fetchall()
    return db.execute("SELECT assay_settings_hash()").fetchone()[0]


def judge(file, extension, settings, digest, attach, folder):
    """The rows of one file, as the bytes of a database.  Runs in another process."""
    try:
        with opened(file) as db, tempfile.TemporaryDirectory(dir=folder) as own:
            db.execute("PRAGMA trusted_schema = OFF")
            load(db, extension, settings)
            db.execute("SELECT assay_require(?)", (digest,)).fetchall()
            tables = {row[0].lower() for row in db.execute(
                "SELECT name FROM main.sqlite_master WHERE type IN ('table', 'view')")}
            contracts = "contract" in tables and [
                row[0] for row in db.execute("SELECT hash FROM main.contract")]
            if contracts and digest not in contracts:
                raise ValueError(f"{file}: its contract is {contracts[-1]!r}, and the"
                                 f" settings in force are {digest}; say --settings")
            if db.execute(DIFFERENT).fetchone()[0] != 3:
                raise ValueError(f"{file}: run_id does not compare as BINARY")
            db.execute("ATTACH ? AS part", (os.path.join(own, "part.db"),))
            db.execute("PRAGMA part.synchronous = OFF")
            db.executescript(attach + PART)
            for table in tables & set(SENT):
                db.execute(SENT[table])
            db.execute("COMMIT")
            return Path(own, "part.db").read_bytes()
    except sqlite3.Error as problem:
        raise ValueError(f"{file}: {problem}") from None


def on_processes(count, work, files):
    """The rows of each file, in the order of files."""
    with ProcessPoolExecutor(count, initializer=signal.signal,
                             initargs=(signal.SIGINT, signal.SIG_DFL)) as pool:
        yield from pool.map(work, files)


def on_dask(address, work, files):
    """The same from the workers of a Dask scheduler."""
    from distributed import Client, KilledWorker
    try:
        with Client(address) as client:
            for future in client.map(work, files, pure=False):
                yield future.result()
    except KilledWorker as problem:
        raise ValueError(f"{address}: {problem}") from None


def add(db, file, part, kinds):
    """Adds the rows of one file to what will be written."""
    db.execute("ATTACH ? AS part", (part,))
    for (kind,) in db.execute("SELECT DISTINCT typeof(run_id) FROM part.ids").fetchall():
        kinds.setdefault(kind, file)
    if set(kinds) - {"integer", "text"} or len(kinds) > 1:
        raise ValueError("run_ids must be all INTEGER or all TEXT: " + ", ".join(
            f"{kind} in {where}" for kind, where in kinds.items()))
    twice = db.execute("SELECT run_id, i.file FROM part.ids AS p CROSS JOIN temp.ids AS i"
                       " USING (run_id) LIMIT 1").fetchone()
    if twice:
        raise ValueError(f"run {twice[0]!r} is in {twice[1]} and in {file}")
    try:
        db.execute("INSERT INTO temp.ids SELECT run_id, ? FROM part.ids", (file,))
        db.execute("INSERT INTO main.judged SELECT * FROM part.judged")
        db.execute("INSERT INTO main.runs SELECT * FROM part.runs")
        for table in SENT:
            db.execute(f"INSERT INTO main.{table} SELECT * FROM part.{table}")
    except sqlite3.IntegrityError as problem:
        raise ValueError(f"{file}: a run or a round is there twice: {problem}") from None
    db.execute("DETACH part")


def may_be_written(path):
    """Is there nothing, or what this program wrote?"""
    if not os.path.exists(path):
        return True
    with opened(path) as db:
        number = db.execute("PRAGMA application_id").fetchone()[0]
        return number == 1634955385 or not db.execute(
            "SELECT count(*) FROM sqlite_master").fetchone()[0]


def find_extension():
    """Where packages have it."""
    for place in PLACES:
        for found in glob.glob(os.path.join(glob.escape(str(SQL.parent)), place)):
            if found.endswith((".so", ".dylib", ".dll")):
                return found
    raise ValueError("no extension beside sql/; say where it is: --extension PATH")


def run(given):
    files = [os.path.abspath(file) for file in given.files]
    if not may_be_written(given.into):
        raise ValueError(f"{given.into}: is a database of your own")
    settings = Path(given.settings).read_text(encoding="utf-8") if given.settings else ""
    extension = os.path.abspath(given.extension or find_extension())
    views, contract, attach = ((SQL / name).read_text(encoding="utf-8")
                               for name in ("views.sql", "contract.sql", "attach.sql"))
    with closing(sqlite3.connect("", isolation_level=None)) as db, \
            tempfile.TemporaryDirectory() as folder:
        db.text_factory = functools.partial(str, encoding="utf-8", errors="replace")
        digest = load(db, extension, settings)
        db.executescript(TABLES + views + VIEWS + contract)
        work = functools.partial(judge, extension=extension, settings=settings,
                                 digest=digest, attach=attach,
                                 folder=None if given.dask else folder)
        part, kinds = os.path.join(folder, "part.db"), {}
        with closing(on_dask(given.dask, work, files) if given.dask
                     else on_processes(given.processes, work, files)) as parts:
            for file, rows in zip(files, parts):
                Path(part).write_bytes(rows)
                add(db, file, part, kinds)
        with closing(sqlite3.connect(given.into)) as into:
            db.backup(into)  # one transaction, which waits for readers to end
        rounds, runs = db.execute(
            "SELECT count(*), count(DISTINCT run_id) FROM judged").fetchone()
        print(f"{given.into}: {rounds} rounds of {runs} runs")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--into", required=True, metavar="judged.db")
    parser.add_argument("--settings", metavar="FILE", help="a YAML file")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--dask", metavar="ADDRESS", help="such as tcp://127.0.0.1:8786")
    parser.add_argument("--extension", default=os.environ.get("ASSAY_EXTENSION"),
                        metavar="PATH", help="where it is not beside sql/")
    try:
        run(parser.parse_args())
    except KeyboardInterrupt:
        return 130
    except BrokenProcessPool:
        problem = "a process was killed; nothing is written: start again"
    except (AttributeError, ImportError, OSError, ValueError, sqlite3.Error) as raised:
        problem = raised
    else:
        return 0
    print(f"judge.py: {problem}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
