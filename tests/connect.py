"""How a test in Python uses the extension. EXTENSION is the path of the extension.
connect() returns a connection that has loaded it; load() loads it into a connection.
text() reads a file of sql/. If Python can't load extensions, the test fails here."""

import functools
import hashlib
import os
import sqlite3
import sys

EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
SQL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sql")

if not hasattr(sqlite3.Connection, "enable_load_extension"):
    print(f"Bail out! {sys.executable} was built without extension loading: "
          "name another by PYTHON=")
    sys.exit(1)


@functools.lru_cache(None)
def text(name):
    with open(os.path.join(SQL, name), encoding="utf-8") as file:
        return file.read()


def load(db, *files, yaml=None, extension=EXTENSION):
    db.enable_load_extension(True)
    db.load_extension(extension)
    db.enable_load_extension(False)
    if yaml is not None:
        db.execute("SELECT assay_load_yaml(?)", (yaml,)).fetchall()
    for file in files:
        db.executescript(text(file))
    return db


def connect(path=":memory:", *files, **options):
    """Returns a connection to a path or a URI. Each statement commits, unless a test
    begins a transaction."""
    return load(sqlite3.connect(path, uri=True, isolation_level=None), *files, **options)


def value(db, sql, *arguments):
    return db.execute(sql, arguments).fetchone()[0]


def rows(db, sql):
    """Returns the rows of a query, sorted, each as its repr(). repr() shows all digits of
    a double, and distinguishes 1 from 1.0 and '1'."""
    db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return sorted(map(repr, db.execute(sql)))


def bytes_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def error(run, *arguments, **options):
    """Calls `run`, such as db.execute, and reads all rows. Returns the error, or None."""
    try:
        list(run(*arguments, **options) or ())
    except sqlite3.Error as problem:
        return str(problem)
    return None


def steps(db, script):
    """Runs a script. Returns how many hundreds of instructions SQLite ran."""
    count = [0]

    def tick():
        count[0] += 1
        return 0
    db.set_progress_handler(tick, 100)
    db.executescript(script)
    db.set_progress_handler(None, 0)
    return count[0]
