#!/usr/bin/env python3
"""Judges the rounds of several files, and stores the judged rounds in one file.

  judge.py FILE... --into judged.db [--settings FILE] [--processes 2 | --dask ADDRESS]

FILE is a history as in sql/schema.sql.  This program only reads it, by the views of
sql/attach.sql. judged.db gets the judged rounds, the runs, judgements and outcomes, and
the views of sql/views.sql over them; sources are not copied. judged.db is written in one
transaction after all files are judged.  If anything fails, an older judged.db does not
change.  README.md says what is refused. The SQL that this program runs is in this folder.
"""

import argparse
import functools
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
# The paths of the extension, relative to the folder above sql/: in a package, in a clone,
# after `make install`, and in Debian.
PLACES = ("assay.*", "build/assay.*", "../../lib/sqlite3/assay.*",
          "../../lib/*/sqlite3/assay.*")
# Returns 1 for a file that this program wrote, and for an empty file.
MAY_BE_WRITTEN = """SELECT application_id = 1634955385
  OR NOT EXISTS (SELECT 1 FROM sqlite_master) FROM pragma_application_id"""


def text(name):
    return (SQL / name).read_text(encoding="utf-8")


def opened(file):
    """Returns a connection that can't write and creates no file."""
    if not os.path.exists(file):
        raise ValueError(f"{file}: no such file")
    return closing(sqlite3.connect(Path(file).resolve().as_uri() + "?mode=ro", uri=True,
                                   isolation_level=None))


def load(db, extension, settings):
    """Loads assay and the settings, and returns the digest of the settings."""
    db.enable_load_extension(True)
    db.load_extension(extension)
    db.enable_load_extension(False)
    db.execute("SELECT assay_load_yaml(?, 'strict')", (settings,)).fetchall()
    return db.execute("SELECT assay_settings_hash()").fetchone()[0]


def judge(file, extension, settings, digest, tables, send, folder):
    """Returns the rows of one file as the bytes of a database.  Runs in its own
    process."""
    try:
        with opened(file) as db, tempfile.TemporaryDirectory(dir=folder) as own:
            part = os.path.join(own, "part.db")
            with closing(sqlite3.connect(part)) as empty:
                empty.executescript(tables + "CREATE TABLE contract (hash);")
            db.execute("PRAGMA trusted_schema = OFF")
            load(db, extension, settings)
            db.execute("SELECT assay_require(?)", (digest,)).fetchall()
            db.execute("ATTACH ? AS part", (part,))
            contracts = [row[0] for row in db.execute("SELECT hash FROM contract")]
            if contracts and digest not in contracts:
                raise ValueError(f"{file}: its contract is {contracts[-1]!r}, and the"
                                 f" settings in force are {digest}; say --settings")
            db.executescript(send)
            return Path(part).read_bytes()
    except sqlite3.Error as problem:
        raise ValueError(f"{file}: {problem}") from None


def parts(given, work, files):
    """Yields the rows of each file, in the order of the files."""
    if not given.dask:
        with ProcessPoolExecutor(given.processes, initializer=signal.signal,
                                 initargs=(signal.SIGINT, signal.SIG_DFL)) as pool:
            yield from pool.map(work, files)
        return
    from distributed import Client, KilledWorker
    try:
        with Client(given.dask) as client:
            yield from client.get_executor(pure=False).map(work, files)
    except KilledWorker as problem:
        raise ValueError(f"{given.dask}: {problem}") from None


def add(db, file, part):
    """Adds the rows of one file to the database that will become judged.db."""
    db.execute("ATTACH ? AS part", (part,))
    twice = db.execute("SELECT run_id, i.file FROM part.ids CROSS JOIN main.ids AS i"
                       " USING (run_id) LIMIT 1").fetchone()
    if twice:
        raise ValueError(f"run {twice[0]!r} is in {twice[1]} and in {file}")
    try:
        db.execute("INSERT INTO main.ids SELECT run_id, ? FROM part.ids", (file,))
    except sqlite3.IntegrityError as problem:
        raise ValueError(f"{file}: {problem}") from None
    for table in "judged", "runs", "judgements", "outcomes":
        db.execute(f"INSERT INTO main.{table} SELECT * FROM part.{table}")
    db.execute("DETACH part")


def find_extension():
    """Returns the path of the extension in a package, a clone or an installation."""
    for place in PLACES:
        for found in SQL.parent.glob(place):
            if found.suffix in (".so", ".dylib", ".dll"):
                return found
    raise ValueError("no extension beside sql/; say where it is: --extension PATH")


def run(given):
    files = [os.path.abspath(file) for file in given.files]
    if os.path.exists(given.into):
        with opened(given.into) as db:
            if not db.execute(MAY_BE_WRITTEN).fetchone()[0]:
                raise ValueError(f"{given.into}: is a database of your own")
    settings = Path(given.settings).read_text(encoding="utf-8") if given.settings else ""
    extension = os.path.abspath(given.extension or find_extension())
    tables = text("cluster/tables.sql")
    with closing(sqlite3.connect("", isolation_level=None)) as db, \
            tempfile.TemporaryDirectory() as folder:
        db.text_factory = functools.partial(str, encoding="utf-8", errors="replace")
        work = functools.partial(judge, extension=extension, settings=settings,
                                 digest=load(db, extension, settings), tables=tables,
                                 send=text("attach.sql") + text("cluster/send.sql"),
                                 folder=None if given.dask else folder)
        db.executescript(tables)
        part = os.path.join(folder, "part.db")
        with closing(parts(given, work, files)) as judged:
            for file, rows in zip(files, judged):
                Path(part).write_bytes(rows)
                add(db, file, part)
        db.executescript(text("views.sql") + text("cluster/views.sql")
                         + text("contract.sql"))
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
    parser.add_argument("--processes", type=int, metavar="N",
                        help="files at a time; if left out, as many as processors")
    parser.add_argument("--dask", metavar="ADDRESS", help="such as tcp://127.0.0.1:8786")
    parser.add_argument("--extension", default=os.environ.get("ASSAY_EXTENSION"),
                        metavar="PATH", help="where it is not beside sql/")
    try:
        run(parser.parse_args())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenProcessPool:
        sys.exit("judge.py: a process was killed; nothing is written: start again")
    except (AttributeError, ImportError, OSError, ValueError, sqlite3.Error) as problem:
        sys.exit(f"judge.py: {problem}")


if __name__ == "__main__":
    main()
